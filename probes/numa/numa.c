/* Whose memory is near whom: latency and reading bandwidth of contexts in memory that others
 * touched first.
 *
 * x = reader:toucher:kind; kind 0: chased, ops = loads; kind 1: read in streams, ops = bytes. Both
 * parts of a block lie beyond the caches: one is chased, the other read. Up to EVERY contexts
 * touch, evenly spread over all, and up to READERS of them read. */
#include "hal/thread.h"
#include "lib/estimate.h"
#include "lib/far_memory.h"
#include "lib/measure.h"
#include "lib/stream.h"
#include <stdbool.h>

enum {
    EVERY = 8,
    QUICK_EVERY = 4,
    READERS = 64,
    QUICK_READERS = 16,
    PASSES = 2, /* each in blocks of its own: what one block costs may be luck */
    ROUNDS = 4, /* in each */
    /* The parts of a block, in units of the last cache. A cache that does not replace the oldest
     * line keeps some of a lap of twice its size. */
    CHASED = 4,
    READ = 2,
    LOADS = 4096,
    QUICK_LOADS = 1024,
    LEAST_LOADS = 64,
    STREAM_BYTES = 1 << 21,
    QUICK_STREAM_BYTES = 1 << 18,
    PAGE_BYTES = 4096,
    VARIANT = 3, /* of streams: two, unrolled */
};

/* The part of a context: it touches the block, or reads it. */
struct visit {
    uint64_t seed;
    struct hal_block block;
    size_t chased_bytes, read_bytes;
    struct far_walker walker;
    struct stream stream;
    uint64_t lap, loads, steps;
    uint64_t chased[ROUNDS], streamed[ROUNDS];
};

static struct visit now;

/* The other part drives what was laid out of the caches. */
static void lay(void *visit)
{
    struct visit *v = visit;

    v->lap = far_lay(&v->walker, &v->block, 0, v->chased_bytes, v->seed);
    stream_run(&v->stream, v->stream.steps);
}

/* By another context: a line may count as its writer's until then. */
static void share(void *visit)
{
    struct visit *v = visit;

    far_touch(v->block.start, v->chased_bytes);
    stream_run(&v->stream, v->stream.steps);
}

static void look(void *visit)
{
    struct visit *v = visit;
    const struct measure_kernel chase = { far_walk, &v->walker };
    const struct measure_kernel stream = { stream_run, &v->stream };

    far_walk(&v->walker, v->loads); /* whoever shared the lines may have the first of them yet */
    for (unsigned r = 0; r < ROUNDS; r++)
        v->chased[r] = measure_ticks(&chase, v->loads);
    stream_run(&v->stream, v->steps);
    for (unsigned r = 0; r < ROUNDS; r++)
        v->streamed[r] = measure_ticks(&stream, v->steps);
}

static void send(struct probe_run *run, unsigned reader, unsigned toucher, unsigned kind,
                 uint64_t ops, const uint64_t *ticks)
{
    const uint64_t x[] = { reader, toucher, kind };

    for (unsigned r = 0; r < ROUNDS; r++)
        if (ticks[r] != MEASURE_NONE && ticks[r] > 0)
            probe_sample(run, x, 3, ops, &ticks[r], 1);
}

/* Contexts that are asked, out of all. */
static unsigned asked(unsigned most)
{
    unsigned n = hal_thread_contexts();

    return n < most ? n : most;
}

static unsigned n_touchers(const struct plan *plan)
{
    return asked(plan->effort == EFFORT_QUICK ? QUICK_EVERY : EVERY);
}

static unsigned n_readers(const struct plan *plan)
{
    return asked(plan->effort == EFFORT_QUICK ? QUICK_READERS : READERS);
}

/* Context I of the N that are asked. */
static unsigned chosen(unsigned i, unsigned n)
{
    return (unsigned)((uint64_t)i * hal_thread_contexts() / n);
}

/* Of a timing by each of N readers, so that none comes to lines that another has brought into its
 * own caches, nor to the last ones of the lap, which he who shared them still has in his. */
static uint64_t loads_each(unsigned n, uint64_t most)
{
    uint64_t own = now.lap / 2 / (n * (ROUNDS + 1));

    own = own < most ? own : most;
    return own > LEAST_LOADS ? own : LEAST_LOADS;
}

/* Measures memory that TOUCHER touched, read by all contexts. -1: there is no more memory. */
static int visit_all(struct probe_run *run, unsigned toucher)
{
    const bool quick = run->plan->effort == EFFORT_QUICK;
    unsigned n = n_readers(run->plan);

    if (far_alloc(&now.block, toucher, now.chased_bytes + now.read_bytes) != 0)
        return -1;
    now.stream.base = (char *)now.block.start + now.chased_bytes;
    now.stream.bytes = now.read_bytes;
    size_t step_bytes = stream_set(&now.stream, STREAM_READ, VARIANT);
    now.lap = 0;
    now.steps = (quick ? QUICK_STREAM_BYTES : STREAM_BYTES) / step_bytes;
    if (far_on_context(toucher, lay, &now) == 0)
        (void)far_on_context((toucher + 1) % hal_thread_contexts(), share, &now);
    now.loads = loads_each(n, quick ? QUICK_LOADS : LOADS);
    for (unsigned r = 0; r < n; r++) {
        unsigned reader = chosen(r, n);

        if (far_on_context(reader, look, &now) != 0)
            continue;
        send(run, reader, toucher, 0, now.loads, now.chased);
        send(run, reader, toucher, 1, now.steps * step_bytes, now.streamed);
    }
    hal_free(&now.block);
    return 0;
}

static unsigned points(const struct plan *plan)
{
    return hal_thread_contexts() < 2 ? 0 : PASSES * n_touchers(plan) * n_readers(plan) * 2 * ROUNDS;
}

static enum record_end run(struct probe_run *run)
{
    unsigned n = n_touchers(run->plan);

    if (n < 2)
        return RECORD_END_ALONE;
    size_t bytes = far_bytes(run->plan, 1, CHASED + READ);
    now.read_bytes = bytes / (CHASED + READ) * READ & ~(size_t)(PAGE_BYTES - 1);
    now.chased_bytes = (bytes - now.read_bytes) & ~(size_t)(PAGE_BYTES - 1);
    now.seed = run->plan->seed;
    if (now.read_bytes == 0)
        return RECORD_END_NO_MEMORY;
    probe_series(run, run->name, 0);
    for (unsigned t = 0; t < PASSES * n && run->out->err == 0; t++)
        if (visit_all(run, chosen(t % n, n)) != 0)
            break;
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_NO_MEMORY);
    return RECORD_END_OK;
}

static const struct probe_option *const options[] = { &estimate_capacity, 0 };

const struct probe probe_numa = {
    .rank = 82,
    .about = "local and remote memory: latency and bandwidth of each NUMA node",
    .options = options,
    .points = points,
    .run = run,
};
