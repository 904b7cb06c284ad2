internal import Pixels
struct OutlineMap: Sendable {
  func draw(row: Int, in strip: inout PixelBuffer, at y: Int) {}
}
