/* Work that keeps one kind of unit busy, for probes that run it on several contexts at once. */
#ifndef WORK_H
#define WORK_H

#include "measure.h"
#include "op_kernel.h"

enum work_kind { WORK_INTEGER, WORK_FLOAT, WORK_KINDS };

/* *KERNEL, one of probe ops or live_ranges, for measure_ticks(); its ops are laps. KERNEL stays the
 * caller's and is looked at whenever the work runs. */
struct measure_kernel work_kernel(ops_kernel *const *kernel);

/* Fills *KERNEL with a kernel of independent divisions (BlackjackBench section 3.4), of
 * multiplications or additions where the target divides by calling a function; its ops are laps. 0,
 * or -1 when the image has no operation of that kind. *KERNEL lives for ever and may run on several
 * contexts. */
int work_busy(enum work_kind kind, struct measure_kernel *kernel);

/* The same with additions on as many streams as saturate most processors (X-Ray section 3.6). */
int work_adding(struct measure_kernel *kernel);

#endif
