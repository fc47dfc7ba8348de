/* The order of the columns of samples. */
#ifndef SIGNATURE_SAMPLE_ORDER_H
#define SIGNATURE_SAMPLE_ORDER_H

#include "signature.h"

/* How an access reuses its line, or its page. */
struct sample_reuse {
    uint8_t distance, depth[SIGNATURE_SETS];
};

/* Counts become where each thing's rows begin: the sum of those before it. */
void order_from_counts(uint32_t *counts, uint32_t n);

/* Returns where the events of each block begin when they are in the order of blocks, or their
 * ACCESSES; the caller frees it. NULL without memory, and where events name no block or accesses
 * are not s->n_accesses. */
uint32_t *order_of_blocks(const struct signature *s, bool accesses);

#endif
