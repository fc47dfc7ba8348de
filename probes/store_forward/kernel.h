/* The timed loops of probe store_forward. */
#ifndef STORE_FORWARD_KERNEL_H
#define STORE_FORWARD_KERNEL_H

#include <stddef.h>
#include <stdint.h>

enum store_forward_kind {
    STORE_FORWARD_OTHER,
    STORE_FORWARD_STACK,
    STORE_FORWARD_PART,
    STORE_FORWARD_FP,
    STORE_FORWARD_EVICTED, /* needs store_forward_lines() */
    STORE_FORWARD_KINDS
};
enum { STORE_FORWARD_LAP = 32, STORE_FORWARD_LINES = 32 };

/* Names the STORE_FORWARD_LINES lines of STORE_FORWARD_EVICTED: one each STEP_BYTES from START on.
 */
void store_forward_lines(void *start, size_t step_bytes);

/* Each kind passes a value through memory again and again, the last adds to a word in each of its
 * lines one after the other; ops are multiples of STORE_FORWARD_LAP: of measure_kernel, without a
 * context. */
extern void (*const store_forward_run[STORE_FORWARD_KINDS])(void *ctx, uint64_t ops);

#endif
