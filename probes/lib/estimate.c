#include "estimate.h"
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
 * again behind it. */
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

/* What translations add at X, as of the last point before it: too little between that and the next,
 * as too much would leave a dip. */
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
