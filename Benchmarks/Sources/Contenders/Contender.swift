/// One way to do a group's work.
public struct Contender {
  /// As the table prints it.
  public let name: String
  /// The contenders of the group that it is compared with, one for each of the group's `ratios`.
  public let yardsticks: [String]
  /// Not timed, before each `run`.
  public let prepare: () -> Void
  /// The work, on data that it holds.
  public let run: () -> Void
  /// What there is to say of the result once `run` has run: "100 % exact", a size.
  public let note: () -> String

  /// A contender as given.
  public init(
    _ name: String, yardsticks: [String], prepare: @escaping () -> Void = {},
    note: @escaping () -> String = { "" },
    run: @escaping () -> Void
  ) {
    self.name = name
    self.yardsticks = yardsticks
    self.prepare = prepare
    self.note = note
    self.run = run
  }
}
