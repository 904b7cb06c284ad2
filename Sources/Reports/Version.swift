/// The version of this release (semantic versioning), as `--version` and every JSON document say it.
package enum Version {
  package static let current = "0.1.0"
}
