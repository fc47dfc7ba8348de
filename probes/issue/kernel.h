/* The timed loops of probe issue. */
#ifndef ISSUE_KERNEL_H
#define ISSUE_KERNEL_H

#include <stdint.h>

enum issue_kind {
    ISSUE_WORDS,
    ISSUE_FP,
    ISSUE_ALL,
    ISSUE_STORE,
    ISSUE_LINE,
    ISSUE_CALL,
    ISSUE_LOAD_FP,
    ISSUE_FEW_LINES,
    ISSUE_KINDS
};

/* Operations of a lap of KIND, the loop's own not counted. */
unsigned issue_lap(enum issue_kind kind);

/* Runs laps of independent operations; ops are multiples of the lap: of measure_kernel, without a
 * context. */
extern void (*const issue_run[ISSUE_KINDS])(void *ctx, uint64_t ops);

#endif
