/* DRAM: refresh, rows and banks, by loads of lines that were flushed (P. Pessl et al., "DRAMA:
 * Exploiting DRAM Addressing for Cross-CPU Attacks", USENIX Security 2016).
 *
 * Series, by their first key:
 * refresh: a line is flushed and loaded again and again. E: x = stretch of LOADS loads, values =
 *   two for each of the slowest loads: ticks from the one before, or from the stretch's begin, to
 *   the begin of this one, and ticks that it took. S: x = stretch, ops = 1, timings of loads at
 *   even distances, slow or not. Key loads: of a stretch.
 * pairs: two lines are loaded in turn, after both were flushed; a row of each stays open unless
 * they are in two rows of one bank. LINES lines, all about equally far away. E: x = D, value I =
 * the sum of the lowest timings, of two loads each, of line I and line I + D modulo LINES. Keys:
 *   lines; timings, of a sum; bytes and page of the memory; within: all lines are in one page.
 * retest: the slowest pairs again, some time later. S: x = D : I : exclusive or of both physical
 *   addresses as far as it is known (0: it is not), ops = loads of a timing; timings: such sums.
 * states: S: single loads, ops = 1. x = 0: of a line that was loaded just before; 1: that was
 *   loaded IDLE nanoseconds before; 2: that is in a cache. Key idle. */
#include "hal/board_limits.h"
#include "hal/cache.h"
#include "hal/timer.h"
#include "lib/flush.h"
#include "lib/granted.h"
#include "lib/measure.h"
#include "lib/random.h"
#include "run/probe.h"

enum {
    LINE_BYTES = 64,
    LEAST_BYTES = 1 << 20,
    WITHIN_BYTES = 1 << 20, /* of a page in which rows of one bank are looked for */
    TIMINGS = 16,           /* of a pair, or of a line */
    LOWEST = TIMINGS / 2,   /* of them in a sum */
    RETESTS = 4,
    STATES = 192, /* timings of each state */
    IDLE_NS = 25000,
    NEAR = 6, /* lines that take within one part in so many of the median are equally far */
#if HAL_LIMIT_SYSTEM
    LINES = 512,
    DISTANCES = 32,
    LOADS = 16384,
    STRETCHES = 12,
    SLOW = LOADS / 20,
    RETESTED = 512,
#else /* the line to the host is slow, and there are few banks */
    LINES = 256,
    DISTANCES = 8,
    LOADS = 4096,
    STRETCHES = 4,
    SLOW = LOADS / 20,
    RETESTED = 128,
#endif
    QUICK_DISTANCES = 8,
    QUICK_STRETCHES = STRETCHES / 2,
    QUICK_RETESTED = 128,
    WITHIN_LINES = 128,
    WITHIN_DISTANCES = 16,
    SAMPLES = 64, /* timings of loads of a stretch, slow or not */
};

/* Lines that are about equally far away, in units of LINE_BYTES from BASE on. */
struct pool {
    char *base;
    uint32_t line[LINES];
    unsigned n;
};

struct retest {
    uint16_t distance, line, ticks[RETESTS];
};

static struct pool pool;
static struct retest retests[RETESTED];
static union {
    struct {
        uint32_t at_ticks[LOADS];
        uint16_t took_ticks[LOADS];
    } refresh;
    struct {
        uint32_t line[2 * LINES];
        uint16_t sum[2 * LINES];
    } candidates;
    uint16_t pairs[DISTANCES * LINES]; /* of distance D and line I: (D - 1) * pool.n + I */
    uint64_t states[3][STATES];
} kept;

static uint16_t in_16_bits(uint64_t ticks)
{
    return ticks < UINT16_MAX ? (uint16_t)ticks : UINT16_MAX;
}

/* Returns the least value that at most MOST of VALUES[0..n) are above. */
static uint16_t mostly_below(const uint16_t *values, unsigned n, unsigned most)
{
    uint32_t low = 0, high = UINT16_MAX;

    while (low < high) {
        uint32_t middle = (low + high) / 2;
        unsigned above = 0;

        for (unsigned i = 0; i < n; i++)
            above += values[i] > middle;
        if (above <= most)
            high = middle;
        else
            low = middle + 1;
    }
    return (uint16_t)low;
}

/* ---- timings ---- */

/* Ticks of a load of P, and of one of what P points to. */
static uint64_t two_loads_ticks(void *p)
{
    uint64_t begin = hal_timer_now_ticks();
    void *q = *(void *volatile *)p;

    (void)*(void *volatile *)q;
    return measure_between_ticks(begin, hal_timer_now_ticks());
}

