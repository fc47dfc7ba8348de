/* Large working sets that were visited several times, spread over a run: a curve of each visit. */
#ifndef SERIES_VISITS_H
#define SERIES_VISITS_H

#include "log/log.h"
#include "model/curve.h"

enum { VISITS_MOST = 32 };

struct visits {
    struct curve curve[VISITS_MOST]; /* of each visit; below `from` all are the base */
    size_t n;                        /* 0: the log has none */
    double from;                     /* least working set that was visited, bytes */
};

/* Fills *V from series cache_visits of RUN, in cycles. Points of BASE, which is in cycles too,
 * stand below the first visited working set. ADDED: what translations add to each point of BASE,
 * from which it was taken out; NULL: nothing. A visit's cycle is that of the chain that was timed
 * in it, which the clock may have slowed since, and its cycle_ns is so, too. Visits that a limit of
 * time cut short have no largest sets: those with fewer points than half of all have are left out,
 * and others lose the sets that these do not have. All visits are left out where points of the
 * series were lost, since visits could not be compared then. 0, or -1 when memory is short, and
 * then there are none; visits_free() either way.
 */
int visits_make(struct visits *v, const struct log_run *run, const struct curve *base,
                const double *added);
void visits_free(struct visits *v);

/* Returns how far BASE lies above the lower quartile of the visits: the largest ratio of the two,
 * at working sets that both have, at least 1. Only from 2 v->from on: nearer, a level that both
 * show a part of may end, and frames that change with each timing make it another one. */
double visits_apart(const struct visits *v, const struct curve *base);

/* Replaces the points of CURVE from v->from on by the least cost of any visit and of CURVE at each
 * visited working set, as others that use the same level only add time; between the last two
 * visited sets those of CURVE stay. 0, or -1 when memory is short and CURVE is as it was. */
int visits_replace(const struct visits *v, struct curve *curve);

#endif
