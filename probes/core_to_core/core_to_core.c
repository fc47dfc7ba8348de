/* Core-to-core latency and bandwidth: cache lines that move from one context to another
 * (BlackjackBench section 3.1.4).
 *
 * Series with key kind. 0: x = A:B, ops = hand-overs of one line; the two write in turn, each its
 * own line, and wait until the other has. 1: x = A:B:BYTES, ops = lines that A incremented; A and B
 * take turns to increment every line of a block of so many bytes, so that the time of an operation
 * is that of two lines, one there and one back. A:A is A alone with the same accesses. Key line:
 * bytes between what is incremented.
 *
 * The caller moves to A, where it can, before it asks for memory, so that A is the first to touch
 * it. Pairs come in the order of pairing.h until the time for them is over, at least as many as
 * give each context two; of blocks, at most EVERY contexts take all pairs, more of them two
 * distances. */
#include "hal/alloc.h"
#include "hal/timer.h"
#include "lib/estimate.h"
#include "lib/measure.h"
#include "lib/pair_run.h"
#include "lib/pairing.h"
#include "run/probe.h"

enum {
    EVERY = 16,
    ROUNDS = 5,
    FEW_ROUNDS = 3,  /* of blocks, and where pairs are many */
    MORE_ROUNDS = 9, /* where the lowest two do not agree, and of one line alone */
    WARM = 8,        /* laps before the timed ones */
    FLAGS_BYTES = 4096,
    THEIRS_BYTES = 2048, /* from one flag to the other: no cache has a line so long */
    SIZES = 16,          /* of blocks, at most */
    FEWEST_SIZES = 8,    /* of them, where memory allows */
    DEFAULT_LINE_BYTES = 64,
    LEAST_BYTES = 1024,
    MOST_LAPS = 1 << 16,
};

/* One pair at work. */
struct game {
    volatile uint32_t *flag[2]; /* the leader's and the follower's, each written by its owner */
    uint32_t *block;
    size_t n_lines, line_words;
    uint32_t laps, warm; /* laps to play, the warm ones among them */
    bool alone;
    unsigned rounds, n; /* timings wanted, and done */
    uint64_t enough_ticks;
    uint64_t ticks[MORE_ROUNDS];
};

static struct game game;
static uint32_t usual_laps; /* timed ones that the last hand-overs took; 0: none yet */

static inline void increment(uint32_t *at, size_t n_lines, size_t line_words)
{
    for (; n_lines > 0; n_lines--, at += line_words)
        ++*at;
}

/* Says that the block is the other's, and shows first what was written to it. */
static inline void pass_on(volatile uint32_t *flag, uint32_t lap)
{
    __atomic_thread_fence(__ATOMIC_RELEASE);
    *flag = lap;
}

