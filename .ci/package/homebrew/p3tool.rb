# A formula for Homebrew, on macOS and Linux. It has not been run: no Homebrew and no Mac was there. `make reach` has it read
# by `ruby -c` and compares its libraries with those of Package.swift.
#
# It belongs into a tap, with `url` and `sha256` of a release's sources in place of `head`:
#   brew tap-new you/p3tool
#   cp .ci/package/homebrew/p3tool.rb "$(brew --repository you/p3tool)/Formula/"
#   brew install --HEAD you/p3tool/p3tool
# The address is to be put in by who publishes it.
class P3tool < Formula
  desc "Convert PNG images between colour spaces, and find what displays lose of them"
  homepage "https://example.invalid/p3tool"
  head "https://example.invalid/p3tool.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on "libdeflate"
  depends_on "libpng"
  depends_on "libyaml"
  depends_on "little-cms2"
  depends_on macos: :sequoia

  uses_from_macos "swift" => :build

  def install
    # Homebrew's own sandbox is there already.
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "p3tool"
    bin.install ".build/release/p3tool"
    system bin/"p3tool", "manual", "man1"
    man1.install Dir["man1/*"]
    generate_completions_from_executable(bin/"p3tool", "--generate-completion-script")
  end

  test do
    cp test_fixtures("test.png"), "in.png"
    system bin/"p3tool", "convert", "in.png", "--to", "display-p3", "-o", "out.png"
    assert_match "equals display-p3", shell_output("#{bin}/p3tool inspect out.png")
    assert_match version.to_s, shell_output("#{bin}/p3tool --version") if build.stable?
  end
end
