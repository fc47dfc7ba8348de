/* The timed loops of probe store_forward. */
#ifndef STORE_FORWARD_KERNEL_H
#define STORE_FORWARD_KERNEL_H

#include "hal/board_limits.h"
#include <stddef.h>
#include <stdint.h>

enum store_forward_kind {
    STORE_FORWARD_OTHER,
    STORE_FORWARD_STACK,
    STORE_FORWARD_PART,
    STORE_FORWARD_FP,
    STORE_FORWARD_EVICTED, /* needs store_forward_lines() */
    STORE_FORWARD_APART,   /* this and the next two need store_forward_pages() */
    STORE_FORWARD_ALIAS,
    STORE_FORWARD_UNALIGNED, /* this and the next need an operating system; it emulates traps */
    STORE_FORWARD_PAIRS_4,   /* OTHER in laps of so many stores and loads */
    STORE_FORWARD_PAIRS_8,
    STORE_FORWARD_PAIRS_12,
    STORE_FORWARD_PAIRS_16,
    STORE_FORWARD_PAIRS_24,
    STORE_FORWARD_PAIRS_END,
    STORE_FORWARD_KINDS = HAL_LIMIT_SYSTEM ? STORE_FORWARD_PAIRS_END : STORE_FORWARD_UNALIGNED
};
enum { STORE_FORWARD_LAP = 96, STORE_FORWARD_LINES = 32 };

/* Names the STORE_FORWARD_LINES lines of STORE_FORWARD_EVICTED: one each STEP_BYTES from START on.
 */
void store_forward_lines(void *start, size_t step_bytes);

/* Names the two pages of STORE_FORWARD_APART, _ALIAS and _UNALIGNED, which lie at START. */
enum { STORE_FORWARD_PAGES_BYTES = 2 * 4096 };
void store_forward_pages(void *start);

/* Each kind passes a value through memory again and again; EVICTED adds to a word in each of its
 * lines one after the other; APART and ALIAS load a pointer from where it points to, each load
 * after a store to the other page, whose address differs in the low 12 bits or agrees in these;
 * UNALIGNED is APART with a pointer at an address that is no multiple of its size, in one line. OPS
 * are multiples of STORE_FORWARD_LAP: of measure_kernel, without a context. */
extern void (*const store_forward_run[STORE_FORWARD_KINDS])(void *ctx, uint64_t ops);

#endif
