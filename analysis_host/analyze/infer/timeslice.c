/* os.timeslice: how long the scheduler lets a thread run (BlackjackBench section 3.6). */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FEWEST_GAPS = 6 };

/* Bins of the distribution, as a share of the median. */
#define BIN 0.1

/* Every gap, or stretch, of S in ticks, to be freed; NULL: none. */
static double *gaps_of(const struct log_series *s, size_t *n)
{
    double *gaps;
    size_t room = 1;

    for (size_t i = 0; i < s->n_events; i++)
        room += s->events[i].n_values;
    gaps = malloc(room * sizeof *gaps);
    *n = 0;
    for (size_t i = 0; i < s->n_events && gaps != NULL; i++)
        for (size_t v = 0; v < s->events[i].n_values; v++)
            gaps[(*n)++] = (double)s->events[i].values[v];
    return gaps;
}

static void answer(struct result *r, const double *gaps, size_t n, double hz)
{
    double median = stats_median(gaps, n);
    size_t fullest;
    double mode = stats_mode(gaps, n, median * BIN, &fullest);

    if (!(mode > 0)) {
        result_unknown(r, "needs a length that most gaps have",
                       result_words("%zu gaps, their median is %.3g ms", n, 1e3 * median / hz).text,
                       remedy_up_to("timeslice", "time", 60));
        return;
    }
    r->value = mode / hz;
    r->has_bounds = true;
    r->low = stats_quantile(gaps, n, 0.25) / hz;
    r->high = stats_quantile(gaps, n, 0.75) / hz;
    r->low = fmin(r->low, r->value);
    r->high = fmax(r->high, r->value);
    r->evidence = evidence_agreement(fullest, n);
}

/* The median stretch: what ends one early is seldom, and the share that is as long as it says how
 * sure that is. */
static void answer_stretches(struct result *r, const double *stretches, size_t n, double hz)
{
    double median = stats_median(stretches, n);
    size_t near = 0;

    result_by(r, "median_stretch");
    for (size_t i = 0; i < n; i++)
        near += fabs(stretches[i] - median) <= BIN * median;
    r->value = median / hz;
    r->has_bounds = true;
    r->low = stats_quantile(stretches, n, 0.25) / hz;
    r->high = stats_quantile(stretches, n, 0.75) / hz;
    r->evidence = evidence_agreement(near, n);
    snprintf(r->note, sizeof r->note,
             "%zu of %zu stretches between two waits are within 10 %% of it", near, n);
}

/* Answers from stretches where RUN has enough of them. Returns whether it had. */
static bool use_stretches(struct result *r, const struct log_run *run, size_t from, double hz)
{
    for (size_t at = from; at < run->n_series; at = log_find_series(run, "timeslice", at + 1)) {
        const struct log_series *s = &run->series[at];
        size_t n = 0;

        if (log_series_number(s, "stretch") == 0)
            continue;
        double *stretches = gaps_of(s, &n);
        bool enough = stretches != NULL && n >= FEWEST_GAPS && hz > 0;

        if (enough) {
            answer_stretches(r, stretches, n, hz);
            r->series_line = s->first_line;
        }
        free(stretches);
        return enough;
    }
    return false;
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    double hz = point_tick_hz(run);
    size_t at = log_find_series(run, "timeslice", 0), n = 0;

    if (at >= run->n_series)
        return;
    const struct log_series *s = &run->series[at];
    struct result *r = result_add_from(out, id_of(OS_TIMESLICE), s);
    if (s->end == RECORD_END_NO_OS) {
        result_none(r);
        return;
    }
    if (method != METHOD_PAPER && use_stretches(r, run, at, hz))
        return;
    double *gaps = gaps_of(s, &n);
    if (hz <= 0)
        remedy_no_rate(r, point_tick_hz_off(run), result_words("%zu gaps came, in ticks", n).text);
    else if (gaps == NULL || n < FEWEST_GAPS)
        result_unknown(
            r, result_words("needs %d gaps, in which a thread waited for others", FEWEST_GAPS).text,
            result_words("the threads hardly waited: %zu gaps were seen", n).text,
            remedy_up_to("timeslice", "time", 60));
    else
        answer(r, gaps, n, hz);
    free(gaps);
}

const struct analysis analysis_timeslice = {
    .about = "time slice of the scheduler",
    .probe = "timeslice",
    .method = "mode",
    .infer = infer,
};
