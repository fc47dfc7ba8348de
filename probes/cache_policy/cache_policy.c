/* Replacement policy of each cache level, and whether it includes the one before it: lines of one
 * set in orders that policies treat differently.
 *
 * E, x = sequence; values: its lines in the order of a lap, numbers from 0. S, x = sequence : kind.
 * In kind 0 line i is i times stride from the memory's begin on, so that all are in one set;
 * with them go GROUPS copies of the whole sequence, copy g SPREAD bytes times g further on, in
 * other sets of this level and the same sets of nearer ones, which thus forget each line before its
 * next visit. A step visits line i of copy 0, 1 ... in turn; the v-th visit of a line in a lap
 * (from 0) loads its v-th pointer. Kind 1 is the control: with e = i * groups + g, the same page,
 * but line (e + e / n) mod n of the n lines of 64 bytes in a page (4 KiB where it is not known).
 * After each visit of sequences 0 to 6 come FILLERS loads of lines in other sets, one after the
 * other, which stay: where a line is wanted while it is being evicted, a load costs more than a
 * miss (up to twice on an AMD Zen 5). Sequences 0 to 6 ask for the policy; the others, of one copy
 * and for levels after the first only, for inclusion: they visit line 0 so often that a nearer
 * level keeps it, while this level's set overflows. One series for each level. Keys: level, ways
 * (as the board saw them), stride, groups, spread, fillers, page, contiguous (1: the memory is one
 * piece of physical memory). */
#include "access_sequence.h"
#include "lib/estimate.h"
#include "lib/granted.h"
#include "lib/measure.h"
#include "lib/pointer_chase.h"
#include <stdbool.h>

enum {
    KINDS = 2,
    PASSES = 9, /* most timings of a sequence */
    APART_BYTES = 64,
    USUAL_PAGE_BYTES = 4096,
    LEAST_OPS = 1024,
    WARM_LAPS = 4,
    WARM_LOADS = 512,
    MOST_LAP = 8192, /* loads */
    TRIAL_PASSES = 3,
    ROUND_BYTES = 512,
    SLACK_BYTES = 256 * 1024, /* for copies spread otherwise, on larger pages */
    SAMPLES_A_SECOND = 250000,
    FILLERS = 2,
    FILLED_BYTES = 2048, /* most of them, at the end of the first usual page */
    STEPS_A_WAY = 4,     /* of the longest sequence, or fewer */
};

struct level {
    struct hal_block block;
    unsigned number; /* from 0 */
    unsigned ways, groups, fillers;
    size_t stride_bytes, evict_stride_bytes, page_bytes;
};

struct timing {
    uint64_t ops; /* in each timing; 0: not measured yet */
    unsigned n_ticks;
    uint64_t ticks[PASSES];
};

static struct access_sequence sequences[SEQUENCES];
static struct timing timings[SEQUENCES][KINDS];

static unsigned passes(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 5 : plan->effort == EFFORT_NORMAL ? 7 : PASSES;
}

/* Where the pointer of visit VISIT to line I of copy G is. */
static void **place(const struct level *l, unsigned i, unsigned g, unsigned visit, unsigned kind,
                    unsigned groups)
{
    size_t at = i * l->stride_bytes + g * l->evict_stride_bytes;
    size_t lines = l->page_bytes / APART_BYTES, e = (size_t)i * groups + g;

    if (kind == 1)
        at = (at & ~(l->page_bytes - 1)) + ((e + e / lines) & (lines - 1)) * APART_BYTES;
    return (void **)(void *)((char *)l->block.start + at + visit * sizeof(void *));
}

/* Lays the chain of SEQUENCE; its beginning in *CHASE. Returns the loads of a lap. */
static uint64_t lay(const struct level *l, const struct access_sequence *w, unsigned kind,
                    unsigned groups, unsigned fillers, struct chase *chase)
{
    static uint8_t visits[SEQUENCE_LINES];
    void **first = place(l, w->line[0], 0, 0, kind, groups), **last = first;

    void **filler = (void **)(void *)((char *)l->block.start + USUAL_PAGE_BYTES);

    for (unsigned i = 0; i < w->n_lines; i++)
        visits[i] = 0;
    for (unsigned s = 0; s < w->n_steps; s++) {
        unsigned visit = visits[w->line[s]]++;

        for (unsigned g = 0; g < groups; g++) {
            void **next = place(l, w->line[s], g, visit, kind, groups);

            *last = (void *)next;
            last = next;
        }
        for (unsigned i = 0; i < fillers; i++, last = filler)
            *last = (void *)--filler;
    }
    *last = (void *)first;
    *chase = (struct chase){ .base = (char *)first };
    return (uint64_t)w->n_steps * (groups + fillers);
}

