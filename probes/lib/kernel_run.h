/* Runs a kernel on one context or on several at once: fills its arrays, checks what became of them,
 * times it, and reads the port's traffic counters around it. */
#ifndef KERNEL_RUN_H
#define KERNEL_RUN_H

#include "hal/traffic.h"
#include "kernel.h"
#include "run/probe.h"

/* What caches hold when a timing begins. */
enum kernel_state {
    KERNEL_WARM, /* what the laps before left */
    KERNEL_DATA, /* the data alone */
    KERNEL_CODE, /* the code alone */
    KERNEL_COLD, /* neither */
    KERNEL_STATES,
};

struct kernel_job {
    const struct kernel *kernel;
    uint64_t n;
    unsigned contexts; /* 0 to CONTEXTS - 1 run it, at least 1 */
    bool own;          /* each in arrays of its own; else all in those of context 0 */
};

/* Gets BYTES for context 0 and OWN_BYTES (0: none) for each further one below CONTEXTS, touched by
 * the context that will use them. 0, or -1 and then none is held. */
int kernel_memory_get(size_t bytes, size_t own_bytes, unsigned contexts);
void kernel_memory_give_back(void);
bool kernel_memory_is_held(void);

/* Returns true when JOB's arrays fit into the memory that is held. */
bool kernel_fits(const struct kernel_job *job);

/* Fills the arrays, runs JOB once and folds the arrays of context 0 into *CHECK. In arrays of their
 * own, contexts compute parts of the whole: then *CHECK is the fold of a whole run by one context,
 * and another number where the first or the last of them computed another part than one alone does.
 * 0: the kernel has no fold. False when so many contexts were not to be had. */
bool kernel_check(const struct kernel_job *job, uint64_t *check);

/* Runs JOB in arrays that hold what the last run left: WARM_LAPS laps, then LAPS timed ones, from a
 * barrier of all contexts until the last is through. FILL: fills them first, where they are not as
 * good as filled for this job. Job with n = 0: calls and barriers alone. Ticks, or MEASURE_NONE
 * when the clock went back or a context was missing. */
uint64_t kernel_ticks(const struct kernel_job *job, uint64_t warm_laps, uint64_t laps, bool fill);

/* Fills the arrays of JOB, which one context runs, and runs it for whoever watches: a lap that
 * warms and LAPS laps, each after a call of kernel_watch_begins(), which does nothing, and then
 * kernel_watch_ends(). */
void kernel_run_watched(const struct kernel_job *job, uint64_t laps);

/* Runs one lap after one that warms, and fills MOVED[0..levels) with the lines that it moved over
 * each of hal_traffic_levels() levels, at most PLAN_CACHES. Returns the ticks, as above. */
uint64_t kernel_traffic(const struct kernel_job *job, struct hal_traffic moved[PLAN_CACHES]);

/* The pieces of a run that others compose (kernel_cold.h). */

/* Calls PART once on each of JOB's contexts, with its number, context 0 being the caller, and notes
 * that its arrays hold nothing that is known. False when a context was not to be had; then none was
 * called. */
bool kernel_together(const struct kernel_job *job, void (*part)(unsigned context));
/* Of the job that runs together: waits for all of its contexts; the memory that CONTEXT computes
 * in; its share of the work. */
void kernel_meet(void);
void *kernel_arrays(unsigned context);
struct kernel_share kernel_share_of(unsigned context);
/* Returns the bytes that each of JOB's contexts has memory for. */
size_t kernel_memory_bytes(const struct kernel_job *job);

/* Fills MOVED[0..levels) with what the port counts now; AFTER: takes off what they held before. */
void kernel_traffic_read(struct hal_traffic moved[PLAN_CACHES], bool after);

/* Adds what a pass of hal_traffic_passes() moved to SUM. */
void kernel_traffic_add(struct hal_traffic sum[PLAN_CACHES],
                        const struct hal_traffic moved[PLAN_CACHES]);

#endif
