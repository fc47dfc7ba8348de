/* Instruction fetch: code of more and more memory, with a jump in each line or with none.
 *
 * Three series: order=random, pages one after the other in random order and the lines of each, too;
 * order=line, each line after the one before; order=straight, as line, but of no-ops and one
 * return. Those with again=1 have what was timed between later probes. Key line: bytes. x = bytes
 * of code that are gone round, ops = lines. A board on which the port writes no code answers
 * nothing. */
#include "hal/code.h"
#include "lib/measure.h"
#include "lib/windows.h"
#include "run/probe.h"

enum {
    LINE_BYTES = 64,
    PAGE_BYTES = 4096,
    LEAST_BYTES = 2048,
    ROUNDS = 12,
    QUICK_ROUNDS = 3,
    POINTS = 16, /* doublings */
    LAST_CACHES = 2,
    AGAIN_POINTS = HAL_ALONE ? 1 : 12, /* up to 4 MiB: code is written anew each time */
};

#define MOST_BYTES  ((size_t)32 << 20) /* as far as every jump reaches */
#define USUAL_BYTES ((size_t)1 << 20)  /* where no cache is known */

enum order { ORDER_RANDOM, ORDER_LINE, ORDER_STRAIGHT, ORDERS };
static const char *const orders[ORDERS] = { "random", "line", "straight" };

static struct windows windows[ORDERS][AGAIN_POINTS];
static uint64_t again_ops[ORDERS][AGAIN_POINTS];

struct lap {
    const void *first;
    uint64_t lines;
};

static void run_laps(void *ctx, uint64_t lines)
{
    const struct lap *lap = ctx;

    for (; lines > 0; lines -= lap->lines)
        hal_code_run(lap->first);
}

/* Twice the last cache, a power of two. */
static size_t largest(const struct plan *plan)
{
    size_t last = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : 0;
    size_t wanted = last > 0 ? LAST_CACHES * last : USUAL_BYTES, bytes = LEAST_BYTES;
    size_t most =
        plan->max_bytes > 0 && plan->max_bytes < MOST_BYTES ? plan->max_bytes : MOST_BYTES;

    if (most > hal_alloc_limit_bytes())
        most = hal_alloc_limit_bytes();
    while (bytes < wanted && 2 * bytes <= most)
        bytes *= 2;
    return bytes;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    for (size_t bytes = LEAST_BYTES; bytes <= largest(plan); bytes *= 2)
        n++;
    return ORDERS * (n + (HAL_ALONE ? 0 : 2 * AGAIN_POINTS)); /* many timings: two sentences */
}

/* A number below N, a power of two, another for each I below N, in an order that looks random. */
static size_t scrambled(size_t i, size_t n)
{
    return ((i ^ i >> 3) * 0x9e3779b1u) & (n - 1);
}

/* Where the Ith line of a lap over BYTES lies. */
static size_t place(size_t i, size_t bytes, bool random)
{
    size_t page = bytes < PAGE_BYTES ? bytes : PAGE_BYTES, in_page = page / LINE_BYTES;

    if (!random)
        return i * LINE_BYTES;
    return scrambled(i / in_page, bytes / page) * page +
           scrambled((i + i / in_page) % in_page, in_page) * LINE_BYTES;
}

/* Writes the lap; each line's jump begins where the line does. */
static struct lap lay(const struct hal_block *block, size_t bytes, enum order order)
{
    char *start = block->start;
    size_t n = bytes / LINE_BYTES;
    bool random = order == ORDER_RANDOM;

    if (order == ORDER_STRAIGHT)
        hal_code_jump(hal_code_fill(start, bytes - HAL_CODE_BYTES), NULL);
    for (size_t i = 0; i < n && order != ORDER_STRAIGHT; i++)
        hal_code_jump(start + place(i, bytes, random),
                      i + 1 < n ? start + place(i + 1, bytes, random) : NULL);
    return (struct lap){ start + place(0, bytes, random), n };
}

/* NULL: code of N-th size is not timed again. */
static struct windows *windows_of(enum order order, unsigned n)
{
    return !HAL_ALONE && n < AGAIN_POINTS ? &windows[order][n] : NULL;
}

