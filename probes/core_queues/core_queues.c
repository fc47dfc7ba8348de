/* Queues of the core: two chains of cache misses, with N operations of one kind after each load.
 * The two misses overlap while what these operations take entries of has room for N. Code is
 * written at run time, so that the N operations are N instructions and nothing else.
 *
 * Each load's result is used by the next instruction: a core that executes in order waits there,
 * and two misses never overlap. Where the port flushes lines, the chains are in few pages, flushed
 * before each timing, so that no load misses the TLB; else in more memory than the last cache
 * holds. Each timing is short: an SMT sibling has half of some queues for milliseconds.
 *
 * The largest N at which the fastest timings overlap is searched first, all kinds one after the
 * other, twice; then points near it, at half of it, and far from it are timed. After later probes a
 * kind whose misses overlap with clearly more than that is searched and timed once more.
 *
 * Another thread on the core slows no-ops, and has a part of the queues. A short loop of no-ops is
 * timed before and after every few timings, and the probe waits up to a second in all while they
 * take longer than at another time.
 *
 * Series; key of: the operations: nop, load (hits), store, int, fp (additions), branch (never
 * taken); int_after, fp_after, load_after: the same, which wait for the load before them. Keys
 * bytes: the memory that the chains are in; flushed: 1 where it is; again=1: of what was timed
 * after later probes. x = N, ops = loads of both chains in turn; x = 0: loads of one chain, with no
 * operations between. After each series comes one with of=width and beside=, the operations: at the
 * same x what no-ops took, ops of them, a timing for every few of the other, as long as the slower
 * of both; the last one, of=width alone, has some from all over the run, with the quickest. A board
 * on which the port writes no code answers nothing. */
#include "hal/alloc.h"
#include "hal/code.h"
#include "hal/timer.h"
#include "lib/estimate.h"
#include "lib/flush.h"
#include "lib/granted.h"
#include "lib/measure.h"
#include "lib/no_ops.h"
#include "lib/pointer_chase.h"
#include "lib/windows.h"
#include "run/probe.h"

enum {
    MOST = 768, /* operations after a load */
    POINTS = 40,
    ROUNDS = HAL_ALONE ? 8 : 28,
    QUICK_ROUNDS = HAL_ALONE ? 4 : 16,
    SEARCHES = HAL_ALONE ? 1 : 2,
    AT_ONCE = 4, /* timings of a point in a row */
    WIDTHS = HAL_ALONE ? 1 : ROUNDS / AT_ONCE,
    WIDTH_STEPS = 128, /* of the clock that no-ops take at least */
    LOOKS = 8,         /* timings of a point in a search */
    FIRST = 8,         /* operations that a search begins with */
    OWN_OPS = 8,
    LAP_LOADS = 2,
    FEWEST_LOADS = 128,
    MOST_LOADS = 512, /* of chains that are flushed */
    SLOT_BYTES = 128,
    PAGE_BYTES = 4096,
    BEYOND = 4, /* memory that is not flushed, in units of the last cache */
    LEAST_BYTES = 64 * 1024,
    USUAL_BYTES = 16 << 20,
    CODE_BYTES = 2 * (MOST + OWN_OPS) * HAL_CODE_OP_BYTES + HAL_CODE_ENDS_BYTES,
};

/* In a search misses overlap where a load takes less than this share of one in a single chain. */
#define OVERLAP_NUMERATOR   3
#define OVERLAP_DENOMINATOR 4

/* Another thread is on the core where no-ops take this times as long as they took at best. */
#define SHARED_NUMERATOR   12
#define SHARED_DENOMINATOR 11

