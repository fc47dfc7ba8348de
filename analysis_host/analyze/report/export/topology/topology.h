/* Contexts and what some of them have in common, as hwloc has it. */
#ifndef EXPORT_TOPOLOGY_H
#define EXPORT_TOPOLOGY_H

#include "report/export/values.h"
#include <stdbool.h>
#include <stddef.h>

/* NAME = TEXT of something. */
struct export_info {
    const char *name;
    char text[320];
};

enum export_box_kind { EXPORT_GROUP, EXPORT_CACHE, EXPORT_CORE };

/* A thing that some contexts have in common: places FIRST to FIRST + COUNT - 1 of the order. */
struct export_box {
    enum export_box_kind kind;
    size_t first, count;
    unsigned level;            /* EXPORT_CACHE: from 1 */
    struct export_cache cache; /* EXPORT_CACHE: what is 0 in it is not known */
    char title[40];            /* EXPORT_GROUP: what a drawing is to call it */
    struct export_info info[2];
    unsigned n_info;
};

enum { EXPORT_MEMORIES = 16, EXPORT_INFOS = 48 };

/* A node of memory, and those that have it nearest. */
struct export_memory {
    size_t first, count;
    /* From these contexts to each memory: a load, reading, and writing; 0: not known. */
    unsigned long long ns[EXPORT_MEMORIES], mib_per_s[EXPORT_MEMORIES],
        write_mib_per_s[EXPORT_MEMORIES];
};

struct export_topology {
    size_t contexts;
    unsigned *order;        /* contexts, so that whatever they have in common is a run of places */
    struct export_box *box; /* none crosses another; each comes after those that hold it */
    size_t n_boxes;
    struct export_memory
        memory[EXPORT_MEMORIES]; /* each is all contexts' or has a box of its own */
    unsigned n_memories;         /* at least 1 */
    /* From core to core, or from context to context where there are no cores, in the order of their
     * places: n_distances * n_distances; NULL: not known. */
    unsigned long long *distance;
    size_t n_distances;
    struct export_info info[EXPORT_INFOS]; /* of the machine */
    unsigned n_info;
};

/* Adds the printf-like TEXT as NAME, a literal; what is too much is cut off. */
void export_tell(struct export_topology *t, const char *name, const char *text, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns whether B and places FIRST to FIRST + COUNT - 1 overlap, and neither lies within the
 * other. */
bool export_box_crosses(const struct export_box *b, size_t first, size_t count);

/* A run of places that have something in common, KIND of LEVEL (0: no cache). NULL: it crosses
 * another, or there is no memory. Valid until the next call. */
struct export_box *export_box(struct export_topology *t, enum export_box_kind kind, unsigned level,
                              size_t first, size_t count);

#endif
