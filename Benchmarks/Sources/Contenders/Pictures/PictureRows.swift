/// Makes the rows of a picture.
public protocol PictureRows {
  /// Writes row `y` into `samples` from `start` on.
  mutating func fill(_ samples: inout [UInt16], from start: Int, y: Int)
}
