/* The cost of one point of a series, and of the reference chain that it is held against. */
#include "point.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_TIMINGS = 64,
    CHAIN_TIMINGS = 16,
    FEWEST_BESIDE = 3,
    MOST_BESIDE = 64,
    FIRST_BESIDE = 64
};

/* A chain beside tells of another clock from this share on; less is error of measurement. */
#define CHAIN_AWAY 0.03
/* The chain's own probe is not believed when it took this many times as long as the chains beside
 * later ones: clocks change by less. */
#define MUCH_SLOWER 1.25

/* No processor makes more additions that wait for each other in a second: the fastest that was ever
 * run, with liquid helium on it, made 9.1 thousand million. */
static const double fastest_hz = 1e10;
/* Cycles of processors that stand nearer to this than to a tenth or ten times of it. */
static const double usual_hz = 2e9;

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

double point_quantile(const struct log_sample *p, double q)
{
    double y[MOST_TIMINGS];
    size_t n = costs_of(p, y);

    return n > 0 ? stats_quantile(y, n, q) : NAN;
}

double point_quartile(const struct log_sample *p)
{
    return point_quantile(p, 0.25);
}

double point_least(const struct log_sample *p)
{
    double y[MOST_TIMINGS];
    size_t n = costs_of(p, y);

    return stats_min(y, n);
}

/* ---- the median of a series ---- */

enum { FEW = 1 << 16, DIGIT_BITS = 16, DIGITS = 1 << DIGIT_BITS };

static size_t count_timings(const struct log_series *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_samples; i++)
        n += log_sample_next(s, i)->n_ticks;
    return n;
}

/* Positive numbers and their bits have the same order. */
static uint64_t bits_of(double y)
{
    uint64_t bits;

    memcpy(&bits, &y, sizeof bits);
    return bits;
}

/* Counts the timings of S by the digit at SHIFT, of those whose digits above it are PREFIX. */
static void count_digits(const struct log_series *s, unsigned shift, uint64_t prefix,
                         size_t count[DIGITS])
{
    memset(count, 0, DIGITS * sizeof *count);
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = log_sample_next(s, i);

        for (size_t t = 0; t < p->n_ticks; t++) {
            uint64_t bits = bits_of((double)p->ticks[t] / (double)p->ops) >> shift;
            count[bits % DIGITS] += bits >> DIGIT_BITS == prefix;
        }
        log_sample_release(p);
    }
}

/* Returns the timing of S that K others are not above; COUNT is room to count in. */
static double select_timing(const struct log_series *s, size_t k, size_t count[DIGITS])
{
    uint64_t prefix = 0;
    double y;

    for (unsigned shift = 64; shift > 0;) {
        unsigned digit = 0;

        shift -= DIGIT_BITS;
        count_digits(s, shift, prefix, count);
        for (; k >= count[digit]; digit++)
            k -= count[digit];
        prefix = prefix << DIGIT_BITS | digit;
    }
    memcpy(&y, &prefix, sizeof y);
    return y;
}

static double median_of_many(const struct log_series *s, size_t n)
{
    size_t *count = malloc(DIGITS * sizeof *count);

    if (count == NULL)
        return NAN;
    double median = select_timing(s, (n - 1) / 2, count);
    if (n % 2 == 0)
        median = 0.5 * median + 0.5 * select_timing(s, n / 2, count);
    free(count);
    return median;
}

double point_series_median(const struct log_series *s)
{
    size_t n = count_timings(s), k = 0;

    if (n > FEW)
        return median_of_many(s, n);
    double *y = malloc((n + 1) * sizeof *y);
    for (size_t i = 0; y != NULL && i < s->n_samples; i++)
        for (size_t t = 0; t < s->samples[i].n_ticks; t++)
            y[k++] = (double)s->samples[i].ticks[t] / (double)s->samples[i].ops;
    double median = k > 0 ? stats_median(y, k) : NAN;
    free(y);
    return median;
}

/* ---- the clock that a series was timed by ---- */

/* Returns the greatest common divisor of all timings of S. */
static uint64_t common_unit(const struct log_series *s)
{
    uint64_t step = 0;

    for (size_t i = 0; i < s->n_samples && step != 1; i++) {
        const struct log_sample *p = log_sample_next(s, i);

        for (size_t t = 0; t < p->n_ticks && step != 1; t++)
            for (uint64_t b = p->ticks[t]; b > 0;) {
                uint64_t rest = step % b;

                step = b;
                b = rest;
            }
        log_sample_release(p);
    }
    return step;
}