static inline void take_over(const volatile uint32_t *flag, uint32_t lap)
{
    pair_await(flag, lap);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

/* Plays laps FROM to TO - 1 as the leader, or as both. What the laps need is in local variables, so
 * that nothing else is loaded between two hand-overs. */
static void play_first(const struct game *of, uint32_t from, uint32_t to)
{
    const struct game g = *of;

    for (uint32_t lap = from; lap != to; lap++) {
        increment(g.block, g.n_lines, g.line_words);
        pass_on(g.flag[0], lap);
        if (g.alone) {
            take_over(g.flag[0], lap);
            increment(g.block, g.n_lines, g.line_words);
            pass_on(g.flag[1], lap);
        }
        take_over(g.flag[1], lap);
    }
}

static void play_second(void *ctx)
{
    const struct game g = *(const struct game *)ctx;

    for (uint32_t lap = 1; lap != g.laps + 1; lap++) {
        take_over(g.flag[0], lap);
        increment(g.block, g.n_lines, g.line_words);
        pass_on(g.flag[1], lap);
    }
}

/* One timing of G's laps without the warm ones, by the leader's clock. */
static uint64_t play(struct pair_run *pair, struct game *g)
{
    *g->flag[0] = *g->flag[1] = 0;
    if (!g->alone)
        pair_go(pair);
    play_first(g, 1, g->warm + 1);
    uint64_t begin = hal_timer_now_ticks();
    play_first(g, g->warm + 1, g->laps + 1);
    uint64_t end = hal_timer_now_ticks();
    if (!g->alone)
        pair_wait(pair);
    return measure_between_ticks(begin, end);
}

/* Returns true when the second lowest timing, which is what counts, was disturbed, or the lowest
 * was luck. */
static bool disagree(const struct game *g)
{
    uint64_t least, second;

    measure_lowest_two(g->ticks, g->n, &least, &second);
    return second / 8 > least / 8 + least / 64;
}

static void lead(struct pair_run *pair)
{
    struct game *g = pair->ctx;

    g->n = 0;
    for (unsigned tries = 0; tries < 64 && g->n < MORE_ROUNDS; tries++) {
        if (g->n >= g->rounds && !disagree(g))
            break;
        uint64_t ticks = play(pair, g);

        if (ticks == MEASURE_NONE)
            continue;
        if (measure_is_long(ticks, g->n, g->enough_ticks) || g->laps >= MOST_LAPS) {
            g->ticks[g->n++] = ticks;
            continue;
        }
        g->laps += g->laps - g->warm;
        g->n = 0;
    }
}

/* Plays A against B on a block of N_BYTES, 0: on flags alone. False: it was not to be had. */
static bool meet(const struct probe_run *run, unsigned a, unsigned b, size_t n_bytes, size_t line)
{
    struct pair_run pair = { .lead = lead, .follow = play_second, .ctx = &game };
    struct hal_block memory;

    (void)hal_thread_pin(a);
    if (hal_alloc(&memory, FLAGS_BYTES + n_bytes, FLAGS_BYTES, HAL_PAGES_BASE) != 0)
        return false;
    char *start = memory.start;
    game = (struct game){
        .flag = { (uint32_t *)(void *)start, (uint32_t *)(void *)(start + THEIRS_BYTES) },
        .block = (uint32_t *)(void *)(start + FLAGS_BYTES),
        .n_lines = n_bytes / line, /* 0 on flags alone */
        .line_words = line / sizeof(uint32_t),
        .warm = n_bytes > 0 ? 1 : WARM,
        .alone = a == b,
        .rounds = n_bytes > 0                     ? FEW_ROUNDS
                  : a == b                        ? MORE_ROUNDS
                  : hal_thread_contexts() > EVERY ? FEW_ROUNDS
                                                  : ROUNDS,
        .enough_ticks = run->plan->sample_ticks,
    };
    game.laps = game.warm + (n_bytes > 0 || usual_laps < 2 * WARM ? game.warm : usual_laps / 2);
    bool met = pair_run(&pair, a, b) == HAL_THREAD_OK && game.n > 0;
    hal_free(&memory);
    return met;
}

static void hand_over(struct probe_run *run, unsigned a, unsigned b, size_t line)
{
    const uint64_t x[2] = { a, b };

    if (!meet(run, a, b, 0, line))
        return;
    usual_laps = game.laps - game.warm;
    probe_sample(run, x, 2, 2 * (uint64_t)usual_laps, game.ticks, game.n);
}

static void block(struct probe_run *run, unsigned a, unsigned b, size_t n_bytes, size_t line)
{
    const uint64_t x[3] = { a, b, n_bytes };

    if (meet(run, a, b, n_bytes, line))
        probe_sample(run, x, 3, (uint64_t)(game.laps - game.warm) * game.n_lines, game.ticks,
                     game.n);
}

/* Blocks that fit in one cache with room to spare, ascending: a quarter of the first, half of each,
 * and twice the last. */
static unsigned main_sizes(const struct plan *plan, size_t bytes[PLAN_CACHES + 2])
{
    static const size_t otherwise[] = { 8 * 1024, 16 * 1024, 256 * 1024, 4096 * 1024 };
    unsigned n = 0;

    if (plan->n_caches == 0)
        for (; n < sizeof otherwise / sizeof otherwise[0]; n++)
            bytes[n] = otherwise[n];
    else
        bytes[n++] = plan->cache_bytes[0] / 4;
    for (unsigned i = 0; i < plan->n_caches; i++)
        bytes[n++] = plan->cache_bytes[i] / 2;
    if (plan->n_caches > 0)
        bytes[n++] = plan->cache_bytes[plan->n_caches - 1] * 2;
    return n;
}

/* Fills BYTES with those of the N sizes at MAIN that memory allows, in whole lines, and between two
 * of them with others, each QUARTERS of the one before divided by 4. Returns their number. */
static unsigned fill_sizes(const size_t *main, unsigned n, unsigned quarters, size_t line,
                           size_t bytes[SIZES])
{
    unsigned kept = 0;

    for (unsigned i = 0; i < n; i++) {
        size_t end = i + 1 < n ? main[i + 1] / 5 * 4 : 0; /* not next to a main size */

        for (size_t at = main[i]; kept < SIZES && (at == main[i] || at < end);
             at = at / 4 * quarters)
            if (at >= LEAST_BYTES && at <= hal_alloc_limit_bytes() / 2)
                bytes[kept++] = at / line * line;
    }
    return kept;
}

/* Sizes of blocks, ascending: as far apart as gives FEWEST_SIZES, from 4 times to 5 quarters. */
static unsigned sizes_of(const struct plan *plan, size_t line, size_t bytes[SIZES])
{
    static const unsigned char quarters[] = { 16, 8, 6, 5 };
    size_t main[PLAN_CACHES + 2];
    unsigned n = main_sizes(plan, main), kept = 0;

    for (unsigned i = 0; i < sizeof quarters && kept < FEWEST_SIZES; i++)
        kept = fill_sizes(main, n, quarters[i], line, bytes);
    return kept;
}

/* Tenths of a second for hand-overs, and for all blocks, by effort; half of time= for each. */
static const uint64_t hand_over_tenths[] = { 6, 20, 200 }, block_tenths[] = { 6, 25, 400 };

static uint64_t part_budget(const struct plan *plan, uint64_t tenths)
{
    return measure_budget_ticks(plan, 2 * tenths) / 2;
}

static unsigned block_pairs(unsigned n)
{
    return n <= EVERY ? pairing_count(n) : 2 * n;
}

static void all_hand_overs(struct probe_run *run, unsigned n, size_t line)
{
    uint64_t begin = hal_timer_now_ticks(),
             budget = part_budget(run->plan, hand_over_tenths[run->plan->effort]);
    struct pairing p = { .n = n };
    unsigned a, b;

    hand_over(run, 0, 0, line);
    for (unsigned i = 0; pairing_next(&p, &a, &b) && run->out->err == 0; i++) {
        if (i >= n && measure_late(begin, budget))
            break;
        hand_over(run, a, b, line);
    }
}

/* Times pairs on blocks of BYTES until BUDGET ticks are over. */
static void blocks_of(struct probe_run *run, unsigned n, size_t bytes, size_t line, uint64_t budget)
{
    uint64_t begin = hal_timer_now_ticks();
    struct pairing p = { .n = n };
    unsigned a, b, most = block_pairs(n);

    block(run, 0, 0, bytes, line);
    for (unsigned i = 0; i < most && pairing_next(&p, &a, &b) && run->out->err == 0; i++) {
        block(run, a, b, bytes, line);
        if (measure_late(begin, budget))
            break;
    }
}

/* What SPENT ticks leave of BUDGET for each of N, at least a tick; 0, no limit, of a budget of 0.
 */
static uint64_t share_of(uint64_t budget, uint64_t spent, unsigned n)
{
    uint64_t left = spent < budget ? (budget - spent) / n : 0;

    return budget > 0 && left == 0 ? 1 : left;
}

/* Times blocks of each size, the smallest first: what they leave of their time is for larger ones.
 */
static void all_blocks(struct probe_run *run, unsigned n, size_t line)
{
    uint64_t begin = hal_timer_now_ticks(),
             budget = part_budget(run->plan, block_tenths[run->plan->effort]);
    size_t bytes[SIZES];
    unsigned n_sizes = sizes_of(run->plan, line, bytes);

    for (unsigned i = 0; i < n_sizes && run->out->err == 0; i++) {
        uint64_t spent = measure_between_ticks(begin, hal_timer_now_ticks());

        blocks_of(run, n, bytes[i], line, share_of(budget, spent, n_sizes - i));
    }
}

static void end_series(struct probe_run *run)
{
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static size_t line_of(const struct plan *plan)
{
    return plan->line_bytes > 0 ? plan->line_bytes : DEFAULT_LINE_BYTES;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = hal_thread_contexts();
    size_t bytes[SIZES];

    if (n < 2)
        return 0;
    return pairing_count(n) + 1 + sizes_of(plan, line_of(plan), bytes) * (block_pairs(n) + 1);
}

static enum record_end run(struct probe_run *run)
{
    size_t line = line_of(run->plan);
    struct probe_key keys[] = { { "kind", 0 }, { "line", line }, { 0, 0 } };
    unsigned n = hal_thread_contexts();

    if (n < 2)
        return RECORD_END_ALONE;
    probe_series(run, run->name, keys);
    all_hand_overs(run, n, line);
    end_series(run);
    keys[0].value = 1;
    probe_series(run, run->name, keys);
    all_blocks(run, n, line);
    end_series(run);
    (void)hal_thread_pin(0);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &estimate_capacity, &measure_time, 0 };

const struct probe probe_core_to_core = {
    .rank = 80,
    .about = "core-to-core latency and bandwidth",
    .options = options,
    .points = points,
    .run = run,
};
