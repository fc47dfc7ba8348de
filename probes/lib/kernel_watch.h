/* Kernels that run to be watched by an emulator, and are not timed. */
#ifndef KERNEL_WATCH_H
#define KERNEL_WATCH_H

#include "kernel_group.h"

/* Runs each kernel of GROUP at each n= of the plan, laps= times after one lap that warms, on one
 * context (kernel_run_watched()), and sends a NOTE for each. RECORD_END_NOTHING: no size fitted. */
enum record_end kernel_watch_all(struct probe_run *run, const struct kernel_group *group);

#endif
