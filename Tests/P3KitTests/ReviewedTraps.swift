/// The places of `TrapPlaces` that have been looked at, by file and kind, and why no value from outside makes them trap.
/// `TrapPlacesTests` compares the counts with the sources.
enum ReviewedTraps {
  struct Review: Sendable {
    let file: String
    let kind: TrapPlaces.Kind
    let count: Int
    /// What keeps the values in the range that the place can bear.
    let why: String

    init(_ file: String, _ kind: TrapPlaces.Kind, _ count: Int, _ why: String) {
      (self.file, self.kind, self.count, self.why) = (file, kind, count, why)
    }
  }

  static let all: [Review] = [
    .init("ColorManagement/FourCC.swift", .conversion, 1, "bytes, widened"),
    .init("ColorManagement/ICCCurveParser.swift", .conversion, 2, "16 and 32 bits, widened"),
    .init(
      "ColorManagement/ICCCurveParser.swift", .range, 2,
      "counts from 0 on, compared with the data's size just before"),
    .init("ColorManagement/ICCHeader.swift", .conversion, 2, "8 and 32 bits, widened"),
    .init("ColorManagement/ICCHeader.swift", .minus, 1, "clamped at 0"),
    .init("ColorManagement/ICCProfile+KnownSpace.swift", .minus, 1, "floating point"),
    .init(
      "ColorManagement/ICCProfile+Making.swift", .conversion, 3,
      "sum of four 32-bit numbers in 64 bits, compared with 2 before it is narrowed"),
    .init(
      "ColorManagement/ICCProfile+Making.swift", .minus, 1, "64 bits hold the sum of four 32-bit numbers"),
    .init("ColorManagement/ICCProfile+Making.swift", .sum, 1, "four 32-bit numbers in 64 bits"),
    .init(
      "ColorManagement/ICCProfile.swift", .minus, 1,
      "the header's size was compared with the bytes that are there"),
    .init(
      "ColorManagement/ICCProfileWriter.swift", .conversion, 6,
      "sizes of profiles that we make; the one floating-point number is clamped"),
    .init(
      "ColorManagement/ICCProfileWriter.swift", .minus, 2,
      "the header that we make is shorter; a width of 8 bits or more"),
    .init("ColorManagement/ICCTagTable.swift", .conversion, 6, "16 and 32 bits, widened; an intent of four"),
    .init("ColorManagement/ICCTagTable.swift", .range, 1, "two 32-bit numbers from 0 on, in 64 bits"),
    .init("ColorManagement/ICCTextParser.swift", .conversion, 4, "32 bits, widened"),
    .init("ColorManagement/ICCTextParser.swift", .minus, 1, "12 bytes are there: the first guard"),
    .init(
      "P3Kit/Batch/Plan/BatchShard.swift", .range, 4,
      "literals; a count that is at least 1, as the first condition says"),
    .init("P3Kit/Batch/Plan/BatchShard.swift", .conversion, 2, "both at least 1: the initialiser's guard"),
    .init(
      "P3Kit/Batch/Plan/BatchShard.swift", .minus, 2,
      "index at least 1; two numbers of at most two million each"),
    .init(
      "P3Kit/Batch/Plan/BatchShard.swift", .remainder, 1, "a count of at least 1: the initialiser's guard"),
    .init(
      "P3Kit/Batch/Report/BatchReports.swift", .sum, 1,
      "sizes of files, or of a state: at most 2^40 for each of a few steps"),
    .init("P3Kit/Batch/Report/ReportMerge.swift", .range, 3, "a count of at least 1, by BoundedInteger"),
    .init("P3Kit/Batch/Report/ReportMerge.swift", .minus, 2, "shards seen are among those counted"),
    .init("P3Kit/Batch/Report/ReportMerge.swift", .conversion, 1, "from text: nil where it does not fit"),
    .init("P3Kit/Batch/Schema/ConfigurationNode+YAML.swift", .minus, 1, "clamped at 0"),
    .init(
      "P3Kit/Batch/Schema/SchemaType.swift", .conversion, 1,
      "from text: nil where it does not fit; words of our own"),
    .init(
      "P3Kit/Batch/State/BatchStateLine.swift", .conversion, 4,
      "from text: nil where it does not fit; numbers that are only compared"),
    .init("P3Kit/Batch/State/BatchStateLine.swift", .minus, 1, "32 bits have at most 8 digits"),
    .init("P3Kit/Batch/Steps/CatalogStep.swift", .sum, 1, "sizes of a few files just written"),
    .init("P3Kit/Batch/Steps/DiffStep.swift", .range, 1, "0 to the largest number"),
    .init("P3Kit/Batch/Steps/OptionValue+Images.swift", .conversion, 1, "an sRGB colour, clipped to 0 to 1"),
    .init("P3Kit/Batch/Steps/OptionValue+Images.swift", .range, 2, "1 to the largest number"),
    .init("P3Kit/Batch/Steps/StepTable.swift", .minus, 1, "clamped at 2"),
    .init(
      "P3Kit/Catalog/AppIconPixels.swift", .minus, 2,
      "a pixel has one channel at least; the largest of three samples less the least"),
    .init("P3Kit/Catalog/AppIconPixels.swift", .step, 1, "the channels of a pixel, from 1 on"),
    .init("P3Kit/Catalog/AppIconSlot.swift", .range, 1, "1 to a constant"),
    .init(
      "P3Kit/Catalog/CSSColor+Catalog.swift", .conversion, 3,
      "8-bit codes; a parsed component, at most 100,000 times its unit; clamped"),
    .init("P3Kit/Catalog/CSSColor+Catalog.swift", .minus, 1, "floating point"),
    .init("P3Kit/Catalog/ColorSetLint.swift", .conversion, 2, "from text: nil where it does not fit"),
    .init(
      "P3Kit/Catalog/ImageSetBuilder.swift", .remainder, 2, "a scale of the list that options take, from 1 on"
    ),
    .init("P3Kit/Catalog/ImageSetLint.swift", .minus, 1, "sides under 2^31 times scales under 100"),
    .init("P3Kit/Catalog/ScaleList.swift", .conversion, 1, "from text: nil where it does not fit"),
    .init(
      "P3Kit/Catalog/WideGamutComparison.swift", .minus, 4,
      "widened 16-bit samples; channels of a format with alpha; floating point"),
    .init("P3Kit/Catalog/WideGamutComparison.swift", .range, 1, "a count of channels"),
    .init("P3Kit/Catalog/WideGamutComparison.swift", .conversion, 2, "16-bit samples, widened"),
    .init("P3Kit/Catalog/WideGamutComparison.swift", .step, 1, "the channels of a pixel, from 1 on"),
    .init("P3Kit/Check/Finding.swift", .conversion, 1, "bytes, widened"),
    .init("P3Kit/Check/Finding.swift", .minus, 1, "64 bits have at most 16 digits"),
    .init("P3Kit/Check/Finding.swift", .sum, 1, "floating point"),
    .init("P3Kit/Check/Rule+Banding.swift", .shift, 1, "by the bits that 8-bit values need: 1 to 8"),
    .init("P3Kit/Check/Rule+Banding.swift", .minus, 1, "from a power of two; its quotient is floating point"),
    .init("P3Kit/Check/Rule+Gamut.swift", .range, 3, "patterns with one bound"),
    .init(
      "P3Kit/Color/CSSColor+Text.swift", .conversion, 2,
      "clipped to 0 to 1 before; codes compared with 0 and 255 before"),
    .init("P3Kit/Color/CSSColor+Text.swift", .minus, 1, "floating point"),
    .init("P3Kit/Color/CSSColorFunction.swift", .range, 3, "positive limits of our own"),
    .init("P3Kit/Color/CSSColorFunction.swift", .minus, 7, "floating point"),
    .init(
      "P3Kit/Color/CSSColorParser.swift", .minus, 1, "the word's characters have been counted in the offset"),
    .init(
      "P3Kit/Color/CSSColorParser.swift", .conversion, 2, "a hexadecimal digit; a number masked to 8 bits"),
    .init("P3Kit/Color/CSSColorParser.swift", .removal, 3, "the first token was looked at just before"),
    .init("P3Kit/Catalog/CatalogColorLint.swift", .minus, 1, "floating point"),
    .init("P3Kit/Color/ContrastPair.swift", .minus, 1, "floating point"),
    .init(
      "P3Kit/Color/ContrastReport.swift", .conversion, 1,
      "luminances are clamped at 0 and finite: components are bounded by the parser"),
    .init("P3Kit/Color/ContrastSuggestion.swift", .range, 2, "constants"),
    .init(
      "P3Kit/Color/ContrastSuggestion.swift", .conversion, 1,
      "clamped, and finite: components are bounded by the parser"),
    .init(
      "P3Kit/Color/ContrastSuggestion.swift", .minus, 4,
      "floating point; steps around one of 0 to 2000, looked at only within these"),
    .init("P3Kit/Color/PNG+Color.swift", .conversion, 1, "an offset in a file that was read"),
    .init("P3Kit/Color/PaletteFile.swift", .range, 1, "1 or 100"),
    .init("P3Kit/Color/PaletteFile.swift", .minus, 1, "a part of the whole"),
    .init("P3Kit/Color/ProfileReport.swift", .minus, 3, "floating point"),
    .init("P3Kit/Color/TagConflicts.swift", .minus, 2, "floating point"),
    .init(
      "P3Kit/Files/ContentHash.swift", .conversion, 5, "widened; a digit of the range that the pattern names"),
    .init("P3Kit/Files/ContentHash.swift", .minus, 2, "a digit of the range that the pattern names"),
    .init("P3Kit/Files/Depfile.swift", .range, 3, "letters and digits"),
    .init("P3Kit/Files/FilePath.swift", .removal, 1, "there is a last one: the condition before"),
    .init(
      "P3Kit/Files/GlobPattern+Parsing.swift", .range, 2,
      "first and last are compared just before; indices that go forward"),
    .init("P3Kit/Files/GlobPattern+Parsing.swift", .minus, 1, "at depth 0 a closing brace ends the loop"),
    .init(
      "P3Kit/Files/GlobPattern+Parsing.swift", .removal, 2, "one and two scalars were looked at just before"),
    .init(
      "P3Kit/Files/NameTemplate.swift", .range, 1, "the closing brace is looked for behind the opening one"),
    .init(
      "P3Kit/Files/RecordSpool.swift", .range, 3,
      "a constant; the length of a record that we wrote, and that is compared with the bytes that are there"),
    .init(
      "P3Kit/Files/RecordSpool.swift", .minus, 2, "start and first are compared with the count as they grow"),
    .init("P3Kit/Files/RecordSpool.swift", .conversion, 1, "a byte, widened"),
    .init("P3Kit/Files/RecordSpool.swift", .shift, 1, "at most 56 bits; a length that we wrote"),
    .init(
      "P3Kit/Files/RecordSpool.swift", .removal, 1,
      "as far as the last whole record, which ends within the bytes"),
    .init("P3Kit/Files/RecordSpool.swift", .sum, 1, "bytes at different places of one number"),
    .init("P3Kit/Files/SHA256.swift", .conversion, 6, "counts of bytes in memory; bytes, widened"),
    .init("P3Kit/Files/SHA256.swift", .minus, 2, "at most 64 bytes wait, at most 119 with the padding"),
    .init("P3Kit/Files/SHA256.swift", .shift, 1, "masked, and meant to drop bits"),
    .init(
      "P3Kit/Files/SystemCall+Names.swift", .conversion, 6,
      "constants, and fields of stat(2) in their own width"),
    .init(
      "P3Kit/Files/SystemCall+Process.swift", .conversion, 4,
      "constants, the clock in its own width, the count of arguments"),
    .init("P3Kit/Files/SystemCall.swift", .conversion, 4, "constants, and a field of 16 bits"),
    .init("P3Kit/Files/TemporaryFiles.swift", .range, 2, "all numbers of 32 bits"),
    .init("P3Kit/Files/TemporaryFiles.swift", .conversion, 1, "from text: nil where it does not fit"),
    .init("P3Kit/Images/ConnectedRuns.swift", .range, 2, "up to the number of open parts, from 0 on"),
    .init("P3Kit/Images/ImageStrips.swift", .minus, 1, "a strip has at least one row"),
    .init("P3Kit/Images/StripScan.swift", .removal, 1, "some are waiting: the line before"),
    .init("P3Kit/Palette/CSSCustomProperties.swift", .minus, 4, "the first block is never taken off"),
    .init("P3Kit/Palette/CSSCustomProperties.swift", .removal, 1, "more than one, the same line"),
    .init(
      "P3Kit/Palette/PaletteLint.swift", .minus, 2,
      "one at least is near: a finding is made of no others; the first of all"),
    .init("P3Kit/Palette/PaletteNeighbors.swift", .minus, 1, "floating point"),
    .init("P3Kit/Palette/PaletteNeighbors.swift", .sum, 1, "pairs of at most 10,000 colours"),
    .init("P3Kit/Palette/PaletteNeighbors.swift", .step, 1, "one for each processor"),
    .init("P3Kit/Palette/PalettePairs.swift", .minus, 1, "the worst is one of them"),
    .init("P3Kit/Palette/PalettePicture.swift", .minus, 4, "constants"),
    .init(
      "P3Kit/Palette/PalettePicture.swift", .range, 2, "constants; both ends clamped to the canvas's width"),
    .init("P3Kit/Palette/PalettePicture.swift", .conversion, 1, "an alpha of 0 to 1: the parser's range"),
    .init("P3Kit/Palette/PaletteRoles.swift", .minus, 1, "the list begins with one word and never loses one"),
    .init("P3Kit/Palette/PaletteVision.swift", .removal, 1, "there is a first one: the guard before"),
    .init("P3Kit/Palette/PaletteVision.swift", .sum, 1, "counts of pairs in memory"),
    .init("P3Kit/Palette/SystemColorScan.swift", .minus, 1, "floating point"),
    .init(
      "P3Kit/Text/BoundedInteger.swift", .conversion, 1,
      "from text: nil where it does not fit; this is the way in"),
    .init("P3Kit/Text/ByteCount.swift", .conversion, 1, "a number of 64 bits, divided"),
    .init(
      "P3Kit/Text/JSONParser.swift", .minus, 4,
      "a line starts before the place; surrogates are in the ranges compared before"),
    .init("P3Kit/Text/JSONParser.swift", .conversion, 1, "from text: nil where it does not fit"),
    .init("P3Kit/Text/JSONParser.swift", .range, 1, "the position only goes forward"),
    .init(
      "P3Kit/Text/JSONValue.swift", .minus, 2,
      "inside a loop over the items; a scalar under 32 has at most 2 digits"),
    .init("P3Kit/Text/NearestName.swift", .range, 1, "0 to a count"),
    .init("P3Kit/Text/NearestName.swift", .minus, 4, "both above 0, the same line"),
    .init("P3Kit/Text/Numbers.swift", .minus, 2, "below 0 the loop does not begin"),
    .init(
      "P3Kit/Text/Numbers.swift", .conversion, 1,
      "ratios of luminances that are clamped, and limits of our own"),
    .init("P3Kit/Text/Padding.swift", .minus, 2, "clamped at 0"),
    .init("P3Kit/Text/PathText.swift", .conversion, 1, "a byte, widened"),
    .init(
      "P3Kit/Text/PathText.swift", .minus, 2,
      "added to a larger constant first; inside the range compared just before"),
    .init("P3Kit/Text/PathText.swift", .range, 1, "constants"),
    .init("PNGCodec/BusyPixels.swift", .conversion, 2, "clamped before, to what is left after a product"),
    .init("PNGCodec/BusyPixels.swift", .minus, 4, "a row before this one; rows of one pixel and more"),
    .init("PNGCodec/BusyPixels.swift", .range, 4, "whole rows: the reader asks for no others"),
    .init("PNGCodec/BusyPixels.swift", .step, 1, "a row has a pixel of one channel at least"),
    .init(
      "PNGCodec/ChunkCopier.swift", .conversion, 4,
      "lengths compared with 2^31 before; bytes in memory under that; one that only an error tells"),
    .init("PNGCodec/ChunkCopier.swift", .minus, 2, "inside a loop while fewer are there than asked for"),
    .init("PNGCodec/ChunkInventory.swift", .range, 1, "a count of records in memory"),
    .init(
      "PNGCodec/ChunkInventory.swift", .conversion, 3, "lengths of PNG chunks, under 2^31, and counts of them"
    ),
    .init("PNGCodec/ChunkInventory.swift", .minus, 1, "a record for each entry, and there is one"),
    .init("PNGCodec/ChunkInventory.swift", .removal, 1, "there is a last one: the condition before"),
    .init(
      "PNGCodec/OpenedReader.swift", .conversion, 4, "limits of the caller, not negative; 8 bits, widened"),
    .init(
      "PNGCodec/PNGBackground.swift", .conversion, 8,
      "8 and 16 bits, widened; a depth of 1 to 16; 65535 times a value over the most it can be"),
    .init("PNGCodec/PNGBackground.swift", .minus, 1, "a power of two"),
    .init("PNGCodec/PNGBackground.swift", .shift, 1, "a depth of 1 to 16 in 32 bits"),
    .init("PNGCodec/PNGChunkList.swift", .conversion, 1, "bytes of a file that were read"),
    .init(
      "PNGCodec/PNGChunk+Color.swift", .conversion, 3,
      "Latin-1, compared just before; chromaticities that were 32-bit numbers in cHRM; bytes"),
    .init("PNGCodec/PNGColorInfo+Parsing.swift", .conversion, 2, "bytes, widened"),
    .init(
      "PNGCodec/PNGColorInfo+Parsing.swift", .range, 2,
      "a depth of at least 1; four bytes that the chunk's length was compared with"),
    .init("PNGCodec/PNGColorInfo+Parsing.swift", .minus, 3, "floating point"),
    .init("PNGCodec/PNGError+Description.swift", .minus, 1, "32 bits have at most 8 digits"),
    .init("PNGCodec/PNGError+Status.swift", .conversion, 3, "checksums of 32 bits; bytes, widened"),
    .init(
      "PNGCodec/PNGHeader+Parsing.swift", .conversion, 9,
      "32 bits, widened; headers of our own with sides under 2^31"),
    .init("PNGCodec/PNGLimits.swift", .conversion, 2, "at most 2^31 after the comparison"),
    .init("PNGCodec/PNGMemoryCost.swift", .minus, 2, "sides of at least 1"),
    .init("PNGCodec/PNGMetadata+Exif.swift", .conversion, 3, "16 bits shifted to 8; bytes, widened"),
    .init(
      "PNGCodec/PNGMetadata+Exif.swift", .range, 2,
      "16 bits from 0 on; bounds compared with the bytes just before"),
    .init(
      "PNGCodec/PNGReader.swift", .minus, 1,
      "rows read are at most the header's: libpng and the decoder stop there"),
    .init(
      "PNGCodec/PNGSegmentEncoder.swift", .minus, 2, "sums of positive numbers; one row above, a precondition"
    ),
    .init("PNGCodec/PNGSegmentEncoder.swift", .range, 2, "a height from 0 on"),
    .init(
      "PNGCodec/PNGSegmentEncoder.swift", .conversion, 3,
      "a header that was accepted: sides under 2^31, depth at most 16"),
    .init("PNGCodec/PNGWriter.swift", .conversion, 1, "bytes written to a file"),
    .init("PNGCodec/SegmentRows.swift", .minus, 5, "rows are compared with the header's in a precondition"),
    .init("PNGCodec/SegmentRows.swift", .range, 2, "rows from next on; a segment of one row and more"),
    .init("p3tool/Commands/Batch/BatchSummary.swift", .minus, 1, "palettes are counted among the inputs"),
    .init("p3tool/Commands/Batch/BatchSummary.swift", .sum, 1, "counts of what is in memory"),
    .init("p3tool/Commands/Batch/BatchReporter.swift", .minus, 1, "instants"),
    .init("p3tool/Commands/Check/CheckCommand.swift", .conversion, 1, "limits of our own"),
    .init(
      "p3tool/Commands/Contrast/ContrastCommand.swift", .conversion, 1, "from text: nil where it does not fit"
    ),
    .init("p3tool/Commands/Contrast/ContrastOutput.swift", .minus, 1, "those that fail are among the pairs"),
    .init(
      "p3tool/Commands/Inspect/InspectText.swift", .minus, 2, "there is a last one: it was just looked at"),
    .init(
      "p3tool/Commands/Palette/PaletteLintOutput.swift", .minus, 1, "those that failed are among the reports"),
    .init("p3tool/Commands/Palette/PaletteText.swift", .conversion, 3, "codes of an sRGB colour, clipped"),
    .init(
      "p3tool/Commands/Report/ReportCommand.swift", .conversion, 1, "from text: nil where it does not fit"),
    .init(
      "p3tool/Commands/Diff/DiffWorker.swift", .minus, 2,
      "counts: findings are among what succeeded, listed regions among all"),
    .init(
      "p3tool/Output/HTML/HTMLPage.swift", .minus, 5,
      "counts of stops and parts, of which there is one at least; coordinates of findings lie in their image"),
    .init("p3tool/Output/HTML/HTMLPage.swift", .range, 3, "patterns with one literal bound"),
    .init(
      "p3tool/Output/HTML/HTMLPage.swift", .conversion, 4,
      "codes of an sRGB colour, clipped to 0 to 1; a stop of our own scale"),
    .init("p3tool/Output/JSON.swift", .conversion, 1, "less than a tenth of a second: compared before"),
    .init(
      "p3tool/Output/Markdown.swift", .minus, 5,
      "a difference that may be negative; splitting leaves one part at least"),
    .init("p3tool/Output/ReportRecords.swift", .sum, 1, "counts of findings that were written"),
    .init(
      "p3tool/Output/Sparkline.swift", .conversion, 2,
      "a root of a share, 0 to 1, times the number of bars; an end of our own steps"),
    .init("p3tool/Output/Sparkline.swift", .minus, 2, "a style has nine bars or eight; floating point"),
    .init(
      "p3tool/Output/WrappedText.swift", .minus, 2,
      "columns of a terminal and our indents, clamped at 1; where there is a last line, there is one"),
    .init("p3tool/Output/WrappedText.swift", .range, 1, "the index only goes forward"),
    .init(
      "p3tool/Commands/Report/MergedFindings.swift", .conversion, 1, "from text: nil where it does not fit"),
    .init("p3tool/Options/RunOptions.swift", .range, 1, "1 to a constant"),
    .init(
      "p3tool/Output/ProgressLine.swift", .minus, 6,
      "instants; done is at most total; a clamped number of columns"),
    .init(
      "p3tool/Output/ProgressLine.swift", .conversion, 4,
      "a share of 0 to 1; done is at least 1, so the rate is above 0"),
    .init("p3tool/Output/ProgressLine.swift", .sum, 1, "floating point"),
    .init("p3tool/Output/SARIF.swift", .range, 3, "letters and digits"),
    .init("p3tool/Run/ImageJobs.swift", .uniqueKeys, 1, "an input that is given twice is collected once"),
    .init("p3tool/Run/SidePictures.swift", .uniqueKeys, 1, "an input that is given twice is collected once"),
    .init("p3tool/Run/ImageRun.swift", .minus, 1, "instants"),
    .init("p3tool/Run/ImageWorker.swift", .minus, 1, "instants"),
    .init("P3Kit/Text/Percentage.swift", .conversion, 1, "at most 100, and more than 9: compared before"),
    .init("p3tool/Run/Interruption.swift", .conversion, 1, "a byte, widened"),
  ]
}
