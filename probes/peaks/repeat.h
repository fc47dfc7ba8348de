/* The best kernels of each mix on one context, timed again between later probes. */
#ifndef PEAKS_REPEAT_H
#define PEAKS_REPEAT_H

#include "lib/peak_kernel.h"
#include "run/probe.h"

/* Gets memory for what is timed again; without any nothing is. */
void repeat_prepare(void);

/* Times LAPS laps of KERNEL (NULL: operations of the reference chain) of SET again. */
void repeat_take(const struct peak_set *set, const struct peak_kernel *kernel, uint64_t laps);

/* As struct probe has them. */
void repeat_again(struct probe_run *run);
void repeat_send(struct probe_run *run);

/* Samples that repeat_send() sends at most. */
unsigned repeat_points(void);

#endif
