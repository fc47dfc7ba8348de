/* The timed loops of probe store_forward. */
#ifndef STORE_FORWARD_KERNEL_H
#define STORE_FORWARD_KERNEL_H

#include <stddef.h>
#include <stdint.h>

enum forward_kind {
    FORWARD_OTHER,
    FORWARD_STACK,
    FORWARD_PART,
    FORWARD_REAL,
    FORWARD_EVICTED, /* needs forward_lines() */
    FORWARD_KINDS
};
enum { FORWARD_LAP = 32, FORWARD_LINES = 32 };

/* Names the FORWARD_LINES lines of FORWARD_EVICTED: one each STEP_BYTES from START on. */
void forward_lines(void *start, size_t step_bytes);

/* Each kind passes a value through memory again and again, the last adds to a word in each of its
 * lines in turn; ops are multiples of FORWARD_LAP: of measure_kernel, without a context. */
extern void (*const forward_run[FORWARD_KINDS])(void *ctx, uint64_t ops);

#endif
