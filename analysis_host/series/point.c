/* The cost of one point of a series, and of the reference chain that it is held against. */
#include "point.h"
#include "stats/stats.h"
#include <math.h>

enum { MOST_TIMINGS = 64 };

/* Ticks of an operation in each timing of P, into Y; their number. */
static size_t costs_of(const struct log_sample *p, double y[MOST_TIMINGS])
{
    size_t n = 0;

    for (; n < p->n_ticks && n < MOST_TIMINGS; n++)
        y[n] = (double)p->ticks[n] / (double)p->ops;
    return n;
}

double point_cost(const struct log_sample *p)
{
    double y[MOST_TIMINGS];
    size_t n = costs_of(p, y);

    if (n == 0)
        return NAN;
    return n > 1 ? stats_second_lowest(y, n) : y[0];
}

double point_median(const struct log_sample *p)
{
    double y[MOST_TIMINGS];
    size_t n = costs_of(p, y);

    return stats_median(y, n);
}

double point_least(const struct log_sample *p)
{
    double y[MOST_TIMINGS];
    size_t n = costs_of(p, y);

    return stats_min(y, n);
}

/* The lowest timing of P, not divided by its operations: the slope would round otherwise. */
static double lowest_ticks(const struct log_sample *p)
{
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < p->n_ticks; i++)
        if (p->ticks[i] < least)
            least = p->ticks[i];
    return (double)least;
}

/* The samples of the fewest and of the most operations in all add_chain series of KIND. */
static void find_extremes(const struct log_run *run, unsigned kind, const struct log_sample **small,
                          const struct log_sample **large)
{
    for (size_t s = log_find_series(run, "add_chain", 0); s < run->n_series;
         s = log_find_series(run, "add_chain", s + 1)) {
        const struct log_series *series = &run->series[s];

        if (log_key_number(series->keys, series->n_keys, "kind", 99) != kind)
            continue;
        for (size_t i = 0; i < series->n_samples; i++) {
            const struct log_sample *sample = &series->samples[i];

            if (sample->n_ticks == 0)
                continue;
            if (*small == NULL || sample->ops < (*small)->ops)
                *small = sample;
            if (*large == NULL || sample->ops > (*large)->ops)
                *large = sample;
        }
    }
}

double point_reference_ticks(const struct log_run *run, unsigned kind)
{
    const struct log_sample *small = NULL, *large = NULL;

    find_extremes(run, kind, &small, &large);
    if (small == NULL)
        return 0;
    double a = lowest_ticks(small), b = lowest_ticks(large);
    if (large->ops > small->ops && b > a)
        return (b - a) / (double)(large->ops - small->ops);
    return b / (double)large->ops;
}

double point_cycle(const struct log_run *run)
{
    return point_reference_ticks(run, 0);
}
