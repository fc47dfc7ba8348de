/* Reads a sweep crudely, for the probes that come after it. */
#include "estimate.h"
#include "granted.h"
#include "measure.h"
#include "pointer_chase.h"
#include <stdbool.h>

uint64_t estimate_roundest(uint64_t from, uint64_t to)
{
    /* Clearing low bits of TO makes it rounder, as long as it stays at FROM or above. */
    for (uint64_t mask = 1; mask != 0; mask <<= 1) {
        uint64_t rounder = to & ~(mask | (mask - 1));

        if (rounder < from || rounder == 0)
            return to & ~(mask - 1);
    }
    return to;
}

static void sort(struct estimate_point *at, unsigned n)
{
    for (unsigned i = 1; i < n; i++) {
        struct estimate_point p = at[i];
        unsigned k = i;

        for (; k > 0 && at[k - 1].x > p.x; k--)
            at[k] = at[k - 1];
        at[k] = p;
    }
}

/* Noise only adds: no point may cost more than one to its right. */
static void make_monotone(struct estimate_point *at, unsigned n)
{
    for (unsigned i = n; i-- > 1;)
        if (at[i].cost < at[i - 1].cost)
            at[i - 1].cost = at[i].cost;
}

/* The last point within an eighth of point I. */
static unsigned plateau_end(const struct estimate_point *at, unsigned n, unsigned i)
{
    unsigned end = i;

    while (end + 1 < n && at[end + 1].cost <= at[i].cost + at[i].cost / 8)
        end++;
    return end;
}

/* The last point of I to END before a rise that goes on: a TLB's step inside the plateau is flat
 * again after it. */
static unsigned last_full(const struct estimate_point *at, unsigned i, unsigned end)
{
    while (end > i && at[end].cost > at[end - 1].cost + at[end - 1].cost / 50)
        end--;
    return end;
}

/* The median cost of point I and up to AROUND on either side: where caches overflow, the two
 * strides need not miss alike. */
