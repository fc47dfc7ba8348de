/* A program's instructions as one machine runs them. */
#ifndef MICRO_H
#define MICRO_H

#include "machine.h"
#include <stdint.h>

/* Units besides those of each operation. */
enum {
    UNIT_INTEGER = SIGNATURE_OPS, /* all operations on integers together */
    UNIT_VECTOR,                  /* all on vectors and reals together */
    UNIT_LOADS,
    UNIT_STORES,
    UNIT_BRANCHES,
    UNITS,
    NO_UNIT = 255,
};

/* What one instruction needs. */
struct micro {
    float latency;  /* from operands to results; of a load after its data came */
    float interval; /* of UNIT */
    float group_interval;
    float load_more; /* cycles that its load takes longer, into a vector register */
    float slots;     /* of the front end's width: 0 where it is fused with the one before */
    uint8_t unit, group;
    uint8_t n_reads, n_addresses, n_writes;
    uint8_t reads[SIGNATURE_REGISTERS], addresses[SIGNATURE_REGISTERS], writes[SIGNATURE_REGISTERS];
    uint8_t op, end, loads, stores, length;
};

/* Returns an array of s->n_code, which the caller frees; NULL without memory. */
struct micro *micro_make(const struct signature *s, const struct machine *m);

#endif
