import Colors
import Pixels

// Simulations of colour vision deficiencies as filters of the browser; the script applies them to all pictures. The
// filters work on linear sRGB, to which the browser clips the pictures first.

extension HTML {
  /// The models of `p3tool simulate`: one filter per kind of colour vision.
  static let visionFilters: HTML = {
    let filters = ColorVision.allCases.map { vision -> HTML in
      """
      <filter id="vision-\(vision.rawValue)" color-interpolation-filters="linearRGB" x="0" y="0" width="100%" height="100%">
      \(MachadoMatrices.matrix(vision, severity: 1).map { colors($0, result: "seen") } ?? halfPlanes)</filter>

      """
    }
    return "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" class=\"visions\">\n\(filters)</svg>\n"
  }()

  /// Masks for models with one matrix on each side of a plane: the alpha of `side` is 1 where the first matrix is
  /// valid.
  private static let halfPlanes: HTML = {
    typealias Model = ColorVisionModel.Brettel
    let steep = Model.normal * 10_000
    return """
      \(colors(Model.positive, result: "one"))\(colors(Model.negative, result: "other"))\
      <feColorMatrix in="SourceGraphic" result="side" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 \(steep.x) \(steep.y) \(steep.z) 0 .5"/>
      <feComposite in="one" in2="side" operator="in" result="one"/>
      <feComposite in="other" in2="side" operator="out" result="other"/>
      <feComposite in="one" in2="other" operator="arithmetic" k1="0" k2="1" k3="1" k4="0"/>

      """
  }()

  private static func colors(_ matrix: Matrix3x3, result: HTML) -> HTML {
    let rows = (0..<3).map { "\(matrix.rows[$0].x) \(matrix.rows[$0].y) \(matrix.rows[$0].z) 0 0" }
    return """
      <feColorMatrix in="SourceGraphic" result="\(result)" values="\(rows.joined(separator: " ")) 0 0 0 1 0"/>

      """
  }
}
