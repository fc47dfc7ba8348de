/* Simulates a load sequence on a hypothetical cache, for comparison with the measured cost. */
#include "cache_replay.h"
#include "policy/splitmix.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { RANDOM_LAPS = 2, WARM_LAPS = 5, LAPS = 4, RANDOM_LOADS = 16000, WAYS_A_LOAD = 8 };

#define NONE UINT32_MAX

const char *const cache_replay_inclusion_names[CACHE_REPLAY_INCLUSIONS] = { "nine", "inclusive",
                                                                            "exclusive" };

/* Of a line: index of its set, NONE where no load falls into it; the way that it is in now, NONE
 * where it is not there. */
struct place {
    uint32_t set, way;
};

/* The sets of one level that the loads fall into, and all lines that can come there, by number. */
struct bank {
    const struct cache_replay_level *shape; /* the caller's, during a call */
    uint64_t *number;                       /* of n_sets sets, ascending */
    size_t n_sets;
    uint64_t *line; /* n_lines numbers, ascending */
    size_t n_lines;
    struct place *place; /* of each line */
    uint32_t *of_load;   /* line of each load */
    uint32_t *outer;     /* of each line: the line of the next level that it is in, or NONE */
    uint32_t *within;    /* the same for each nearer level: its first line in it or after it */
    uint32_t *held;      /* ways a set: lines */
    struct replacement replacement;
};

struct cache_replay {
    struct bank bank[CACHE_REPLAY_LEVELS];
    unsigned n;
    size_t n_at; /* loads */
    uint64_t rng;
};

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* Sorts the N numbers at AT and drops repetitions; returns how many are left. */
static size_t sort_once_each(uint64_t *at, size_t n)
{
    size_t kept = 0;

    qsort(at, n, sizeof *at, by_number);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || at[kept - 1] != at[i])
            at[kept++] = at[i];
    return kept;
}

