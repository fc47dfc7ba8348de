/* Constant sizes of products, as people write them. */
#ifndef TUNE_SIZES_H
#define TUNE_SIZES_H

#include "tune/write/kernels.h"

struct tune_sizes {
    struct tune_size at[TUNE_MOST_SIZES];
    size_t n;
};

/* Reads TEXT, "4,8,12x16x4": sides of squares or MxNxK, each 1 to 256. Returns 0, or what is wrong
 * with it, a static text; *SIZES holds those before. */
const char *tune_sizes_read(struct tune_sizes *sizes, const char *text);

#endif
