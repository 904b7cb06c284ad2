/// A third lot of packages, split in turns by name: the limits of `banding`, `clipped-gradient` and `collapsed-colors` were changed
/// after a look at its tuning half.
extension RealPackage {
  /// Debian 12 has all of them.
  static let fresh: [RealPackage] =
    freshIcons + freshScreenshots + freshPlots + freshWallpapers + freshArt

  private static let freshIcons =
    packages(
      .icons, .tuning,
      [
        "audacious-plugins-data", "dasher-data", "fotoxx-common", "fvwm-crystal",
        "gnome-control-center-data", "gramps", "iso-flags-png-320x240", "ktouch-data", "labelme-examples",
        "libjxl-testdata", "libtimezonemap-data", "marble-qt-data", "mate-applets-common",
        "mate-user-guide", "materia-kde", "mypaint-data", "openshot-qt", "suru-icon-theme", "tuxpaint-data",
        "wm-icons", "wsjtx-data", "xplanet-images", "yaru-theme-icon",
      ])
    + packages(
      .icons, .report,
      [
        "assimp-testmodels", "cura", "dia-common", "flowblade", "games-thumbnails",
        "gnome-shell-pomodoro-data", "kate5-data", "kmymoney-common", "kxstitch-common",
        "libcegui-mk2-data", "libelementary-data", "mate-power-manager-common", "mate-utils-common",
        "mypaint-data-extras", "openboard-common", "parley-data", "photofilmstrip", "qlcplus-data",
        "vtk9-examples", "webcamoid-data",
      ])

  private static let freshScreenshots =
    packages(
      .screenshots, .tuning,
      [
        "calligrasheets-data", "elastix-doc", "gnumeric-doc", "kalzium-data", "libcegui-mk2-doc",
        "libgegl-doc", "libocct-doc", "libosd-doc", "libpcl-doc", "libqwt-doc", "libvlfeat-doc",
        "mrpt-common", "open3d-doc", "openms-doc", "sdformat-doc", "vistrails", "wand-doc",
      ])
    + packages(
      .screenshots, .report,
      [
        "dcmtk-doc", "gmsh-doc", "gnuradio-doc", "halide14-api-doc", "libirrlicht-doc", "libmia-2.4-doc",
        "libopenvdb-doc", "libosl-doc", "libqglviewer-doc", "libsc-doc", "libvisp-doc", "massxpert-doc",
        "megan-ce", "minexpert2-doc", "morse-simulator-doc", "mygui-doc", "openscenegraph-doc",
        "psychtoolbox-3-common", "renpy-doc", "scilab-doc", "sumo-doc", "zoneminder-doc",
      ])

  private static let freshPlots =
    packages(
      .plots, .tuning,
      [
        "apbs-doc", "eyes17", "pymca-data", "python-biopython-doc", "python-dask-doc", "python-ezdxf-doc",
        "python-kivy-examples", "python-pyswarms-doc", "python3-ginga", "python3-imgviz", "python3-pyglet",
        "python3-satpy", "python3-stetl", "python3-xrt", "rdkit-data", "scilab-data",
      ])
    + packages(
      .plots, .report,
      [
        "circos", "expeyes", "jalview", "labplot-data", "python-ase-doc", "python-cartopy-data",
        "python-escript-doc", "python-grib-doc", "python-pomegranate-doc", "python-sasmodels-doc",
        "python3-imageio", "python3-mne", "python3-sasview", "python3-skimage", "python3-traitsui",
        "uhd-doc",
      ])

  private static let freshWallpapers =
    packages(
      .wallpapers, .tuning,
      [
        "wordpress-theme-twentytwentythree"
      ])
    + packages(
      .wallpapers, .report,
      [
        "gfxboot-themes", "sddm-theme-maldives", "wordpress-theme-twentytwentyone",
        "wordpress-theme-twentytwentytwo",
      ])

  private static let freshArt =
    packages(
      .art, .tuning,
      [
        "0ad-data-common", "adonthell-data", "alienblaster-data", "atanks-data", "briquolo-data",
        "ceferino-data", "circuslinux-data", "crrcsim-data", "ddnet-data", "dolphin-emu-data",
        "freetennis-common", "gamine-data", "glpeces-data", "gnubg-data", "hannah-data",
        "kdegames-card-data-kf5", "krank", "lbreakout2-data", "lugaru-data", "madbomber-data",
        "meritous-data", "minetest-mod-homedecor", "moon-lander-data", "pangzero", "pathological",
        "pinball-table-gnu-data", "pink-pony-data", "planetblupi-common", "pybik", "pysiogame",
        "renpy-demo", "renpy-thequestion", "scorched3d-data", "singularity", "solarwolf", "tecnoballz-data",
        "whichwayisup",
      ])
    + packages(
      .art, .report,
      [
        "abe-data", "airstrike-common", "angrydd", "atomix-data", "biniax2-data", "bzflag-data",
        "cavepacker-data", "colobot-common", "doomsday-data", "freegish-data", "funnyboat", "gnujump-data",
        "instead-data", "kraptor-data", "lskat-data", "luola-data", "manaplus-data", "micropolis-data",
        "openssn-data", "pinball-table-hurd-data", "pipenightdreams-data", "pychess", "pyracerz", "renpy",
        "robocode", "seahorse-adventures", "slimevolley-data", "tagua-data", "triplea", "wing-data",
        "xbubble-data", "xye-data",
      ])
}
