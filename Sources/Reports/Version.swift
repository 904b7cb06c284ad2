/// The version of this release (semantic versioning), for `--version` and all JSON documents.
package enum Version {
  package static let current = "0.1.0"
}