double point_clock_step(const struct log_series *s)
{
    uint64_t step = common_unit(s), seen = 0;

    for (size_t i = 0; i < s->n_samples && step > 1; i++) {
        const struct log_sample *p = log_sample_next(s, i);

        for (size_t t = 0; t < p->n_ticks; t++)
            if (p->ticks[t] > 0 && p->ticks[t] / step < 64)
                seen |= (uint64_t)1 << p->ticks[t] / step;
        log_sample_release(p);
    }
    return (seen & seen >> 1) != 0 ? (double)step : 1;
}

/* The lowest timing of P, not divided by its operations: the slope would round otherwise. */
static double lowest_ticks(const struct log_sample *p)
{
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < p->n_ticks; i++)
        if (p->ticks[i] < least)
            least = p->ticks[i];
    log_sample_release(p);
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
            const struct log_sample *sample = log_sample_next(series, i);

            if (sample->n_ticks == 0)
                continue;
            if (*small == NULL || sample->ops < (*small)->ops)
                *small = sample;
            if (*large == NULL || sample->ops > (*large)->ops)
                *large = sample;
        }
    }
}

/* ---- the loop of the reference chain ---- */

/* What a lap of the chain takes beside its additions, as a share of them, counts from LEAST_LOOP
 * on, and more than MOST_LOOP is no loop. */
#define LEAST_LOOP 0.004
/* Long laps are four times as long: they save three of four loops. */
#define SAVED     0.75
#define MOST_LOOP 0.5

enum { WHOLE_LAPS = 0, LONG_LAPS = 3, FEWEST_LOOPS = 5, MOST_LOOPS = 64 };

static bool is_beside(const struct log_series *s)
{
    return strcmp(s->probe, "add_chain") == 0 && log_key_text(s->keys, s->n_keys, "beside") != NULL;
}

/* The first series of add_chain of KIND in RUN that has timings; NULL: there is none. */
static const struct log_series *chain_of_kind(const struct log_run *run, unsigned kind)
{
    for (size_t s = log_find_series(run, "add_chain", 0); s < run->n_series;
         s = log_find_series(run, "add_chain", s + 1)) {
        const struct log_series *series = &run->series[s];

        if (!is_beside(series) && series->n_samples > 0 &&
            log_key_number(series->keys, series->n_keys, "kind", 99) == kind)
            return series;
    }
    return NULL;
}

/* Fills Y with how much less as many additions took in long laps than in usual ones, as a share,
 * round by round of the two largest sizes; how many. */
static size_t loops_of(const struct log_series *whole, const struct log_series *longer,
                       double y[MOST_LOOPS])
{
    size_t sizes = whole->n_samples < longer->n_samples ? whole->n_samples : longer->n_samples,
           n = 0;

    for (size_t i = sizes > 2 ? sizes - 2 : 0; i < sizes; i++) {
        const struct log_sample *a = &whole->samples[i], *b = &longer->samples[i];

        for (size_t t = 0; t < a->n_ticks && t < b->n_ticks && n < MOST_LOOPS; t++)
            if (a->ops == b->ops && a->ticks[t] > 0)
                y[n++] = 1 - (double)b->ticks[t] / (double)a->ticks[t];
    }
    return n;
}

double point_share_without(const double *y, size_t n)
{
    if (n < FEWEST_LOOPS || stats_quantile(y, n, 0.25) < LEAST_LOOP)
        return 1;
    return 1 - fmin(stats_median(y, n) / SAVED, MOST_LOOP);
}

double point_chain_share(const struct log_run *run)
{
    double adds = run->adds_a_cycle > 1 ? run->adds_a_cycle : 1;
    const struct log_series *longer = chain_of_kind(run, LONG_LAPS);
    const struct log_series *whole = longer != NULL ? chain_of_kind(run, WHOLE_LAPS) : NULL;
    double y[MOST_LOOPS];

    return adds * point_share_without(y, whole != NULL ? loops_of(whole, longer, y) : 0);
}

/* ---- the clock beside ---- */

/* The lowest costs of an addition in chains that were timed beside a probe. */
struct chain {
    double least, next;
    size_t n;
};

static void add_cost(struct chain *c, double cost)
{
    c->n++;
    if (c->n == 1 || cost < c->least) {
        c->next = c->n == 1 ? cost : c->least;
        c->least = cost;
    } else if (c->n == 2 || cost < c->next) {
        c->next = cost;
    }
}

