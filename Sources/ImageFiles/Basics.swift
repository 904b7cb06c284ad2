// Who works with files of images needs the basics.
@_exported public import Basics
