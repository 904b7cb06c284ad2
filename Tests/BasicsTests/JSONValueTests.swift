import Basics
import Testing

@Suite("JSON that loses nothing")
struct JSONValueTests {
  @Test("numbers keep their spelling, unknown members stay, names are sorted in Xcode's form")
  func roundTrip() throws {
    let text = #"{"z":1.50e+3,"a":[],"m":{},"n":[true,false,null,"\u00e4\n\"\\\/ \ud83d\ude00"],"i":-0}"#
    let value = try JSONValue(parsing: Array(text.utf8))
    let pretty = """
      {
        "a" : [

        ],
        "i" : -0,
        "m" : {

        },
        "n" : [
          true,
          false,
          null,
          "ä\\n\\"\\\\/ 😀"
        ],
        "z" : 1.50e+3
      }
      """
    #expect(value.prettyText == pretty)
    let again = try JSONValue(parsing: Array(pretty.utf8))
    #expect(again.prettyText == pretty)
  }

  @Test(
    "what is no JSON is refused with its place",
    arguments: [
      ("", "line 1, column 1"), ("{", "line 1, column 2"), ("{\"a\":1,}", "line 1, column 8"),
      ("[1,\n 2,]", "line 2, column 4"), ("{\"a\":1,\"a\":2}", "line 1, column 11"),
      ("01", "line 1, column 2"),
      ("1 2", "line 1, column 3"), ("\"\u{1}\"", "line 1, column 2"), ("\"\\ud800\"", "line 1"),
      ("nul", "line 1"),
      ("[1.]", "line 1, column 4"), ("'a'", "line 1, column 1"), ("\"a", "line 1"), ("\"\\x\"", "line 1"),
    ])
  func refusals(text: String, place: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    #expect(error?.description.hasPrefix(place) == true, "\(error?.description ?? "")")
  }

  @Test("deep nesting and wrong UTF-8 are refused")
  func hostile() {
    #expect(throws: JSONError.self) { try JSONValue(parsing: [UInt8](repeating: 0x5B, count: 1_000_000)) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
  }
}
