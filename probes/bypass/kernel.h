/* The timed loops of probe bypass. */
#ifndef BYPASS_KERNEL_H
#define BYPASS_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

enum bypass_kind {
    BYPASS_ADD,       /* floating-point additions */
    BYPASS_MUL,       /* floating-point multiplications */
    BYPASS_BOTH,      /* a multiplication, then an addition */
    BYPASS_CROSS,     /* int to fp, an fp addition, back, an int addition */
    BYPASS_LOAD_WORD, /* a load whose value is the next one's offset */
    BYPASS_LOAD_FP,   /* the same as fp, with an fp addition, and back to int */
    BYPASS_KINDS
};
enum { BYPASS_LAP = 32 };

/* Chains of steps; ops, steps, are multiples of BYPASS_LAP: of measure_kernel, without a context.
 */
extern void (*const bypass_run[BYPASS_KINDS])(void *ctx, uint64_t steps);

/* Returns true where the target has floating-point instructions. */
bool bypass_has_fp(void);

#endif
