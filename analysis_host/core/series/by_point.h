/* The timings of a series point by point, for a series that may be longer than memory. */
#ifndef SERIES_BY_POINT_H
#define SERIES_BY_POINT_H

#include "log/log.h"

/* A point: all samples with timings of one first and second x (0 where there is none). */
struct by_point_at {
    double x, x2;
    double ops;      /* operations that a timing of its first sample covers */
    size_t first, n; /* its timings among those of the series, which stand point by point */
};

struct by_point {
    const struct log_series *series;
    struct by_point_at *at; /* by x, then x2; owned */
    size_t n;
    size_t n_timings;
    uint32_t *of; /* the point of each sample, NONE where it has no timing; owned */
    size_t *next; /* of each point, room for by_point_costs(); owned */
};

/* Fills B with the points of SERIES, which has to outlive it; by_point_free() it in every case. 0,
 * or -1 when memory is short, and B is then empty, as it is where there is no timing. */
int by_point_make(struct by_point *b, const struct log_series *series);
void by_point_free(struct by_point *b);

/* Returns the number of points from FIRST on, at least 1, that have no more than MOST timings
 * together; *TIMINGS: how many these are. */
size_t by_point_together(const struct by_point *b, size_t first, size_t most, size_t *timings);

/* Fills COST with N timings from number FIRST on, in ticks an operation: point by point, and in the
 * order received within one. There are so many. Reads the series once. */
void by_point_costs(const struct by_point *b, size_t first, size_t n, double *cost);

#endif
