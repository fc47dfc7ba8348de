/* Which contexts share an instance of each cache: two working sets that fit alone and not together.
 *
 * x = BYTES:A:B, ops = loads of A, which follows a chain through so many bytes, three quarters of a
 * level, while B follows one through as many. A:A is A alone; a pair that shares comes as B:A, too.
 * Key stride: as cache_size's, so that the level is as large as it was there.
 *
 * Pairs come in the order of pairing.h, without those that share with each other through others
 * already, until the time for the level is over. Beyond EVERY contexts, DISTANCES of them. */
#include "hal/timer.h"
#include "lib/estimate.h"
#include "lib/granted.h"
#include "lib/measure.h"
#include "lib/pair_run.h"
#include "lib/pairing.h"
#include "lib/pointer_chase.h"
#include "run/probe.h"

enum {
    MOST = 256,    /* contexts */
    EVERY = 16,    /* up to so many of them all pairs are tried */
    DISTANCES = 6, /* else those with so many distances */
    ROUNDS = 3,
    MORE_ROUNDS = 7, /* where the first do not agree */
    LONG = 64,       /* timings so many times as long as they need to be */
    LONG_ROUNDS = 2,
    MORE_LONG_ROUNDS = 4,
    STRIDE_BYTES = 256,
    WARM_LAPS = 2,
    MOST_LAPS = 1 << 16,
};

struct walkers {
    struct chase chase[2];
    uint64_t lap, laps; /* loads of a lap; laps that are timed */
    volatile uint32_t ready, stop;
    bool alone;
    unsigned n;
    uint64_t enough_ticks, ticks[MORE_ROUNDS]; /* N of them, ascending */
    uint64_t limit_ticks;                      /* of 1024 loads: more are slowed down; 0: unknown */
};

/* One level at work. */
struct level {
    size_t bytes;               /* of a working set */
    uint64_t alone_ticks[MOST]; /* for 1024 loads; 0: not measured */
    unsigned group[MOST];       /* the least context known to share with it */
};

static struct walkers walkers;
static struct level level;

/* In one go, so that short laps cost no more than their loads. */
static void walk(struct walkers *w, uint64_t laps)
{
    chase_walk(&w->chase[0], laps * w->lap);
}

static void disturb(void *ctx)
{
    struct walkers *w = ctx;

    do {
        chase_walk(&w->chase[1], w->lap);
        w->ready = 1;
    } while (!w->stop);
}

static uint64_t once(struct pair_run *pair, struct walkers *w)
{
    w->ready = w->stop = 0;
    if (!w->alone) {
        pair_go(pair);
        pair_await(&w->ready, 1);
    }
    walk(w, WARM_LAPS);
    uint64_t begin = hal_timer_now_ticks();
    walk(w, w->laps);
    uint64_t end = hal_timer_now_ticks();
    w->stop = 1;
    if (!w->alone)
        pair_wait(pair);
    return measure_between_ticks(begin, end);
}

/* Ticks of 1024 loads in timing I. */
static uint64_t cost(const struct walkers *w, unsigned i)
{
    return w->ticks[i] * 1024 / (w->laps * w->lap);
}

static bool is_slower(uint64_t ticks, uint64_t than_ticks)
{
    return ticks > than_ticks + than_ticks / 4;
}

/* Returns true when some timings say that A is slowed down and others that it is not. */
static bool disagree(const struct walkers *w)
{
    uint64_t least = cost(w, 0), most = cost(w, w->n - 1);

    if (w->limit_ticks == 0)
        return is_slower(most, least);
    return least <= w->limit_ticks && most > w->limit_ticks;
}

static void keep(struct walkers *w, uint64_t ticks)
{
    unsigned place = w->n++;

    for (; place > 0 && w->ticks[place - 1] > ticks; place--)
        w->ticks[place] = w->ticks[place - 1];
    w->ticks[place] = ticks;
}

static void lead(struct pair_run *pair)
{
    struct walkers *w = pair->ctx;
    unsigned rounds = ROUNDS;

    w->n = 0;
    w->laps = 1;
    for (unsigned tries = 0; tries < 64 && w->n < rounds; tries++) {
        uint64_t ticks = once(pair, w);

        if (ticks == MEASURE_NONE)
            continue;
        if (measure_is_long(ticks, w->n, w->enough_ticks) || w->laps >= MOST_LAPS) {
            keep(w, ticks);
        } else {
            w->laps *= 2;
            w->n = 0;
        }
        if (ticks > LONG * w->enough_ticks && rounds == ROUNDS)
            rounds = LONG_ROUNDS;
        if (w->n == rounds && disagree(w))
            rounds = rounds == LONG_ROUNDS || rounds == MORE_LONG_ROUNDS ? MORE_LONG_ROUNDS
                                                                         : MORE_ROUNDS;
    }
}

