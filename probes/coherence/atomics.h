/* Atomic operations of one context and of several on one word, and words of one line. */
#ifndef COHERENCE_ATOMICS_H
#define COHERENCE_ATOMICS_H

#include "hal/alloc.h"
#include "hal/board_limits.h"
#include "lib/measure.h"

enum atomics_op { ATOMICS_ADD, ATOMICS_COMPARE_SWAP, ATOMICS_OPS };

enum {
    ATOMICS_WINDOWS = 9,
    /* Contexts at once: without a system, boards have few and little memory. */
    ATOMICS_CONTEXTS = HAL_LIMIT_SYSTEM || HAL_LIMIT_CONTEXTS < 8 ? HAL_LIMIT_CONTEXTS : 8,
};

/* Windows in which all contexts were at work: TICKS that OPS operations of them all took. */
struct atomics_windows {
    unsigned n;
    uint64_t ops[ATOMICS_WINDOWS], ticks[ATOMICS_WINDOWS];
};

/* OP on the word at ctx, each operation after the one before. */
struct measure_kernel atomics_kernel(enum atomics_op op, uint32_t *word);

/* Fills *W with windows of the caller, on context 0, of at least ENOUGH_TICKS each while contexts 1
 * to N - 1, ATOMICS_CONTEXTS at most, do the same operation OP on WORD; attempts of compare and
 * swap count, whether they swap or not. At most LIFE_TICKS. */
void atomics_contended(struct atomics_windows *w, enum atomics_op op, uint32_t *word, unsigned n,
                       uint64_t enough_ticks, uint64_t life_ticks);

/* The same of increments, no atomic ones, of contexts 0 and OTHER, whose words are APART_BYTES
 * apart; OPS are those of context 0. WORDS has room for both. */
void atomics_apart(struct atomics_windows *w, uint32_t *words, unsigned other, size_t apart_bytes,
                   uint64_t enough_ticks, uint64_t life_ticks);

#endif
