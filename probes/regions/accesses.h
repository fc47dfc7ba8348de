/* Loads, stores and jumps in a piece of memory, as kernels of measure.h. */
#ifndef ACCESSES_H
#define ACCESSES_H

#include "hal/regions.h"
#include <stddef.h>
#include <stdint.h>

enum { ACCESS_APART_BYTES = 64, ACCESS_LAP_LOADS = 32, ACCESS_LAP_BYTES = 2048 };

/* Whole laps of ACCESS_LAP_BYTES at START. Zero-initialise AT. */
struct accesses {
    char *start;
    size_t laps;
    size_t at; /* the lap that comes next; accesses.c's own */
};

/* A ring of pointers, walked from where it was left; the context of access_follow(). */
struct ring {
    const void *at;
};

/* Follows OPS pointers, each waiting for the one before. */
void access_follow(void *ring, uint64_t ops);

/* Loads or stores BYTES one after the other, 32 bits at a time, none waiting for another. */
void access_load_words(void *accesses, uint64_t bytes);
void access_store_words(void *accesses, uint64_t bytes);

/* Stores OPS times, each time into another line, in an order in which no two are neighbours. */
void access_store_apart(void *accesses, uint64_t ops);

/* A walk through code, of N hops. */
struct jumps {
    struct hal_hop *first;
    unsigned n;
};

/* Makes OPS jumps, whole walks of them. */
void access_jump(void *jumps, uint64_t ops);

/* Runs straight code until BYTES have been run, whole rounds through all copies; its context is a
 * struct hal_region_code. */
void access_run(void *code, uint64_t bytes);

#endif
