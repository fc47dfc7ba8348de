/* Latency over bandwidth, from a series of probe loaded_curve. */
#ifndef SERIES_LOAD_CURVE_H
#define SERIES_LOAD_CURVE_H

#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>
#include <stddef.h>

enum { LOAD_CURVE_PACES = 32 };

/* A pace of traffic. Times in ticks, rates in bytes a tick: the median, and what eight in ten
 * timings lie between. */
struct load_point {
    unsigned pace;                                   /* 0: no traffic but the chase */
    size_t n;                                        /* timings */
    double latency, latency_low, latency_high;       /* of a load of the chase */
    double bandwidth, bandwidth_low, bandwidth_high; /* of all threads, the chase among them */
};

/* The paces that have timings, ascending. */
struct load_curve {
    struct load_point at[LOAD_CURVE_PACES];
    unsigned n;
};

/* Returns the length of the last cache's lines, among RESULTS, or the usual 64. */
double load_curve_line_bytes(const struct results *results);

/* The curve of SERIES; the chase moves a line of LINE_BYTES with each load. A timing during which
 * the others moved nothing, though they should have, is left out. */
struct load_curve load_curve_of(const struct log_series *series, double line_bytes);

/* Sorts CURVE by bandwidth and makes its latencies rise (isotonic regression, weighted by timings).
 */
void load_curve_rise(struct load_curve *curve);

/* Where the rising CURVE reaches BANDWIDTH, linear between its points: *LATENCY with its bounds,
 * from those of the points next to it. False where no two points have it between them. */
bool load_curve_latency(const struct load_curve *curve, double bandwidth,
                        struct load_point *between);

/* Where the rising CURVE reaches LATENCY, likewise. */
bool load_curve_bandwidth(const struct load_curve *curve, double latency,
                          struct load_point *between);

#endif
