/* An image without tiles and other kernels: tests of probe tune run those of the build. */
#include "lib/tile_kernel.h"
#include "lib/tuned_kernel.h"

const struct tile_kernel *const tile_table[] = { 0 };
const unsigned tile_table_count = 0;

const struct tuned_kernel *const tuned_kernel_table[] = { 0 };
const unsigned tuned_kernel_count = 0;
const struct other_timing *const tuned_kernel_timing = 0;
