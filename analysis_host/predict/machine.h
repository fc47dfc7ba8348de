/* What a replay needs to know of a board, and where each value is from. */
#ifndef MACHINE_H
#define MACHINE_H

#include "policy/replacement.h"
#include "result/result.h"
#include "signature/signature.h"
#include <stdbool.h>
#include <stddef.h>

enum { QUEUE_MOST = 1024, MSHRS_MOST = 64 }; /* entries of a queue, MSHRs that a replay models */
enum { STORE_PAIRS_MOST = 32 };              /* pairs of stores and loads that a replay models */
enum {
    MACHINE_CACHES = 4,
    MACHINE_TLBS = 2,
    MACHINE_BTBS = 4,
    MACHINE_MISSING = 56,
    MACHINE_VECTORS = 4
};

/* Numbers that are no table. Text and what stands in for each are in machine.c. */
enum machine_parameter {
    MACHINE_ISSUE_WIDTH,             /* uops that leave the front end in a cycle */
    MACHINE_ROB_ENTRIES,             /* of the reorder buffer */
    MACHINE_STORE_FORWARD_LATENCY,   /* cycles from a store's data to a load of it */
    MACHINE_STORE_FORWARD_PREDICTED, /* where the core predicts that the load reads the store */
    MACHINE_STORE_FORWARD_PAIRS,     /* stores and loads of which it does; STORE_PAIRS_MOST: all */
    MACHINE_STORE_FORWARD_STACK,     /* where both have the address in the stack pointer */
    MACHINE_STORE_FORWARD_FAILED,    /* where the load is wider than the store */
    MACHINE_STORE_FORWARD_FP,        /* where the load is into a vector register */
    MACHINE_BRANCH_PENALTY,          /* cycles of a mispredicted branch */
    MACHINE_INDIRECT_TARGETS,        /* of one indirect branch that are predicted */
    MACHINE_INDIRECT_HISTORY,        /* longest history of indirect branches; 1: the last target */
    MACHINE_INDIRECT_PENALTY,        /* cycles of a mispredicted indirect branch */
    MACHINE_INDIRECT_MULTI_TARGET,   /* extra cycles of a branch with several targets */
    MACHINE_SHUFFLE_LATENCY,         /* cycles of a vector shuffle */
    MACHINE_SHUFFLE_RTHROUGHPUT,     /* cycles between two of them */
    MACHINE_ATOMIC_LATENCY,          /* cycles of a locked operation of x86 */
    MACHINE_LOAD_RTHROUGHPUT,        /* cycles between two loads */
    MACHINE_LOAD_FP_RTHROUGHPUT,     /* the same for loads into vector registers */
    MACHINE_STORE_RTHROUGHPUT,       /* cycles between two stores */
    MACHINE_STORE_NEW_LINE,          /* cycles between two stores to different lines */
    MACHINE_STORE_COMBINING_LINES,   /* lines stored to in turn as fast as one */
    MACHINE_STORE_EVICTED_LINE,      /* cycles of a store whose line was evicted before it left */
    MACHINE_STORE_QUEUE_ENTRIES,     /* stores that have not left for the cache */
    MACHINE_LOAD_QUEUE_ENTRIES,      /* loads that have not retired; QUEUE_MOST: any number */
    MACHINE_INT_REGISTERS,           /* operations in flight that write an integer register */
    MACHINE_VECTOR_REGISTERS,        /* likewise a vector register; QUEUE_MOST: any number */
    MACHINE_BRANCHES_IN_FLIGHT,      /* QUEUE_MOST: any number */
    MACHINE_MSHRS,                   /* misses of L1 in flight; MSHRS_MOST: as the levels say */
    MACHINE_RETURN_STACK_ENTRIES,    /* returns that are predicted; QUEUE_MOST: all */
    MACHINE_BRANCH_RTHROUGHPUT,      /* cycles between two branches */
    MACHINE_TAKEN_BRANCH,            /* cycles between two taken branches */
    MACHINE_SCHEDULER_INT_ENTRIES,   /* integer scheduler; SCHEDULER_MOST: any number */
    MACHINE_SCHEDULER_HOLD,          /* cycles that an entry is held after its operation started */
    MACHINE_SCHEDULER_FP_ENTRIES,    /* scheduler of floating-point and vector operations */
    MACHINE_SCHEDULER_INT_DEPTH,     /* oldest entries that may be picked; SCHEDULER_MOST: all */
    MACHINE_SCHEDULER_FP_DEPTH,      /* the same, of the floating-point scheduler */
    MACHINE_CALL_RETURN,             /* cycles of a call and its return */
    MACHINE_FETCH_BYTES,             /* of code in a cycle */
    MACHINE_FETCH_LATENCY_2,         /* cycles of a line of code from cache 2, 3, memory */
    MACHINE_FETCH_LATENCY_3,
    MACHINE_FETCH_LATENCY_MEMORY,
    MACHINE_FETCH_STRAIGHT_2, /* of straight code, without jumps */
    MACHINE_FETCH_STRAIGHT_3,
    MACHINE_FETCH_STRAIGHT_MEMORY,
    MACHINE_ICACHE_SIZE,             /* bytes of the L1 instruction cache */
    MACHINE_BYPASS_INT_TO_FP,        /* cycles between register files */
    MACHINE_BYPASS_FP_LOAD,          /* extra cycles of a load into a vector register */
    MACHINE_INDEXED_LOAD,            /* extra cycles of a load whose address is a sum of two */
    MACHINE_BYPASS_ADD_TO_MUL,       /* extra cycles between an addition and a multiplication, fp */
    MACHINE_PREFETCH_LATENCY,        /* cycles that a prefetched line costs more than one in L1 */
    MACHINE_REP_MOVS_BYTES,          /* bytes a cycle of a repeated move */
    MACHINE_OS_SYSCALL,              /* cycles of a system call */
    MACHINE_OS_PAGE_FAULT_ANONYMOUS, /* cycles of a page fault and munmap, anonymous memory */
    MACHINE_OS_PAGE_FAULT_ZERO_PAGE, /* the same of a first load */
    MACHINE_OS_PAGE_FAULT_COPY_ON_WRITE, /* of the first store after that, and munmap */
    MACHINE_OS_PAGE_FAULT_FILE,          /* of a page of a file that is in the page cache */
    MACHINE_OS_MMAP_MUNMAP,              /* cycles of mmap, a page table, and munmap */
    MACHINE_OS_READ,                     /* cycles of a read() of a file */
    MACHINE_OS_WRITE,                    /* of a write() over cached bytes of a file */
    MACHINE_OS_STAT,                     /* of a stat() */
    MACHINE_OS_OPEN_CLOSE,               /* of an open() and a close() */
    MACHINE_OS_READDIR,                  /* of each entry of a directory */
    MACHINE_OS_APPEND_BULK,              /* of a page of many that one write() appends to a file */
    MACHINE_OS_APPEND, /* of a write() that appends one page, or the first of many */
    MACHINE_PARAMETERS
};

