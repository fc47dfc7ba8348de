/* What is kept of a running program: blocks, counts of what their instructions accessed, samples.
 */
#ifndef COLLECTED_H
#define COLLECTED_H

#include "access_counts.h"
#include "signature/end_of.h"
#include "signature/predictor.h"
#include "stack_distance.h"

enum {
    COLLECT_SUCCESSORS = 8,
    COLLECT_THREADS = 4096, /* at once; QEMU gives numbers of ended ones again */
    COLLECT_CALLS = 512,    /* numbers of system calls; the rest are one */
    COLLECT_LINE = 64,      /* bytes: what is used together is together in this machine's cache */
};

/* How to take samples. */
struct collect_rules {
    unsigned line_shift, page_shift; /* log2 of bytes */
    uint32_t burst, warm;            /* instructions */
    uint64_t every;                  /* at first */
    uint32_t most_bursts;            /* then every second is dropped, and EVERY doubled */
    uint64_t whole; /* instructions from the start that are followed, sample or not */
};

/* What the loads, or the stores, of an instruction met while they were followed: what is all 0, as
 * most is, is one number. What each access changes is one line of a cache. Accesses count by the
 * weight of the part of the run that they stand for (collect_thread.weight). */
struct collect_side {
    _Alignas(COLLECT_LINE) uint64_t last_address;
    uint64_t last_event;
    int64_t stride, most_stride;  /* the last, and a majority's */
    uint64_t votes;               /* for the majority's */
    uint64_t strided;             /* accesses that repeated the last stride */
    uint64_t same;                /* touches of the line that was touched last: all distances 0 */
    struct access_counts *counts; /* of the others; NULL: there are none yet */
};

struct collect_block;

struct collect_instruction {
    struct collect_side side[2];     /* loads, stores */
    uint64_t count[2];               /* accesses of each kind in the whole run */
    uint32_t cold[2], cold_pages[2]; /* those that touched a line, or a page, for the first time */
    uint64_t address;
    uint8_t bytes[SIGNATURE_BYTES];
    uint8_t length;
    uint16_t index; /* in its block */
};

/* A translated block. Blocks are never freed: QEMU may still run one that it has forgotten. What
 * each run of it needs stands first. */
struct collect_block {
    _Alignas(COLLECT_LINE) uint64_t address,
        after;             /* of the first instruction, and after the last */
    uint64_t last_address; /* of the last instruction */
    uint32_t number;
    uint16_t n;
    bool thumb, spins; /* SPINS: it has a hint that a thread spins */
    struct instruction_end end;
    uint64_t executions, repeats, taken;
    struct {
        struct collect_block *block;
        uint64_t count;
    } successor[COLLECT_SUCCESSORS];
    uint64_t missed[SIGNATURE_PREDICTORS];
    uint32_t note;                          /* place in what is noted of blocks */
    char *host;                             /* where its first byte is in this process */
    struct collect_block *same_hash, *next; /* in the table, and in the order of their making */
    uint16_t clock_reads, cpu_asks;
    struct collect_instruction instruction[];
};

struct collect_burst {
    struct signature_burst row; /* first_event and first_access are not set */
    struct signature_event *events;
    struct signature_access *accesses;
    uint32_t events_room, accesses_room;
};

struct collect_call {
    uint64_t count, bytes;
};

struct collect_thread; /* one a processor of QEMU */

/* Everything. */
struct collect {
    struct collect_rules rules;
    enum signature_isa isa;
    struct collect_thread *thread[COLLECT_THREADS];
    unsigned n_threads;            /* that ever ran */
    unsigned processors;           /* of THREAD[] that were used */
    struct collect_block **blocks; /* hashed */
    size_t blocks_room;
    struct collect_block *first, **end; /* all of them */
    uint32_t n_blocks;
    struct collect_burst *bursts;
    uint32_t n_bursts;
    uint64_t every;
    bool on; /* false: nothing is watched */
    struct collect_call call[COLLECT_CALLS];
    struct signature_works works[SIGNATURE_WORKS];
    struct counts_pool counts_pool;
};

#endif