struct kind {
    const char *of;
    enum hal_code_op op, to; /* TO: what comes before; NOP: nothing */
};
static const struct kind kinds[] = {
    { "nop", HAL_CODE_NOP, HAL_CODE_NOP },
    { "load", HAL_CODE_LOAD, HAL_CODE_NOP },
    { "store", HAL_CODE_STORE, HAL_CODE_NOP },
    { "int", HAL_CODE_INT, HAL_CODE_NOP },
    { "fp", HAL_CODE_FP, HAL_CODE_NOP },
    { "int_after", HAL_CODE_INT_AFTER, HAL_CODE_NOP },
    { "fp_after", HAL_CODE_FP_AFTER, HAL_CODE_TO_FP },
    { "load_after", HAL_CODE_LOAD_AFTER, HAL_CODE_TO_LOAD },
    { "branch", HAL_CODE_BRANCH, HAL_CODE_NOP },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static struct {
    struct hal_block block, code, data;
    struct hal_code_laps laps;
    const void *start[2]; /* of the chains */
    bool flushed;
    uint64_t bytes, loads, alone_ticks; /* of a timing; ALONE: one chain, as the fastest take */
} all;

/* ---- code ---- */

/* Writes a load of CHAIN, its use, and N operations of K. */
static char *write_step(char *at, const struct kind *k, unsigned chain, unsigned n)
{
    at = hal_code_op(at, HAL_CODE_CHASE, chain);
    at = hal_code_op(at, HAL_CODE_INT_AFTER, chain);
    if (k->to != HAL_CODE_NOP)
        at = hal_code_op(at, k->to, chain);
    for (unsigned i = 0; i < n; i++)
        at = hal_code_op(at, k->op, k->op == HAL_CODE_INT_AFTER ? 2 * (i + 1) + chain : i);
    return at;
}

/* Writes laps with N operations of K after each of two loads; 0: both loads are of one chain. 0,
 * or -1: no memory. */
static int write_code(const struct kind *k, unsigned n)
{
    if (hal_code_alloc(&all.code, CODE_BYTES) != 0)
        return -1;
    char *lap = hal_code_begin(all.code.start), *at = write_step(lap, k, 0, n);

    at = hal_code_lap_end(write_step(at, k, n > 0 ? 1 : 0, n), lap);
    (void)hal_code_end(at);
    if (hal_code_finish(&all.code) == 0)
        return 0;
    hal_code_free(&all.code);
    return -1;
}

static void run_loads(void *ctx, uint64_t loads)
{
    (void)ctx;
    all.laps.laps = (size_t)(loads / LAP_LOADS);
    hal_code_run_laps(all.code.start, &all.laps);
}

/* ---- chains ---- */

/* Both chains begin anew, none of their lines in a cache and all of their pages translated, each by
 * a line between slots. */
static void flush(void)
{
    flush_but_translations(all.block.start, (size_t)all.bytes, SLOT_BYTES / 2);
    all.laps.chain[0] = all.start[0];
    all.laps.chain[1] = all.start[1];
}

/* In memory that is not flushed chains go on where they stopped. */
static uint64_t time_once(void)
{
    static const struct measure_kernel kernel = { run_loads, 0 };

    if (all.flushed)
        flush();
    return measure_ticks(&kernel, all.loads);
}

/* Lays chain NUMBER over BYTES. Where lines are flushed, loads go from one page to another: of a
 * page that is visited several times in a row a prefetcher brings the rest. */
static void lay(unsigned number, size_t bytes, uint64_t seed)
{
    struct chase chase = { .base = (char *)all.block.start + number * bytes,
                           .slot_bytes = SLOT_BYTES,
                           .segment_bytes = all.flushed ? bytes : chase_segment_bytes(&all.block),
                           .seed = seed + number };

    while (chase.segment_bytes > bytes)
        chase.segment_bytes /= 2;
    chase_init(&chase);
    (void)chase_lay(&chase, bytes / SLOT_BYTES);
    all.start[number] = all.laps.chain[number] = chase.base;
}

/* What is walked must not be in a cache when it is walked again. */
static size_t wanted_bytes(const struct plan *plan)
{
    size_t last = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : 0;
    size_t bytes = BEYOND * last > USUAL_BYTES ? BEYOND * last : USUAL_BYTES;

    if (plan->max_bytes > 0 && bytes > plan->max_bytes)
        bytes = plan->max_bytes;
    return bytes < hal_alloc_limit_bytes() ? bytes : hal_alloc_limit_bytes();
}

static void lay_both(const struct plan *plan, size_t bytes)
{
    size_t half = bytes / 2 / SLOT_BYTES * SLOT_BYTES;

    all.bytes = 2 * half;
    for (unsigned chain = 0; chain < 2; chain++)
        lay(chain, half, plan->seed);
}

/* Finds how many loads a timing has, MOST at most, for the clock. 0, or -1: more. */
static int find_loads(const struct plan *plan, uint64_t most)
{
    for (all.loads = FEWEST_LOADS; all.loads <= most; all.loads *= 2) {
        uint64_t ticks = time_once();

        if (ticks != MEASURE_NONE && ticks >= measure_least_sample_ticks(plan))
            return 0;
    }
    return -1;
}

/* Chains that are flushed have more loads than a timing: few of a page are of one. 0, or -1: lines
 * are not flushed, or these chains are too short for the clock. */
static int begin_flushed(const struct plan *plan)
{
    all.flushed = flush_by_line() && hal_alloc(&all.block, 2 * (size_t)MOST_LOADS * SLOT_BYTES,
                                               PAGE_BYTES, HAL_PAGES_BASE) == 0;
    if (!all.flushed)
        return -1;
    lay_both(plan, all.block.size_bytes);
    if (find_loads(plan, MOST_LOADS) == 0)
        return 0;
    hal_free(&all.block);
    all.flushed = false;
    return -1;
}

/* Lays both chains, and finds how many loads a timing has. 0, or -1: no memory. */
static int begin(const struct plan *plan)
{
    if (begin_flushed(plan) == 0)
        return 0;
    if (chase_alloc(&all.block, wanted_bytes(plan), LEAST_BYTES) != 0)
        return -1;
    lay_both(plan, all.block.size_bytes);
    return find_loads(plan, UINT32_MAX);
}

/* ---- other threads ---- */

static struct {
    struct hal_block code;
    uint64_t ops, least_ticks;
    uint64_t patience_ticks; /* that may still be waited for a core without another thread */
    struct windows all_over; /* the run, the quickest among them */
} width;

/* What no-ops take now, the longer of two timings, as another thread leaves the whole core for
 * moments; MEASURE_NONE: not timed. */
static uint64_t width_ticks(void)
{
    const struct measure_kernel kernel = no_ops_kernel(&width.code);
    uint64_t longer = 0;

    for (unsigned i = 0; width.ops > 0 && i < 2; i++) {
        uint64_t ticks = measure_ticks(&kernel, width.ops);

        windows_keep(&width.all_over, ticks);
        longer = ticks > longer ? ticks : longer;
    }
    if (longer > 0 && longer < width.least_ticks)
        width.least_ticks = longer;
    return longer > 0 ? longer : MEASURE_NONE;
}

static void begin_width(const struct plan *plan)
{
    uint64_t ticks;

    width.ops = 0;
    width.least_ticks = MEASURE_NONE;
    width.patience_ticks = measure_second_ticks();
    if (HAL_ALONE || no_ops_write(&width.code) != 0)
        return;
    width.ops = NO_OPS_LAP;
    while ((ticks = width_ticks()) != MEASURE_NONE && ticks < plan->tick_min * WIDTH_STEPS)
        width.ops *= 2;
    width.least_ticks = ticks;
    width.all_over = (struct windows){ .n = 0 }; /* those of fewer */
}

static bool is_shared(uint64_t ticks)
{
    return ticks / SHARED_NUMERATOR > width.least_ticks / SHARED_DENOMINATOR;
}

/* Waits while another thread is on the core, as long as there is patience. */
static void wait_for_core(void)
{
    enum { LOOKS_A_SECOND = 8192 };
    uint64_t pause = measure_second_ticks() / LOOKS_A_SECOND;

    while (width.ops > 0 && width.patience_ticks > pause && is_shared(width_ticks())) {
        uint64_t begin = hal_timer_now_ticks();

        while (!measure_late(begin, pause))
            continue;
        width.patience_ticks -= pause;
    }
}

/* ---- search ---- */

/* The second fastest of some timings with N operations of K; MEASURE_NONE: none. */
static uint64_t fast_ticks(const struct kind *k, unsigned n)
{
    uint64_t ticks[LOOKS], least, next;
    unsigned timed = 0;

    if (write_code(k, n) != 0)
        return MEASURE_NONE;
    wait_for_core();
    (void)time_once();
    for (unsigned i = 0; i < LOOKS; i++)
        if ((ticks[timed] = time_once()) != MEASURE_NONE)
            timed++;
    measure_lowest_two(ticks, timed, &least, &next);
    hal_code_free(&all.code);
    return next;
}

static bool overlaps(const struct kind *k, unsigned n)
{
    uint64_t ticks = fast_ticks(k, n);

    return ticks != MEASURE_NONE &&
           ticks < all.alone_ticks / OVERLAP_DENOMINATOR * OVERLAP_NUMERATOR;
}

/* The fewest operations of K with which misses do not overlap; MOST + 1: none. */
static unsigned find_step(const struct kind *k)
{
    unsigned below = 0, above = FIRST;

    while (above < MOST && overlaps(k, above)) {
        below = above;
        above = 2 * above < MOST ? 2 * above : MOST;
    }
    if (above == MOST && overlaps(k, MOST))
        return MOST + 1;
    while (above - below > 1) {
        unsigned middle = (below + above) / 2;

        if (overlaps(k, middle))
            below = middle;
        else
            above = middle;
    }
    return above;
}

/* ---- points ---- */

/* Points about the step, about half of it, and elsewhere in eighths of it; a quick run takes every
 * other of the first two, and the step itself. */
static const int8_t near_step[] = { -24, -16, -12, -8, -6, -5, -4, -3, -2, -1, 0,
                                    1,   2,   3,   4,  5,  6,  8,  12, 16, 24 };
static const int8_t near_half[] = { -8, -4, -2, 0, 2, 4, 8 };
static const uint8_t eighths[] = { 1, 2, 3, 5, 6, 7, 10, 12, 16 };

struct points {
    unsigned n, rounds;
    uint16_t x[POINTS]; /* ascending, the first 0 */
    uint8_t timed[POINTS];
    uint32_t ticks[POINTS][ROUNDS];
    uint32_t width[POINTS][WIDTHS]; /* of AT_ONCE timings each */
};

/* Adds X where it is new. */
static void add(struct points *p, int x)
{
    unsigned at = p->n;

    while (at > 0 && p->x[at - 1] > x)
        at--;
    if (x < 0 || x > MOST || p->n == POINTS || (at > 0 && p->x[at - 1] == x))
        return;
    for (unsigned i = p->n++; i > at; i--)
        p->x[i] = p->x[i - 1];
    p->x[at] = (uint16_t)x;
}

static void choose_points(struct points *p, unsigned step, bool quick)
{
    enum { HALF_LEAST = 32 };
    unsigned each = quick ? 2 : 1;

    *p = (struct points){ .rounds = quick ? QUICK_ROUNDS : ROUNDS };
    add(p, 0);
    for (unsigned i = 0; i < sizeof near_step; i += each)
        add(p, (int)step + near_step[i]);
    add(p, (int)step - 1);
    for (unsigned i = 0; i < sizeof near_half && step >= HALF_LEAST; i += each)
        add(p, (int)step / 2 + near_half[i]);
    for (unsigned i = 0; i < sizeof eighths; i += each)
        add(p, (int)(step * eighths[i] / 8));
}

static unsigned n_kinds(void)
{
    unsigned n = 0;

    for (unsigned i = 0; i < KINDS; i++)
        n += hal_code_knows(kinds[i].op);
    return n;
}

static unsigned points(const struct plan *plan)
{
    unsigned each = plan->effort == EFFORT_QUICK ? POINTS / 2 : POINTS;

    return HAL_ALONE ? n_kinds() * each : 2 * n_kinds() * each + 2;
}

/* AT_ONCE timings of one point in a row, or none: code is written once. */
static void time_point(struct points *p, const struct kind *k, unsigned i)
{
    unsigned from = p->timed[i];

    if (from + AT_ONCE > ROUNDS || write_code(k, p->x[i]) != 0)
        return;
    wait_for_core();
    uint64_t before = width_ticks();
    (void)time_once();
    for (unsigned r = 0; r < AT_ONCE; r++) {
        uint64_t ticks = time_once();

        if (ticks <= UINT32_MAX) /* MEASURE_NONE is more */
            p->ticks[i][p->timed[i]++] = (uint32_t)ticks;
    }
    uint64_t after = width_ticks(), slower = after > before ? after : before;

    if (!HAL_ALONE)
        p->width[i][from / AT_ONCE] = slower < UINT32_MAX ? (uint32_t)slower : UINT32_MAX;
    if (p->timed[i] < from + AT_ONCE)
        p->timed[i] = (uint8_t)from;
    hal_code_free(&all.code);
}

/* All points several times: what disturbs one disturbs the others. */
static void time_points(struct points *p, const struct kind *k)
{
    for (unsigned r = 0; r < p->rounds; r += AT_ONCE)
        for (unsigned i = 0; i < p->n; i++)
            time_point(p, k, i);
}

/* Another thread was on the core in most of the timings. */
static bool were_shared(const struct points *p)
{
    unsigned n = 0, shared = 0;

    for (unsigned i = 0; !HAL_ALONE && width.ops > 0 && i < p->n; i++)
        for (unsigned r = 0; r < p->timed[i] / AT_ONCE; r++, n++)
            shared += is_shared(p->width[i][r]);
    return 2 * shared > n;
}

/* Of point I to TICKS: what its timings took, or the no-ops beside them. Returns how many. */
static unsigned copy_ticks(const struct points *p, unsigned i, bool widths, uint64_t *ticks)
{
    unsigned n = widths ? p->timed[i] / AT_ONCE : p->timed[i];

    for (unsigned r = 0; r < n; r++)
        ticks[r] = widths ? p->width[i][r] : p->ticks[i][r];
    return n;
}

static void send_series(struct probe_run *run, const struct kind *k, const struct points *p,
                        bool again, bool widths)
{
    const struct probe_word words[] = { { "of", widths ? "width" : k->of },
                                        { widths ? "beside" : 0, k->of },
                                        { 0, 0 } };
    struct probe_key keys[4] = { { "bytes", all.bytes } };
    unsigned n = 1;

    if (all.flushed)
        keys[n++] = (struct probe_key){ "flushed", 1 };
    if (again)
        keys[n++] = (struct probe_key){ "again", 1 };
    probe_series_both(run, run->name, words, keys);
    for (unsigned i = 0; i < p->n; i++) {
        uint64_t x = p->x[i], ticks[ROUNDS];
        unsigned timed = copy_ticks(p, i, widths, ticks);

        if (timed > 0)
            probe_sample(run, &x, 1, widths ? width.ops : all.loads, ticks, timed);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static void send(struct probe_run *run, const struct kind *k, const struct points *p, bool again)
{
    send_series(run, k, p, again, false);
    if (!HAL_ALONE && width.ops > 0)
        send_series(run, k, p, again, true);
}

/* Of each kind, and its step: 0 where the port does not write it. A board that runs nothing else
 * needs one, as nothing is timed again. */
enum { KEPT = HAL_ALONE ? 1 : KINDS };
static struct points kept[KEPT];
static unsigned step[KINDS];
static bool shared[KINDS]; /* in most of the timings another thread was on the core */

static void time_kind(const struct plan *plan, unsigned i)
{
    choose_points(&kept[i % KEPT], step[i], plan->effort == EFFORT_QUICK);
    time_points(&kept[i % KEPT], &kinds[i]);
    shared[i] = were_shared(&kept[i % KEPT]);
}

/* Misses overlap with clearly more operations of kind I than were found: another thread had part of
 * the core, a tenth to a half of what there is. Then they are searched once more. */
static bool has_grown(unsigned i)
{
    unsigned more = step[i] + step[i] / 10 + 2;

    if (step[i] == 0 || more > MOST || !overlaps(&kinds[i], more))
        return false;
    step[i] = find_step(&kinds[i]);
    return true;
}

static void time_kinds(struct probe_run *run)
{
    all.alone_ticks = fast_ticks(&kinds[0], 0);
    for (unsigned search = 0; search < SEARCHES; search++)
        for (unsigned i = 0; i < KINDS; i++) {
            unsigned found = hal_code_knows(kinds[i].op) ? find_step(&kinds[i]) : 0;

            step[i] = search == 0 || found > step[i] ? found : step[i];
        }
    for (unsigned i = 0; i < KINDS; i++)
        if (step[i] > 0) {
            time_kind(run->plan, i);
            if (has_grown(i))
                time_kind(run->plan, i);
            send(run, &kinds[i], &kept[i % KEPT], false);
            kept[i % KEPT].n = 0;
        }
}

static void free_all(void)
{
    hal_code_free(&width.code);
    width.ops = 0;
    hal_code_free(&all.code);
    hal_free(&all.block);
    hal_free(&all.data);
}

static void again(struct probe_run *run)
{
    (void)width_ticks();
    for (unsigned i = 0; all.block.start && i < KINDS; i++)
        if (has_grown(i) || (shared[i] && !is_shared(width_ticks())))
            time_kind(run->plan, i);
}

static void send_all_over(struct probe_run *run)
{
    const struct probe_word words[] = { { "of", "width" }, { 0, 0 } };
    const uint64_t x = 0;

    if (width.all_over.n == 0 || width.ops == 0) /* of a board without caches nothing is kept */
        return;
    probe_series_both(run, run->name, words, 0);
    windows_send(run, &x, 1, width.ops, &width.all_over);
    probe_done(run, run->name, RECORD_END_OK);
}

static void send_again(struct probe_run *run)
{
    send_all_over(run);
    for (unsigned i = 0; all.block.start && i < KINDS; i++)
        if (kept[i % KEPT].n > 0)
            send(run, &kinds[i], &kept[i % KEPT], true);
    free_all();
}

/* 0, or -1: the port writes no code, or it may not run. */
static int code_runs(void)
{
    if (!hal_code_knows(HAL_CODE_NOP) || write_code(&kinds[0], 0) != 0)
        return -1;
    return 0;
}

/* Memory that others need is not kept. */
static enum record_end run(struct probe_run *run)
{
    if (code_runs() != 0)
        return RECORD_END_NOTHING;
    bool memory = hal_alloc(&all.data, HAL_CODE_DATA_BYTES, SLOT_BYTES, HAL_PAGES_BASE) == 0;

    all.laps.data = all.data.start;
    memory = memory && begin(run->plan) == 0;
    hal_code_free(&all.code);
    if (memory) {
        begin_width(run->plan);
        time_kinds(run);
    }
    if (HAL_ALONE || !memory || !all.flushed)
        free_all();
    return memory ? RECORD_END_OK : RECORD_END_NO_MEMORY;
}

static const struct probe_extra extra = {
    .again = again,
    .send_again = send_again,
    .again_share = 32,
};

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

const struct probe probe_core_queues = {
    .rank = 66,
    .about = "load queue, store queue, registers for renaming, schedulers, branches in flight",
    .options = options,
    .extra = HAL_ALONE ? 0 : &extra,
    .points = points,
    .run = run,
};
