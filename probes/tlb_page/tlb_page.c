/* Distance that makes a new translation: the page that the TLB works with (after BlackjackBench
 * section 3.2).
 *
 * x = S : n. One load in each of n slots of S bytes, all slots of any aligned power of two of bytes
 * before any others. Over the same memory, n * S, the translations of a lap are the same as long as
 * S is at most a page, so that each load bears twice as many when S doubles; beyond a page each
 * load has one of its own, and S says nothing. That holds for any number of entries and ways. The
 * least S is the control: n lines packed together. Keys: control, line, page (as granted), in
 * bytes. */
#include "lib/spread.h"
#include "lib/sweep.h"
#include "run/probe.h"

enum {
    LEAST_STRIDE_BYTES = 512,
    FEWEST = 16,
    MOST = 4096,
    LEAST_REGION_BYTES = 64 * 1024, /* no TLB reaches less than that */
    ALIGN_BYTES = 64 * 1024,
    WARM_LAPS = 2,
    USUAL_PAGE_BYTES = 4096,
    LEAST_AT_DISTANCE = 64, /* loads that there is memory for at a distance that was given */
};

static struct sweep sweep;

static size_t largest_bytes(const struct plan *plan)
{
    static const size_t by_effort[] = {
        [EFFORT_QUICK] = (size_t)32 << 20,
        [EFFORT_NORMAL] = (size_t)64 << 20,
        [EFFORT_THOROUGH] = (size_t)512 << 20,
    };
    size_t bytes = by_effort[plan->effort];
    size_t pages_bytes = 2 * USUAL_PAGE_BYTES * (size_t)plan->most_pages; /* twice the page, too */

    bytes = pages_bytes > bytes ? pages_bytes : bytes;
    if (plan->most_distance_bytes > bytes / LEAST_AT_DISTANCE)
        bytes = LEAST_AT_DISTANCE * plan->most_distance_bytes;
    if (plan->max_bytes > 0)
        bytes = plan->max_bytes;
    return bytes < hal_alloc_limit_bytes() ? bytes : hal_alloc_limit_bytes();
}

static void take_distance(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)n;
    plan->most_distance_bytes = (size_t)values[0];
}

static const struct probe_option distance = {
    .key = "distance",
    .value = "SIZE",
    .about = "largest distance between two loads",
    .wanted = "a power of two from 4K to 16M, as in distance=4M",
    .least = 4096,
    .most = 16 << 20,
    .power = true,
    .n_values = 1,
    .take = take_distance,
};

static size_t largest_stride_bytes(const struct plan *plan)
{
    if (plan->most_distance_bytes > 0)
        return plan->most_distance_bytes;
    return plan->effort == EFFORT_THOROUGH ? (size_t)4 << 20 : (size_t)256 << 10;
}

/* N numbers are in X (may be NULL); one more is added where there is room. */
static unsigned add(uint64_t x[][2], unsigned n, uint64_t stride, uint64_t slots)
{
    if (n == SWEEP_POINTS)
        return n;
    if (x) {
        x[n][0] = stride;
        x[n][1] = slots;
    }
    return n + 1;
}

static unsigned strides_and_numbers(const struct plan *plan, size_t bytes, uint64_t x[][2])
{
    unsigned n = 0;
    size_t control = spread_control_bytes(spread_line_bytes(plan));
    size_t most = plan->most_pages > 0 ? (size_t)plan->most_pages : MOST;

    for (size_t slots = FEWEST; slots <= most && control <= bytes / slots; slots *= 2) {
        n = add(x, n, control, slots);
        for (size_t stride = LEAST_STRIDE_BYTES; stride <= largest_stride_bytes(plan); stride *= 2)
            if (stride * slots >= LEAST_REGION_BYTES && stride <= bytes / slots)
                n = add(x, n, stride, slots);
    }
    return n;
}

static unsigned passes(const struct plan *plan)
{
    return plan->effort == EFFORT_QUICK ? 4 : plan->effort == EFFORT_NORMAL ? 10 : SWEEP_PASSES;
}

static unsigned points(const struct plan *plan)
{
    unsigned n = strides_and_numbers(plan, largest_bytes(plan), 0);

    return n * passes(plan) + n; /* and the reference chain after them */
}

static uint64_t prepare(void *ctx, const uint64_t *x)
{
    struct spread *spread = ctx;

    spread->slot_bytes = (size_t)x[0];
    return spread_lay(spread, (size_t)x[1]);
}

static void set_up(struct probe_run *run, const struct probe_key *keys, struct spread *spread,
                   size_t bytes)
{
    /* By effort: a point may take this part of a second, all of them so many tenths of one. */
    static const uint64_t shares[] = { 100, 40, 5 }, budgets[] = { 6, 18, 100 };
    enum probe_effort effort = run->plan->effort;

    sweep.name = run->name;
    sweep.keys = keys;
    sweep.n_x = 2;
    sweep.n_points = strides_and_numbers(run->plan, bytes, sweep.x);
    sweep.passes = passes(run->plan);
    sweep.share_ticks = measure_second_ticks() / shares[effort];
    sweep.budget_ticks = measure_second_ticks() / 10 * budgets[effort];
    sweep.most_warm = WARM_LAPS;
    sweep.prepare = prepare;
    sweep.kernel = (struct measure_kernel){ chase_walk, spread };
}

static enum record_end run(struct probe_run *run)
{
    struct hal_block block = { 0 };
    size_t bytes = largest_bytes(run->plan);

    while (bytes >= LEAST_REGION_BYTES &&
           hal_alloc(&block, bytes, ALIGN_BYTES, HAL_PAGES_BASE) != 0)
        bytes /= 2;
    if (bytes < LEAST_REGION_BYTES)
        return RECORD_END_NO_MEMORY;
    struct spread spread = {
        .chase.base = block.start,
        .line_bytes = spread_line_bytes(run->plan),
        .order = SPREAD_NEAR,
        .seed = run->plan->seed,
    };
    const struct probe_key keys[] = { { "control", spread_control_bytes(spread.line_bytes) },
                                      { "line", spread.line_bytes },
                                      { "page", block.page_bytes },
                                      { 0, 0 } };
    set_up(run, keys, &spread, block.size_bytes);
    enum record_end end = sweep_run(run, &sweep);
    hal_free(&block);
    return end;
}

static const struct probe_option *const options[] = { &spread_pages, &distance, 0 };

const struct probe probe_tlb_page = {
    .rank = 45,
    .about = "TLB page size: loads at growing distance over the same memory",
    .options = options,
    .points = points,
    .run = run,
};
