/* The timed loops of probe reorder_buffer. */
#ifndef REORDER_BUFFER_KERNEL_H
#define REORDER_BUFFER_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    REORDER_BUFFER_STEP = 8,
    REORDER_BUFFER_MOST = 576
}; /* operations between two loads: multiples of STEP */

/* Operations that wait for a load, in steps of so many: additions of words, of floats. */
enum { REORDER_BUFFER_INT = 3, REORDER_BUFFER_FP = 4, REORDER_BUFFER_WAITING_STEPS = 64 };

/* Where the two chains go on, pointers to pointers. */
struct reorder_buffer_walk {
    uintptr_t at[2];
    unsigned between; /* operations after each load */
};

/* Loads from both chains alternately, LOADS in all, each used once: of measure_kernel. */
void reorder_buffer_walk_two(void *walk, uint64_t loads);
/* The same with operations that wait for the load before them, BETWEEN: words, or floats. */
void reorder_buffer_walk_int(void *walk, uint64_t loads);
void reorder_buffer_walk_fp(void *walk, uint64_t loads);
bool reorder_buffer_has_fp(void);
/* Operations in rows that each wait for nothing, as long as ROUNDS says, each operation of a row
 * for the one before: words, or floats. */
enum { REORDER_BUFFER_ROUND = 16 }; /* operations */
struct reorder_buffer_rows {
    unsigned rounds;
};
void reorder_buffer_rows_int(void *rows, uint64_t ops);
void reorder_buffer_rows_fp(void *rows, uint64_t ops);
/* From one chain alone, with nothing between: each call from the other chain than the one before,
 * so that both are as far from the caches as when they are walked alternately. */
void reorder_buffer_walk_one(void *walk, uint64_t loads);

#endif