static struct plan quick_plan(const struct plan *plan)
{
    uint64_t least = measure_least_sample_ticks(plan);
    uint64_t ticks = measure_second_ticks() / SAMPLES_A_SECOND;
    struct plan quick = *plan;

    quick.sample_ticks = ticks > least ? ticks : least;
    return quick;
}

static void visit(const struct level *l, const struct plan *plan, unsigned sequence, unsigned kind)
{
    bool policy = sequence < SEQUENCES_POLICY;
    struct timing *t = &timings[sequence][kind];
    struct chase chase;
    uint64_t lap =
        lay(l, &sequences[sequence], kind, policy ? l->groups : 1, policy ? l->fillers : 0, &chase);
    struct measure_kernel kernel = { chase_walk, &chase };

    chase_walk(&chase, lap * (WARM_LOADS / lap + WARM_LAPS));
    if (t->ops == 0) /* twice: an interrupt makes too few look enough */
        t->ops = measure_enough_ops(plan, &kernel, lap * (LEAST_OPS / lap + 1), 0);
    if (t->ops > 0 && t->n_ticks == 0)
        t->ops = measure_enough_ops(plan, &kernel, t->ops, 0);
    uint64_t ticks = t->ops > 0 ? measure_ticks(&kernel, t->ops) : MEASURE_NONE;

    if (ticks != MEASURE_NONE && t->n_ticks < PASSES)
        t->ticks[t->n_ticks++] = ticks;
}

/* Sequences of LEVEL that are asked: a single way has no policy, a first level nothing to include.
 */
static bool asked(const struct level *l, unsigned sequence)
{
    return sequence < SEQUENCES_POLICY ? l->ways > 1 || l->number == 0 : l->number > 0;
}

static void make_sequences(struct probe_run *run, const struct level *l)
{
    const unsigned *ways = run->plan->cache_ways;
    unsigned widest = 1;

    for (unsigned j = 0; j < l->number; j++)
        widest = ways[j] > widest ? ways[j] : widest;
    for (unsigned i = 0; i < SEQUENCES; i++) {
        unsigned gap = i == SEQUENCES_POLICY       ? ways[0] - 1
                       : i == SEQUENCES_POLICY + 1 ? ways[0] / 2
                                                   : widest - widest / 8 - 1;

        sequence_make(&sequences[i], run, i, l->ways, gap);
        for (unsigned kind = 0; kind < KINDS; kind++)
            timings[i][kind] = (struct timing){ 0 };
    }
}

static void send(struct probe_run *run, const struct level *l)
{
    for (unsigned i = 0; i < SEQUENCES; i++) {
        if (!asked(l, i))
            continue;
        probe_event(run, i, sequences[i].line, sequences[i].n_steps);
        for (unsigned kind = 0; kind < KINDS; kind++) {
            const struct timing *t = &timings[i][kind];
            uint64_t x[] = { i, kind };

            if (t->n_ticks > 0)
                probe_sample(run, x, 2, t->ops, t->ticks, t->n_ticks);
        }
    }
}

/* A control line is in the page of its line, so that whole pages are enough. */
static size_t needed_bytes(const struct level *l)
{
    return sequence_most_lines(l->ways) * l->stride_bytes + l->groups * l->evict_stride_bytes +
           USUAL_PAGE_BYTES;
}

/* Returns true when the sequences have room for the ways of L and its block for their lines. */
static bool has_room(const struct level *l)
{
    return l->ways <= SEQUENCE_WAYS && needed_bytes(l) <= l->block.size_bytes;
}

/* Returns true when addresses show which lines of L share a set; the first level may be indexed by
 * them. */
