/* Memories that a board names, as probe regions tells them. */
#ifndef RESULT_REGIONS_H
#define RESULT_REGIONS_H

#include "id.h"
#include "log/log.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REGIONS_MOST = 32 };

struct region_facts {
    char name[ID_WORD]; /* op of its answers: "flash", in another state "flash_plain" */
    char kind[ID_WORD]; /* "flash", "tcm" ... */
    uint64_t start, bytes;
    uint64_t touched; /* bytes that were measured */
    bool usual;       /* the state in which the image runs */
    bool writes, runs;
    bool cached; /* caches hold parts of it, where there are any */
    bool cold;   /* none held what was touched */
};

/* Fills *FACTS from the keys of S; false where S is no series of a region. */
bool region_read(struct region_facts *facts, const struct log_series *s);

/* Fills AT, room for REGIONS_MOST, with the regions of RUN in their order, each name once. Returns
 * how many. */
size_t regions_read(struct region_facts *at, const struct log_run *run);

/* True when RUN asked for them, and its board has one memory. */
bool regions_alone(const struct log_run *run);

#endif
