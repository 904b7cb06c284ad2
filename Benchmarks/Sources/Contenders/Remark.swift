/// What a contender's last run has to say, for its `note`.
final class Remark {
  var text = ""
}
