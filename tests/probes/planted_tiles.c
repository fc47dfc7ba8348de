/* An image without tiles: tests of probe tune run those of the build. */
#include "lib/tile_kernel.h"

const struct tile_kernel *const tile_table[] = { 0 };
const unsigned tile_table_count = 0;
