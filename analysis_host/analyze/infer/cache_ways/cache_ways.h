/* The chapters of the analysis cache_ways. Each finds the ways of a level by a method of its own.
 */
#ifndef INFER_CACHE_WAYS_H
#define INFER_CACHE_WAYS_H

#include "log/log.h"
#include "model/capacity_edge.h"
#include "model/set_mapping.h"
#include "result/result.h"
#include "series/curve.h"

/* Room for levels of cache, and for the series of one level: more than the board measures. */
enum { CACHE_WAYS_LEVELS = 16, CACHE_WAYS_SERIES = 16 };

/* What a series times: lines of one set, or as many lines of other sets in the same pages. */
enum { KIND_SET = 0, KIND_CONTROL = 1 };

/* The probes of a remedy. */
#define CACHE_WAYS_PROBES "cache_size,cache_ways"

/* ---- by stride ---- */

/* The first level's latency, and what a cycle of the probe is worth in the unit of that latency. */
struct ways_scale {
    double first, factor;
};

/* Returns the cost of a load of a chain of one or two lines, median over all series, in the unit of
 * the curves: the first level's latency, by the clock at the time of the probe. NaN: no series. */
double ways_nearest_cost(struct curve_reference *reference);

/* Returns the points of C, each as FIRST plus what the lines of a set cost more than their control,
 * times FACTOR, and their number in *N. The caller frees them. NULL where memory is short or no
 * number of lines has both timings. */
struct capacity_edge_point *ways_points(const struct curve *c, const struct ways_scale *scale,
                                        size_t *n);

/* Answers R, the ways of cache LEVEL, by the sets that explain how many lines fit at each stride,
 * or says why no sets do. OUT has the sizes and latencies of levels. BEFORE: the sets of the level
 * before, 0 ways where they are not known. Returns the sets of this level; 0 ways: not found. */
struct set_mapping ways_by_stride(struct result *r, struct curve_reference *reference,
                                  const struct results *out, unsigned level,
                                  const struct ways_scale *scale, const struct set_mapping *before);

/* Returns the bytes of the first level, of SETS, where the size in OUT is off from that by little,
 * as random replacement leaves it; 0: it is right, or off by more. */
double ways_bytes_by_stride(const struct results *out, const struct set_mapping *sets);

/* Returns the first level and its victim cache that explain its series, where no sets alone do; OUT
 * and SCALE as for ways_by_stride(). 0 lines: none, or several levels do. */
struct set_mapping_victims ways_victims(struct curve_reference *reference,
                                        const struct results *out, const struct ways_scale *scale);

/* ---- by eviction sets ---- */

enum { EVICTION_SETS = 64 };

/* The eviction sets of one level: lines that were found to evict each other. */
struct eviction_sets {
    unsigned ways[EVICTION_SETS];
    size_t n;
    double tried, joined; /* lines checked against these sets, and those that the sets evict */
    bool damaged;
};

/* Returns the eviction sets of LEVEL: those of whose lines one more costs this level's latency. */
struct eviction_sets ways_eviction_sets(struct curve_reference *reference,
                                        const struct results *out, unsigned level);

/* Answers R, the ways of a level, by the ways that most of SETS show. A number that the first level
 * already has is kept. One set is too few where OUT says that the index takes all bits of
 * addresses. */
void ways_by_eviction_sets(struct result *r, const struct eviction_sets *sets,
                           const struct results *out);

/* Returns the bytes of LEVEL, WAYS ways of a power of two of sets, where all of SETS have these
 * ways: by the curve of RUN, else the nearest to the size in OUT. 0: too few sets, or sets
 * disagree. */
double ways_bytes_by_eviction_sets(const struct log_run *run, const struct results *out,
                                   unsigned level, const struct eviction_sets *sets, double ways);

/* ---- published rules ---- */

/* Adds the ways of each level by BlackjackBench (sections 3.1.3 and 4.2.2), and the ways and size
 * by X-Ray (sections 4.2 to 4.5) under ids of its own. */
void ways_published(const struct log_run *run, struct results *out);

#endif