/* Returns the index of the first of N ascending numbers that is NUMBER or more, or N. */
static size_t first_from(const uint64_t *at, size_t n, uint64_t number)
{
    size_t from = 0, to = n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (at[middle] < number)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Returns the index of NUMBER among N ascending ones, or NONE. */
static uint32_t index_of(const uint64_t *at, size_t n, uint64_t number)
{
    size_t i = first_from(at, n, number);

    return i < n && at[i] == number ? (uint32_t)i : NONE;
}

/* ---- one level ---- */

/* Fills LINE, which is not there; returns the evicted line, or NONE. */
static uint32_t fill_line(struct bank *b, uint32_t line)
{
    unsigned way = replacement_insert(&b->replacement, b->place[line].set);
    uint32_t *held = &b->held[(size_t)b->place[line].set * b->shape->ways + way], old = *held;

    *held = line;
    b->place[line].way = way;
    if (old != NONE)
        b->place[old].way = NONE;
    return old;
}

static void invalidate(struct bank *b, uint32_t line)
{
    uint32_t way = b->place[line].way;

    if (way == NONE)
        return;
    b->held[(size_t)b->place[line].set * b->shape->ways + way] = NONE;
    b->place[line].way = NONE;
    replacement_remove(&b->replacement, b->place[line].set, way);
}

/* ---- levels ---- */

static void fill(struct cache_replay *r, unsigned level, uint32_t line);

/* Invalidates all lines of INNER, from its line FIRST, in the BYTES from AT on. */
static void invalidate_within(struct bank *inner, size_t first, uint64_t at, uint64_t bytes)
{
    uint64_t step = inner->shape->line_bytes;
    uint64_t last = (at + (bytes - 1) / step * step) / step;

    for (size_t i = first; i < inner->n_lines && inner->line[i] <= last; i++)
        invalidate(inner, (uint32_t)i);
}

/* Follows LINE after its eviction from LEVEL: out of the levels that an inclusive LEVEL includes,
 * into a next level that is exclusive. */
static void follow_evicted(struct cache_replay *r, unsigned level, uint32_t line)
{
    const struct bank *b = &r->bank[level];
    const struct cache_replay_level *shape = b->shape;

    for (unsigned i = 0; shape->inclusion == CACHE_REPLAY_INCLUSIVE && i < level; i++)
        invalidate_within(&r->bank[i], b->within[i * b->n_lines + line],
                          b->line[line] * shape->line_bytes, shape->line_bytes);
    if (level + 1 < r->n && shape[1].inclusion == CACHE_REPLAY_EXCLUSIVE)
        fill(r, level + 1, b->outer[line]);
}

/* Fills LINE into LEVEL, if it is not there and loads fall into its set. */
static void fill(struct cache_replay *r, unsigned level, uint32_t line)
{
    struct bank *b = &r->bank[level];

    if (line == NONE || b->place[line].set == NONE || b->place[line].way != NONE)
        return;
    uint32_t old = fill_line(b, line);
    if (old != NONE)
        follow_evicted(r, level, old);
}

/* Returns the first level that has the line of load I, and uses it there; n: none. */
static unsigned find_level(struct cache_replay *r, size_t i)
{
    for (unsigned level = 0; level < r->n; level++) {
        struct bank *b = &r->bank[level];
        uint32_t line = b->of_load[i];

        if (b->place[line].way != NONE) {
            replacement_use(&b->replacement, b->place[line].set, b->place[line].way);
            return level;
        }
    }
    return r->n;
}

/* load() where there is one level: a line that leaves it goes nowhere. */
static inline unsigned load_alone(struct bank *b, size_t i)
{
    uint32_t line = b->of_load[i];

    if (b->place[line].way == NONE) {
        (void)fill_line(b, line);
        return 1;
    }
    replacement_use(&b->replacement, b->place[line].set, b->place[line].way);
    return 0;
}

/* Loads the line of load I; returns the level that had it, n: memory. */
static inline unsigned load(struct cache_replay *r, size_t i)
{
    if (r->n == 1)
        return load_alone(&r->bank[0], i);
    unsigned hit = find_level(r, i);

    if (hit < r->n && hit > 0 && r->bank[hit].shape->inclusion == CACHE_REPLAY_EXCLUSIVE)
        invalidate(&r->bank[hit], r->bank[hit].of_load[i]);
    for (unsigned level = hit; level-- > 0;)
        if (level == 0 || r->bank[level].shape->inclusion != CACHE_REPLAY_EXCLUSIVE)
            fill(r, level, r->bank[level].of_load[i]);
    return hit;
}

/* ---- making one ---- */

static bool number_sets(struct bank *b, const uint64_t *at, size_t n_at)
{
    b->number = malloc((n_at + 1) * sizeof *b->number);
    for (size_t i = 0; b->number && i < n_at; i++)
        b->number[i] = at[i] / b->shape->line_bytes % b->shape->sets;
    if (b->number)
        b->n_sets = sort_once_each(b->number, n_at);
    return b->number != NULL;
}

/* Lines of the loads AT, and those that begin where lines of NEARER do (NULL: no nearer level),
 * which may be evicted into this one. */
static bool number_lines(struct bank *b, const struct bank *nearer, const uint64_t *at, size_t n_at)
{
    size_t more = nearer ? nearer->n_lines : 0;

    b->line = malloc((n_at + more + 1) * sizeof *b->line);
    if (b->line == NULL)
        return false;
    for (size_t i = 0; i < n_at; i++)
        b->line[i] = at[i] / b->shape->line_bytes;
    for (size_t i = 0; i < more; i++)
        b->line[n_at + i] = nearer->line[i] * nearer->shape->line_bytes / b->shape->line_bytes;
    b->n_lines = sort_once_each(b->line, n_at + more);
    return true;
}

/* Finds the set of each line of bank LEVEL and the line of each load. */
static bool place_lines(struct bank *b, unsigned level, const uint64_t *at, size_t n_at)
{
    size_t n = b->n_lines;

    b->place = malloc(n * sizeof *b->place);
    b->outer = malloc(((1 + level) * n + n_at) * sizeof *b->outer);
    if (b->place == NULL || b->outer == NULL)
        return false;
    b->within = b->outer + n;
    b->of_load = b->within + level * n;
    for (size_t i = 0; i < n; i++)
        b->place[i].set = index_of(b->number, b->n_sets, b->line[i] % b->shape->sets);
    for (size_t i = 0; i < n_at; i++)
        b->of_load[i] = index_of(b->line, n, at[i] / b->shape->line_bytes);
    return true;
}

/* Finds where the lines of bank LEVEL are in nearer ones, and those of the one before in it. */
static void relate_lines(struct cache_replay *r, unsigned level)
{
    struct bank *b = &r->bank[level], *before = level > 0 ? b - 1 : NULL;

    for (unsigned i = 0; i < level && b->shape->inclusion == CACHE_REPLAY_INCLUSIVE; i++)
        for (size_t k = 0; k < b->n_lines; k++)
            b->within[i * b->n_lines + k] = (uint32_t)first_from(
                r->bank[i].line, r->bank[i].n_lines,
                b->line[k] * b->shape->line_bytes / r->bank[i].shape->line_bytes);
    for (size_t k = 0; before != NULL && k < before->n_lines; k++)
        before->outer[k] =
            index_of(b->line, b->n_lines,
                     before->line[k] * before->shape->line_bytes / b->shape->line_bytes);
}

/* Makes the sets and lines of bank LEVEL for the loads AT; no line is there yet. */
static bool make_bank(struct cache_replay *r, unsigned level, const uint64_t *at)
{
    struct bank *b = &r->bank[level];

    if (!number_sets(b, at, r->n_at) || !number_lines(b, level > 0 ? b - 1 : NULL, at, r->n_at) ||
        !place_lines(b, level, at, r->n_at))
        return false;
    relate_lines(r, level);
    b->held = malloc(b->n_sets * b->shape->ways * sizeof *b->held);
    return b->held != NULL;
}

static void take_shapes(struct cache_replay *r, const struct cache_replay_machine *m)
{
    for (unsigned i = 0; i < r->n; i++)
        r->bank[i].shape = &m->level[i];
}

struct cache_replay *cache_replay_new(const struct cache_replay_machine *m, const uint64_t *at,
                                      size_t n_at)
{
    struct cache_replay *r = n_at > 0 ? calloc(1, sizeof *r) : NULL;
    bool made = r != NULL;

    if (made) {
        r->n = m->n_levels;
        r->n_at = n_at;
        take_shapes(r, m);
    }
    for (unsigned i = 0; made && i < r->n; i++)
        made = make_bank(r, i, at);
    if (made)
        return r;
    cache_replay_free(r);
    return NULL;
}

void cache_replay_free(struct cache_replay *r)
{
    for (unsigned i = 0; r != NULL && i < r->n; i++) {
        free(r->bank[i].number);
        free(r->bank[i].line);
        free(r->bank[i].place);
        free(r->bank[i].outer);
        free(r->bank[i].held);
        replacement_free(&r->bank[i].replacement);
    }
    free(r);
}

/* ---- one replay ---- */

/* Empties bank B, whose policy may be another than before. False: memory is short. */
static bool empty_bank(struct bank *b, uint64_t *rng)
{
    for (size_t i = 0; i < b->n_lines; i++)
        b->place[i].way = NONE;
    for (size_t i = 0; i < b->n_sets * b->shape->ways; i++)
        b->held[i] = NONE;
    replacement_free(&b->replacement);
    return replacement_make(&b->replacement, (uint32_t)b->n_sets, b->shape->ways, b->shape->policy,
                            rng) == 0;
}

static double latency_of_level(const struct cache_replay_machine *m, unsigned level)
{
    return level < m->n_levels ? m->level[level].latency : m->memory;
}

/* Returns the laps that are counted: 4, and 16,000 loads more where a policy draws lots. */
static size_t counted_laps(const struct cache_replay_machine *m, size_t n_at)
{
    for (unsigned i = 0; i < m->n_levels; i++)
        if (replacement_draws(m->level[i].policy))
            return LAPS + RANDOM_LOADS / n_at;
    return LAPS;
}

static double mean_cycles(struct cache_replay *r, const struct cache_replay_machine *m)
{
    size_t n = r->n_at, counted = counted_laps(m, n);
    double cycles = 0;

    for (size_t i = 0; i < RANDOM_LAPS * n; i++)
        load(r, splitmix_below(&r->rng, (uint32_t)n));
    for (size_t lap = 0; lap < WARM_LAPS + counted; lap++)
        for (size_t i = 0; i < n; i++) {
            unsigned hit = load(r, i);

            cycles += lap < WARM_LAPS ? 0 : latency_of_level(m, hit);
        }
    return cycles / (double)counted / (double)n;
}

double cache_replay_cycles(struct cache_replay *r, const struct cache_replay_machine *m,
                           unsigned start)
{
    bool made = r != NULL;

    if (made) {
        r->rng = start;
        take_shapes(r, m);
    }
    for (unsigned i = 0; made && i < r->n; i++)
        made = empty_bank(&r->bank[i], &r->rng);
    return made ? mean_cycles(r, m) : NAN;
}

/* Two sorts and two searches for each load and level; five of their steps take as long as a load.
 */
double cache_replay_work_of_new(const struct cache_replay_machine *m, size_t n_at)
{
    enum { SORTS_AND_SEARCHES = 4, STEPS_A_LOAD = 5 };

    if (n_at == 0)
        return 0;
    return m->n_levels * (double)n_at * (1 + log2((double)n_at)) * SORTS_AND_SEARCHES /
           STEPS_A_LOAD;
}

double cache_replay_work(const struct cache_replay_machine *m, size_t n_at)
{
    double work = 0;

    for (unsigned i = 0; i < m->n_levels && n_at > 0; i++) {
        double sets = fmin((double)m->level[i].sets, (double)n_at);

        work += (double)(RANDOM_LAPS + WARM_LAPS + counted_laps(m, n_at)) * (double)n_at +
                sets * m->level[i].ways / WAYS_A_LOAD;
    }
    return work;
}