static uint64_t load_ticks(const void *p)
{
    uint64_t begin = hal_timer_now_ticks();

    (void)*(void *const volatile *)p;
    return measure_between_ticks(begin, hal_timer_now_ticks());
}

/* The sum of the lowest half of TICKS; UINT16_MAX where the clock went back or the sum is larger.
 */
static uint16_t lowest_half(uint64_t ticks[TIMINGS])
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < LOWEST; i++) {
        unsigned least = i;

        for (unsigned k = i + 1; k < TIMINGS; k++)
            least = ticks[k] < ticks[least] ? k : least;
        if (ticks[least] > UINT16_MAX)
            return UINT16_MAX;
        sum += ticks[least];
        ticks[least] = ticks[i];
    }
    return in_16_bits(sum);
}

/* Lines P and Q, loaded in turn. */
static uint16_t pair_sum(char *p, char *q)
{
    uint64_t ticks[TIMINGS];

    *(void **)(void *)p = q;
    *(void **)(void *)q = p;
    for (unsigned i = 0; i < TIMINGS; i++) {
        (void)hal_cache_flush(p, 1);
        (void)hal_cache_flush(q, 1);
        ticks[i] = two_loads_ticks(p);
    }
    return lowest_half(ticks);
}

static uint16_t line_sum(const char *p)
{
    uint64_t ticks[TIMINGS];

    for (unsigned i = 0; i < TIMINGS; i++) {
        (void)hal_cache_flush(p, 1);
        ticks[i] = load_ticks(p);
    }
    return lowest_half(ticks);
}

static char *line_at(unsigned i)
{
    return pool.base + (size_t)pool.line[i] * LINE_BYTES;
}

/* ---- lines ---- */

/* Fills the pool with up to MOST random lines of the BYTES at BASE. Lines of another node's memory
 * are left out: a pair of them takes as long as rows that conflict. Returns false where a load
 * takes less than a step of the clock. */
static bool choose_lines(struct probe_run *run, char *base, size_t bytes, unsigned most)
{
    uint16_t *sum = kept.candidates.sum;
    uint64_t rng = probe_random(run) | 1;

    for (unsigned i = 0; i < 2 * most; i++) {
        kept.candidates.line[i] = (uint32_t)(xorshift_next(&rng) % (bytes / LINE_BYTES));
        sum[i] = line_sum(base + (size_t)kept.candidates.line[i] * LINE_BYTES);
    }
    uint32_t median = mostly_below(sum, 2 * most, most);

    pool.base = base;
    pool.n = 0;
    for (unsigned i = 0; i < 2 * most && pool.n < most; i++)
        if (sum[i] <= median + median / NEAR && sum[i] >= median - median / NEAR)
            pool.line[pool.n++] = kept.candidates.line[i];
    return median >= LOWEST * run->plan->tick_min && median < UINT16_MAX / 4;
}

/* ---- pairs ---- */

/* Times every line with the one so many further. Returns at how many distances, which are fewer
 * where all pairs take the same time: then their rows do not show. */
static unsigned time_pairs(unsigned distances)
{
    enum { FIRST = 4 };

    for (unsigned d = 0; d < distances; d++) {
        uint16_t *sums = &kept.pairs[d * pool.n];
        bool same = true;

        for (unsigned i = 0; i < pool.n; i++)
            sums[i] = pair_sum(line_at(i), line_at((i + d + 1) % pool.n));
        for (unsigned k = 0; same && k < (d + 1) * pool.n; k++)
            same = kept.pairs[k] == kept.pairs[0];
        if (same && d + 1 == FIRST)
            return FIRST;
    }
    return distances;
}

/* Appends to the N retests, up to MOST, those of N_PAIRS pairs that took LEAST to LAST; how many.
 */
static unsigned choose_pairs(unsigned n_pairs, uint32_t least, uint32_t last, unsigned n,
                             unsigned most)
{
    for (unsigned k = 0; k < n_pairs && n < most; k++)
        if (kept.pairs[k] >= least && kept.pairs[k] <= last)
            retests[n++] = (struct retest){ .distance = (uint16_t)(k / pool.n + 1),
                                            .line = (uint16_t)(k % pool.n) };
    return n;
}

