/* Edges of a folded dataflow graph in a hash table. */
#include "flow_edges.h"
#include <stdlib.h>

enum { FIRST_ROOM = 4096 };

struct flow_sum {
    uint32_t producer, consumer;
    uint64_t count, distance; /* count 0: free */
    uint8_t memory;
};

bool flow_edges_begin(struct flow_edges *e)
{
    *e = (struct flow_edges){ .room = FIRST_ROOM };
    e->sums = calloc(e->room, sizeof *e->sums);
    return e->sums != NULL;
}

void flow_edges_end(struct flow_edges *e)
{
    free(e->sums);
    e->sums = NULL;
}

static struct flow_sum *place_of(struct flow_sum *sums, uint32_t room, uint32_t producer,
                                 uint32_t consumer, bool memory)
{
    uint64_t key = (uint64_t)producer << 33 | (uint64_t)consumer << 1 | memory;
    uint32_t at = (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (room - 1);

    while (sums[at].count && (sums[at].producer != producer || sums[at].consumer != consumer ||
                              sums[at].memory != memory))
        at = (at + 1) & (room - 1);
    return &sums[at];
}

static void grow(struct flow_edges *e)
{
    struct flow_sum *sums = calloc(2 * (size_t)e->room, sizeof *sums);

    if (!sums) {
        e->failed = true;
        return;
    }
    for (uint32_t i = 0; i < e->room; i++)
        if (e->sums[i].count)
            *place_of(sums, 2 * e->room, e->sums[i].producer, e->sums[i].consumer,
                      e->sums[i].memory) = e->sums[i];
    free(e->sums);
    e->sums = sums;
    e->room *= 2;
}

void flow_edges_add(struct flow_edges *e, uint32_t producer, uint32_t consumer, bool memory,
                    uint32_t distance)
{
    if (e->failed)
        return;
    struct flow_sum *sum = place_of(e->sums, e->room, producer, consumer, memory);
    if (sum->count == 0) {
        *sum = (struct flow_sum){ .producer = producer, .consumer = consumer, .memory = memory };
        e->n++;
    }
    sum->count++;
    sum->distance += distance;
    if (e->n > e->room / 2)
        grow(e);
}

static int by_consumer(const void *a, const void *b)
{
    const struct signature_flow *x = a, *y = b;

    if (x->consumer != y->consumer)
        return x->consumer < y->consumer ? -1 : 1;
    if (x->producer != y->producer)
        return x->producer < y->producer ? -1 : 1;
    return x->memory - y->memory;
}

bool flow_edges_take(const struct flow_edges *e, struct signature *s)
{
    s->flow = calloc(e->n + (size_t)1, sizeof *s->flow);
    if (!s->flow || e->failed)
        return false;
    for (uint32_t i = 0; i < e->room; i++)
        if (e->sums[i].count)
            s->flow[s->n_flow++] = (struct signature_flow){ .producer = e->sums[i].producer,
                                                            .consumer = e->sums[i].consumer,
                                                            .count = e->sums[i].count,
                                                            .distance = e->sums[i].distance,
                                                            .memory = e->sums[i].memory };
    qsort(s->flow, s->n_flow, sizeof *s->flow, by_consumer);
    return true;
}
