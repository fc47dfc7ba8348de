/* Which lines come that nobody loaded.
 *
 * Groups of loads, each in pages of its own, are followed by the test of one line each, some groups
 * later; a lap holds more groups than the second cache (the only one, where there is one) has room
 * for, so that what a test finds there was fetched since. All loads are of one chain and one
 * instruction. One series for each manner of loading:
 *
 * x = KIND : BYTES, ops = loads and tests. KIND 0: the test is of the line loaded last; 1: of a
 * line in its page that is near no other; 2: BYTES further on in the loads' direction; 3: BYTES
 * back, of a single load; 4: of the other half of the 2 * BYTES around it. Kinds 2 and 3 of a
 * single load do not leave its half of 2 * BYTES by a test of kind 4. Keys: loads, in a row in a
 * page; stride, bytes between these; down, 1: at falling addresses; streams, pages whose loads take
 * turns; beyond, 1: the tested line is the next page's first; line, bytes, and page. Nothing but
 * the test differs between the kinds of a series.
 *
 * Then, where the port flushes lines, whether lines that come together also leave together:
 * x = KIND : BYTES, key flush. Loads of scattered lines, and the timed loads of the other halves of
 * the 2 * BYTES around each; between them nothing was flushed (KIND 0), what was loaded (1), or
 * that and what is timed (2). */
#include "hal/cache.h"
#include "lib/far_memory.h"
#include "lib/flush.h"
#include "lib/granted.h"
#include "lib/sweep.h"

enum { LOADED, ELSEWHERE, ONWARD, BACK, PAIR };

enum {
    USUAL_LINE_BYTES = 64,
    USUAL_PAGE_BYTES = 4096,
    MOST_PAGE_BYTES = 65536,
    FEWEST_LOADS = 3, /* in a row: two steps */
    USUAL_LOADS = 6,
    LOADS_OF_MANY = 4, /* streams, so that the first cache holds what they bring */
    ROOM_LINES = 9,    /* kept free before the loads of a page, for tests elsewhere */
    SINGLE_LINES = 16, /* that a single load has for itself */
    MOST_AHEAD_LINES = 24,
    MOST_BYTES = 64 << 20,
    OVERFLOWS = 5, /* lines of a lap, as many halves of what the cache has */
    LEAST_OVERFLOWS = 3,
};

struct groups {
    struct far_walker walker; /* first: the context of the kernel is a far_walker, too */
    char *base;
    size_t line, page, slot;                    /* bytes */
    size_t loads, stride, streams, ahead_lines; /* stride in lines */
    bool down, beyond, wide;                    /* wide: the loads take more than a page */
    size_t n;                                   /* groups in a lap */
    uint64_t seed;
    uint64_t kind, bytes; /* of the test */
    void **link;          /* where the next address goes */
};

static struct sweep sweep;

static uint64_t mixed(uint64_t x)
{
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
    return x ^ (x >> 29);
}

/* The number that follows I < N in an order that looks random: each of N numbers once. */
static size_t shuffled(size_t i, size_t n)
{
    unsigned bits = 1;

    while ((n - 1) >> bits > 0)
        bits++;
    size_t mask = ((size_t)1 << bits) - 1;
    do {
        for (unsigned round = 0; round < 3; round++) {
            i = (i * (size_t)0x5f356495 + 0x1b873593) & mask;
            i ^= i >> ((bits + 1) / 2);
        }
    } while (i >= n);
    return i;
}

static size_t below(uint64_t random, size_t n)
{
    return (size_t)(((random >> 32) * n) >> 32);
}

/* Line of the last load, counted from the slot's begin, of a slot whose random number is R. */
static size_t last_line(const struct groups *g, uint64_t r)
{
    size_t lines = g->page / g->line, span = (g->loads - 1) * g->stride;

    if (g->loads == 1) { /* in the lower or the upper half, as the test wants it */
        size_t at = SINGLE_LINES / 4 + below(r, SINGLE_LINES / 4),
               unit = (size_t)(g->bytes / g->line);

        return g->kind == ONWARD ? at | unit : g->kind == BACK ? at & ~unit : at;
    }
    if (g->beyond)
        return lines - 1;
    if (g->wide)
        return g->slot / g->line - lines + below(r, lines - g->stride);
    return ROOM_LINES + span + below(r, lines - ROOM_LINES - span - g->ahead_lines);
}

