/* The samples of a series by their x, so that those of one point are found without reading all. */
#ifndef SERIES_BY_X_H
#define SERIES_BY_X_H

#include "log/log.h"
#include <stdbool.h>

struct by_x {
    const struct log_sample **at; /* by n_x, then x, then order received; owned */
    size_t n;
};

/* A run of samples of one x: at[first] ... at[end - 1]. */
struct by_x_range {
    size_t first, end;
};

/* Fills B with the samples of SERIES, whose they stay; by_x_free() it in every case. 0, or -1 when
 * memory is short, and B is then empty. */
int by_x_sort(struct by_x *b, const struct log_series *series);
void by_x_free(struct by_x *b);

/* Returns the samples of B with the x of SAMPLE, itself among them. */
struct by_x_range by_x_of(const struct by_x *b, const struct log_sample *sample);

#endif