static void time_lap(struct probe_run *run, struct lap *lap, size_t bytes, uint64_t *ops)
{
    const struct measure_kernel kernel = { run_laps, lap };
    const uint64_t x = bytes;
    uint64_t ticks[ROUNDS];

    run_laps(lap, lap->lines);
    *ops = measure_enough_ops(run->plan, &kernel, lap->lines, 0);
    unsigned n = measure_rounds(&kernel, *ops, ticks,
                                run->plan->effort == EFFORT_QUICK ? QUICK_ROUNDS : ROUNDS);
    if (n > 0)
        probe_sample(run, &x, 1, *ops, ticks, n);
}

/* Times OPS lines once more. */
static void time_again(struct lap *lap, uint64_t ops, struct windows *to)
{
    const struct measure_kernel kernel = { run_laps, lap };

    run_laps(lap, lap->lines);
    windows_keep(to, measure_ticks(&kernel, ops));
}

/* Times code of the N-th size, again where *OPS is known. -1: there is no such memory. */
static int point(struct probe_run *run, unsigned n, enum order order, uint64_t *ops)
{
    size_t bytes = (size_t)LEAST_BYTES << n;
    struct hal_block block;

    if (hal_code_alloc(&block, bytes) != 0)
        return -1;
    struct lap lap = lay(&block, bytes, order);
    int err = hal_code_finish(&block);
    if (err == 0 && *ops > 0)
        time_again(&lap, *ops, windows_of(order, n));
    else if (err == 0)
        time_lap(run, &lap, bytes, ops);
    hal_code_free(&block);
    return err;
}

static void begin_series(struct probe_run *run, enum order order, bool again)
{
    const struct probe_word keys[] = {
        { "order", orders[order] }, { "line", "64" }, { again ? "again" : 0, "1" }, { 0, 0 }
    };

    probe_series_words(run, run->name, keys);
}

static void end_series(struct probe_run *run)
{
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static void series(struct probe_run *run, enum order order)
{
    size_t most = largest(run->plan);

    begin_series(run, order, false);
    for (unsigned n = 0; (size_t)LEAST_BYTES << n <= most; n++) {
        uint64_t ops = 0;

        if (point(run, n, order, &ops) != 0)
            break;
        if (windows_of(order, n)) {
            windows[order][n] = (struct windows){ .n = 0 };
            again_ops[order][n] = ops;
        }
    }
    end_series(run);
}

#if !HAL_ALONE
static void again(struct probe_run *run)
{
    for (unsigned order = 0; order < ORDERS; order++)
        for (unsigned n = 0; windows_of((enum order)order, n) && again_ops[order][n] > 0; n++)
            if (point(run, n, (enum order)order, &again_ops[order][n]) != 0)
                break;
}

static void send_again(struct probe_run *run)
{
    for (unsigned order = 0; order < ORDERS; order++) {
        if (windows[order][0].n == 0)
            continue;
        begin_series(run, (enum order)order, true);
        for (unsigned n = 0; n < AGAIN_POINTS; n++) {
            const uint64_t x = (uint64_t)LEAST_BYTES << n;

            if (windows[order][n].n > 0)
                windows_send(run, &x, 1, again_ops[order][n], &windows[order][n]);
        }
        end_series(run);
    }
}

static const struct probe_extra extra = {
    .again = again,
    .send_again = send_again,
    .again_share = 32,
};
#define EXTRA &extra
#else
#define EXTRA NULL
#endif

static enum record_end run(struct probe_run *run)
{
    struct hal_block block;

    if (hal_code_alloc(&block, LEAST_BYTES) != 0)
        return RECORD_END_NOTHING;
    for (unsigned order = 0; order < ORDERS; order++)
        for (unsigned n = 0; n < AGAIN_POINTS; n++)
            again_ops[order][n] = 0;
    hal_code_jump(block.start, NULL);
    int err = hal_code_finish(&block);
    hal_code_free(&block);
    if (err != 0)
        return RECORD_END_NOTHING;
    for (unsigned order = 0; order < ORDERS; order++)
        series(run, (enum order)order);
    return RECORD_END_OK;
}

const struct probe probe_fetch = {
    .rank = 69,
    .about = "instruction fetch latency, by cache level",
    .extra = EXTRA,
    .points = points,
    .run = run,
};
