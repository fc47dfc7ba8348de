/* Kernels of two operations in one loop, written by probes/generate. */
#ifndef UNIT_KERNEL_H
#define UNIT_KERNEL_H

#include "lib/op_kernel.h"

enum {
    UNIT_LOOPS = 3, /* of a pair: ratios of the two operations; of one alone: numbers of chains */
};

/* A lap of RUN from case 0 on (ops_entry) has OPS operations of the first kind and OTHERS of the
 * second, half of each from case HALF on. */
struct unit_loop {
    ops_kernel *run;
    uint16_t ops, others, half;
    uint8_t chains, other_chains; /* of each kind; 0: an operation needs nothing of another */
};

struct unit_pair {
    const char *op, *type, *other, *other_type; /* OTHER NULL: OP alone */
    struct unit_loop loop[UNIT_LOOPS];          /* up to one without RUN */
};

/* A list for each operation, up to NULL: the operation alone, then its pairs, up to a NULL op. */
extern const struct unit_pair *const unit_table[];

#endif
