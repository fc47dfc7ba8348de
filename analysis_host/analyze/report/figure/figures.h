/* All figures of a run. */
#ifndef FIGURE_FIGURES_H
#define FIGURE_FIGURES_H

#include "figure.h"
#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stddef.h>

/* Draws every figure of RUN with RESULTS, each with at most MOST_DOTS dots and as many points.
 * figures_free() it in every case. */
void figures_make(struct figures *figures, const struct log_run *run, const struct results *results,
                  size_t most_dots);
void figures_free(struct figures *figures);

#endif
