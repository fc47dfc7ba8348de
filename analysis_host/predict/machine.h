/* What a replay needs to know of a board, and where each value is from. */
#ifndef MACHINE_H
#define MACHINE_H

#include "model/replacement.h"
#include "result/result.h"
#include "signature/signature.h"
#include <stdbool.h>
#include <stddef.h>

enum { MACHINE_CACHES = 4, MACHINE_TLBS = 2, MACHINE_MISSING = 56, MACHINE_VECTORS = 4 };

/* Numbers that are no table. Text and what stands in for each are in machine.c. */
enum machine_parameter {
    MACHINE_WIDTH,        /* operations that leave the front end in a cycle */
    MACHINE_WINDOW,       /* operations between the oldest unfinished one and the youngest */
    MACHINE_FORWARD,      /* cycles from a store's data to a load of it */
    MACHINE_FORWARD_SAME, /* where both name the address by the stack pointer */
    MACHINE_FORWARD_PART, /* where the load takes more than that one store wrote */
    MACHINE_FORWARD_REAL, /* where the load is into a vector register */
    MACHINE_PENALTY,      /* cycles that a mispredicted branch costs */
    MACHINE_TARGETS,      /* of an indirect jump that are learnt in turn */
    MACHINE_INDIRECT,     /* longest order of indirect jumps that is learnt; 1: the last target */
    MACHINE_INDIRECT_PENALTY,
    MACHINE_SEVERAL,          /* cycles that a jump takes longer that has had several targets */
    MACHINE_SHUFFLE_LATENCY,  /* cycles of an operation that moves parts of a vector */
    MACHINE_SHUFFLE_INTERVAL, /* between two of them */
    MACHINE_ATOMIC,           /* cycles of a locked operation of x86 */
    MACHINE_LOADS,            /* cycles between two loads */
    MACHINE_VECTOR_LOADS,     /* of vectors and reals */
    MACHINE_STORES,           /* cycles between two stores */
    MACHINE_LINE_STORES,      /* cycles between two stores to different lines */
    MACHINE_STORE_LINES,      /* lines stored to in turn as fast as one */
    MACHINE_REFETCH,          /* cycles of a store whose line was evicted before it left */
    MACHINE_STORE_QUEUE,      /* stores that have not left for the cache */
    MACHINE_BRANCHES,         /* cycles between two branches */
    MACHINE_TAKEN,            /* cycles between two branches that are taken */
    MACHINE_WAITING, /* operations on integers that wait for operands; WAITING_MOST: any number */
    MACHINE_HOLD,    /* cycles that one keeps its place after it started */
    MACHINE_WAITING_REAL, /* the same on reals and vectors */
    MACHINE_AHEAD, /* operations on integers of which one may start; WAITING_MOST: all that wait */
    MACHINE_AHEAD_REAL,  /* the same on reals and vectors */
    MACHINE_RETURN,      /* cycles of a call and its return */
    MACHINE_FETCH_BYTES, /* of code in a cycle */
    MACHINE_CODE_2,      /* cycles a line of code costs that comes from cache 2, 3, memory */
    MACHINE_CODE_3,
    MACHINE_CODE_MEMORY,
    MACHINE_CODE_BYTES,    /* size of the code cache */
    MACHINE_CROSS_LATENCY, /* cycles between register files */
    MACHINE_VECTOR_LOAD,   /* cycles that a load into a vector register takes longer */
    MACHINE_INDEXED_LOAD,  /* cycles that a load takes longer whose address is a sum of two */
    MACHINE_ADD_MUL,       /* cycles between an addition of reals and another of their operations */
    MACHINE_STREAM,        /* cycles that a prefetched line takes longer than one in cache 1 */
    MACHINE_REPEAT_BYTES,  /* that a repeated move copies in a cycle */
    MACHINE_CALL_CYCLES,   /* a system call */
    MACHINE_TOUCH_CYCLES,  /* the first touch of a page and its return */
    MACHINE_READ_CYCLES,   /* a first touch that reads */
    MACHINE_COPY_CYCLES,   /* the first store to a page that was read before, and its return */
    MACHINE_FILE_CYCLES,   /* the first touch of a page of a file that memory holds */
    MACHINE_MAP_CYCLES,    /* a file or memory mapped, its table of pages, and their return */
    MACHINE_CALL_READ_CYCLES,  /* a call that reads of a file */
    MACHINE_CALL_WRITE_CYCLES, /* that writes over what a file holds */
    MACHINE_FIND_CYCLES,       /* that looks up a path */
    MACHINE_OPEN_CYCLES,       /* a file opened and closed */
    MACHINE_LIST_CYCLES,       /* each entry of a folder */
    MACHINE_GROW_MANY_CYCLES,  /* a page of many that a call appends to a file */
    MACHINE_GROW_CYCLES,       /* a call that appends one, or the first of many */
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
    double line_bytes, page_bytes;
    unsigned predictor; /* of the signatures' bank, the one that is most like this one */
    double selection;   /* cycles of a choice by the order of two signed numbers, once compared */
    double shared;      /* operations a cycle beside a neighbour on the core; 0: not known */
    struct machine_number number[MACHINE_PARAMETERS];
    struct machine_missing missing[MACHINE_MISSING];
    size_t n_missing;
    struct machine_cost cost[SIGNATURE_OPS][TYPE_F64 + 1][MACHINE_VECTORS];
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

/* Makes M what it is while a neighbour runs on the core, by how many operations the log saw start
 * in a cycle then (issue.width.shared). False, and M is as it was, where the log tells no such
 * rate. */
bool machine_share(struct machine *m);

/* Looks up in the results of M what each operation costs: as measured, of the nearest type, or 1
 * cycle where nothing near was measured. machine_read() does; for those who change the results. */
void machine_find_costs(struct machine *m);
/* Returns the column of cost[][] for vectors of BYTES; 0: scalars. */
unsigned machine_vector(unsigned bytes);

#endif
