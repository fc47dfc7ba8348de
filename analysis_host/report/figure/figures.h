/* All figures of a run. */
#ifndef FIGURE_FIGURES_H
#define FIGURE_FIGURES_H

#include "figure.h"
#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stddef.h>

struct figures {
    struct figure *at; /* in the order in which they are shown */
    size_t n;
    const char *cycle_unit; /* what figures in cycles are in: "ns" or "tick" without a reference */
    double cycle_ns;        /* length of a cycle; 0: unknown */
    bool no_memory;         /* something is left out */
};

/* Draws every figure of RUN with RESULTS, each with at most MOST_DOTS dots and as many points.
 * figures_free() it in every case. */
void figures_make(struct figures *figures, const struct log_run *run, const struct results *results,
                  size_t most_dots);
void figures_free(struct figures *figures);

#endif
