/* Code that is written while the image runs: jumps, calls, and loops of single operations around
 * loads that miss. */
#ifndef HAL_CODE_H
#define HAL_CODE_H

#include "hal/alloc.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    HAL_CODE_BYTES = 8,     /* room that a jump takes, and a multiple of which it is aligned to */
    HAL_CODE_OP_BYTES = 16, /* most room that a call, an operation or the end of a lap takes */
    HAL_CODE_ENDS_BYTES = 128, /* that hal_code_begin() and hal_code_end() take together */
    HAL_CODE_DATA_BYTES = 128, /* that operations load and store */
};

/* Fills *BLOCK with up to SIZE_BYTES (> 0) of memory, on base pages, that code can be written to
 * and then run in. 0, or -1 where the port writes no code or memory is short (then *BLOCK is all
 * zero). The caller owns the block until hal_code_free(). */
int hal_code_alloc(struct hal_block *block, size_t size_bytes);

/* Writes a jump from AT to TO, both in one block that was not run yet; TO NULL: a return. */
void hal_code_jump(void *at, const void *to);

/* Returns how many bytes apart jumps to places within 64 bytes may lie: HAL_CODE_BYTES, or an
 * instruction of processors on which all are as long. */
size_t hal_code_near_bytes(void);

/* Fills N_BYTES at AT, a multiple of HAL_CODE_BYTES, with no-ops; long ones where the processor has
 * any, so that decoding them takes little time. Returns the end. */
void *hal_code_fill(void *at, size_t n_bytes);

/* Makes what was written in BLOCK fit to run. From here on nothing may be written. 0, or -1. */
int hal_code_finish(const struct hal_block *block);

/* Runs the code from FIRST on, up to the return. */
void hal_code_run(const void *first);

/* Gives BLOCK back and zeroes it. A block that is all zero is left alone. */
void hal_code_free(struct hal_block *block);

/* Writers from here on return the end of what they wrote at AT, where the next one goes on; the
 * first is aligned as a jump is. Nobody calls them where hal_code_alloc() gives no block. */

/* ---- calls ---- */

/* Writes a call of the function at TO, in the same block. */
void *hal_code_call(void *at, const void *to);
/* Write the beginning and the end of a function that calls others: where the processor keeps the
 * place to return to in a register, it is saved and restored. A function that calls none needs no
 * beginning, and ends with hal_code_jump(at, NULL). */
void *hal_code_enter(void *at);
void *hal_code_leave(void *at);

/* ---- operations, for probes of what a core holds in flight ---- */

/* Operations; each is one instruction, and needs nothing of those around it but what is said. */
enum hal_code_op {
    HAL_CODE_NOP,        /* neither reads nor writes a register or memory */
    HAL_CODE_LOAD,       /* of the data, which are in the first cache, to a register of words */
    HAL_CODE_STORE,      /* to the data */
    HAL_CODE_INT,        /* adds words to a register of them; flags stay */
    HAL_CODE_FP,         /* adds to a register of floating-point numbers or vectors */
    HAL_CODE_BRANCH,     /* conditional, never taken; between it and hal_code_begin() are no
                            HAL_CODE_TO_LOAD */
    HAL_CODE_CHASE,      /* goes on in a chain: p = *p */
    HAL_CODE_INT_AFTER,  /* adds where a chain is to a register of words */
    HAL_CODE_TO_LOAD,    /* one or two instructions: hands where a chain is to LOAD_AFTER */
    HAL_CODE_LOAD_AFTER, /* of the data, once the chain of the last TO_LOAD has come there */
    HAL_CODE_TO_FP,      /* hands where a chain is to FP_AFTER */
    HAL_CODE_FP_AFTER,   /* as FP, with what the last TO_FP gave */
    HAL_CODE_OPS
};

/* Returns true where the port writes OP. Every port that writes one also writes CHASE, NOP and
 * INT_AFTER, and the loop around. */
bool hal_code_knows(enum hal_code_op op);

/* Writes OP, which the port knows. NUMBER: the chain, 0 or 1, of CHASE, TO_LOAD and TO_FP; of the
 * others a number that rises by one from each to the next and chooses the register or the place in
 * the data; of INT_AFTER twice that and the chain. */
void *hal_code_op(void *at, enum hal_code_op op, unsigned number);

/* Writes what comes before the first lap; the end of a lap, which goes back to FIRST, less than 512
 * KiB before, while laps are left; and what comes after the last, with the return. */
void *hal_code_begin(void *at);
void *hal_code_lap_end(void *at, const void *first);
void *hal_code_end(void *at);

/* What laps begin with, and what they leave. */
struct hal_code_laps {
    const void *chain[2]; /* pointers to pointers: where each chain is; afterwards where it came */
    void *data;           /* HAL_CODE_DATA_BYTES, aligned to 64 bytes, the caller's */
    size_t laps;          /* to run, at least 1; stays */
};

/* Runs what hal_code_begin() wrote at FIRST. */
void hal_code_run_laps(const void *first, struct hal_code_laps *laps);

#endif
