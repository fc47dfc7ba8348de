/* Runs with as many points, series or contexts as one likes: what an analysis takes for twice as
 * many shows how it grows. */
#ifndef GROWN_RUN_H
#define GROWN_RUN_H

#include "log/log.h"
#include "series/method.h"

/* One way to grow. */
struct growth_case {
    const char *what; /* "points of cache_size" ... */
    const char *analysis;
    enum method method;
    size_t n; /* a log of 1 MB has about eight times as many */
    void (*grow)(struct log_run *run, size_t n);
};

extern const struct growth_case growth_cases[];
extern const size_t n_growth_cases;

/* Makes the run of C with N points, series or contexts; grown_free() it. */
void grown_make(struct log_run *run, const struct growth_case *c, size_t n);
void grown_free(struct log_run *run);

/* Returns the processor time, s, that the analysis of C takes for RUN, after those that it comes
 * after. */
double grown_time(struct log_run *run, const struct growth_case *c);

#endif