/* A line that is near none of the loads, whose last is LAST. */
static size_t elsewhere(const struct groups *g, size_t last, uint64_t r)
{
    size_t lines = g->page / g->line;

    if (g->loads == 1)
        return last + SINGLE_LINES / 2 - 1 - below(r << 7, 2);
    if (g->beyond)
        return 2 * lines; /* as far in its page */
    if (g->stride > USUAL_LOADS)
        return last + g->stride / 2;
    return last - (g->loads - 1) * g->stride - ROOM_LINES / 2 - below(r << 7, ROOM_LINES / 2);
}

static size_t tested(const struct groups *g, size_t last, uint64_t r)
{
    size_t unit = (size_t)g->bytes / g->line;

    switch (g->kind) {
    case LOADED:
        return last;
    case ELSEWHERE:
        return elsewhere(g, last, r);
    case ONWARD:
        return last + unit;
    case BACK:
        return last - unit;
    default:
        return last ^ unit;
    }
}

/* Links load K, or the test where K is LOADS, of stream J of group I. */
static void go(struct groups *g, size_t i, size_t j, size_t k)
{
    size_t slot = shuffled(i, g->n) * g->streams + j, lines = g->page / g->line;
    uint64_t r = mixed(g->seed + slot + 1);
    size_t last = last_line(g, r);
    size_t at = k < g->loads ? last - (g->loads - 1 - k) * g->stride : tested(g, last, r);

    if (g->down)
        at = lines - 1 - at;
    at += slot * (g->slot / g->line);
    if (g->loads == 1) /* all sets alike: elsewhere in its page, as all of that page */
        at = (at & ~(lines - 1)) + ((at + 4 * (size_t)mixed(at / lines + 1)) & (lines - 1));
    void **to = (void **)(void *)(g->base + at * g->line);
    to += k < g->loads ? 0 : 1; /* a line may be loaded and tested */
    *g->link = (void *)to;
    g->link = to;
}

/* Groups between the loads of one and its test: what is fetched takes its time. */
static size_t lag(const struct groups *g)
{
    return g->streams > 2 ? 0 : 4 / g->streams;
}

static uint64_t prepare(void *ctx, const uint64_t *x)
{
    struct groups *g = ctx;
    size_t n = g->n, late = lag(g);
    void *first = 0;

    g->kind = x[0];
    g->bytes = x[1];
    g->link = &first;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < g->loads; k++)
            for (size_t j = 0; j < g->streams; j++)
                go(g, i, j, k);
        for (size_t j = 0; j < g->streams; j++)
            go(g, i >= late ? i - late : i + n - late, j, g->loads);
    }
    *g->link = first;
    g->walker.at = first;
    return (uint64_t)n * g->streams * (g->loads + 1);
}

/* The second cache; where there is none, the first. */
static size_t cache_bytes(const struct plan *plan)
{
    return plan->cache_bytes[plan->n_caches > 1 ? 1 : 0];
}

/* Lays out the slots of G in BYTES of memory. false: it does not hold a lap. */
static bool fits(struct groups *g, const struct plan *plan, size_t bytes)
{
    size_t lines = g->page / g->line, span = (g->loads - 1) * g->stride;
    size_t each = g->streams * (g->loads + 1), most = cache_bytes(plan) / g->line;

    g->wide = !g->beyond && ROOM_LINES + span + g->ahead_lines >= lines;
    g->slot = g->loads == 1 ? SINGLE_LINES * g->line
              : g->beyond   ? 3 * g->page
              : g->wide     ? ((span + lines - 1) / lines + 1) * g->page
                            : g->page;
    g->n = OVERFLOWS * most / 2 / each;
    if (g->n > bytes / (g->streams * g->slot))
        g->n = bytes / (g->streams * g->slot);
    return g->n > 4 && g->n * each > LEAST_OVERFLOWS * most / 2 - each;
}

static unsigned add_point(unsigned n, uint64_t kind, uint64_t bytes)
{
    sweep.x[n][0] = kind;
    sweep.x[n][1] = bytes;
    return n + 1;
}

