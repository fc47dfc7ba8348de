/* Jumps by pointers: the part of probe branch that costs nothing but the jumps. */
#ifndef BRANCH_PLACES_H
#define BRANCH_PLACES_H

#include <stdint.h>

enum {
    PLACES_SEVERAL = 4, /* places that jumps of the second round alternate between */
    PLACES_LAP = 16,    /* jumps of a lap */
    PLACES_CELLS = PLACES_LAP * (PLACES_LAP + 1) / 2 + 1
};

/* By way of the stack an argument would take longer than the jump. */
#ifdef __i386__
#define PLACES_IN_REGISTER __attribute__((regparm(1)))
#else
#define PLACES_IN_REGISTER
#endif

/* A pointer to the function that runs next. */
struct branch_target {
    PLACES_IN_REGISTER void (*go)(const struct branch_target *here);
};

/* Writes a lap of PLACES_LAP jumps, one where each jump always goes to the same place, else one
 * where each alternates between PLACES_SEVERAL. The two have no jump in common. */
void targets_lay_one(struct branch_target cells[PLACES_CELLS]);
void targets_lay_several(struct branch_target cells[PLACES_CELLS]);

/* Runs as many JUMPS, a multiple of PLACES_LAP: of measure_kernel, CTX is a lap's cells. */
void targets_run(void *ctx, uint64_t jumps);

#endif