/* Chooses the slowest of N pairs, up to MOST of them; how many. */
static unsigned choose_slowest(unsigned n_pairs, unsigned most)
{
    uint32_t least = mostly_below(kept.pairs, n_pairs, most);
    unsigned n = choose_pairs(n_pairs, least + 1, UINT16_MAX, 0, most);

    return choose_pairs(n_pairs, least, least, n, most);
}

static void time_again(unsigned n)
{
    for (unsigned turn = 0; turn < RETESTS; turn++)
        for (unsigned k = 0; k < n; k++) {
            unsigned i = retests[k].line;

            retests[k].ticks[turn] =
                pair_sum(line_at(i), line_at((i + retests[k].distance) % pool.n));
        }
}

/* Exclusive or of the physical addresses of two lines of BLOCK; 0: it is not known. */
static uint64_t differing_bits(const struct hal_block *block, const char *p, const char *q)
{
    uint64_t bits = (uint64_t)((uintptr_t)p ^ (uintptr_t)q);

    if (block->contiguous || block->page_bytes == 0 || bits < block->page_bytes)
        return bits;
    return 0;
}

static void send_pairs(struct probe_run *run, const struct probe_key *keys, unsigned distances)
{
    probe_series(run, run->name, keys);
    for (unsigned d = 0; d < distances; d++)
        probe_event(run, d + 1, &kept.pairs[d * pool.n], pool.n);
    probe_done(run, run->name, RECORD_END_OK);
}

static void send_retests(struct probe_run *run, const struct probe_key *keys,
                         const struct hal_block *block, unsigned n)
{
    probe_series(run, run->name, keys);
    for (unsigned k = 0; k < n; k++) {
        const struct retest *t = &retests[k];
        char *p = line_at(t->line), *q = line_at((t->line + t->distance) % pool.n);
        const uint64_t x[] = { t->distance, t->line, differing_bits(block, p, q) };
        uint64_t ticks[RETESTS];

        for (unsigned i = 0; i < RETESTS; i++)
            ticks[i] = t->ticks[i];
        probe_sample(run, x, 3, 2 * LOWEST, ticks, RETESTS);
    }
    probe_done(run, run->name, RECORD_END_OK);
}

/* Times pairs of the lines of the pool at up to DISTANCES distances, and the slowest again. */
static void run_pairs(struct probe_run *run, const struct hal_block *block, unsigned distances,
                      unsigned most, bool within)
{
    struct probe_key keys[] = {
        { "pairs", 1 },
        { "lines", pool.n },
        { "timings", LOWEST },
        { "bytes", block->size_bytes },
        { "page", block->page_bytes },
        { within ? "within" : 0, 1 },
        { 0, 0 },
    };

    distances = time_pairs(distances < pool.n / 2 ? distances : pool.n / 2);
    unsigned n = choose_slowest(distances * pool.n, most);
    time_again(n);
    send_pairs(run, keys, distances);
    keys[0].key = "retest";
    if (n > 0)
        send_retests(run, keys, block, n);
}

/* ---- refresh ---- */

/* Loads LINE at distances that vary, so that no rhythm of loads and refreshes comes about. */
static void watch(const char *line, uint64_t rng)
{
    uint64_t begin = hal_timer_now_ticks();

    for (unsigned i = 0; i < LOADS; i++) {
        (void)hal_cache_flush(line, 1);
        for (uint64_t reads = congruential(&rng) >> 62; reads > 0; reads--)
            (void)hal_timer_now_ticks();
        uint64_t at = hal_timer_now_ticks();

        (void)*(void *const volatile *)(const void *)line;
        kept.refresh.took_ticks[i] = in_16_bits(measure_between_ticks(at, hal_timer_now_ticks()));
        kept.refresh.at_ticks[i] = (uint32_t)measure_between_ticks(begin, at);
    }
}

static void send_slow(struct probe_run *run, unsigned stretch)
{
    static uint64_t values[2 * SLOW];
    uint16_t least = mostly_below(kept.refresh.took_ticks, LOADS, SLOW);
    uint64_t took[SAMPLES], x = stretch;
    uint32_t last = 0;
    unsigned n = 0;

    for (unsigned i = 0; i < LOADS; i++)
        if (kept.refresh.took_ticks[i] > least) {
            values[n++] = kept.refresh.at_ticks[i] - last;
            values[n++] = kept.refresh.took_ticks[i];
            last = kept.refresh.at_ticks[i];
        }
    for (unsigned i = 0; i < SAMPLES; i++)
        took[i] = kept.refresh.took_ticks[i * (LOADS / SAMPLES)];
    probe_sample(run, &x, 1, 1, took, SAMPLES);
    if (n > 0)
        probe_event_wide(run, stretch, values, n);
}