static bool can_find(const struct level *l)
{
    return l->number == 0 || l->block.contiguous || l->block.page_bytes >= l->stride_bytes;
}

static enum record_end measure(struct probe_run *run, const struct level *l)
{
    struct plan quick = quick_plan(run->plan);

    quick.sample_ticks *= 1 + l->fillers; /* as many visits */
    if (!can_find(l))
        return RECORD_END_NO_FRAMES;
    if (!has_room(l))
        return RECORD_END_NO_MEMORY;
    make_sequences(run, l);
    for (unsigned pass = 0; pass < passes(run->plan); pass++)
        for (unsigned i = 0; i < SEQUENCES; i++)
            for (unsigned kind = 0; kind < KINDS; kind++)
                if (asked(l, i))
                    visit(l, &quick, i, kind);
    send(run, l);
    return run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK;
}

/* Copies that make nearer levels forget: half as many again as they have ways, as far as this
 * level's other sets go. */
static void choose_groups(const struct plan *plan, struct level *l)
{
    unsigned widest = 0;

    l->groups = 1;
    l->evict_stride_bytes = 0;
    for (unsigned j = 0; j < l->number; j++) {
        if (plan->cache_way_bytes[j] > l->evict_stride_bytes &&
            plan->cache_way_bytes[j] < l->stride_bytes)
            l->evict_stride_bytes = plan->cache_way_bytes[j];
        widest = plan->cache_ways[j] > widest ? plan->cache_ways[j] : widest;
    }
    if (l->evict_stride_bytes == 0)
        return;
    size_t most = l->stride_bytes / l->evict_stride_bytes, fit = MOST_LAP / (4 * l->ways);

    l->groups = widest + widest / 2 + 1;
    if (l->groups > most)
        l->groups = (unsigned)most;
    if (l->groups > fit)
        l->groups = fit > 0 ? (unsigned)fit : 1;
}

/* Fillers go with the nearest level only: copies are lines enough between. They take at most half
 * of its sets, of which the set asked about is none. */
static unsigned fillers_of(const struct level *l)
{
    size_t bytes = (size_t)l->ways * STEPS_A_WAY * FILLERS * sizeof(void *);

    return l->number == 0 && bytes <= FILLED_BYTES && bytes <= l->stride_bytes / 2 ? FILLERS : 0;
}

static void take_ways(struct plan *plan, const uint64_t *values, unsigned n)
{
    for (unsigned k = 0; k < n; k++)
        plan->given_ways[k] = (unsigned)values[k];
}

static const struct probe_option ways = {
    .key = "ways",
    .value = "N,...",
    .about = "of the caches, L1 first; 0: as cache_ways measured",
    .wanted = "1 to 4 numbers from 0 to 128, as in ways=8,16",
    .least = 0,
    .most = SEQUENCE_WAYS,
    .n_values = PLAN_CACHES,
    .take = take_ways,
};

/* Puts ways that were given in place of those that were seen. Levels whose ways would hold no whole
 * line are left out. */
static void use_given_ways(struct plan *plan)
{
    for (unsigned k = 0; k < plan->n_caches; k++) {
        unsigned n = plan->given_ways[k];
        size_t way = n > 0 ? plan->cache_bytes[k] / n & ~(size_t)(APART_BYTES - 1) : 0;

        if (n > 0) {
            plan->cache_ways[k] = way > 0 ? n : 0;
            plan->cache_way_bytes[k] = way;
        }
    }
}

static struct level level_of(const struct plan *plan, unsigned number)
{
    struct level l = { .number = number,
                       .ways = plan->cache_ways[number],
                       .stride_bytes = plan->cache_way_bytes[number],
                       .page_bytes = USUAL_PAGE_BYTES };

    if (l.ways > 0)
        choose_groups(plan, &l);
    return l;
}

/* Returns true when more lines than fit into a set, the stride apart, cost at least an eighth of a
 * miss more than their control. */
