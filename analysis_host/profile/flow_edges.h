/* Edges of a folded dataflow graph, while they are counted. */
#ifndef FLOW_EDGES_H
#define FLOW_EDGES_H

#include "signature/signature.h"

struct flow_sum;

struct flow_edges {
    struct flow_sum *sums; /* hashed */
    uint32_t room, n;
    bool failed; /* no memory */
};

/* Returns false without memory. */
bool flow_edges_begin(struct flow_edges *e);

/* CONSUMER used what PRODUCER made DISTANCE instructions before. */
void flow_edges_add(struct flow_edges *e, uint32_t producer, uint32_t consumer, bool memory,
                    uint32_t distance);

/* Fills flow[] of S, sorted by consumer. Returns false without memory, also where an edge found
 * none. */
bool flow_edges_take(const struct flow_edges *e, struct signature *s);

void flow_edges_end(struct flow_edges *e);

#endif
