/* Rates and latencies from timings, and the level that a working set is in. */
#include "throughput.h"
#include "again.h"
#include "point.h"
#include "result/query.h"
#include "result/remedy.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <string.h>

enum { MOST_TIMINGS = 256, MOST_LEVELS = 1000 };

/* Best and median nearer than this share: the processor was not shared. */
#define QUIET      0.05
#define EDGE_SHARE 1.02

struct throughput_units throughput_units_of(const struct log_run *run)
{
    return (struct throughput_units){
        .cycle_ticks = point_cycle(run),
        .tick_hz = point_tick_hz(run),
    };
}

struct throughput throughput_of(const double *y, size_t n)
{
    struct throughput r = { .n = n };
    double second = 0;

    for (size_t i = 0; i < n; i++) {
        if (y[i] > r.highest) {
            second = r.highest;
            r.highest = y[i];
        } else if (y[i] > second) {
            second = y[i];
        }
    }
    r.best = n > 1 ? second : r.highest;
    r.median = n > 0 ? stats_quantile(y, n, 0.5) : 0;
    r.slow = n > 0 ? stats_quantile(y, n, 0.25) : 0;
    r.least_quiet = r.best;
    for (size_t i = 0; i < n; i++)
        if (y[i] >= (1 - AGAIN_QUIET) * r.best) {
            r.quiet++;
            r.least_quiet = fmin(r.least_quiet, y[i]);
        }
    return r;
}

/* Timings of several samples, operations a tick. */
struct rates {
    double y[MOST_TIMINGS];
    size_t n;
};

static void add_rates(struct rates *r, const struct log_sample *p)
{
    for (size_t t = 0; t < p->n_ticks && r->n < MOST_TIMINGS; t++)
        if (p->ticks[t] > 0)
            r->y[r->n++] = (double)p->ops / (double)p->ticks[t];
}

struct throughput throughput_at(const struct log_series *s, const uint64_t *x, unsigned n_match,
                                unsigned n_x)
{
    struct rates r = { .n = 0 };

    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x == n_x && memcmp(p->x, x, n_match * sizeof *x) == 0)
            add_rates(&r, p);
    }
    return throughput_of(r.y, r.n);
}

struct throughput throughput_first(const struct by_x *b, const struct log_sample *p)
{
    struct by_x_range same = by_x_of(b, p);
    struct rates r = { .n = 0 };

    if (same.first == same.end || b->at[same.first] != p)
        return (struct throughput){ .n = 0 };
    for (size_t i = same.first; i < same.end && r.n < MOST_TIMINGS; i++)
        add_rates(&r, b->at[i]);
    return throughput_of(r.y, r.n);
}

/* How near the median is to the best; the fewer timings, the less that says. */
static double evidence(const struct throughput *rate)
{
    return evidence_near(rate->median, rate->best) * evidence_agreement(rate->n, rate->n);
}

static bool usable(struct result *r, const struct throughput *rate,
                   const struct throughput_units *units)
{
    if (rate->n == 0 || !(rate->best > 0))
        result_unknown(r, "needs a timing above 0",
                       result_words("%zu timings came of this point", rate->n).text,
                       remedy_thorough(r->probe));
    else if (!(units->cycle_ticks > 0))
        result_unknown(r, "needs the length of a cycle, from probe add_chain",
                       result_words("the best of %zu timings is known in ticks only", rate->n).text,
                       remedy_run(r->probe));
    else
        return true;
    return false;
}

void throughput_answer(struct result *r, const struct throughput *rate,
                       const struct throughput_units *units)
{
    if (!usable(r, rate, units))
        return;
    r->value = rate->best * units->cycle_ticks;
    r->has_bounds = true;
    r->low = fmin(rate->median, rate->best) * units->cycle_ticks;
    r->high = rate->highest * units->cycle_ticks;
    r->gb_per_s = rate->best * units->tick_hz / 1e9;
    r->evidence = evidence(rate);
}

void throughput_answer_quiet(struct result *r, const struct throughput *rate,
                             const struct throughput_units *units)
{
    if (r->kind != RESULT_NUMBER || rate->n == 0)
        return;
    r->low = rate->least_quiet * units->cycle_ticks;
    r->evidence = evidence_agreement(rate->quiet, rate->quiet);
    if (rate->median < (1 - QUIET) * rate->best)
        result_remark(r, "shared: %.3g in the median of %zu timings",
                      rate->median * units->cycle_ticks, rate->n);
    if ((double)rate->quiet < AGAIN_FEW * (double)rate->n)
        result_remark(r, "%zu of them were quiet", rate->quiet);
}

void throughput_answer_latency(struct result *r, const struct throughput *rate,
                               const struct throughput_units *units)
{
    if (!usable(r, rate, units))
        return;
    r->value = 1 / rate->median / units->cycle_ticks;
    r->has_bounds = true;
    r->low = 1 / fmax(rate->best, rate->median) / units->cycle_ticks;
    r->high = 1 / fmin(rate->slow, rate->median) / units->cycle_ticks;
    r->ns = units->tick_hz > 0 ? 1e9 / rate->median / units->tick_hz : 0;
    r->evidence = evidence_near(rate->slow, rate->best) * evidence_agreement(rate->n, rate->n);
}

/* Size of cache LEVEL, nominal or measured, whichever is more; 0: not known. */
static double largest_size(const struct results *results, unsigned level)
{
    return fmax(cache_measured(results, level, CACHE_SIZE),
                cache_nominal(results, level, CACHE_SIZE));
}

unsigned throughput_level(const struct results *results, double bytes, unsigned level,
                          unsigned deepest)
{
    bool known = largest_size(results, 1) > 0;

    for (unsigned i = 1; known && largest_size(results, i) > 0; i++)
        if (bytes <= largest_size(results, i) * EDGE_SHARE)
            return i;
    return known || level == deepest ? MEMORY_LEVEL : level;
}

unsigned throughput_chased_level(const struct results *results, const struct log_series *s,
                                 unsigned level, unsigned deepest)
{
    uint64_t bytes = log_series_number(s, "bytes");
    unsigned known = cache_levels(results);

    if (level == deepest)
        return MEMORY_LEVEL;
    if (bytes > 0) {
        unsigned there = throughput_level(results, (double)bytes, level, deepest);

        if (there != MEMORY_LEVEL) /* a last cache whose size is not known looks like memory */
            return there;
    }
    return known > 0 ? known : level;
}

unsigned throughput_board_level(const struct log_series *s)
{
    uint64_t level = log_series_number(s, "level");

    return level <= MOST_LEVELS ? (unsigned)level : 0;
}

unsigned throughput_deepest(const struct log_run *run, const char *probe)
{
    unsigned deepest = 0;

    for (size_t s = log_find_series(run, probe, 0); s < run->n_series;
         s = log_find_series(run, probe, s + 1)) {
        unsigned level = throughput_board_level(&run->series[s]);

        deepest = level > deepest ? level : deepest;
    }
    return deepest;
}