/* A single load: its neighbours, by lines and by pairs of these. */
static unsigned single_points(const struct groups *g)
{
    unsigned n = add_point(add_point(0, LOADED, 0), ELSEWHERE, 0);

    n = add_point(add_point(n, ONWARD, g->line), BACK, g->line);
    return add_point(add_point(n, PAIR, g->line), PAIR, 2 * g->line);
}

static unsigned stream_points(const struct groups *g)
{
    static const unsigned char steps[] = { 1, 2, 3, 4, 6, 8, 12, 16, 24 };
    unsigned n = add_point(add_point(0, LOADED, 0), ELSEWHERE, 0);

    for (unsigned i = 0; i < sizeof steps && steps[i] * g->stride <= g->ahead_lines; i++)
        n = add_point(n, ONWARD, steps[i] * g->stride * g->line);
    return n;
}

static void time_groups(struct probe_run *run, struct groups *g)
{
    static const unsigned char passes[] = { 3, 8, SWEEP_PASSES };
    const struct probe_key keys[] = { { "loads", g->loads },   { "stride", g->stride * g->line },
                                      { "down", g->down },     { "streams", g->streams },
                                      { "beyond", g->beyond }, { "line", g->line },
                                      { "page", g->page },     { 0, 0 } };

    sweep.name = run->name;
    sweep.keys = keys;
    sweep.n_x = 2;
    sweep.n_points = g->loads == 1 ? single_points(g) : stream_points(g);
    sweep.passes = passes[run->plan->effort];
    sweep.share_ticks = measure_second_ticks() / 8;
    sweep.budget_ticks = measure_second_ticks() / (run->plan->effort == EFFORT_QUICK ? 32 : 8);
    sweep.goes_on_from = 0;
    sweep.most_warm = 1;
    sweep.prepare = prepare;
    sweep.kernel = (struct measure_kernel){ far_walk, g };
    (void)sweep_run(run, &sweep);
}

enum { UP = 0, DOWN = 1, BEYOND = 2, IN_PAGE = 4 };

/* A series of loads STRIDE lines apart on each of STREAMS pages, where there is memory. IN_PAGE:
 * with so few loads that they lie in one page, where the usual number does not. */
static void run_manner(struct probe_run *run, const struct groups *usual, size_t bytes,
                       size_t stride, size_t streams, unsigned how)
{
    enum { MANY = 16 };
    struct groups g = *usual;
    size_t lines = g.page / g.line, room = lines - ROOM_LINES - 2;

    g.stride = stride;
    g.streams = streams;
    g.down = (how & DOWN) != 0;
    g.beyond = (how & BEYOND) != 0;
    g.loads = streams < MANY ? USUAL_LOADS : LOADS_OF_MANY;
    g.ahead_lines = stride;
    if (stride == 1 && streams == 1 && how == UP && lines >= 2 * MOST_AHEAD_LINES)
        g.ahead_lines = MOST_AHEAD_LINES;
    bool cut = g.loads * stride > room && FEWEST_LOADS * stride <= room;
    if ((how & IN_PAGE) && !cut)
        return;
    if (how & IN_PAGE)
        g.loads = room / stride;
    if (stride < lines && fits(&g, run->plan, bytes) && !(g.down && g.wide))
        time_groups(run, &g);
}

static void run_manners(struct probe_run *run, const struct groups *usual, size_t bytes)
{
    run_manner(run, usual, bytes, 1, 1, DOWN);
    run_manner(run, usual, bytes, 1, 1, BEYOND);
    for (size_t stride = 1; stride <= 32; stride *= 2) {
        run_manner(run, usual, bytes, stride, 1, UP);
        run_manner(run, usual, bytes, stride, 1, IN_PAGE);
    }
    for (size_t streams = 2; streams <= 32; streams *= 2)
        run_manner(run, usual, bytes, 1, streams, UP);
}

/* ---- do lines leave together? ---- */

/* Lays the first or the OTHER halves of 2 * EXTENT bytes in N slots, the latter in reverse order.
 */
