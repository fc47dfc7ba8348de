/* Memories of different kinds that a board names: flash memory, SRAM, TCM, DRAM. */
#ifndef HAL_REGIONS_H
#define HAL_REGIONS_H

#include "alloc.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A board with one memory, or an operating system, names none. Registers of devices are never among
 * them: nothing here is read or written but memory. On the first context, never while something is
 * timed, but for hal_region_jump() and hal_region_run(). */

enum { HAL_REGION_NAME = 12 };

struct hal_region {
    char name[HAL_REGION_NAME]; /* lower-case letters, digits, '_'; zero-terminated: "itcm" */
    char kind[HAL_REGION_NAME]; /* "flash", "sram", "tcm", "ocm", "psram", "dram" */
    uint64_t start, size_bytes; /* all of it, in the addresses of the board's manual */
    const void *at;             /* its first byte, where the image reads it */
    bool read_only;             /* nothing is stored there while the image runs */
    bool cached;                /* mapped so that caches, where there are any, hold parts of it */
    const char *no_code;        /* why no code runs there, a literal; NULL: it does */
};

/* Returns how many memories the board names, the same while the image runs; 0: it has one, without
 * a name. */
unsigned hal_regions(void);

/* Fills *REGION with number I, from 0 and below hal_regions(). No two have one name. */
void hal_region(unsigned i, struct hal_region *region);

/* Returns a word for state STATE of region I; NULL: it has no such state. State 0, "", is that in
 * which the image runs; others are ways to run without what speeds the memory up: "plain". */
const char *hal_region_state(unsigned i, unsigned state);

/* Puts region I in STATE, which it has. */
void hal_region_set(unsigned i, unsigned state);

/* Fills *BLOCK with memory of region I that may be written, at least 1 KiB and at most MOST_BYTES,
 * aligned to 64 bytes. 0, or -1 where there is none (then *BLOCK is all zero). The caller owns it
 * until hal_free(), one of a region at a time. */
int hal_region_alloc(unsigned i, struct hal_block *block, size_t most_bytes);

/* Returns one of pointers that lie in region I, which is only read, and lead from one to the next
 * and back to the first, in an order that looks random; their number in *N. NULL: there are none.
 */
const void *hal_region_ring(unsigned i, size_t *n);

/* A step of a walk through code: CODE loads NEXT, then NEXT's CODE, and jumps there. */
struct hal_hop {
    struct hal_hop *next;
    void (*code)(struct hal_hop *hop);
};

/* Code that lies in a region. */
struct hal_region_code {
    struct hal_hop *hop; /* set by the caller, as is n_hops: room for so many */
    unsigned n_hops;     /* afterwards: those whose code was set, each in a line of its own, evenly
                            spread over the first half of the block */
    void (*end)(struct hal_hop *hop); /* code of the hop that ends a walk: it returns */
    /* Code without a jump for hal_region_run(): n_straight copies of straight_bytes each, the first
     * at straight, straight_apart from one to the next. */
    uintptr_t straight;
    size_t straight_bytes, straight_apart;
    unsigned n_straight;
};

/* Sets the code of hops to places in region I: copies of it in BLOCK, got from hal_region_alloc(),
 * fit to run; where BLOCK is NULL, what the linker placed there. 0, or -1: no code runs there. */
int hal_region_place(unsigned i, const struct hal_block *block, struct hal_region_code *code);

/* Walks from FIRST on until a hop whose code is the end's. */
void hal_region_jump(struct hal_hop *first);

/* Runs STRAIGHT once. */
void hal_region_run(uintptr_t straight);

#endif
