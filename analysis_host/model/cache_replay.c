/* Simulates a load sequence on a hypothetical cache, for comparison with the measured cost. */
#include "cache_replay.h"
#include "model/splitmix.h"
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_LAPS = 5, LAPS = 4, RANDOM_LOADS = 16000 };

#define NO_LINE UINT64_MAX
#define NO_WAY  UINT_MAX

const char *const cache_replay_inclusion_names[CACHE_REPLAY_INCLUSIONS] = { "nine", "inclusive",
                                                                            "exclusive" };

/* The sets of one level that the loads fall into, by number. */
struct bank {
    const struct cache_replay_level *shape;
    uint64_t *set; /* n_sets numbers, ascending */
    size_t n_sets;
    uint64_t *tag; /* ways a set: line numbers */
    struct replacement replacement;
};

struct replay {
    struct bank bank[CACHE_REPLAY_LEVELS];
    unsigned n;
    uint64_t rng;
};

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* Returns the index of the set of LINE, or n_sets when no load falls into it. */
static size_t set_of(const struct bank *b, uint64_t line)
{
    uint64_t number = line % b->shape->sets;
    const uint64_t *at = bsearch(&number, b->set, b->n_sets, sizeof *b->set, by_number);

    return at ? (size_t)(at - b->set) : b->n_sets;
}

/* ---- one set ---- */

static unsigned find_way(const struct bank *b, size_t set, uint64_t line)
{
    const uint64_t *tag = b->tag + set * b->shape->ways;

    for (unsigned way = 0; way < b->shape->ways; way++)
        if (tag[way] == line)
            return way;
    return NO_WAY;
}

/* Fills LINE into SET; returns the evicted line, or NO_LINE. */
static uint64_t fill_line(struct bank *b, size_t set, uint64_t line)
{
    unsigned way = replacement_insert(&b->replacement, (uint32_t)set);
    uint64_t *tag = &b->tag[set * b->shape->ways + way], old = *tag;

    *tag = line;
    return old;
}

static void invalidate(struct bank *b, uint64_t line)
{
    size_t set = set_of(b, line);
    unsigned way = set < b->n_sets ? find_way(b, set, line) : NO_WAY;

    if (way == NO_WAY)
        return;
    b->tag[set * b->shape->ways + way] = NO_LINE;
    replacement_remove(&b->replacement, (uint32_t)set, way);
}

/* ---- levels ---- */

static void fill_level_at(struct replay *r, unsigned level, uint64_t at);

/* Follows LINE after its eviction from LEVEL: out of the levels that an inclusive LEVEL includes,
 * into a next level that is exclusive. */
static void follow_evicted(struct replay *r, unsigned level, uint64_t line)
{
    const struct cache_replay_level *shape = r->bank[level].shape;
    uint64_t at = line * shape->line_bytes;

    for (unsigned i = 0; shape->inclusion == CACHE_REPLAY_INCLUSIVE && i < level; i++) {
        uint64_t step = r->bank[i].shape->line_bytes;

        for (uint64_t b = 0; b < shape->line_bytes; b += step)
            invalidate(&r->bank[i], (at + b) / step);
    }
    if (level + 1 < r->n && shape[1].inclusion == CACHE_REPLAY_EXCLUSIVE)
        fill_level_at(r, level + 1, at);
}

/* Fills the line at AT into LEVEL, if it is not there. */
static void fill_level_at(struct replay *r, unsigned level, uint64_t at)
{
    struct bank *b = &r->bank[level];
    uint64_t line = at / b->shape->line_bytes;
    size_t set = set_of(b, line);

    if (set == b->n_sets || find_way(b, set, line) != NO_WAY)
        return;
    uint64_t old = fill_line(b, set, line);
    if (old != NO_LINE)
        follow_evicted(r, level, old);
}

/* Returns the first level that has the line at AT, and uses it there; n: none. */
static unsigned find_level(struct replay *r, uint64_t at)
{
    for (unsigned i = 0; i < r->n; i++) {
        struct bank *b = &r->bank[i];
        uint64_t line = at / b->shape->line_bytes;
        size_t set = set_of(b, line);
        unsigned way = find_way(b, set, line);

        if (way != NO_WAY) {
            replacement_use(&b->replacement, (uint32_t)set, way);
            return i;
        }
    }
    return r->n;
}

