/* Kernels of single operations, written by probes/generate. */
#ifndef OP_KERNEL_H
#define OP_KERNEL_H

#include "lib/step_code.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OPS_KERNELS = 10, /* of an operation on a type: numbers of independent streams */
    OPS_APART = 6,    /* the only kernel of a set without chains: as many operations a step */
    OPS_TABLE = 16,   /* elements of the table that loads go round in */
};

/* Runs LAPS laps. A lap does ops_steps() steps less ops_entry of them, each step one operation (and
 * the one it carries) on each stream. */
typedef void ops_kernel(uint64_t laps);

/* The step that a lap begins with. */
extern volatile unsigned ops_entry;

/* Independent streams of kernel K: 1 to 20 (BlackjackBench section 3.3.2), not all of the larger
 * numbers, as each costs code. */
static inline unsigned ops_streams(unsigned k)
{
    return k < 6 ? k + 1 : k < 9 ? 2 * k - 4 : 20;
}

/* Steps in a whole lap of a kernel of STREAMS streams: even, and as few as leave half a lap longer
 * than the loop itself, whose time would cover it otherwise, also where a neighbour has half of
 * the processor. */
static inline unsigned ops_steps(unsigned streams)
{
    return streams == 1 ? 32 : streams == 2 ? 8 : streams <= 8 ? 6 : streams <= 12 ? 4 : 2;
}

struct op_set {
    const char *op, *type;
    unsigned count;   /* operations in a step on one stream */
    const char *with; /* the operation that each step carries too; NULL: none */
    ops_kernel *const
        *run;   /* OPS_KERNELS of them, NULL for those left out; NULL: no such instruction */
    bool apart; /* no chains: each operation needs nothing of another */
};

/* Ends with a NULL op. */
extern const struct op_set ops_table[];

/* A way round the table. */
#define OPS_TABLE_VALUES 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4

#define OPS_FALL __attribute__((fallthrough));

#endif
