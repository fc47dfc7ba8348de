/* Ways of each cache level: lines that all fall into one set (BlackjackBench section 3.1.3; compact
 * sets and stride decomposition, X-Ray sections 4.2 to 4.5).
 *
 * x = lines : kind. Lines STRIDE bytes apart share a set of the level asked about as soon as the
 * stride is a multiple of its ways' size; more of them than it has ways cost what the next level
 * does. Kind 0 is that chain. Kind 1 is its control: the same pages, lines spread over the sets.
 * What a load costs in a level is kind 0 less kind 1: the TLB is in both. One series for each level
 * and stride. Keys: level, capacity (bytes, as the board estimated it), stride, scattered, spread
 * and above (conflict_set.h), page, contiguous (1: the whole block is one piece of physical
 * memory).
 *
 * Where frames hide sets: lines that were found to evict each other (eviction.h). x = lines of the
 * set, ops = laps over them and FILLERS lines of other sets. Keys: level, capacity, proven (number
 * of the set, from 1), pool (candidates), tried and joined (candidates held against the set, and
 * those that it evicts), fillers, page. Series cache_hot with it: x = lines of the set : kind, a
 * visit to one more line after each of them, of the same set (kind 0) or another (1). A level
 * before it keeps that line, unless this one loses it and is inclusive. Keys: beside, level,
 * proven, visits (the most in a lap: a visit comes after every second, third ... line where there
 * are more). Series cache_orders, too: lines of the set visited twice a lap in random order, which
 * distinguishes policies. E, x = order; values: numbers of lines. S, x = order : fillers after each
 * visit, ops = loads. Keys: beside, level, proven. */
#include "capacity_edge.h"
#include "eviction.h"
#include "hal/timer.h"
#include "lib/estimate.h"
#include "lib/granted.h"
#include "lib/measure.h"

/* A stride is taken so that so many lines of a set fit in memory; a series down to a capacity's
 * CHECK-th part shows the capacity that the level really has. */
enum {
    LINES = 40,
    FEW_LINES = 26,
    CHECK = 32,
    LEAST_STRIDE_BYTES = 256,
    CAPACITIES = 20,
    SLOW_LINES = 16,
    SLOW_TENTHS = 20,
    CANDIDATES_BYTES = 12 << 20, /* one line a page, where frames hide sets */
    QUICK_BYTES = 16 << 20,
    SMALL_PAGE_BYTES = 64 * 1024,
    PLATEAU = 3 /* fewer points may be on their way up */
};

static size_t largest_bytes(const struct plan *plan)
{
    static const size_t by_effort[] = {
        [EFFORT_QUICK] = (size_t)256 << 20,
        [EFFORT_NORMAL] = (size_t)256 << 20,
        [EFFORT_THOROUGH] = (size_t)1 << 30,
    };
    size_t most = plan->max_bytes > 0 ? plan->max_bytes : by_effort[plan->effort];

    if (plan->slow) /* of which few lines are touched: so many lie apart by a cache's size */
        most *= SLOW_LINES;
    return most < hal_alloc_limit_bytes() ? most : hal_alloc_limit_bytes();
}

static unsigned passes(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 5 : plan->effort == EFFORT_NORMAL ? 6 : EDGE_PASSES;
}

static unsigned points(const struct plan *plan)
{
    enum { SERIES = 4, PUBLISHED = 4 }; /* a level */
    unsigned series = plan->effort == EFFORT_QUICK ? SERIES : SERIES + PUBLISHED;

    return series * (plan->n_caches > 0 ? plan->n_caches : 3) * EDGE_USUAL_POINTS;
}

/* Where frames are scattered more memory than the candidates need shows no more, and needs time to
 * be granted. */
static bool allocate_scattered(struct hal_block *block)
{
    if (granted_alloc(block, QUICK_BYTES, 4096, HAL_PAGES_CONTIGUOUS) != 0)
        return false;
    if (!block->contiguous && block->page_bytes > 0 && block->page_bytes <= SMALL_PAGE_BYTES)
        return true;
    hal_free(block);
    return false;
}

