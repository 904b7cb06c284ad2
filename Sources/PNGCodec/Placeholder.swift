// Placeholder of the module PNGCodec
