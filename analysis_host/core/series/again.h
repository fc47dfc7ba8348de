/* Series that were measured once more between later probes, which have key again. */
#ifndef SERIES_AGAIN_H
#define SERIES_AGAIN_H

#include "log/log.h"
#include <stdbool.h>

/* True when S is what was timed again of another series. */
bool series_is_again(const struct log_series *s);

/* The number of the series of RUN from FROM on that was timed again of S; n_series: there is none.
 */
size_t series_find_again(const struct log_run *run, const struct log_series *s, size_t from);

/* A rate is quiet when it is within this share of the best. */
#define AGAIN_QUIET 0.03
/* Below this share of quiet timings it is said. */
#define AGAIN_FEW 0.05

/* Fills *ALL as S, with the samples of those series of RUN after its own that have its probe and
 * keys and were timed again. The caller frees ALL->samples; their timings stay those of RUN. 0, or
 * -1 when memory is short, and ALL then has no samples. */
int series_with_again(struct log_series *all, const struct log_run *run,
                      const struct log_series *s);

#endif