static int allocate(struct hal_block *block, const struct plan *plan)
{
    size_t most = largest_bytes(plan), last = plan->cache_bytes[plan->n_caches - 1];
    size_t bytes = last < most / CAPACITIES ? last * CAPACITIES : most;

    if (bytes < CANDIDATES_BYTES && plan->n_caches > 1)
        bytes = most < CANDIDATES_BYTES ? most : CANDIDATES_BYTES;
    if (plan->effort == EFFORT_QUICK && bytes > QUICK_BYTES && allocate_scattered(block))
        return 0;
    for (; bytes >= 2 * plan->cache_bytes[0]; bytes /= 2)
        if (granted_alloc(block, bytes, 4096, HAL_PAGES_CONTIGUOUS) == 0)
            return 0;
    return -1;
}

/* The state of a run, which goes through the levels, nearest first. */
struct ways {
    struct probe_run *run;
    struct hal_block block;
    unsigned level; /* from 0 */
    struct way {
        size_t bytes; /* between lines of one set; 0: not found */
        unsigned n;
        size_t evict_stride_bytes; /* that was needed to see the level */
    } at[PLAN_CACHES];
    uint64_t begin_ticks;
};

static bool out_of_time(const struct ways *w)
{
    static const uint64_t tenths[] = { 7, 20, 200 }; /* of a second, by effort */
    const struct plan *plan = w->run->plan;
    uint64_t n = plan->slow ? SLOW_TENTHS : tenths[plan->effort];

    return measure_late(w->begin_ticks, measure_budget_ticks(plan, n));
}

/* One series with its PROBE and DONE, up to the step to the cost of level NEXT, from 0. */
static struct capacity_edge measure_up_to(struct ways *w, struct conflict_set *c, unsigned next)
{
    const struct plan *plan = w->run->plan;
    const struct probe_key keys[] = { { "level", w->level + 1 },
                                      { "capacity", c->capacity_bytes },
                                      { "stride", c->stride_bytes },
                                      { "scattered", c->scattered },
                                      { "spread", c->evict_stride_bytes },
                                      { "above", c->evict_stride_bytes > 0 ? c->above : 0 },
                                      { "page", w->block.page_bytes },
                                      { "contiguous", w->block.contiguous },
                                      granted_key(),
                                      { 0, 0 } };
    const uint64_t *cost = &plan->cache_cost[w->level];
    struct edge_costs costs = { plan->cache_cost[0], w->level > 0 ? cost[-1] : 0, cost[0],
                                plan->cache_cost[next] };
    struct capacity_edge edge = { 0 };

    probe_series(w->run, w->run->name, keys);
    enum record_end end = RECORD_END_NO_TIME;
    if (!out_of_time(w))
        end = edge_measure(w->run, c, &costs, passes(plan), &edge);
    probe_done(w->run, w->run->name, end);
    return edge;
}

static struct capacity_edge measure(struct ways *w, struct conflict_set *c)
{
    return measure_up_to(w, c, w->level + 1);
}

/* The least power of two from BYTES on. */
static size_t power_from(size_t bytes)
{
    size_t power = 1;

    while (power < bytes)
        power *= 2;
    return power;
}

/* FROM halved until so many LINES of it fit in the block. */
static size_t fitting(const struct ways *w, size_t from, size_t lines)
{
    while (from > LEAST_STRIDE_BYTES && from > w->block.size_bytes / lines)
        from /= 2;
    return from & ~(sizeof(void *) - 1); /* lines hold pointers */
}

/* The largest way of a nearer level that is smaller than BELOW; 0: none. */
static size_t next_evict_stride(const struct ways *w, size_t below)
{
    size_t spread = 0;

    for (unsigned j = 0; j < w->level; j++)
        if (w->at[j].bytes < below && w->at[j].bytes > spread)
            spread = w->at[j].bytes;
    return spread;
}

/* The level at one stride: with the groups that were needed so far, at first none, as only a level
 * needs them that has no more ways than a nearer one; then spread by the nearer levels' ways,
 * largest first, until the level shows. */
static struct capacity_edge find_evict_stride(struct ways *w, struct conflict_set *c)
{
    struct capacity_edge edge = measure(w, c);
    size_t last = c->evict_stride_bytes > 0 ? c->evict_stride_bytes : SIZE_MAX;
    size_t spread;

    while (edge.plateau < PLATEAU && (edge.lines == 0 || c->evict_stride_bytes == 0) &&
           (spread = next_evict_stride(w, last)) > 0) {
        last = c->evict_stride_bytes = spread;
        edge = measure(w, c);
    }
    return edge;
}