static void lay(struct walkers *w, unsigned i, const struct hal_block *block, size_t stride,
                uint64_t seed)
{
    w->chase[i] = (struct chase){
        .base = block->start,
        .slot_bytes = stride,
        .segment_bytes = chase_segment_bytes(block),
        .seed = seed + i,
    };
    chase_init(&w->chase[i]);
    w->lap = chase_lay(&w->chase[i], block->size_bytes / stride);
}

/* Times and sends A next to B. Ticks of 1024 loads, the median; MEASURE_NONE: not to be had. */
static uint64_t beside(struct probe_run *run, unsigned a, unsigned b)
{
    struct pair_run pair = { .lead = lead, .follow = disturb, .ctx = &walkers };
    const uint64_t x[3] = { level.bytes, a, b };

    walkers.alone = a == b;
    walkers.enough_ticks = run->plan->sample_ticks;
    walkers.limit_ticks = a == b ? 0 : level.alone_ticks[a] + level.alone_ticks[a] / 4;
    if (pair_run(&pair, a, b) != HAL_THREAD_OK || walkers.n == 0)
        return MEASURE_NONE;
    probe_sample(run, x, 3, walkers.laps * walkers.lap, walkers.ticks, walkers.n);
    return cost(&walkers, (walkers.n - 1) / 2);
}

static void join(unsigned n, unsigned a, unsigned b)
{
    unsigned from = level.group[b], to = level.group[a];

    for (unsigned i = 0; i < n; i++)
        if (level.group[i] == from)
            level.group[i] = to;
}

static bool slows_down(struct probe_run *run, unsigned a, unsigned b)
{
    if (level.alone_ticks[a] == 0)
        level.alone_ticks[a] = beside(run, a, a);
    uint64_t ticks = beside(run, a, b);

    return ticks != MEASURE_NONE && is_slower(ticks, level.alone_ticks[a]);
}

/* One wrong pair joins two groups: what shares has to show it from both sides. */
static void try_pair(struct probe_run *run, unsigned n, unsigned a, unsigned b)
{
    if (level.group[a] != level.group[b] && slows_down(run, a, b) && slows_down(run, b, a))
        join(n, a, b);
}

static unsigned most_pairs(unsigned n)
{
    return n <= EVERY ? pairing_count(n) : n * DISTANCES;
}

static void all_pairs(struct probe_run *run, unsigned n, uint64_t budget)
{
    uint64_t begin = hal_timer_now_ticks();
    struct pairing p = { .n = n };
    unsigned a, b;

    for (unsigned i = 0; i < n; i++) {
        level.group[i] = i;
        level.alone_ticks[i] = 0;
    }
    for (unsigned i = 0; i < most_pairs(n) && pairing_next(&p, &a, &b) && run->out->err == 0; i++) {
        if (i > 0 && measure_late(begin, budget))
            break;
        try_pair(run, n, a, b);
    }
}

/* Memory for both, each to be granted as cache_size was. */
static int run_level(struct probe_run *run, unsigned n, size_t stride, uint64_t budget)
{
    struct hal_block blocks[2];
    size_t bytes = level.bytes;
    int got = 0;

    if (bytes < 2 * stride || chase_alloc(&blocks[0], bytes, bytes) != 0)
        return -1;
    if (chase_alloc(&blocks[1], bytes, bytes) == 0) {
        for (unsigned i = 0; i < 2; i++) {
            blocks[i].size_bytes = bytes;
            lay(&walkers, i, &blocks[i], stride, run->plan->seed);
        }
        all_pairs(run, n, budget);
        hal_free(&blocks[1]);
    } else {
        got = -1;
    }
    hal_free(&blocks[0]);
    return got;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = hal_thread_contexts();

    return n < 2 ? 0 : plan->n_caches * (most_pairs(n) + 2 * n);
}

/* Tenths of a second for all levels, by effort, where time= gives none. */
static const uint64_t tenths[] = { 6, 15, 200 };

static enum record_end run(struct probe_run *run)
{
    const struct plan *plan = run->plan;
    size_t stride = plan->line_bytes > 0 ? plan->line_bytes : STRIDE_BYTES;
    const struct probe_key keys[] = { { "stride", stride }, { 0, 0 } };
    unsigned n = hal_thread_contexts(), measured = 0;

    if (n < 2)
        return RECORD_END_ALONE;
    if (plan->n_caches == 0)
        return RECORD_END_NO_CACHES;
    n = n > MOST ? MOST : n;
    probe_series(run, run->name, keys);
    for (unsigned i = 0; i < plan->n_caches; i++) {
        level.bytes = plan->cache_bytes[i] / 4 * 3 / stride * stride;
        measured +=
            run_level(run, n, stride,
                      measure_budget_ticks(plan, tenths[plan->effort]) / plan->n_caches) == 0;
    }
    (void)hal_thread_pin(0);
    probe_done(run, run->name, measured > 0 ? RECORD_END_OK : RECORD_END_NO_MEMORY);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &estimate_capacity, &measure_time, 0 };

const struct probe probe_sharing = {
    .rank = 81,
    .about = "which contexts share each cache",
    .options = options,
    .points = points,
    .run = run,
};
