/* Refresh by the times of slow loads. */
#include "dram.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

/* Ticks of a load that was interrupted: the probe keeps 16 bits. */
enum { SATURATED = 65535 };

/* Refresh comes each 0.488 (one bank of LPDDR4) to 15.6 us; JEDEC JESD79-4, JESD79-5, JESD209-4. */
static const double longest_ns = 40000, shortest_ns = 450;
/* A period is seen where so many loads come in it. */
static const double loads_a_period = 2.5;

struct slow {
    double at, extra; /* ticks; beyond the usual time of a load */
};

struct stretch {
    struct slow *slow;
    size_t n;
};

/* The usual ticks of a load in stretch X. */
static double usual_ticks(const struct log_series *s, uint64_t x)
{
    double median = 0;

    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];
        double *ticks = p->x[0] == x ? malloc((p->n_ticks + 1) * sizeof *ticks) : NULL;

        for (size_t k = 0; k < p->n_ticks && ticks != NULL; k++)
            ticks[k] = (double)p->ticks[k];
        if (ticks != NULL && p->n_ticks > 0)
            median = stats_median(ticks, p->n_ticks);
        free(ticks);
    }
    return median;
}

/* Fills *TO, to be freed, from the events of S from number *AT on that have one x, which one
 * sentence may be too short for: pairs of values, and times begin at 0. *AT moves past them.
 * Returns false without memory. */
static bool read_stretch(const struct log_series *s, size_t *at, struct stretch *to)
{
    uint64_t x = s->events[*at].x, even = 0, since = 0;
    double usual = usual_ticks(s, x);
    size_t room = 1;

    for (size_t i = *at; i < s->n_events && s->events[i].x == x; i++)
        room += s->events[i].n_values;
    *to = (struct stretch){ .slow = calloc(room, sizeof *to->slow) };
    for (; to->slow != NULL && *at < s->n_events && s->events[*at].x == x; ++*at)
        for (size_t k = 0; k < s->events[*at].n_values; k++, even ^= 1) {
            uint64_t value = s->events[*at].values[k];
            since += even == 0 ? value : 0;
            if (even == 1 && value < SATURATED)
                to->slow[to->n++] = (struct slow){ (double)since, (double)value - usual };
        }
    return to->slow != NULL;
}

static double span_of(const struct stretch *t)
{
    return t->n > 0 ? t->slow[t->n - 1].at : 0;
}

/* The period of the N stretches into OUT. Returns false without memory. */
static bool find_period(const struct stretch *stretch, size_t n, double loads, double tick_ns,
                        struct dram_refresh *out)
{
    struct period_stretch *all = calloc(n + 1, sizeof *all);
    double *at = calloc(out->n_slow + 1, sizeof *at), longest_span = 0;
    size_t used = 0;

    for (size_t i = 0; i < n && all != NULL && at != NULL; i++) {
        all[i] = (struct period_stretch){ at + used, stretch[i].n };
        for (size_t k = 0; k < stretch[i].n; k++)
            at[used++] = stretch[i].slow[k].at;
        longest_span = fmax(longest_span, span_of(&stretch[i]));
    }
    if (all != NULL && at != NULL && loads > 0) {
        double apart = longest_span / loads;
        double shortest = fmax(shortest_ns / tick_ns, loads_a_period * apart);

        out->found = period_find(all, n, longest_span, shortest,
                                 fmin(longest_ns / tick_ns, longest_span / 16), &out->period);
    }
    bool whole = all != NULL && at != NULL;
    free(all);
    free(at);
    return whole;
}

/* Of slow loads at the phase of refresh, and as far from it as can be. */
struct phased {
    double extra;
    int sign; /* 1: at it, -1: far from it */
};

static int by_extra_falling(const void *a, const void *b)
{
    double x = ((const struct phased *)a)->extra, y = ((const struct phased *)b)->extra;

    return x < y ? 1 : x > y ? -1 : 0;
}

/* The extra time that SHARE of the loads that refresh delays exceed: those at its phase beyond as
 * many as there are far from it. ALL[0..n) falls; EXCESS: of all. */
static double exceeded_by(const struct phased *all, size_t n, double excess, double share)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        sum += all[i].sign;
        if (sum > share * excess)
            return all[i].extra;
    }
    return 0;
}

/* How long loads wait: those that come as refresh begins wait for all of it, others for the rest.
 */
static bool find_length(const struct stretch *stretch, size_t n, struct dram_refresh *out)
{
    struct phased *all = calloc(out->n_slow + 1, sizeof *all);
    double *at = calloc(out->n_slow + 1, sizeof *at);
    size_t n_all = 0, in = 0, outside = 0;

    for (size_t i = 0; i < n && all != NULL && at != NULL; i++) {
        const struct stretch *t = &stretch[i];
        for (size_t k = 0; k < t->n; k++)
            at[k] = t->slow[k].at;
        struct period_stretch events = { at, t->n };
        double phase = period_phase(&events, out->period.period);
        for (size_t k = 0; k < t->n; k++) {
            double off = fmod(at[k] / out->period.period - phase + 1.5, 1) - 0.5;
            bool waits = t->slow[k].extra < out->period.period / 2;
            bool near = waits && fabs(off) < 0.125;
            bool far = waits && fabs(off) > 0.375;
            if (near || far)
                all[n_all++] = (struct phased){ t->slow[k].extra, near ? 1 : -1 };
            in += near;
            outside += far;
        }
    }
    bool whole = all != NULL && at != NULL;
    double excess = (double)in - (double)outside;
    if (whole && excess > 30 && excess > 4 * sqrt((double)n_all)) {
        qsort(all, n_all, sizeof *all, by_extra_falling);
        out->lasts = exceeded_by(all, n_all, excess, 0.05);
        out->lasts_low = exceeded_by(all, n_all, excess, 0.25);
        out->lasts_high = exceeded_by(all, n_all, excess, 0.01);
    }
    free(all);
    free(at);
    return whole;
}

bool dram_refresh_of(const struct log_series *s, double tick_ns, struct dram_refresh *out)
{
    struct stretch *stretch = calloc(s->n_samples + s->n_events + 1, sizeof *stretch);
    size_t n = 0;
    bool whole = stretch != NULL;

    *out = (struct dram_refresh){ .n_stretches = s->n_samples };
    for (size_t at = 0; at < s->n_events && whole;) {
        whole = read_stretch(s, &at, &stretch[n]);
        out->n_slow += whole ? stretch[n].n : 0;
        out->span += whole ? span_of(&stretch[n]) : 0;
        n += whole;
    }
    whole = whole && find_period(stretch, n, (double)log_series_number(s, "loads"), tick_ns, out);
    whole = whole && (!out->found || find_length(stretch, n, out));
    for (size_t i = 0; i < n; i++)
        free(stretch[i].slow);
    free(stretch);
    return whole;
}
