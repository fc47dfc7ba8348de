/* Loops that keep a number of variables alive, written by probes/generate. */
#ifndef LIVE_KERNEL_H
#define LIVE_KERNEL_H

#include <stddef.h>
#include <stdint.h>

enum { LIVE_KERNELS = 36, LIVE_LEAST = 3, LIVE_EVERY = 35 };

/* Runs LAPS laps of live_ops() additions. */
typedef void live_kernel(uint64_t laps);

/* Variables of kernel K: every number from 3 to 34, where machines differ, then fewer up to 132
 * (BlackjackBench section 3.5 takes all). */
static inline unsigned live_count(unsigned k)
{
    static const unsigned char more[] = { 40, 48, 64, 132 };

    return k + LIVE_LEAST < LIVE_EVERY ? k + LIVE_LEAST : more[k + LIVE_LEAST - LIVE_EVERY];
}

/* Additions in a lap: rounds over all variables, at least 16 of them, so that the loop's own
 * counter hardly matters. */
static inline unsigned live_ops(unsigned live)
{
    return live * ((16 + live - 1) / live);
}

struct live_set {
    const char *type;
    live_kernel *const *run; /* LIVE_KERNELS of them, NULL for those left out */
    /* Of each kernel how many instructions of a lap use the stack, and one; 0: not counted. */
    const unsigned char *refs_and_one;
};

/* Ends with a NULL type. */
extern const struct live_set live_table[];

#endif
