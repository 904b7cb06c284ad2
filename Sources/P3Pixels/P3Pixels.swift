// `import P3Pixels` brings what needs no file of an image: the part of P3Kit without libpng.
@_exported public import Analysis
@_exported public import Basics
@_exported public import ColorManagement
@_exported public import Colors
@_exported public import DarkMode
@_exported public import PixelConversion
@_exported public import Pixels