/* Loads the line at AT; returns the level that had it, n: memory. */
static unsigned load(struct replay *r, uint64_t at)
{
    unsigned hit = find_level(r, at);

    if (hit < r->n && hit > 0 && r->bank[hit].shape->inclusion == CACHE_REPLAY_EXCLUSIVE)
        invalidate(&r->bank[hit], at / r->bank[hit].shape->line_bytes);
    for (unsigned i = hit; i-- > 0;)
        if (i == 0 || r->bank[i].shape->inclusion != CACHE_REPLAY_EXCLUSIVE)
            fill_level_at(r, i, at);
    return hit;
}

/* ---- making one ---- */

static bool number_sets(struct bank *b, const uint64_t *at, size_t n_at)
{
    b->set = malloc((n_at + 1) * sizeof *b->set);
    if (b->set == NULL)
        return false;
    for (size_t i = 0; i < n_at; i++)
        b->set[i] = at[i] / b->shape->line_bytes % b->shape->sets;
    qsort(b->set, n_at, sizeof *b->set, by_number);
    for (size_t i = 0; i < n_at; i++)
        if (b->n_sets == 0 || b->set[b->n_sets - 1] != b->set[i])
            b->set[b->n_sets++] = b->set[i];
    return true;
}

static bool make_bank(struct bank *b, const struct cache_replay_level *shape, const uint64_t *at,
                      size_t n_at, uint64_t *rng)
{
    *b = (struct bank){ .shape = shape };
    if (!number_sets(b, at, n_at))
        return false;
    b->tag = malloc(b->n_sets * shape->ways * sizeof *b->tag);
    if (b->tag == NULL || replacement_make(&b->replacement, (uint32_t)b->n_sets, shape->ways,
                                           shape->policy, rng) != 0)
        return false;
    for (size_t i = 0; i < b->n_sets * shape->ways; i++)
        b->tag[i] = NO_LINE;
    return true;
}

static void free_banks(struct replay *r)
{
    for (unsigned i = 0; i < r->n; i++) {
        free(r->bank[i].set);
        free(r->bank[i].tag);
        replacement_free(&r->bank[i].replacement);
    }
}

static double latency_of_level(const struct cache_replay_machine *m, unsigned level)
{
    return level < m->n_levels ? m->level[level].latency : m->memory;
}

/* Returns the laps that are counted: 4, and 16,000 loads more under random replacement. */
static size_t counted_laps(const struct cache_replay_machine *m, size_t n_at)
{
    for (unsigned i = 0; i < m->n_levels; i++)
        if (m->level[i].policy == REPLACEMENT_RANDOM)
            return LAPS + RANDOM_LOADS / n_at;
    return LAPS;
}

static double mean_cycles(struct replay *r, const struct cache_replay_machine *m,
                          const uint64_t *at, size_t n_at)
{
    size_t counted = counted_laps(m, n_at);
    double cycles = 0;

    for (size_t i = 0; i < 2 * n_at; i++)
        load(r, at[splitmix_below(&r->rng, (uint32_t)n_at)]);
    for (size_t lap = 0; lap < WARM_LAPS + counted; lap++)
        for (size_t i = 0; i < n_at; i++) {
            unsigned hit = load(r, at[i]);

            cycles += lap < WARM_LAPS ? 0 : latency_of_level(m, hit);
        }
    return cycles / (double)counted / (double)n_at;
}

double cache_replay_cycles(const struct cache_replay_machine *m, const uint64_t *at, size_t n_at,
                           unsigned start)
{
    struct replay r = { .n = m->n_levels, .rng = start };
    bool made = n_at > 0;

    for (unsigned i = 0; i < r.n; i++)
        made &= make_bank(&r.bank[i], &m->level[i], at, n_at, &r.rng);
    double cycles = made ? mean_cycles(&r, m, at, n_at) : NAN;
    free_banks(&r);
    return cycles;
}
