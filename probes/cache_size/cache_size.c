/* Latency against working set: levels, sizes and latencies (BlackjackBench section 3.1.2).
 *
 * x = working set, bytes: the span of memory that a lap touches at every STRIDE bytes. Whole laps
 * are timed. The stride is four lines of the usual 64 bytes: what a prefetcher fetches beside a
 * line is then never used, and deeper latencies are not diluted by hits in the same line; a stride
 * that is a power of two leaves the working set at which a level overflows where it is. Keys:
 * stride, segment (bytes visited in random order before the next), page (bytes, as granted). */
#include "chain.h"
#include "estimate.h"
#include "hal/timer.h"
#include "probe.h"
#include "sweep.h"

enum { STRIDE_BYTES = 256, LEAST_BYTES = 1024, LEAST_BUFFER_BYTES = 16 * 1024, ROUNDS = 2 };

static struct sweep sweep;
static struct estimate_point lowest[SWEEP_POINTS];

static size_t largest_bytes(const struct plan *plan)
{
    static const size_t by_effort[] = {
        [EFFORT_QUICK] = (size_t)64 << 20,
        [EFFORT_NORMAL] = (size_t)128 << 20,
        [EFFORT_THOROUGH] = (size_t)512 << 20,
    };
    size_t bytes = plan->max_bytes > 0 ? plan->max_bytes : by_effort[plan->effort];

    return bytes < hal_alloc_limit_bytes() ? bytes : hal_alloc_limit_bytes();
}

static size_t stride_bytes(const struct plan *plan)
{
    return plan->line_bytes > 0 ? plan->line_bytes : STRIDE_BYTES;
}

/* Working sets with PER_OCTAVE points an octave, evenly spaced inside it, so that sizes such as
 * 24 KiB or 6 MiB are met exactly. */
static unsigned working_sets(const struct plan *plan, size_t most, uint64_t x[][2])
{
    unsigned per_octave = plan->effort == EFFORT_QUICK ? 4 : 8;
    size_t stride = stride_bytes(plan);
    unsigned n = 0;

    for (size_t octave = LEAST_BYTES; octave <= most; octave *= 2)
        for (unsigned k = 0; k < per_octave && n < SWEEP_POINTS; k++) {
            size_t bytes = octave + octave / per_octave * k;

            if (bytes > most || bytes % stride != 0 || bytes < 2 * stride)
                continue;
            if (x)
                x[n][0] = bytes;
            n++;
        }
    return n;
}

static unsigned passes(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 12 : SWEEP_PASSES;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = working_sets(plan, largest_bytes(plan), 0);

    n += 2 * ROUNDS * SWEEP_REFINED; /* a rise or two, refined */
    return n * passes(plan) + n;     /* and the reference chain beside them */
}

static uint64_t prepare(void *ctx, const uint64_t *x)
{
    struct chain *chain = ctx;

    return chain_lay(chain, (size_t)x[0] / chain->slot_bytes);
}

static enum probe_end run(struct probe_run *run)
{
    struct hal_block block;

    if (chain_alloc(&block, largest_bytes(run->plan), LEAST_BUFFER_BYTES) != 0)
        return PROBE_NO_MEMORY;
    struct chain chain = {
        .base = block.start,
        .slot_bytes = stride_bytes(run->plan),
        .segment_bytes =
            run->plan->page_bytes > 0 ? run->plan->page_bytes : chain_segment_bytes(&block),
        .seed = run->plan->seed,
    };
    if (chain.segment_bytes < chain.slot_bytes)
        chain.segment_bytes = chain.slot_bytes;
    chain_init(&chain);
    const struct probe_key keys[] = { { "stride", chain.slot_bytes },
                                      { "segment", chain.segment_bytes },
                                      { "page", block.page_bytes },
                                      { 0, 0 } };
    /* By effort: a point may take this part of a second, all of them so many seconds. */
    static const uint64_t shares[] = { 25, 5, 1 }, budgets[] = { 3, 8, 60 };
    sweep.name = run->name;
    sweep.keys = keys;
    sweep.n_x = 1;
    sweep.n_points = working_sets(run->plan, block.size_bytes, sweep.x);
    sweep.passes = passes(run->plan);
    sweep.share_ticks = hal_timer_hz() / shares[run->plan->effort];
    sweep.budget_ticks = hal_timer_hz() * budgets[run->plan->effort];
    sweep.rounds = ROUNDS;
    sweep.grain = chain.slot_bytes;
    sweep.prepare = prepare;
    sweep.kernel = (struct measure_kernel){ chain_walk, &chain };
    enum probe_end end = sweep_run(run, &sweep);
    if (end == PROBE_OK && run->plan->n_caches == 0)
        estimate_caches(run->plan, lowest, sweep_lowest(&sweep, lowest));
    hal_free(&block);
    return end;
}

const struct probe probe_cache_size = {
    .rank = 20,
    .about = "latency against working set: cache levels, sizes, latencies",
    .points = points,
    .run = run,
};
