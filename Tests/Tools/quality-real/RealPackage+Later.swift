/// A second lot of packages, split in turns by name; the limits of `vanishes-*` and `clipped-gradient` were changed after a
/// look at its tuning half.
extension RealPackage {
  /// Debian 12 has all of them.
  static let later: [RealPackage] =
    laterIcons + laterScreenshots + laterPlots + laterWallpapers + laterArt

  private static let laterIcons =
    packages(
      .icons, .tuning,
      [
        "afterstep-data", "audacity-data", "bibletime-data", "bluefish-data", "calligrastage-data",
        "cinnamon-control-center-data", "claws-mail-themes", "deepin-music", "digikam-data",
        "freecad-common", "gajim", "gmpc-data", "gnome-applets-data", "gnome-colors-common",
        "gnucash-common", "hugin-data", "josm", "kdenlive-data", "krita-data", "libreoffice-help-common",
        "mate-themes", "nagvis", "pencil2d", "qgis-common", "rawtherapee-data", "scratch", "synfigstudio",
        "texworks", "tupi-data", "viking", "xfce4-weather-plugin", "zim",
      ])
    + packages(
      .icons, .report,
      [
        "ardour-data", "basket-data", "blender-data", "calligra-gemini-data", "cinnamon-common",
        "claws-mail", "codeblocks-common", "denemo-data", "emerald-themes", "fritzing-data", "geogebra",
        "gnome-accessibility-themes", "gnome-commander-data", "homebank-data", "hydrogen-data", "k3b-data",
        "kgeography-data", "libjs-emojify", "mapnik-doc", "nagios-images", "navit-data",
        "plasma-desktop-data", "qmmp", "sawfish-data", "scribus-data", "texstudio", "tortoisehg",
        "ukui-control-center", "workrave-data", "xiphos-data",
      ])

  private static let laterScreenshots =
    packages(
      .screenshots, .tuning,
      [
        "darktable", "gnome-devel-docs", "imagemagick-6-doc", "libgtk-4-doc", "ogre-1.12-doc",
        "openshot-qt-doc", "povray-examples", "qt3d5-doc-html", "qtcharts5-doc-html",
        "qtdeclarative5-doc-html", "qtlocation5-doc-html", "qttools5-doc-html", "texstudio-doc", "xnec2c",
      ])
    + packages(
      .screenshots, .report,
      [
        "geomview", "grass-doc", "libgtk-3-doc", "lyx-common", "openscad-testing-data", "povray-doc",
        "pymol-data", "qtbase5-doc-html", "qtdatavisualization5-doc-html", "qtgraphicaleffects5-doc-html",
        "qtquickcontrols2-5-doc-html", "rawtherapee", "wx3.2-doc", "yade-doc",
      ])

  private static let laterPlots =
    packages(
      .plots, .tuning,
      [
        "asymptote-doc", "gnuplot-doc", "metview-data", "python-brian-doc", "python-dtcwt-doc",
        "python-imexam-doc", "python-lmfit-doc", "python-nibabel-doc", "python-nitime-doc",
        "python-pycoast-doc", "python-pygame-doc", "python-pyregion-doc", "python-qutip-doc",
        "python-silx-doc", "python-wxmplot-doc", "python-xraylarch-doc", "r-cran-plotly",
      ])
    + packages(
      .plots, .report,
      [
        "gnuastro", "libvigraimpex-doc", "python-astroplan-doc", "python-dipy-doc", "python-guiqwt-doc",
        "python-libpysal-doc", "python-mdanalysis-doc", "python-nipy-doc", "python-pandas-doc",
        "python-pyfai-doc", "python-pymatgen-doc", "python-pyresample-doc", "python-sfepy-doc",
        "python-vispy-doc", "python-xarray-doc", "python-xrayutilities-doc",
      ])

  private static let laterWallpapers =
    packages(
      .wallpapers, .tuning,
      [
        "arctica-greeter", "breeze", "debian-edu-artwork-softwaves", "fluxbox", "kwin-data",
        "plasma-workspace-data", "sddm-theme-elarun", "terminology-data",
      ])
    + packages(
      .wallpapers, .report,
      [
        "awesome", "debian-edu-artwork-emerald", "debian-edu-artwork-spacefun", "grub-theme-starfield",
        "lebiniou-data", "sddm-theme-debian-elarun", "sway-backgrounds",
      ])

  private static let laterArt =
    packages(
      .art, .tuning,
      [
        "amoebax-data", "berusky-data", "blobandconquer-data", "brainparty-data", "bumprace-data",
        "chromium-bsu-data", "crawl-tiles-data", "dustracing2d-data", "frozen-bubble-data", "glob2-data",
        "hex-a-hop-data", "kajongg", "ktuberling-data", "lordsawar-data", "minuet-data", "neverputt-data",
        "orbital-eunuchs-sniper-data", "pax-britannica-data", "phlipple-data", "pioneers-data",
        "pokerth-data", "qabcs-data", "ri-li-data", "teeworlds-data", "tuxmath-data", "zaz-data",
      ])
    + packages(
      .art, .report,
      [
        "asc-data", "biloba-data", "bomberclone-data", "btanks-data", "caveexpress-data",
        "colobot-common-textures", "dreamchess-data", "foobillardplus-data", "gigalomania-data",
        "gravit-data", "jigzo-data", "klettres-data", "lbreakouthd-data", "minetest-data", "neverball-data",
        "opencity-data", "palapeli-data", "pekka-kana-2-data", "pinball-data", "plee-the-bear-data",
        "powermanga-data", "raincat-data", "sdl-ball-data", "trackballs-data", "wizznic-data",
      ])
}
