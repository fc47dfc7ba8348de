/* Which kernels a log has timed at which sizes, and how long watching each takes. */
#ifndef KERNEL_POINTS_H
#define KERNEL_POINTS_H

#include "log/log.h"
#include <stddef.h>
#include <stdint.h>

/* A kernel at a size, on one context in warm caches. */
struct kernel_watch {
    const char *name, *variant, *type; /* the log's */
    uint64_t n, laps;
    double lap_ticks;
};

struct kernel_watches {
    struct kernel_watch *at; /* the quickest to watch first; owned */
    size_t n;
};

/* Fills W from the series of probe kernels in RUN. LAPS are as many as take TICKS, at least one.
 * Returns 0, or -1 without memory. Free with kernel_watches_free() in both cases. */
int kernel_watches_find(struct kernel_watches *w, const struct log_run *run, double ticks);
void kernel_watches_free(struct kernel_watches *w);

#endif
