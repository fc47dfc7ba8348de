/* Nodes of memory: which contexts were asked, and how far each node is from them. */
#ifndef INFER_NODES_H
#define INFER_NODES_H

#include <stdint.h>

/* Whose memory is near whom: the part of the contexts that was asked, and each node's distance. */

enum { NODES_TOUCHERS = 16, NODES_READERS = 64 };

struct memory_nodes {
    unsigned n; /* nodes of memory */
    unsigned n_touchers, n_readers;
    uint64_t toucher[NODES_TOUCHERS], reader[NODES_READERS]; /* contexts */
    unsigned node[NODES_TOUCHERS];                           /* of what each touched first */
    /* Of one reader, the next load after the last, and bytes that it reads; 0: not timed. */
    double load_ticks[NODES_READERS][NODES_TOUCHERS];
    double bytes_a_tick[NODES_READERS][NODES_TOUCHERS];
};

#endif
