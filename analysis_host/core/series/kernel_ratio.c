/* Ratios of kernels' times. */
#include "kernel_ratio.h"
#include "stats/stats.h"
#include <math.h>

enum { MOST_PASSES = 64 };

/* Beyond this share of a timing, call and loop hide what the kernel does. */
#define MOST_OVERHEAD 0.2
/* The chance that bounds hold, where there are passes enough. */
#define CHANCE 0.85
/* What one pass alone, which no other one bears out, is trusted. */
#define ALONE 0.4

/* Ratios of timing K of A to timing K of B, into Y: a pass of the probe takes each once, so that
 * what disturbs one pass disturbs both. Returns how many. */
static size_t by_pass(const struct kernel_point *a, const struct kernel_point *b,
                      double y[MOST_PASSES])
{
    size_t n = 0;

    for (; n < MOST_PASSES && n < a->sample->n_ticks && n < b->sample->n_ticks; n++) {
        if (b->sample->ticks[n] == 0)
            break;
        y[n] = (double)a->sample->ticks[n] / (double)a->sample->ops *
               ((double)b->sample->ops / (double)b->sample->ticks[n]);
    }
    return n;
}

static bool comparable(const struct kernel_run *r, const struct kernel_point *p)
{
    return p != NULL && p->timings > 0 && p->ticks > 0 && kernel_overhead(r, p) <= MOST_OVERHEAD;
}

/* The ratio at TO's size; its n is 0 where there is none. */
static struct kernel_ratio ratio_at(const struct kernel_run *a, const struct kernel_run *b,
                                    const struct kernel_point *to)
{
    const struct kernel_point *of = kernels_at(a, to->n);
    struct kernel_ratio ratio = { 0 };
    double y[MOST_PASSES];

    if (!comparable(b, to) || !comparable(a, of))
        return ratio;
    size_t n = by_pass(of, to, y);
    if (n == 0)
        return ratio;
    ratio.n = to->n;
    ratio.value = stats_median(y, n);
    ratio.chance = fmax(ALONE, stats_median_bounds(y, n, CHANCE, &ratio.low, &ratio.high));
    return ratio;
}

/* Bounds of too few passes are narrow by luck, so they count only where there are no others. */
static bool is_larger(const struct kernel_ratio *a, const struct kernel_ratio *b)
{
    bool a_sure = a->chance >= CHANCE, b_sure = b->chance >= CHANCE;

    return a_sure != b_sure ? a_sure : a->low > b->low;
}

struct kernel_ratio kernel_ratio_largest(const struct kernel_run *a, const struct kernel_run *b)
{
    struct kernel_ratio best = { 0 };

    for (size_t i = 0; i < b->n_points; i++) {
        struct kernel_ratio ratio = ratio_at(a, b, &b->point[i]);

        if (ratio.n > 0 && (best.n == 0 || is_larger(&ratio, &best)))
            best = ratio;
    }
    return best;
}

struct kernel_ratio kernel_ratio_at(const struct kernel_run *a, const struct kernel_run *b,
                                    uint64_t n)
{
    const struct kernel_point *to = kernels_at(b, n);

    return to != NULL ? ratio_at(a, b, to) : (struct kernel_ratio){ 0 };
}
