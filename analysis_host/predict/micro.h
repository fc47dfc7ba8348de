/* A program's instructions as one machine runs them. */
#ifndef MICRO_H
#define MICRO_H

#include "machine.h"
#include <stdbool.h>
#include <stdint.h>

/* Units of a class of operations, where a board's execution units are not known; and the first of
 * those that are. */
enum {
    UNIT_INTEGER = SIGNATURE_OPS, /* all operations on integers together */
    UNIT_VECTOR,                  /* all on vectors and floats together */
    UNIT_LOADS,
    UNIT_BRANCHES,
    UNIT_MEASURED, /* unit 0 of the board */
    UNITS = 64,
};

/* The units that may execute an operation, a bit each (0: it needs none), and the cycles that it
 * keeps one of them. */
struct booking {
    uint64_t units;
    double cycles;
};

/* Floating-point units that hand results to themselves sooner than to others. */
enum micro_domain { DOMAIN_OTHER, DOMAIN_FP_ADD, DOMAIN_FP };

/* What dispatch takes an entry of: the ROB, the queues of loads and stores, and registers for
 * renaming. An operation that writes a register takes one, and when it retires the one is free that
 * had the register's value before. */
enum micro_queue {
    QUEUE_ROB,
    QUEUE_LOADS,
    QUEUE_STORES,
    QUEUE_INT_REGISTERS,
    QUEUE_VECTOR_REGISTERS,
    QUEUE_BRANCHES,
    QUEUES
};

/* What one instruction needs. */
struct micro {
    struct booking group;        /* what all operations of its class, or on its units, share */
    struct booking unit;         /* of its operation alone */
    struct booking load, branch; /* of each of its loads, of the branch that it is */
    struct booking store;        /* of each address that it stores to */
    float latency;               /* from operands to results; of a load after its data came */
    float load_more; /* cycles that its load takes longer than following pointers does */
    float slots;     /* of the front end's width: 0 where it is fused with the one before */
    uint8_t queues;  /* a bit for each enum micro_queue that it takes an entry of */
    uint8_t n_reads, n_addresses, n_writes;
    uint8_t reads[SIGNATURE_REGISTERS], addresses[SIGNATURE_REGISTERS], writes[SIGNATURE_REGISTERS];
    uint8_t op, end, loads, stores, length;
    uint8_t domain; /* of its results: enum micro_domain */
    bool moves;     /* its result is what it reads */
    bool waits;     /* it has a place among operations that wait for operands */
    bool vector;    /* a vector or floating-point operation */
};

/* Returns an array of s->n_code, which the caller frees; NULL without memory. */
struct micro *micro_make(const struct signature *s, const struct machine *m);

#endif
