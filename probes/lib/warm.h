/* Runs what is to be timed until its rate stops changing. */
#ifndef WARM_H
#define WARM_H

#include "measure.h"
#include <stdbool.h>

/* Some processors slow down when wide vectors begin: instructions start at a fraction of the rate
 * for 10 to 20 us, sometimes for half a millisecond, until the core has a licence for more current,
 * and then the clock is lower. Source: Intel 64 and IA-32 Architectures Optimization Reference
 * Manual, 248966-046, 2.5.3 (Skylake server, power management). */

/* What windows of one kernel usually take. Zero-initialise. */
struct warm {
    uint64_t usual_ticks; /* of the last window that was warm; 0: not known */
};

/* Runs KERNEL in windows of OPS operations, until a window takes what it usually does; else until
 * windows in a row agree, at most 16 windows, or for 2 ms at least where FIRST: the kernel's kind
 * has not run before. Windows agree that differ by less than a sixteenth. */
void warm_up(struct warm *warm, const struct measure_kernel *kernel, uint64_t ops, bool first);

#endif