static uint64_t usual_cost(const struct estimate_point *at, unsigned n, unsigned i)
{
    enum { AROUND = 2 };
    unsigned from = i < AROUND ? 0 : i - AROUND, end = i + AROUND < n ? i + AROUND + 1 : n;
    uint64_t sorted[2 * AROUND + 1];
    unsigned kept = 0;

    for (unsigned k = from; k < end; k++) {
        unsigned place = kept++;

        for (; place > 0 && sorted[place - 1] > at[k].cost; place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = at[k].cost;
    }
    return sorted[(kept - 1) / 2];
}

/* Returns what translations add at X, as of the last point before it: too little between that and
 * the next, as too much would leave a dip. */
static uint64_t added_at(const struct estimate_point *added, unsigned n, uint64_t x)
{
    unsigned i = 0;

    while (i + 1 < n && added[i + 1].x <= x)
        i++;
    return n > 0 && added[i].x <= x ? usual_cost(added, n, i) : 0;
}

void estimate_without_translation(struct estimate_point *at, unsigned n,
                                  struct estimate_point *wide, unsigned n_wide)
{
    unsigned kept = 0;

    sort(at, n);
    sort(wide, n_wide);
    for (unsigned i = 0, k = 0; i < n_wide; i++) {
        while (k < n && at[k].x < wide[i].x)
            k++;
        if (k < n && at[k].x == wide[i].x) {
            uint64_t far = wide[i].cost, near = at[k].cost;

            wide[kept++] = (struct estimate_point){ at[k].x, far > near ? far - near : 0 };
        }
    }
    for (unsigned i = 0; i < n; i++) {
        uint64_t added = added_at(wide, kept, at[i].x);

        at[i].cost -= added < at[i].cost ? added : at[i].cost;
    }
}

void estimate_caches(struct plan *plan, struct estimate_point *at, unsigned n)
{
    unsigned levels = 0;

    sort(at, n);
    make_monotone(at, n);
    for (unsigned i = 0; i < n && levels <= PLAN_CACHES;) {
        unsigned end = plateau_end(at, n, i);

        if (2 * at[end].x < 3 * at[i].x) { /* shorter than half an octave: on the way up */
            i++;
            continue;
        }
        unsigned middle = i + (end - i) / 2; /* the first point may be on the way up */
        uint64_t level = at[middle].cost;

        end = plateau_end(at, n, middle);
        bool same = levels > 0 && level <= plan->cache_cost[levels - 1] / 6 * 7;
        unsigned full = last_full(at, i, end);

        if (!same)
            plan->cache_cost[levels++] = level;
        if (end + 1 < n && levels <= PLAN_CACHES)
            plan->cache_bytes[levels - 1] = (size_t)estimate_roundest(at[full].x, at[full + 1].x);
        i = end + 1;
    }
    plan->n_caches = levels > 0 ? levels - 1 : 0;
}

void estimate_beyond(struct plan *plan, const struct estimate_point *at, unsigned n)
{
    uint64_t largest = 0, enough = 0, below = 0;

    for (unsigned i = 0; i < n; i++)
        if (at[i].x >= largest) {
            largest = at[i].x;
            enough = at[i].cost / 4 * 3;
        }
    for (unsigned i = 0; i < n; i++)
        if (at[i].cost < enough && at[i].x > below)
            below = at[i].x;
    plan->beyond_bytes = (size_t)largest;
    for (unsigned i = 0; i < n; i++)
        if (at[i].x > below && at[i].x < plan->beyond_bytes)
            plan->beyond_bytes = (size_t)at[i].x;
}

static void take_capacity(struct plan *plan, const uint64_t *values, unsigned n)
{
    plan->n_caches = n;
    for (unsigned k = 0; k < n; k++)
        plan->cache_bytes[k] = (size_t)values[k];
}

const struct probe_option estimate_capacity = {
    .key = "capacity",
    .value = "SIZE,...",
    .about = "of the caches, L1 first, instead of estimates",
    .wanted = "1 to 4 growing multiples of 1K, as in capacity=32K,1M",
    .least = 1024,
    .most = 1 << 30,
    .ascending = true,
    .zero_bits = 1023,
    .n_values = PLAN_CACHES,
    .take = take_capacity,
};

/* A working set that is in LEVEL, from 0, and as far as it can be in no nearer one. */
static size_t working_set(const struct plan *plan, unsigned level)
{
    size_t nearer = level > 0 ? plan->cache_bytes[level - 1] : 0;

    return nearer + (plan->cache_bytes[level] - nearer) / 2;
}

/* The least of a few timings, in 1/256 ticks a load; 0: the clock went back. */
static uint64_t chase_cost(const struct plan *plan, struct chase *chase, size_t bytes)
{
    enum { WARM_LAPS = 4, TIMINGS = 4 };
    const struct measure_kernel kernel = { chase_walk, chase };
    uint64_t lap = chase_lay(chase, bytes / chase->slot_bytes), least = MEASURE_NONE;

    chase_walk(chase, WARM_LAPS * lap);
    uint64_t ops = measure_enough_ops(plan, &kernel, lap, 0);

    for (unsigned i = 0; i < TIMINGS && ops > 0; i++) {
        uint64_t ticks = measure_ticks(&kernel, ops);

        least = ticks < least ? ticks : least;
    }
    return least == MEASURE_NONE ? 0 : (least << 8) / ops;
}

int estimate_costs(struct plan *plan)
{
    enum { SLOT_BYTES = 256, BEYOND = 4 };
    size_t last = plan->n_caches > 0 ? plan->cache_bytes[plan->n_caches - 1] : 0;
    struct hal_block block;

    if (last == 0 || plan->cache_cost[0] > 0)
        return 0;
    if (chase_alloc(&block, last <= SIZE_MAX / BEYOND ? BEYOND * last : last, last + last / 2) != 0)
        return -1;
    struct chase chase = { .base = block.start,
                           .slot_bytes = SLOT_BYTES,
                           .segment_bytes = chase_segment_bytes(&block),
                           .seed = plan->seed };

    chase_init(&chase);
    for (unsigned level = 0; level < plan->n_caches; level++)
        plan->cache_cost[level] = chase_cost(plan, &chase, working_set(plan, level));
    plan->cache_cost[plan->n_caches] = chase_cost(plan, &chase, block.size_bytes);
    hal_free(&block);
    return 0;
}
