/* Lays pointer chases whose lines share a set, and their controls. */
#include "conflict_set.h"

/* Lines of a control chain lie this far apart in their base pages: at least a line of nearly any
 * cache, and small enough to reach many sets from one page. */
enum { APART_BYTES = 64, USUAL_PAGE_BYTES = 4096 };

/* Lines of a set lie so far from the beginning of their pages: the lines there, the first ones of
 * whatever a program has, share a set that the program uses itself. */
enum { BEGIN_BYTES = 37 * APART_BYTES };

static uint16_t order[CONFLICT_LINES];

_Static_assert(CONFLICT_LINES <= UINT16_MAX, "order holds 16-bit indices");

static size_t page_bytes(const struct conflict_set *c)
{
    size_t page = c->block->page_bytes;

    return page > 0 && page < USUAL_PAGE_BYTES ? page : USUAL_PAGE_BYTES;
}

/* Three times as many lines as the nearer levels have ways where this level has room for them, as
 * only LRU misses on every line of a lap that is one too long; else just more than they have. */
unsigned conflict_groups(const struct conflict_set *c, unsigned n)
{
    if (c->evict_stride_bytes == 0)
        return 1;
    unsigned least = c->above / n + 1;
    unsigned ample = 3 * c->above / n + 1;
    size_t way_bytes = c->way_bytes > 0 ? c->way_bytes : c->capacity_bytes / (2 * n);
    size_t room = way_bytes / c->evict_stride_bytes;

    if (room < ample)
        ample = (unsigned)room;
    unsigned groups = ample > least ? ample : least;
    size_t apart = c->stride_bytes / c->evict_stride_bytes; /* more would meet the next line's */

    if (n > 1 && groups > apart)
        groups = apart > 1 ? (unsigned)apart : 1;
    return groups;
}

static size_t group_bytes(const struct conflict_set *c, unsigned n)
{
    return conflict_groups(c, n) * c->evict_stride_bytes + page_bytes(c);
}

/* The largest power of two of strides that the block holds in addition to the groups of N lines. */
static size_t places(const struct conflict_set *c, unsigned n)
{
    size_t room = c->block->size_bytes, power = 1;

    room = room > group_bytes(c, n) ? (room - group_bytes(c, n)) / c->stride_bytes : 0;
    while (2 * power <= room)
        power *= 2;
    return room > 0 ? power : 0;
}

static bool fits(const struct conflict_set *c, unsigned n)
{
    if (n * conflict_groups(c, n) > CONFLICT_LINES)
        return false;
    if (c->scattered)
        return 2 * n <= places(c, n); /* half of the places: else there is no choice among them */
    return (n - 1) * c->stride_bytes + group_bytes(c, n) <= c->block->size_bytes;
}

unsigned conflict_most(const struct conflict_set *c)
{
    unsigned n = 0;

    if (c->block->page_bytes > c->block->size_bytes) /* no such page was granted */
        return 0;
    while (fits(c, n + 1))
        n++;
    return n;
}

/* One of PLACES, a power of two, for each I below it: multiplying by odd numbers and folding right
 * can be undone, so no two are the same. */
static size_t scatter(size_t i, size_t n_places)
{
    size_t mask = n_places - 1;
    unsigned shift = 1;

    while (((size_t)1 << 2 * shift) < n_places)
        shift++;
    for (unsigned round = 0; round < 3; round++) {
        i = (i * 0x9e3779b1u + round) & mask;
        i ^= i >> shift;
    }
    return i;
}

/* The part of a layout that all lines of a chain have in common. */
struct layout {
    unsigned groups;
    size_t n_places;
    enum conflict_kind kind;
};

/* Line E of the chain: number E / GROUPS of its set, in group E % GROUPS. A control line is in
 * the same page, at line (e + e / lpp) mod lpp of the lpp in it: that reaches all sets of any cache
 * whose ways are a power of two, larger than a page or not. */
static void **line_at(const struct conflict_set *c, const struct layout *l, unsigned e)
{
    size_t i = c->scattered ? scatter(e / l->groups, l->n_places) : e / l->groups;
    size_t page = page_bytes(c), lines = page / APART_BYTES;
    size_t at = i * c->stride_bytes + e % l->groups * c->evict_stride_bytes;

    at += BEGIN_BYTES & (page - 1);

    if (l->kind == CONFLICT_CONTROL)
        at = (at & ~(page - 1)) + ((e + e / lines) & (lines - 1)) * APART_BYTES;
    return (void **)(void *)((char *)c->block->start + at);
}

/* A random order of lines 1 to N - 1, the same for both kinds, so that they go through the pages
 * alike; a lap starts at line 0. */
static void shuffle(uint64_t seed, unsigned n)
{
    struct probe_run random = { .rng = seed * 2 + 1 };

    for (unsigned i = 0; i < n; i++)
        order[i] = (uint16_t)i;
    for (unsigned i = n; i-- > 2;) {
        unsigned j = 1 + (unsigned)(((probe_random(&random) >> 32) * i) >> 32);
        uint16_t kept = order[i];

        order[i] = order[j];
        order[j] = kept;
    }
}

uint64_t conflict_lay(struct conflict_set *c, uint64_t seed, unsigned n, enum conflict_kind kind)
{
    struct layout layout = { conflict_groups(c, n), places(c, n), kind };
    unsigned lines = n * layout.groups;

    shuffle(seed + n, lines);
    for (unsigned i = 0; i < lines; i++)
        *line_at(c, &layout, order[i]) =
            (void *)line_at(c, &layout, order[i + 1 < lines ? i + 1 : 0]);
    c->chase = (struct chase){ .base = (char *)line_at(c, &layout, order[0]) };
    return lines;
}