static void lay_halves(struct groups *g, size_t n, size_t extent, bool other)
{
    void *first = 0;

    g->link = &first;
    for (size_t i = 0; i < n; i++) {
        size_t slot = shuffled(other ? n - 1 - i : i, n);
        size_t at = (mixed(g->seed + slot) >> 40) & (SINGLE_LINES - 1);
        char *to = g->base + (slot * SINGLE_LINES + at) * g->line;

        to = other ? g->base + ((size_t)(to - g->base) ^ extent) : to;
        *g->link = (void *)to;
        g->link = (void **)(void *)to;
    }
    *g->link = first;
    g->walker.at = first;
}

static void flush_walked(struct groups *g, size_t n)
{
    for (void **at = g->walker.at; n > 0; n--) {
        void **next = (void **)*at;

        (void)hal_cache_flush(at, 1);
        at = next;
    }
}

static uint64_t halves_ticks(struct groups *g, size_t n, size_t extent, uint64_t kind)
{
    const struct measure_kernel kernel = { far_walk, g };
    struct groups loaded = *g;

    lay_halves(&loaded, n, extent, false);
    lay_halves(g, n, extent, true);
    (void)hal_cache_flush(g->base, n * SINGLE_LINES * g->line);
    far_walk(&loaded, n);
    if (kind > 0)
        flush_walked(&loaded, n);
    if (kind > 1)
        flush_walked(g, n);
    return measure_ticks(&kernel, n);
}

static void run_flush(struct probe_run *run, struct groups *g, size_t bytes)
{
    enum { MOST = 512, ROUNDS = 5, KINDS = 3 };
    const struct probe_key keys[] = { { "flush", 1 }, { "line", g->line }, { 0, 0 } };
    size_t n = cache_bytes(run->plan) / (SINGLE_LINES * g->line);

    n = n < MOST ? n : MOST;
    if (!flush_by_line() || n < 16 || n * SINGLE_LINES * g->line > bytes)
        return;
    probe_series(run, run->name, keys);
    for (unsigned i = 0; i < ROUNDS * KINDS * 2; i++) {
        const uint64_t x[] = { i % KINDS, g->line << (i / KINDS & 1) };
        uint64_t ticks = halves_ticks(g, n, (size_t)x[1], x[0]);

        if (ticks != MEASURE_NONE)
            probe_sample(run, x, 2, n, &ticks, 1);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

/* ---- */

static unsigned points(const struct plan *plan)
{
    enum { SERIES = 16, EACH = 4 };

    return SERIES * EACH * (plan->effort == EFFORT_QUICK ? 3 : 8);
}

static size_t wanted_bytes(const struct plan *plan)
{
    size_t most =
        plan->max_bytes > 0 && plan->max_bytes < MOST_BYTES ? plan->max_bytes : MOST_BYTES;

    return most < hal_alloc_limit_bytes() ? most : hal_alloc_limit_bytes();
}

static enum record_end run(struct probe_run *run)
{
    const struct plan *plan = run->plan;
    size_t page = plan->page_bytes;
    struct hal_block block;

    if (plan->n_caches == 0)
        return RECORD_END_NO_CACHES;
    if (chase_alloc(&block, wanted_bytes(plan), cache_bytes(plan) * 4) != 0)
        return RECORD_END_NO_MEMORY;
    page = page > 0 ? page : block.page_bytes;
    struct groups g = {
        .base = block.start,
        .line = plan->cache_line[0] > 0 ? plan->cache_line[0] : USUAL_LINE_BYTES,
        .page = page > 0 && page <= MOST_PAGE_BYTES ? page : USUAL_PAGE_BYTES,
        .loads = 1,
        .streams = 1,
        .seed = plan->seed,
    };

    if (fits(&g, plan, block.size_bytes))
        time_groups(run, &g);
    run_flush(run, &g, block.size_bytes);
    if (plan->n_caches > 1 && plan->cache_line[1] > g.line)
        g.line = plan->cache_line[1];
    run_manners(run, &g, block.size_bytes);
    hal_free(&block);
    return RECORD_END_OK;
}

const struct probe probe_prefetch = {
    .rank = 31,
    .about = "hardware prefetchers: adjacent lines, streams",
    .optional = true,
    .points = points,
    .run = run,
};