static void remember(struct ways *w, const struct conflict_set *c, struct capacity_edge edge)
{
    struct way *own = &w->at[w->level];

    own->evict_stride_bytes = c->evict_stride_bytes;
    if (edge.lines == 0)
        return;
    size_t way = c->capacity_bytes / edge.lines, power = power_from(way);

    /* A power of two: the capacity is an estimate, and sets are nearly always so. */
    own->bytes = power - way < way - power / 2 ? power : power / 2;
    own->n = edge.lines;
    w->run->plan->cache_ways[w->level] = edge.lines;
    w->run->plan->cache_way_bytes[w->level] = way;
}

static struct conflict_set conflict_of(struct ways *w)
{
    struct conflict_set c = { .block = &w->block,
                              .capacity_bytes = w->run->plan->cache_bytes[w->level],
                              .evict_stride_bytes = w->at[w->level].evict_stride_bytes };

    for (unsigned j = 0; j < w->level; j++)
        c.above = c.above > w->at[j].n ? c.above : w->at[j].n;
    return c;
}

/* Any multiple of the ways' size shows the ways: of ways that are a power of two, all larger powers
 * are. */
static void measure_ways(struct ways *w)
{
    struct conflict_set c = conflict_of(w);

    c.stride_bytes = fitting(w, power_from(c.capacity_bytes), LINES);
    struct capacity_edge edge = find_evict_stride(w, &c);
    /* As many lines as the capacity has strides: the ways may be larger than the stride. */
    while (edge.lines > 1 && 2 * edge.lines * c.stride_bytes < 3 * c.capacity_bytes &&
           (edge.lines + 2) * 2 * c.stride_bytes <= w->block.size_bytes) {
        c.stride_bytes *= 2;
        edge = find_evict_stride(w, &c);
    }
    remember(w, &c, edge);
}

/* Of ways that are no power of two, the capacity is a multiple and perhaps some of its parts are.
 * Multiples of a way that follow no rule show the same ways, unless the index is hashed. */
static void check_ways(struct ways *w)
{
    struct conflict_set c = conflict_of(w);
    size_t power = power_from(c.capacity_bytes);

    c.way_bytes = w->at[w->level].bytes;
    c.stride_bytes = power / CHECK > LEAST_STRIDE_BYTES ? power / CHECK : LEAST_STRIDE_BYTES;
    c.evict_stride_bytes = 0; /* so many lines make nearer levels overflow of themselves */
    measure(w, &c);
    c.evict_stride_bytes = w->at[w->level].evict_stride_bytes;
    if (c.capacity_bytes != power) {
        c.stride_bytes = fitting(w, c.capacity_bytes, FEW_LINES);
        struct capacity_edge edge = measure(w, &c);

        if (w->at[w->level].n == 0) /* a way that is no power of two */
            remember(w, &c, edge);
    }
    c.stride_bytes = c.way_bytes;
    c.scattered = true;
    if (c.stride_bytes > 0)
        measure(w, &c);
}

/* Measures the series that the published rules read. Strides from half of a way to twice its size:
 * where the number of lines that fit ceases to halve is a way (X-Ray section 4.2). Lines a capacity
 * apart up to the cost of memory, whichever level that step belongs to (BlackjackBench
 * section 3.1.3). */
static void measure_published(struct ways *w)
{
    struct conflict_set c = conflict_of(w);
    size_t way = w->at[w->level].bytes;

    c.evict_stride_bytes = 0;
    for (c.stride_bytes = way / 2; way > 0 && c.stride_bytes <= 2 * way; c.stride_bytes *= 2)
        measure(w, &c);
    c.stride_bytes = fitting(w, power_from(c.capacity_bytes), FEW_LINES);
    measure_up_to(w, &c, w->run->plan->n_caches);
}

/* ---- sets that are found by what their lines evict ---- */

enum { PROVEN_TIMINGS = 6, PROVEN_WARM_LAPS = 64 };

/* Timings of one set, by number of lines. */
static struct {
    uint64_t laps, ticks[PROVEN_TIMINGS];
    unsigned n_ticks;
} proven[EVICTION_LINES];