static bool conflicts(struct probe_run *run, const struct level *l, const struct plan *quick)
{
    const uint64_t *cost = &run->plan->cache_cost[l->number];
    uint64_t lowest[KINDS] = { 0 };

    if (!has_room(l))
        return false;
    make_sequences(run, l);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        for (unsigned pass = 0; pass < TRIAL_PASSES; pass++)
            visit(l, quick, 0, kind);
        const struct timing *t = &timings[0][kind];

        for (unsigned i = 0; i < t->n_ticks; i++) {
            uint64_t here = (t->ticks[i] << 8) / t->ops;

            lowest[kind] = i == 0 || here < lowest[kind] ? here : lowest[kind];
        }
    }
    return lowest[0] > lowest[1] + cost[0] - run->plan->cache_cost[0] + (cost[1] - cost[0]) / 8;
}

/* The stride comes from a capacity that is an estimate: takes the smallest of what lies near it,
 * powers of two among them, that puts lines into one set; and leaves L as it was when none does. */
static void choose_stride(struct probe_run *run, struct level *l)
{
    struct plan quick = quick_plan(run->plan);
    size_t power = ROUND_BYTES, way = l->stride_bytes;

    while (2 * power <= way)
        power *= 2;
    size_t tried[] = { power / 2, power, way, 2 * power };

    for (unsigned i = 0; i < sizeof tried / sizeof tried[0]; i++) {
        struct level near = *l;

        near.stride_bytes = tried[i];
        choose_groups(run->plan, &near);
        if (tried[i] % ROUND_BYTES == 0 && conflicts(run, &near, &quick)) {
            *l = near;
            break;
        }
    }
    run->plan->cache_way_bytes[l->number] = l->stride_bytes;
}

static void each_level(struct probe_run *run, const struct hal_block *block)
{
    for (unsigned k = 0; k < run->plan->n_caches; k++) {
        struct level l = level_of(run->plan, k);

        if (l.ways == 0)
            continue;
        l.block = *block;
        if (block->page_bytes > 0)
            l.page_bytes = block->page_bytes;
        if (can_find(&l))
            choose_stride(run, &l);
        l.fillers = fillers_of(&l);
        const struct probe_key keys[] = { { "level", k + 1 },
                                          { "ways", l.ways },
                                          { "stride", l.stride_bytes },
                                          { "groups", l.groups },
                                          { "spread", l.evict_stride_bytes },
                                          { "fillers", l.fillers },
                                          { "page", block->page_bytes },
                                          { "contiguous", block->contiguous },
                                          { 0, 0 } };
        probe_series(run, run->name, keys);
        probe_done(run, run->name, measure(run, &l));
    }
}

/* Memory that all levels need, bytes; 0: the ways of none are known. */
static size_t wanted_bytes(const struct plan *plan)
{
    size_t most = 0;

    for (unsigned k = 0; k < plan->n_caches; k++) {
        struct level l = level_of(plan, k);
        size_t power = ROUND_BYTES;

        while (power < l.stride_bytes)
            power *= 2;
        l.stride_bytes = 2 * power; /* the most that choose_stride() takes */
        size_t bytes = l.ways > 0 ? needed_bytes(&l) + SLACK_BYTES : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

static enum record_end run(struct probe_run *run)
{
    struct hal_block block;

    use_given_ways(run->plan);
    size_t most = wanted_bytes(run->plan);
    if (most == 0)
        return RECORD_END_NO_CACHES;
    if (estimate_costs(run->plan) != 0)
        return RECORD_END_NO_MEMORY;
    if (most > hal_alloc_limit_bytes())
        most = hal_alloc_limit_bytes();
    while (granted_alloc(&block, most, USUAL_PAGE_BYTES, HAL_PAGES_CONTIGUOUS) != 0)
        if ((most /= 2) < USUAL_PAGE_BYTES)
            return RECORD_END_NO_MEMORY;
    each_level(run, &block);
    hal_free(&block);
    return RECORD_END_OK;
}

static unsigned points(const struct plan *plan)
{
    enum { SENTENCES = 3 }; /* a sequence: its order, and a timing of each kind */

    return SENTENCES * SEQUENCES * (plan->n_caches > 0 ? plan->n_caches : 3);
}

static const struct probe_option *const options[] = { &estimate_capacity, &ways, 0 };

const struct probe probe_cache_policy = {
    .rank = 36,
    .about = "replacement policy and inclusion of each cache level: orders of accesses to one set",
    .options = options,
    .points = points,
    .run = run,
};
