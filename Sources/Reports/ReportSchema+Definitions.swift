extension ReportSchema {
  /// One line per document (names in lower case) and per part (names in upper case), with the keys and their types. `?`
  /// marks a key that may be absent, `[x]` a list, `{x}` an object with arbitrary names, `+X` the keys of another part,
  /// and texts in quotes are the only valid values.
  static let definitions = """
    assign: inputs [Assignment or Failure], summary Summary
    batch: inputs [BatchFile], orphans [string], pruned [string], shard? Shard, summary BatchSummary
    catalog build: inputs [ImageSet or Failure], summary Summary
    catalog lint: inputs [CatalogSet or Failure], summary Summary
    check: inputs [Check or Failure], shard? Shard, summary Summary
    contrast: pairs [ContrastPair], summary ContrastSummary
    convert: inputs [Conversion or Failure], summary Summary
    diff: inputs [Difference or Failure], summary Summary
    inspect: inputs [Inspection or Failure], summary Summary
    palette lint: inputs [PaletteJudgement or Failure], summary PaletteSummary
    palette list: palettes [PaletteItem]
    palette show: palette Palette
    profiles: profiles [BuiltInProfile]
    simulate: inputs [Simulation or Failure], summary Summary
    soften: inputs [Softening or Failure], summary Summary
    Failure: path string, error string
    Summary: inputs integer, succeeded integer, failed integer, findings Counts, failing integer
    Counts: error integer, warning integer, note integer
    Shard: index integer, count integer
    Timing: kernel? string, seconds? number
    Box: x integer, y integer, width integer, height integer
    State: state? 'missing' 'different' 'same'
    Size: width integer, height integer
    Bytes: bytesIn integer, bytesOut integer
    Side: profile string, tag string, depth integer, colorType 'gray' 'grayAlpha' 'rgb' 'rgba' 'palette'
    Finding: rule string, +Level, message string, region? Box, places? [Box], value number, fingerprint string
    Level: level 'note' 'warning' 'error'
    Region: +Box, pixels integer, maxDeltaE number
    Gamut: target string, visiblePixels integer, outOfGamut integer, withinRounding integer, fraction number, \
    channels Channels, maxExcess number, deltaE Extremes
    Channels: red Excess, green Excess, blue Excess
    Excess: below integer, above integer, maxBelow number, maxAbove number
    Extremes: mean number, max number
    Banding: +BandingScore, regions [Band]
    BandingScore: score number, verdict 'banded' 'clean'
    Band: +Box, cause 'source' 'depth' 'clipping', plane 'lightness' 'chroma' 'alpha', step number, score number
    Assignment: path string, output string, profile string, tag string, notes [string], +State, +Timing
    BatchFile: path string, steps [BatchStep], error? string
    BatchStep: step string, status 'done' 'upToDate' 'planned' 'failed' 'skipped', \
    reason? 'new' 'inputChanged' 'optionsChanged' 'outputMissing' 'outputEdited' 'forced', outputs [string], +Bytes, \
    notes [string], findings [StepFinding], failures [string]
    StepFinding: rule string, +Level, message string, region? Box, places? [Box], colors? [string], condition? string, \
    value? number, fingerprint string
    BatchSummary: +Summary, done integer, upToDate integer, planned integer, orphans integer, pruned integer, +Bytes
    ImageSet: path string, output string, needsWideGamut boolean, images [SetImage], notes [string]
    SetImage: file string, slot string, +Size, bytes integer
    CatalogSet: path string, kind string, findings [CatalogFinding]
    CatalogFinding: rule string, +Level, message string, file string
    Check: path string, +Size, source CheckedSource, gamut? CheckedGamut, banding CheckedBanding, findings [Finding], \
    notes [string], +Timing
    CheckedSource: +Side, effectiveDepth integer
    CheckedGamut: +Gamut, regions [Region], distinctColors? DistinctColors
    DistinctColors: before integer, after16 integer, after8 integer, collapsed integer, atLeast? boolean
    CheckedBanding: +Banding, predicted Banding
    ContrastPair: foreground ContrastSide, background ContrastSide, backdrop? string, composite Composite, \
    appearance? 'light' 'dark', level? 'elevated', contrast? 'increased', ratio number, ratioInSRGB? number, \
    required number, passes boolean, verdicts Verdicts, suggestion? Suggestion or null, bestRatio? number
    ContrastSide: input string, name? string, srgb string, alpha number, inSRGB boolean
    Composite: foreground string, background string
    Verdicts: aa boolean, aaLarge boolean, aaa boolean, aaaLarge boolean, nonText boolean
    Suggestion: color string, ratio number, deltaEOK number
    ContrastSummary: pairs integer, passed integer, failed integer
    Conversion: path string, output string, +Size, source Side, destination Side, \
    executor 'matrix' 'lcms' 'identity', gamut? ConvertedGamut, banding? Banding, +Bytes, notes [string], +State, +Timing
    ConvertedGamut: +Gamut, mapping 'clip' 'chroma' 'soft', knee? number, movedInGamut? integer, clip? Clip
    Clip: deltaE Extremes
    Difference: path string, other string, width? integer, height? integer, comparable boolean, pixels? PixelCounts, \
    deltaE? DeltaE, densest? Densest, regions [Region], tags? Tags, verdict 'same' 'different' 'missing' 'added', \
    findings [DifferenceFinding], notes [string], accepted? boolean, +Timing
    PixelCounts: compared integer, different integer, antialiased integer, ignored integer, share number
    DeltaE: mean number, p95 number, p99 number, max number, maxAt? Place
    Place: x integer, y integer
    Densest: +Box, share number
    Tags: before string, after string
    DifferenceFinding: rule string, +Level, message string, region? Box
    Inspection: path string, bytes integer, width? integer, height? integer, \
    colorType? 'gray' 'grayAlpha' 'rgb' 'rgba' 'palette', bitDepth? integer, effectiveDepth? integer, \
    interlaced? boolean, hasAlpha? boolean, tag Tag, profile? Profile, needsWideGamut? boolean, colors? ColorUse, \
    chunks [Chunk], findings [Finding], notes [string], error? string, +Timing
    Tag: governing string, present [string], conflicting [string]
    ColorUse: gamutCoverage {number}, uniqueColors integer, uniqueColorsAtLeast? boolean
    Chunk: type string, length integer, offset integer
    Profile: name string, version string, size integer, deviceClass string, colorSpace string, \
    model 'matrix' 'gray' 'lut', primaries? Primaries, curves [string], equals? string, equalsWithinCodes? integer, \
    created? string, remarks [string]
    Primaries: red [number], green [number], blue [number], white [number]
    BuiltInProfile: id string, profile Profile
    PaletteJudgement: path string, findings [PaletteFinding], notes [string]
    PaletteFinding: rule string, +Level, colors [string], condition string, value? number, message string, \
    line? integer, fingerprint string
    PaletteSummary: inputs integer, failed integer, findings Counts, failing integer
    PaletteItem: name string, title string, date string, colors integer, platforms [string], sources {Source}
    Source: date string, text string
    Palette: name string, title string, date string, sources {Source}, colors [PaletteColor]
    PaletteColor: name string, role? string, group string, source string, platform? string, values [PaletteValue]
    PaletteValue: appearance 'light' 'dark', level? 'elevated', contrast? 'increased', color string, srgb string, \
    alpha number, inSRGB boolean, leastRatio? number
    Simulation: path string, output string, +Size, vision 'protanopia' 'deuteranopia' 'tritanopia', severity number, \
    source Side, destination Side, +Bytes, notes [string], +State, +Timing
    Softening: path string, output? string, +Size, mode string, reason string, whiteLuminance? number, \
    vanishes boolean, suggestion? string, backgroundShare number, +Bytes, pair? Pair, summary string, notes [string], \
    +State, +Timing
    Pair: light string, dark string, picture string
    """
}
