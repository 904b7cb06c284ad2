/// The version of this release (semantic versioning), in `--version` and every JSON document.
package enum Version {
  package static let current = "0.1.0"
}
