/* Where what is sorted by counting begins. */
#include "sample_order.h"
#include <stdlib.h>

void order_from_counts(uint32_t *counts, uint32_t n)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t here = counts[i];
        counts[i] = sum;
        sum += here;
    }
}

uint32_t *order_of_blocks(const struct signature *s, bool accesses)
{
    uint32_t *next = calloc(s->n_blocks + (size_t)1, sizeof *next);
    uint64_t sum = 0;
    bool good = next != NULL;

    for (uint32_t i = 0; good && i < s->n_events; i++) {
        const struct signature_event *e = &s->events[i];
        good = e->block < s->n_blocks;
        if (good)
            next[e->block] += accesses ? e->n_accesses : 1U;
        sum += e->n_accesses;
    }
    if (!good || (accesses && sum != s->n_accesses)) {
        free(next);
        return NULL;
    }
    order_from_counts(next, s->n_blocks);
    return next;
}