enum machine_source { MACHINE_MEASURED, MACHINE_FITTED, MACHINE_ASSUMED };

struct machine_number {
    double value;
    enum machine_source source;
};

/* A level of data cache, or memory. */
struct machine_level {
    double lines;                   /* effective; INFINITY: memory */
    double ways;                    /* 0: unknown, as if fully associative */
    double latency;                 /* cycles */
    double mlp;                     /* misses at once that it serves */
    double bytes_per_cycle;         /* 0: not known, no limit */
    enum replacement_policy policy; /* LRU where it is not known */
};

struct machine_tlb {
    double entries, ways; /* ways 0: unknown, as if fully associative */
    double penalty;       /* cycles of a hit here */
};

/* A level of the branch target buffer. */
struct machine_btb {
    double entries, penalty; /* cycles that a taken branch costs more that it does not hold */
};

/* What an operation of a kind on a type costs. */
struct machine_cost {
    double latency, interval;
    bool known;
};

struct machine_missing {
    char id[ID_BYTES];
    char instead[64]; /* what is done without it */
};

struct machine {
    double hz;       /* cycles a second; 0: not known */
    bool serial;     /* one instruction a cycle, one access after the other: the simulated board */
    bool in_order;   /* an operation starts no earlier than the one before */
    bool os;         /* pages are touched first under an operating system */
    bool scattered;  /* pages lie in random frames */
    unsigned levels; /* of data cache; level[levels] is memory */
    struct machine_level level[MACHINE_CACHES + 1];
    unsigned tlbs;
    struct machine_tlb tlb[MACHINE_TLBS];
    double walk; /* cycles, where no TLB has the page */
    unsigned btbs;
    struct machine_btb btb[MACHINE_BTBS];
    double line_bytes, page_bytes;
    unsigned predictor; /* of the signatures' bank, the one that is most like this one */
    double selection;   /* cycles of a choice by the order of two signed numbers, once compared */
    double shared;      /* uops a cycle while an SMT sibling runs; 0: not known */
    unsigned cores, contexts; /* hardware threads: those with a core of their own, and all */
    unsigned own_levels;      /* caches that no two cores share; at most LEVELS */
    double handover;          /* cycles until a line that another core stored to is here */
    double contended;     /* cycles of an atomic operation on a word that others use all the time */
    double false_sharing; /* extra cycles of a store to such a line */
    struct machine_number number[MACHINE_PARAMETERS];
    struct machine_missing missing[MACHINE_MISSING];
    size_t n_missing;
    struct machine_cost cost[SIGNATURE_OPS][TYPE_F64 + 1][MACHINE_VECTORS];
    /* Execution units that may execute an operation on scalars, on vectors: bit U, unit U. 0: any.
     * All 0: not known, operations share units by their class. */
    uint32_t units[SIGNATURE_OPS][2];
    const struct results *results; /* that it was made of */
};

/* Fills M from RESULTS, which must outlive it, of a run with the keys of RUN. False when there is
 * nothing to predict from: no operation and no level of memory was measured; *WHY says which. */
bool machine_read(struct machine *m, const struct log_run *run, const struct results *results,
                  const char **why);

/* Returns the answer that gives NUMBER; of QUANTITY_UNKNOWN for a constant that no probe measures.
 * Its text names NUMBER everywhere. */
struct result_id machine_parameter_id(enum machine_parameter number);
/* Returns the bounds that a fit of NUMBER stays in, as {low, high}. */
const double *machine_parameter_bounds(enum machine_parameter number);

/* Makes M what it is while an SMT sibling runs, by the issue width that the log measured then
 * (issue.width.shared). False, and M is as it was, where the log tells no such
 * rate. */
bool machine_share(struct machine *m);

/* Makes M what each of its cores is while N hardware threads run, each on a core of its own: the
 * clock, its part of what caches that it shares keep and move, and of what memory moves (bandwidths
 * that the log measured of N or the next fewer). */
void machine_busy(struct machine *m, unsigned n);

/* Looks up in the results of M what each operation costs: as measured, of the nearest type, or 1
 * cycle where nothing near was measured. machine_read() does; for those who change the results. */
void machine_find_costs(struct machine *m);
/* Returns the column of cost[][] for vectors of BYTES; 0: scalars. */
unsigned machine_vector(unsigned bytes);

#endif
