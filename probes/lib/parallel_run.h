/* The same kind of work on several threads at once, begun together. */
#ifndef PARALLEL_RUN_H
#define PARALLEL_RUN_H

#include "hal/board_limits.h"
#include "hal/thread.h"
#include "measure.h"

enum { PARALLEL_MOST = HAL_LIMIT_CONTEXTS }; /* members, the caller among them */

struct parallel_member {
    struct measure_kernel kernel; /* its ctx is the member's own */
    uint64_t ops;
    unsigned context; /* to be pinned to; HAL_THREAD_ANY: the system's choice */
    uint64_t ticks;   /* filled in: what its own work took on its own clock; MEASURE_NONE: the clock
                       * went back, or the thread was moved to another CPU */
};

/* Runs the N (1 to PARALLEL_MOST) members of M at once; the caller is the first and stays where it
 * is. *TICKS: by the caller's clock from when all but the caller were started until the last has
 * ended; MEASURE_NONE when that of a member is. HAL_THREAD_OK, or why member *WHICH could not be
 * started; then nobody has run. */
enum hal_thread_status parallel_run(struct parallel_member *m, unsigned n, uint64_t *ticks,
                                    unsigned *which);

#endif