/* Times laps over the first N lines of S. */
static void time_laps(struct ways *w, const struct eviction_level *l, const struct eviction_set *s,
                      unsigned n)
{
    struct chase chase = { 0 };
    struct measure_kernel kernel = { chase_walk, &chase };
    uint64_t lap = eviction_lay(l, s, n, &chase.base), laps = proven[n - 1].laps;

    chase_walk(&chase, lap * PROVEN_WARM_LAPS);
    if (laps == 0)
        proven[n - 1].laps = laps = measure_enough_ops(w->run->plan, &kernel, lap, 0) / lap;
    uint64_t ticks = laps > 0 ? measure_ticks(&kernel, laps * lap) : MEASURE_NONE;

    if (ticks != MEASURE_NONE)
        proven[n - 1].ticks[proven[n - 1].n_ticks++] = ticks;
}

static void send_proven(struct ways *w, const struct eviction_level *l,
                        const struct eviction_set *s)
{
    for (unsigned i = 0; i < EVICTION_LINES; i++)
        proven[i].laps = proven[i].n_ticks = 0;
    for (unsigned i = 0; i < s->n * PROVEN_TIMINGS; i++)
        time_laps(w, l, s, i % s->n + 1);
    for (unsigned i = 0; i < s->n; i++) {
        uint64_t x = i + 1;

        if (proven[i].n_ticks > 0)
            probe_sample(w->run, &x, 1, proven[i].laps, proven[i].ticks, proven[i].n_ticks);
    }
}

/* The line that a lap comes back to: of the set itself, or of another. */
enum { HOT_OF_SET, HOT_OF_OTHERS, HOT_KINDS, HOT_FEWEST = 2, HOT_LINES = 16 };

/* Times a lap over N lines of S with a hot line of KIND between them. */
static void time_hot(struct ways *w, const struct eviction_level *l, const struct eviction_set *s,
                     unsigned n, unsigned kind)
{
    struct chase chase = { 0 };
    struct measure_kernel kernel = { chase_walk, &chase };
    uint64_t x[] = { n, kind }, ticks[PROVEN_TIMINGS];
    unsigned hot = kind == HOT_OF_SET ? s->line[s->n - 1] : s->other[0];
    uint64_t lap = eviction_lay_hot(l, s, n, hot, &chase.base);

    chase_walk(&chase, lap * PROVEN_WARM_LAPS);
    uint64_t ops = measure_enough_ops(w->run->plan, &kernel, lap, 0);
    unsigned n_ticks = measure_rounds(&kernel, ops, ticks, PROVEN_TIMINGS);

    if (n_ticks > 0)
        probe_sample(w->run, x, 2, ops, ticks, n_ticks);
}

