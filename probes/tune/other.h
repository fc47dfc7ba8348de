/* Kernels other than products, in memory of their own: sized, checked against plain loops, and
 * timed. */
#ifndef TUNE_OTHER_H
#define TUNE_OTHER_H

#include "candidates.h"

struct other_timing {
    /* Checks C, which the image has, at a size with edges. Returns RECORD_END_OK when all of its
     * arrays, and what lies between them, are as plain loops leave them; else RECORD_END_WRONG, or
     * RECORD_END_NO_MEMORY. */
    enum record_end (*check)(const struct tune_candidate *c);
    /* Gets memory for kernels of C's kind: as large as the parameters of C ask for, or smaller
     * where C takes longer than ENOUGH units of time(), 0: not known; matrices of SIDE unless that
     * is 0. Returns 0, or -1 and none is held. */
    int (*begin)(const struct tune_candidate *c, size_t side, uint64_t enough, bool by_thread);
    void (*end)(void);
    /* Fills the arrays, runs C once and returns a fold of them, the same for the same numbers. */
    uint64_t (*fold)(const struct tune_candidate *c);
    /* Times C. Returns nanoseconds of this thread where BY_THREAD, else ticks; MEASURE_NONE where
     * the clock went back. */
    uint64_t (*time)(const struct tune_candidate *c, bool by_thread);
    /* What each timing does: multiply-adds of dot and gemv, elements that are written of transpose
     * and jacobi, additions of wht. */
    uint64_t (*work)(void);
    /* Returns the size as a person would say it: elements of a vector, sides of a matrix. */
    size_t (*side)(void);
};

extern const struct other_timing other_timing;

#endif
