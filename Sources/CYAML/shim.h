// LibYAML parses pipeline files.
#include <yaml.h>
