/// A fourth lot of packages, the sixth set of the article Checking: chosen after all limits had their values. All of it was
/// the report half; later `vanishes-*` was changed after a look at it.
extension RealPackage {
  /// Debian 12 has all of them.
  static let sixth: [RealPackage] =
    sixthIcons + sixthScreenshots + sixthPlots + sixthWallpapers + sixthArt

  private static let sixthIcons = packages(
    .icons, .report,
    [
      "abiword-common", "arc-theme", "awstats", "bluebird-gtk-theme", "cacti", "cqrlog-data", "dokuwiki",
      "eiskaltdcpp-emoticons", "evolution-common", "famfamfam-silk", "freeplane", "gnome-brave-icon-theme",
      "gnome-panel-data", "gnome-theme-gilouche", "gosa", "gourmand", "gparted-common",
      "greybird-gtk-theme", "gtkpod-data", "hoteldruid", "kexi-data", "kipi-plugins-common",
      "ldap-account-manager", "lmms-common", "lxpanel-data", "materia-gtk-theme", "mcu8051ide", "mediawiki",
      "metacity-themes", "murrine-themes", "numix-gtk-theme", "ocsinventory-reports", "omegat",
      "peony-common", "phpmyadmin", "planner-data", "psi-plus-skins", "puddletag", "python3-diagrams",
      "python3-spyder", "python3-taurus", "redmine", "roundcube-core", "shutter", "skrooge-common",
      "sonata", "tcl-ttkthemes", "tellico-data", "tuxguitar", "wmaker-common", "wordpress", "x4d-icons",
      "xfe-themes", "xtrkcad-common", "yaru-theme-gtk", "zoph",
    ])

  private static let sixthScreenshots = packages(
    .screenshots, .report,
    [
      "allegro5-doc", "castle-game-engine-doc", "clanlib-doc", "copyq-doc", "csound-doc",
      "debian-edu-doc-en", "debian-handbook", "dyssol-doc", "eqonomize-doc", "fltk1.3-doc",
      "freedombox-doc-en", "glom-doc", "gnucash-docs", "gretl-doc", "gtkmm-documentation", "guitarix-doc",
      "jmeter-help", "kile-doc", "libadwaita-1-doc", "libcoin-doc", "libforms-doc", "libopenjfx-java-doc",
      "libopenshot-doc", "libsfml-doc", "msc-generator-doc", "mu-editor-doc", "munipack-doc",
      "ngraph-gtk-doc", "opencv-doc", "openjdk-17-doc", "plc-utils-doc", "puredata-doc", "pyqt5-examples",
      "qtconnectivity5-doc-html", "qtmultimedia5-doc-html", "qtsensors5-doc-html", "qtwebengine5-doc-html",
      "racket-doc", "saods9-doc", "skyview-java-doc", "snd-doc", "solfege-doc", "tellico-doc",
      "therion-doc", "topcat-doc", "twisted-doc", "weka-doc", "whitedune-docs", "xfig-doc", "yoshimi-doc",
    ])

  private static let sixthPlots = packages(
    .plots, .report,
    [
      "code-saturne-doc", "dolfin-doc", "fastjet-doc", "geographiclib-doc", "graphviz-doc", "gri-html-doc",
      "gyoto-doc", "libdeal.ii-doc", "libopenmesh-doc", "lorene-doc", "maxima-doc", "multiqc",
      "python-bioxtasraw-doc", "python-bumps-doc", "python-fluids-doc", "python-mlpy-doc",
      "python-navarp-doc", "python-nipype-doc", "python-periodictable-doc", "python-pil-doc",
      "python-pydicom-doc", "python-pymeasure-doc", "python-skbio-doc", "python-sphinx-gallery-doc",
      "python-sympy-doc", "python3-bmtk-doc", "python3-mecavideo", "python3-ndcube-doc",
      "python3-pyspectral-doc", "python3-pyx-doc", "python3-skyfield", "r-cran-patchwork", "rdkit-doc",
      "regina-normal-doc", "rheolef-doc", "sagemath-doc", "sasview-doc", "simbody-doc", "stilts-doc",
      "tombo-doc",
    ])

  private static let sixthWallpapers = packages(
    .wallpapers, .report,
    [
      "calamares-settings-debian", "cinnamon-doc", "debian-edu-artwork-buster",
      "debian-edu-artwork-homeworld", "geeqie-common", "mandelbulber2-data", "plymouth-themes",
      "sddm-theme-breeze", "sddm-theme-maui", "sddm-theme-maya", "slim", "ukui-greeter",
      "ukui-session-manager",
    ])

  private static let sixthArt = packages(
    .art, .report,
    [
      "blinken", "bloboats", "blobwars-data", "boswars-data", "cataclysm-dda-data", "eboard",
      "flightgear-data-ai", "freecol", "freedroidrpg-data", "freeorion-data", "gearhead2-data",
      "gnurobbo-data", "gtkatlantic", "kanagram", "khangman", "knights", "kobodeluxe-data", "ksirk",
      "mame-data", "marsshooter-data", "megaglest-data", "mirrormagic-data", "monsterz-data", "naev-data",
      "openstreetmap-carto-common", "pathogen", "performous", "shogivar-data", "supertuxkart-data",
      "trigger-rally-data", "tuxfootball", "vonsh", "wesnoth-1.16-httt", "wesnoth-1.16-trow",
      "wesnoth-1.16-utbs", "widelands-data",
    ])
}
