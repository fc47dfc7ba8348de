/* What is kept of a running program: blocks, what their instructions met, samples. */
#ifndef COLLECTED_H
#define COLLECTED_H

#include "signature/end_of.h"
#include "signature/predictor.h"
#include "stack_distance.h"

enum {
    COLLECT_SUCCESSORS = 8,
    COLLECT_THREADS = 4096, /* at once; QEMU gives numbers of ended ones again */
    COLLECT_CALLS = 512,    /* numbers of system calls; the rest are one */
};

/* How to take samples. */
struct collect_rules {
    unsigned line_shift, page_shift; /* log2 of bytes */
    uint32_t burst, warm;            /* instructions */
    uint64_t every;                  /* at first */
    uint32_t most_bursts;            /* then every second is dropped, and EVERY doubled */
};

/* Dirty lines that an instruction drove out, by number of sets and of ways (less 1). */
struct collect_driven_out {
    uint64_t ways[SIGNATURE_SETS][SIGNATURE_DEEP];
};

/* What the loads, or the stores, of an instruction met. */
struct collect_side {
    struct signature_memory *met; /* NULL: it made none yet */
    uint64_t same;                /* touches of the line that was touched last: all distances 0 */
    uint64_t same_page;    /* others in the page that was touched last: its distances are 0 */
    uint64_t first_of_set; /* others that were the last of their sets: all depths are 0 */
    struct collect_driven_out *drove_out; /* NULL: nothing yet */
    uint64_t last_address, last_line, last_event;
    int64_t stride;
    uint64_t votes; /* for met->stride, a majority's */
};

struct collect_block;

struct collect_instruction {
    uint64_t address;
    uint8_t bytes[SIGNATURE_BYTES];
    uint8_t length;
    uint16_t index; /* in its block */
    struct collect_block *block;
    struct collect_side side[2]; /* loads, stores */
};

/* A translated block. Blocks are never freed: QEMU may still run one that it has forgotten. */
struct collect_block {
    struct collect_block *same_hash, *next; /* in the table, and in the order of their making */
    uint32_t number;
    uint64_t address, after; /* of the first instruction, and of the one after the last */
    uint64_t last_address;   /* of the last instruction */
    char *host;              /* where its first byte is in this process */
    bool thumb;
    uint16_t n;
    struct instruction_end end;
    uint16_t clock_reads, cpu_asks;
    uint64_t executions, repeats, taken;
    uint64_t missed[SIGNATURE_PREDICTORS];
    struct {
        struct collect_block *block;
        uint64_t count;
    } successor[COLLECT_SUCCESSORS];
    struct collect_instruction instruction[];
};

struct collect_burst {
    struct signature_burst what; /* first_event and first_access are not set */
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
    struct collect_block **blocks; /* hashed */
    size_t blocks_room;
    struct collect_block *first, **end; /* all of them */
    uint32_t n_blocks;
    struct collect_burst *bursts;
    uint32_t n_bursts;
    uint64_t every;
    bool on; /* false: nothing is watched */
    struct collect_call call[COLLECT_CALLS];
};

#endif
