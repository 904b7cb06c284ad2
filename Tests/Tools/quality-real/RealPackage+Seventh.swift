/// A fifth lot of packages, the seventh set of the article Checking: chosen after all limits had their values. Nothing is tuned on
/// it, all of it is the report half.
extension RealPackage {
  /// Debian 12 has all of them.
  static let seventh: [RealPackage] =
    seventhIcons + seventhScreenshots + seventhPlots + seventhWallpapers + seventhArt

  private static let seventhIcons = packages(
    .icons, .report,
    [
      "amule-common", "apper-data", "blackbird-gtk-theme", "brasero-common", "breeze-gtk-theme",
      "calibre", "darkblood-gtk-theme", "darkcold-gtk-theme", "darkfire-gtk-theme", "darkmint-gtk-theme",
      "deluge-common", "dillo", "fdpowermon-icons", "filezilla-common", "geany-common",
      "gnome-dust-icon-theme", "gnome-illustrious-icon-theme", "gnome-noble-icon-theme",
      "gnome-wine-icon-theme", "gnome-wise-icon-theme", "gnubiff", "gnumeric-common", "gpicview",
      "gpodder", "gpsprune", "gthumb-data", "guake", "icewm-common", "icingaweb2", "k3b-extrathemes",
      "ktorrent-data", "libjs-jquery-ui-theme-base", "mate-desktop-common", "mate-media-common",
      "mate-session-manager", "merkaartor", "mozo", "orchis-gtk-theme", "parole", "pekwm-themes",
      "php-horde", "php-horde-core", "php-horde-imp", "pitivi", "psi-plus-common", "qmapshack",
      "qtcreator-data", "quodlibet", "rhythmbox-data", "roundcube-skin-classic", "roundcube-skin-larry",
      "sawfish-themes", "shiki-colors-metacity-theme", "synaptic", "tt-rss", "ukui-panel", "wxmaxima",
      "xfce4-panel", "xfce4-power-manager-data", "xfwm4", "zabbix-frontend-php",
    ])

  private static let seventhScreenshots = packages(
    .screenshots, .report,
    [
      "aptitude-doc-en", "atril-common", "caja-common", "codelite", "engrampa-common", "frescobaldi",
      "grass-gui", "hplip-doc", "hydrogen-doc", "kmplot", "libclutter-1.0-doc", "libgda-5.0-doc",
      "libreoffice-help-de", "mate-panel-common", "musescore-common", "octave-interval-doc",
      "pluma-common", "python-guizero-doc", "python-notebook-doc", "python-pyqtgraph-doc",
      "python-qwt-doc", "qtcreator-doc", "qtgamepad5-doc-html", "qtscxml5-doc-html",
      "qtserialport5-doc-html", "qtsvg5-doc-html", "qtvirtualkeyboard5-doc-html",
      "qtxmlpatterns5-doc-html", "scribus-template", "supercollider-common", "texmaker-data",
    ])

  private static let seventhPlots = packages(
    .plots, .report,
    [
      "giac-doc", "grads", "libeigen3-doc", "libhdf5-doc", "libitpp-doc", "ngspice-doc", "petsc3.18-doc",
      "python-cogent-doc", "python-cvxopt-doc", "python-guidata-doc", "python-mpmath-doc",
      "python-patsy-doc", "python-pygraphviz-doc", "python-simpy-doc", "r-cran-cowplot", "r-cran-ggplot2",
      "r-cran-scales", "r-cran-vctrs", "singular-doc",
    ])

  private static let seventhWallpapers = packages(
    .wallpapers, .report,
    [
      "arctica-greeter-theme-debian", "blackbox-themes", "calamares-settings-mobian",
      "plasma-theme-oxygen", "refind", "sddm-theme-debian-maui",
    ])

  private static let seventhArt = packages(
    .art, .report,
    [
      "angband-data", "dossizola-data", "five-or-more", "gnome-mahjongg", "gnome-robots", "granatier",
      "grhino-data", "iagno", "kapman", "kbounce", "kbreakout", "kgoldrunner", "kigo", "killbots",
      "kmines", "konquest", "kpat", "kreversi", "kshisen", "ksnakeduel", "kspaceduel", "ksquares",
      "ksudoku", "scid-data", "spring-common", "wesnoth-1.16-did", "wesnoth-1.16-dm", "wesnoth-1.16-ei",
      "wesnoth-1.16-l", "wesnoth-1.16-low", "wesnoth-1.16-nr", "wesnoth-1.16-sof", "wesnoth-1.16-sotbe",
      "wesnoth-1.16-thot", "wesnoth-1.16-tsg",
    ])
}