static void add_sample(struct chain *c, const struct log_sample *p)
{
    for (size_t t = 0; t < p->n_ticks && p->ops > 0; t++)
        if (p->ticks[t] > 0)
            add_cost(c, (double)p->ticks[t] / (double)p->ops);
}

static void add_chain(struct chain *c, const struct log_series *s)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = log_sample_next(s, i);

        add_sample(c, p);
        log_sample_release(p);
    }
}

/* The second lowest cost in the first samples of S, enough to know it; 0: too few timings. */
static double second_lowest_of(const struct log_series *s)
{
    struct log_series first = *s;
    struct chain c = { .n = 0 };

    first.n_samples = s->n_samples < FIRST_BESIDE ? s->n_samples : FIRST_BESIDE;
    add_chain(&c, &first);
    return c.n >= CHAIN_TIMINGS ? c.next : 0;
}

/* ---- the run's clock ---- */

/* Returns the ticks of an addition in the chains that were timed beside probes: the median of their
 * second lowest; 0: fewer than FEWEST_BESIDE of many timings. */
static double cycle_of_run(const struct log_run *run)
{
    double y[MOST_BESIDE];
    size_t n = 0;

    for (size_t i = log_find_series(run, "add_chain", 0); i < run->n_series && n < MOST_BESIDE;
         i = log_find_series(run, "add_chain", i + 1)) {
        double least = is_beside(&run->series[i]) ? second_lowest_of(&run->series[i]) : 0;

        if (least > 0)
            y[n++] = least;
    }
    return n >= FEWEST_BESIDE ? stats_median(y, n) : 0;
}

static double slope(const struct log_run *run, unsigned kind)
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

double point_chain_slower(const struct log_run *run)
{
    double own = slope(run, 0), usual = cycle_of_run(run);

    return usual > 0 && own > MUCH_SLOWER * usual ? own / usual : 1;
}

/* A processor that was slow for the few milliseconds of its probe was not so for the whole run. */
double point_reference_ticks(const struct log_run *run, unsigned kind)
{
    return slope(run, kind) / (kind == 0 ? point_chain_slower(run) : 1) * point_chain_share(run);
}

double point_cycle(const struct log_run *run)
{
    return point_reference_ticks(run, 0);
}

static double claimed_hz(const struct log_run *run)
{
    return (double)log_key_number(run->keys, run->n_keys, "tick_hz", 0);
}

double point_tick_hz_off(const struct log_run *run)
{
    double cycle = point_cycle(run), hz = claimed_hz(run);

    if (!(cycle > 0) || hz / cycle <= fastest_hz)
        return 1;
    return pow(10, round(log10(hz / cycle / usual_hz)));
}

double point_tick_hz(const struct log_run *run)
{
    return point_tick_hz_off(run) > 1 ? 0 : claimed_hz(run);
}

/* The chains that were timed beside series AT of RUN; NULL: none were. */
static const struct log_series *chains_beside(const struct log_run *run, size_t at)
{
    const char *probe = run->series[at].probe;
    size_t i = at + 1;

    while (i < run->n_series && !is_beside(&run->series[i]) &&
           strcmp(run->series[i].probe, probe) != 0)
        i++;
    if (i < run->n_series && is_beside(&run->series[i]) &&
        strcmp(log_key_text(run->series[i].keys, run->series[i].n_keys, "beside"), probe) == 0)
        return &run->series[i];
    return NULL;
}

double point_cycle_beside(const struct log_run *run, size_t at, double cycle)
{
    const struct log_series *chains = chains_beside(run, at);
    struct chain c = { .n = 0 };

    if (chains != NULL)
        add_chain(&c, chains);
    double here = c.n >= CHAIN_TIMINGS ? c.next * point_chain_share(run) : cycle;
    return fabs(here - cycle) > CHAIN_AWAY * cycle ? here : cycle;
}

double point_cycle_at(const struct log_run *run, size_t at, uint64_t x)
{
    const struct log_series *chains = chains_beside(run, at);
    struct chain c = { .n = 0 };

    for (size_t i = 0; chains != NULL && i < chains->n_samples; i++) {
        const struct log_sample *p = log_sample_next(chains, i);

        if (p->n_x > 0 && p->x[0] == x)
            add_sample(&c, p);
        log_sample_release(p);
    }
    return c.n >= CHAIN_TIMINGS ? c.next * point_chain_share(run) : 0;
}
