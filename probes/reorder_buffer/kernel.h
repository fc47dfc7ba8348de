/* The timed loops of probe reorder_buffer. */
#ifndef REORDER_BUFFER_KERNEL_H
#define REORDER_BUFFER_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

enum { WINDOW_STEP = 8, WINDOW_MOST = 576 }; /* operations between two loads: multiples of STEP */

/* Operations that wait for a load, in steps of so many: additions of words, of reals. */
enum { WINDOW_WORDS = 3, WINDOW_REALS = 4, WINDOW_WAITING_STEPS = 64 };

/* Where the two chains go on, pointers to pointers. */
struct window_walk {
    uintptr_t at[2];
    unsigned between; /* operations after each load */
};

/* Loads from both chains in turn, LOADS in all, each used once: of measure_kernel. */
void window_walk_two(void *walk, uint64_t loads);
/* The same with operations that wait for the load before them, BETWEEN: words, or reals. */
void window_walk_words(void *walk, uint64_t loads);
void window_walk_reals(void *walk, uint64_t loads);
bool window_has_reals(void);
/* Operations in rows that each wait for nothing, as long as ROUNDS says, each operation of a row
 * for the one before: words, or reals. */
enum { WINDOW_ROUND = 16 }; /* operations */
struct window_rows {
    unsigned rounds;
};
void window_rows_words(void *rows, uint64_t ops);
void window_rows_reals(void *rows, uint64_t ops);
/* From one chain alone, with nothing between: each call from the other chain than the one before,
 * so that both are as far from the caches as when they are walked in turn. */
void window_walk_one(void *walk, uint64_t loads);

#endif
