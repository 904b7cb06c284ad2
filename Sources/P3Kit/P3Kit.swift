// `import P3Kit` is all that a program needs: it re-exports the public modules of the library.
@_exported public import Analysis
@_exported public import Basics
@_exported public import Checking
@_exported public import ColorManagement
@_exported public import Colors
@_exported public import Conversion
@_exported public import DarkMode
@_exported public import ImageFiles
@_exported public import PNGCodec
@_exported public import Palettes
@_exported public import PixelConversion
@_exported public import Pixels
