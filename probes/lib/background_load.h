/* Context 0 at work while other contexts stream without a pause: what each of them moves is counted
 * between the beginning and the end of a timing, so that neither starting threads nor one that ends
 * early is taken for bandwidth. */
#ifndef BACKGROUND_LOAD_H
#define BACKGROUND_LOAD_H

#include "hal/board_limits.h"
#include "measure.h"
#include "stream.h"

enum { BACKGROUND_MOST = HAL_LIMIT_CONTEXTS }; /* contexts, the caller's among them */

struct background_timing {
    uint64_t ticks; /* of the kernel's ops */
    uint64_t steps; /* that all others took meanwhile, in whole chunks */
};

/* How fast others stream: additions that each makes after so many steps, in whole laps of the
 * reference chain; 0 additions: it never waits. */
struct background_pace {
    uint64_t chunk_steps, additions;
};

/* Times KERNEL's OPS on the caller's context while contexts 1 to M (below BACKGROUND_MOST) each run
 * their stream, STREAMS[1] to STREAMS[M], all set alike to steps of STEP_BYTES, at PACE, after
 * WARM_STEPS as fast as they can. Fills N of AT; their number, fewer where the clock went back, 0
 * where so many contexts were not to be had. */
unsigned background_measure(const struct measure_kernel *kernel, uint64_t ops,
                            struct stream *streams, unsigned m, uint64_t warm_steps,
                            struct background_pace pace, struct background_timing *at, unsigned n);

#endif
