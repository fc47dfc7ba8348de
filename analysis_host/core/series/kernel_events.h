/* Events of the core that were counted around each timing of a kernel (series "events"). */
#ifndef SERIES_KERNEL_EVENTS_H
#define SERIES_KERNEL_EVENTS_H

#include "kernels.h"
#include "log/log.h"
#include <stdbool.h>
#include <stddef.h>

/* An event of a kernel. The texts are the log's. */
struct kernel_event {
    const char *name, *by; /* of the event; who counted: "pmu", "hpm", "x86", "perf" */
    bool proved;           /* a trial on the board showed that the counter counts */
    const struct log_series *series;
};

/* Counts of one run of a kernel, less those of a run with n = 0. */
struct kernel_event_count {
    double least, median, most; /* of the timings whose count is known */
    size_t n, lost;             /* timings with and without a count */
};

/* Fills *EVENT with event number I of R, which is of RUN; false: there are no more. */
bool kernel_event_at(const struct log_run *run, const struct kernel_run *r, size_t i,
                     struct kernel_event *event);

/* Fills *COUNT with what EVENT counted at size N. 0; 1 where the log has no count of that size; -1
 * without memory. */
int kernel_event_count(const struct kernel_event *event, uint64_t n,
                       struct kernel_event_count *count);

/* What the counts at P are divided by: the elements that a run touches, else n. */
double kernel_event_elements(const struct kernel_point *p);

/* Index of the next series of RUN, from FROM on, that says why an event of PROBE was not counted
 * (keys event and why); n_series: there are no more. */
size_t kernel_events_lacking(const struct log_run *run, const char *probe, size_t from);

#endif
