/* What the timings of one point say. */
#ifndef SERIES_POINT_H
#define SERIES_POINT_H

#include "log/log.h"

/* Ticks of one operation at P: the second lowest of its timings (BlackjackBench section 3.3.1), the
 * only one where there is one. NaN where there is none. */
double point_cost(const struct log_sample *p);

/* Ticks of one operation at P: the median of its timings, for threads that work side by side:
 * threads that barely overlapped look free of contention. NaN where there is none. */
double point_median(const struct log_sample *p);

/* Ticks of one operation at P: the least of its timings. NaN where there is none. */
double point_least(const struct log_sample *p);

/* Ticks of one addition of the reference chain in RUN; 0 when it was not measured. */
double point_cycle(const struct log_run *run);

#endif
