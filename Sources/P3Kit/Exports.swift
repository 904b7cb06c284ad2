// Whoever imports P3Kit gets the types its interface speaks of.
@_exported public import ColorManagement
@_exported public import PNGCodec
@_exported public import Pixels
