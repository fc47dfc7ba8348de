/* Instruction fetch: code of more and more memory, with a jump in each line or with none.
 *
 * Three series: order=random, pages one after the other in random order and the lines of each, too;
 * order=line, each line after the one before; order=straight, as line, but of no-ops and one
 * return. Key line: bytes. x = bytes of code that are gone round, ops = lines. A board on which the
 * port writes no code answers nothing. */
#include "hal/code.h"
#include "lib/measure.h"
#include "run/probe.h"

enum {
    LINE_BYTES = 64,
    PAGE_BYTES = 4096,
    LEAST_BYTES = 2048,
    ROUNDS = 12,
    QUICK_ROUNDS = 3,
    POINTS = 16, /* doublings */
    LAST_CACHES = 2,
};

#define MOST_BYTES  ((size_t)32 << 20) /* as far as every jump reaches */
#define USUAL_BYTES ((size_t)1 << 20)  /* where no cache is known */

enum order { ORDER_RANDOM, ORDER_LINE, ORDER_STRAIGHT, ORDERS };
static const char *const orders[ORDERS] = { "random", "line", "straight" };

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
    return ORDERS * n;
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

static void time_lap(struct probe_run *run, struct lap *lap, size_t bytes)
{
    const struct measure_kernel kernel = { run_laps, lap };
    const uint64_t x = bytes;
    uint64_t ticks[ROUNDS];

    run_laps(lap, lap->lines);
    uint64_t ops = measure_enough_ops(run->plan, &kernel, lap->lines, 0);
    unsigned n = measure_rounds(&kernel, ops, ticks,
                                run->plan->effort == EFFORT_QUICK ? QUICK_ROUNDS : ROUNDS);
    if (n > 0)
        probe_sample(run, &x, 1, ops, ticks, n);
}

/* -1: there is no such memory. */
static int point(struct probe_run *run, size_t bytes, enum order order)
{
    struct hal_block block;

    if (hal_code_alloc(&block, bytes) != 0)
        return -1;
    struct lap lap = lay(&block, bytes, order);
    int err = hal_code_finish(&block);
    if (err == 0)
        time_lap(run, &lap, bytes);
    hal_code_free(&block);
    return err;
}

static void series(struct probe_run *run, enum order order)
{
    const struct probe_word keys[] = { { "order", orders[order] }, { "line", "64" }, { 0, 0 } };
    size_t most = largest(run->plan);

    probe_series_words(run, run->name, keys);
    for (size_t bytes = LEAST_BYTES; bytes <= most; bytes *= 2)
        if (point(run, bytes, order) != 0)
            break;
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
}

static enum record_end run(struct probe_run *run)
{
    struct hal_block block;

    if (hal_code_alloc(&block, LEAST_BYTES) != 0)
        return RECORD_END_NOTHING;
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
    .points = points,
    .run = run,
};