static void run_refresh(struct probe_run *run, unsigned stretches)
{
    static const struct probe_key keys[] = { { "refresh", 1 }, { "loads", LOADS }, { 0, 0 } };

    probe_series(run, run->name, keys);
    for (unsigned i = 0; i < stretches; i++) {
        watch(line_at((unsigned)(probe_random(run) % pool.n)), probe_random(run));
        send_slow(run, i);
    }
    probe_done(run, run->name, RECORD_END_OK);
}

/* ---- states of a row ---- */

static void wait_ticks(uint64_t ticks)
{
    uint64_t begin = hal_timer_now_ticks();

    while (measure_between_ticks(begin, hal_timer_now_ticks()) < ticks)
        ;
}

static void run_states(struct probe_run *run)
{
    static const struct probe_key keys[] = { { "states", 1 }, { "idle", IDLE_NS }, { 0, 0 } };
    uint64_t idle = hal_timer_hz() / 1000 * IDLE_NS / 1000000;
    unsigned n[3] = { 0 };

    if (idle == 0)
        return;
    for (unsigned i = 0; i < STATES; i++) {
        const char *line = line_at(i % pool.n);

        (void)load_ticks(line); /* translates its page, and once flushed opens its row */
        (void)hal_cache_flush(line, 1);
        (void)load_ticks(line);
        for (unsigned state = 0; state < 3; state++) {
            if (state < 2)
                (void)hal_cache_flush(line, 1);
            if (state == 1)
                wait_ticks(idle);
            uint64_t ticks = load_ticks(line);

            if (ticks != MEASURE_NONE)
                kept.states[state][n[state]++] = ticks;
        }
    }
    probe_series(run, run->name, keys);
    for (uint64_t state = 0; state < 3; state++)
        if (n[state] > 0)
            probe_sample(run, &state, 1, 1, kept.states[state], n[state]);
    probe_done(run, run->name, RECORD_END_OK);
}

/* ---- the probe ---- */

static size_t wanted_bytes(const struct plan *plan)
{
    size_t bytes = (size_t)(plan->effort == EFFORT_QUICK ? 32 : 64) << 20;

    return plan->max_bytes > 0 && plan->max_bytes < bytes ? plan->max_bytes : bytes;
}

static unsigned points(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 2 * QUICK_STRETCHES + QUICK_DISTANCES + QUICK_RETESTED + 3
                                        : 2 * STRETCHES + DISTANCES + RETESTED + 3;
}

/* Pairs of lines of one page that is larger than the rows of all banks may be. */
static void run_within(struct probe_run *run, const struct hal_block *block)
{
    size_t page = block->page_bytes, before;

    if (block->contiguous || page < WITHIN_BYTES)
        return;
    before = (page - (uintptr_t)block->start % page) % page;
    if (before + page <= block->size_bytes &&
        choose_lines(run, (char *)block->start + before, page, WITHIN_LINES) && pool.n > 1)
        run_pairs(run, block, WITHIN_DISTANCES, QUICK_RETESTED, true);
}

static enum record_end run(struct probe_run *run)
{
    const bool quick = run->plan->effort == EFFORT_QUICK;
    struct hal_block block;
    size_t bytes = wanted_bytes(run->plan);

    if (!flush_by_line())
        return RECORD_END_NO_INSTRUCTION;
    if (chase_alloc(&block, bytes, bytes < LEAST_BYTES ? bytes : LEAST_BYTES) != 0)
        return RECORD_END_NO_MEMORY;
    bool fine = choose_lines(run, block.start, block.size_bytes, LINES);
    if (fine && pool.n > LINES / 4) {
        run_refresh(run, quick ? QUICK_STRETCHES : STRETCHES);
        run_states(run);
        run_pairs(run, &block, quick ? QUICK_DISTANCES : DISTANCES,
                  quick ? QUICK_RETESTED : RETESTED, false);
        if (!quick)
            run_within(run, &block);
    }
    hal_free(&block);
    return fine ? RECORD_END_OK : RECORD_END_CLOCK_TOO_COARSE;
}

const struct probe probe_dram = {
    .rank = 65,
    .about = "DRAM: refresh, rows and banks",
    .points = points,
    .run = run,
};