/* One companion series: does a line that a nearer level keeps leave it with the set? */
static void measure_hot(struct ways *w, const struct eviction_level *l,
                        const struct eviction_set *s, unsigned k)
{
    const struct probe_word beside[] = { { "beside", w->run->name }, { 0, 0 } };
    const struct probe_key keys[] = {
        { "level", w->level + 1 }, { "proven", k }, { "visits", EVICTION_HOT }, { 0, 0 }
    };

    probe_series_both(w->run, "cache_hot", beside, keys);
    for (unsigned n = HOT_FEWEST; n < s->n && n <= HOT_LINES; n++)
        for (unsigned kind = 0; kind < HOT_KINDS; kind++)
            time_hot(w, l, s, n, kind);
    probe_done(w->run, "cache_hot", w->run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

enum {
    ORDERS = 6, /* of all lines found, and of fewer: a set has from half of them to nearly all */
    ORDER_PARTS = 8,
    ORDER_TRIES = 32,
    FORGOTTEN = 16, /* so many other lines later a first level has lost a line */
    FEWEST_LINES = 3
};

/* The numbers 0 to N - 1 in random order. */
static void draw(struct probe_run *run, uint16_t *at, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned j = (unsigned)(((probe_random(run) >> 32) * (i + 1)) >> 32);

        at[i] = at[j];
        at[j] = (uint16_t)i;
    }
}

/* Returns true when no number comes again within APART of ORDER, 2 N numbers from lap to lap. */
static bool lie_apart(const uint16_t *order, unsigned n, unsigned apart)
{
    for (unsigned i = 0; i < 2 * n; i++)
        for (unsigned k = 1; k < apart && k < n; k++)
            if (order[i] == order[(i + k) % (2 * n)])
                return false;
    return true;
}

/* One companion series: the set's lines in orders that policies treat differently. */
static void measure_orders(struct ways *w, const struct eviction_level *l,
                           const struct eviction_set *s, unsigned k)
{
    const struct probe_word beside[] = { { "beside", w->run->name }, { 0, 0 } };
    const struct probe_key keys[] = { { "level", w->level + 1 }, { "proven", k }, { 0, 0 } };
    uint16_t order[2 * EVICTION_LINES];

    probe_series_both(w->run, "cache_orders", beside, keys);
    for (unsigned i = 0; i < ORDERS && s->n * (ORDER_PARTS - i) >= ORDER_PARTS * FEWEST_LINES;
         i++) {
        struct chase chase = { 0 };
        struct measure_kernel kernel = { chase_walk, &chase };
        unsigned n = s->n * (ORDER_PARTS - i) / ORDER_PARTS, tries = 0;
        unsigned fillers = eviction_fillers(s, 2 * n);
        uint64_t x[] = { i, fillers }, ticks[PROVEN_TIMINGS];

        do {
            draw(w->run, order, n);
            draw(w->run, order + n, n);
        } while (!lie_apart(order, n, FORGOTTEN / (fillers + 1) + 1) && ++tries < ORDER_TRIES);
        uint64_t lap = eviction_lay_order(l, s, order, 2 * n, &chase.base);

        chase_walk(&chase, lap * PROVEN_WARM_LAPS);
        uint64_t ops = measure_enough_ops(w->run->plan, &kernel, lap, 0);
        unsigned n_ticks = measure_rounds(&kernel, ops, ticks, PROVEN_TIMINGS);

        if (n_ticks > 0) {
            probe_event(w->run, i, order, 2 * n);
            probe_sample(w->run, x, 2, ops, ticks, n_ticks);
        }
    }
    probe_done(w->run, "cache_orders",
               w->run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* One series, for set number K of N_POOL candidates. Returns whether a set was found. */
static bool measure_proven(struct ways *w, const struct eviction_level *l, unsigned k,
                           unsigned n_pool)
{
    struct eviction_set s;
    bool found = eviction_find(w->run, l, n_pool, &s);
    const struct probe_key keys[] = { { "level", w->level + 1 },
                                      { "capacity", w->run->plan->cache_bytes[w->level] },
                                      { "proven", k },
                                      { "pool", n_pool },
                                      { "tried", s.n_tried },
                                      { "joined", s.n_joined },
                                      { "fillers", l->n_fillers },
                                      { "page", l->page_bytes },
                                      { 0, 0 } };

    probe_series(w->run, w->run->name, keys);
    if (found)
        send_proven(w, l, &s);
    probe_done(w->run, w->run->name, found ? RECORD_END_OK : RECORD_END_NO_FRAMES);
    if (found && w->level > 0) {
        measure_hot(w, l, &s, k);
        measure_orders(w, l, &s, k);
    }
    return found;
}

/* Returns true when frames hide the sets of the level, or may: what the strides showed of an outer
 * level, many ways of a page, is what they would show of any. */
static bool frames_may_hide(const struct ways *w)
{
    const struct way *own = &w->at[w->level];

    if (EVICTION_POOL < EVICTION_FEWEST || w->block.contiguous || w->block.page_bytes == 0)
        return false;
    return w->level > 0 || own->n == 0 || own->bytes > w->block.page_bytes;
}

/* A time limit in the thread's own time, where the port has it: on a busy machine a search that
 * is cut off by others' time finds nothing. Bounded by a few times as much of all time. */
struct limit {
    uint64_t begin_ticks, begin_ns, budget_ticks, budget_ns;
};

static struct limit limit_of(const struct plan *plan, bool is_first)
{
    /* Of a second, by effort, for the nearest level that frames hide and for others: of these so
     * few candidates share a set that a short search finds none. */
    static const uint64_t firsts[] = { 8, 10, 100 }, others[] = { 2, 10, 100 };
    const uint64_t *tenths = is_first ? firsts : others;
    enum { TIMES = 6, NS_A_TENTH = 100000000 };
    uint64_t n = tenths[plan->effort], begin_ns = hal_timer_thread_ns();
    uint64_t ticks = measure_budget_ticks(plan, n);

    return (struct limit){ .begin_ticks = hal_timer_now_ticks(),
                           .begin_ns = begin_ns,
                           .budget_ticks = begin_ns > 0 ? TIMES * ticks : ticks,
                           .budget_ns = plan->budget_seconds > 0
                                            ? plan->budget_seconds * 10 * NS_A_TENTH
                                            : n * NS_A_TENTH };
}

static bool is_over(const void *ctx)
{
    const struct limit *limit = ctx;

    return measure_late(limit->begin_ticks, limit->budget_ticks) ||
           (limit->begin_ns > 0 && hal_timer_thread_ns() - limit->begin_ns > limit->budget_ns);
}

/* Several sets of the level, of as many candidates as there are: an index may be hashed, so that
 * few share a set, and how many are needed is known when they evict. */
static unsigned measure_hidden(struct ways *w)
{
    enum {
        MOST_PAGE_BYTES = 4096, /* of what the block is cut into: large pages may be a name */
        FAILED = 8,             /* attempts, before any set was found */
    };
    static const unsigned wanted[] = { 4, 8, 16 }; /* by effort */
    const struct plan *plan = w->run->plan;
    const uint64_t *cost = &plan->cache_cost[w->level];
    size_t page = w->block.page_bytes;
    struct limit limit = limit_of(plan, w->level <= 1);
    struct eviction_level l = { &w->block,
                                page < MOST_PAGE_BYTES ? page : MOST_PAGE_BYTES,
                                cost[0],
                                cost[1],
                                w->level ? EVICTION_FILLERS : 0,
                                is_over,
                                &limit };
    size_t n = w->block.size_bytes / l.page_bytes;
    size_t pages = plan->cache_bytes[w->level] / l.page_bytes;
    unsigned found = 0;

    n = n < EVICTION_POOL ? n : EVICTION_POOL;
    if (2 * pages > n && w->level > 0)
        return 0; /* too many colours: hardly any of so few candidates would share a set */
    for (unsigned tries = 0;
         found < wanted[plan->effort] && tries < FAILED + 2 * found && !is_over(&limit); tries++)
        found += measure_proven(w, &l, found + 1, (unsigned)n);
    return found;
}

static void measure_all(struct ways *w)
{
    unsigned n = w->run->plan->n_caches;

    for (w->level = 0; w->level < n; w->level++)
        measure_ways(w);
    for (w->level = 0; w->level < n; w->level++)
        check_ways(w);
    for (w->level = 0; w->level < n; w->level++)
        measure_published(w);
    for (w->level = 0; w->level < n; w->level++)
        if (frames_may_hide(w))
            (void)measure_hidden(w);
}

/* Where frames hide the sets of a level, and sets were found by what they evict, strides say
 * nothing more. */
static void measure_quickly(struct ways *w)
{
    unsigned n = w->run->plan->n_caches;
    bool found[PLAN_CACHES] = { false };

    w->level = 0;
    measure_ways(w);
    check_ways(w);
    for (w->level = 0; w->level < n; w->level++)
        found[w->level] = frames_may_hide(w) && measure_hidden(w) > 0;
    w->begin_ticks = hal_timer_now_ticks();
    for (w->level = 1; w->level < n; w->level++)
        if (!found[w->level])
            measure_ways(w);
    for (w->level = 1; w->level < n; w->level++)
        if (!found[w->level])
            check_ways(w);
}

static enum record_end run(struct probe_run *run)
{
    static struct ways w;

    w = (struct ways){ .run = run };
    if (run->plan->n_caches == 0)
        return RECORD_END_NO_CACHES;
    if (estimate_costs(run->plan) != 0 || allocate(&w.block, run->plan) != 0)
        return RECORD_END_NO_MEMORY;
    w.begin_ticks = hal_timer_now_ticks();
    if (run->plan->effort == EFFORT_QUICK)
        measure_quickly(&w);
    else
        measure_all(&w);
    hal_free(&w.block);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &estimate_capacity, &measure_time, 0 };

const struct probe probe_cache_ways = {
    .rank = 35,
    .slow = true,
    .about = "ways of each cache level: lines of one set",
    .options = options,
    .points = points,
    .run = run,
};
