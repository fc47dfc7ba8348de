/* os.timeslice: how long the scheduler lets a thread run (BlackjackBench section 3.6).
 * os.cpu.available and os.cpu.scheduled: the share of the time in which a thread that is alone on
 * its hardware thread runs. */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <inttypes.h>
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

/* ---- one thread on each hardware thread ---- */

enum { TICKS, LOST, GAPS, LONGEST, RAN_NS, VALUES, MOST_WINDOWS = 64 };

/* Shares so near to another agree with it, and those that miss as much of the time within a half.
 */
#define SHARE_AGREES 0.05
#define MISSES_AGREE 0.5

/* The windows of one hardware thread. */
struct windows {
    uint64_t context;
    double ticks, lost, gaps, longest, ran; /* of all together, ticks */
    double available[MOST_WINDOWS], scheduled[MOST_WINDOWS];
    size_t n;
};

/* Reads the windows of one hardware thread from event FROM of S on; the event after them. */
static size_t read_windows(struct windows *w, const struct log_series *s, size_t from, double hz)
{
    size_t i = from;

    *w = (struct windows){ .context = s->events[from].x };
    for (; i < s->n_events && s->events[i].x == w->context; i++) {
        const uint64_t *v = s->events[i].values;

        if (s->events[i].n_values != VALUES || v[TICKS] == 0 || w->n == MOST_WINDOWS)
            continue;
        const double ticks = (double)v[TICKS], ran = (double)v[RAN_NS] * hz / 1e9;
        w->available[w->n] = fmax(1 - (double)v[LOST] / ticks, 0);
        w->scheduled[w->n++] = fmin(ran / ticks, 1);
        w->ticks += ticks;
        w->lost += (double)v[LOST];
        w->gaps += (double)v[GAPS];
        w->longest = fmax(w->longest, (double)v[LONGEST]);
        w->ran += ran;
    }
    return i;
}

static void set_share(struct result *r, double value, const double *shares, size_t n)
{
    double within = fmax(SHARE_AGREES, MISSES_AGREE * (1 - value));
    size_t near = 0;

    for (size_t i = 0; i < n; i++)
        near += fabs(shares[i] - value) <= within;
    r->value = value;
    r->has_bounds = true;
    r->low = fmin(value, stats_quantile(shares, n, 0.25));
    r->high = fmax(value, stats_quantile(shares, n, 0.75));
    r->evidence = evidence_agreement(near, n);
}

/* Reads the hardware thread of S that loses the largest share of its time. */
static void read_worst(struct windows *worst, const struct log_series *s, double hz)
{
    struct windows w;

    *worst = (struct windows){ 0 };
    for (size_t at = 0; at < s->n_events;) {
        at = read_windows(&w, s, at, hz);
        if (w.n > 0 && (worst->n == 0 || w.lost / w.ticks > worst->lost / worst->ticks))
            *worst = w;
    }
}

static struct result *add_share(struct results *out, enum quantity quantity,
                                const struct log_series *s)
{
    struct result *r = result_add_from(out, id_of(quantity), s);

    r->series_line = s->first_line;
    result_by(r, "detours");
    return r;
}

static void answer_available(const struct log_series *s, double hz, struct results *out)
{
    struct result *r = add_share(out, OS_CPU_AVAILABLE, s);
    struct windows w;

    read_worst(&w, s, hz);
    if (w.n == 0) {
        remedy_unsampled_series(r, s);
        return;
    }
    set_share(r, fmax(1 - w.lost / w.ticks, 0), w.available, w.n);
    size_t said = (size_t)snprintf(r->note, sizeof r->note, "%.0f gaps on hardware thread %" PRIu64,
                                   w.gaps, w.context);
    if (hz > 0 && w.gaps > 0)
        snprintf(r->note + said, sizeof r->note - said, ", the longest %.3g ms",
                 1e3 * w.longest / hz);
    if (w.ran > 0)
        set_share(add_share(out, OS_CPU_SCHEDULED, s), fmin(w.ran / w.ticks, 1), w.scheduled, w.n);
}

static bool is_alone(const struct log_series *s)
{
    return log_series_number(s, "alone") != 0;
}

static void infer_available(const struct log_run *run, struct results *out)
{
    for (size_t at = log_find_series(run, "timeslice", 0); at < run->n_series;
         at = log_find_series(run, "timeslice", at + 1))
        if (is_alone(&run->series[at])) {
            answer_available(&run->series[at], point_tick_hz(run), out);
            return;
        }
}

static void infer_slice(const struct log_run *run, enum method method, struct results *out)
{
    double hz = point_tick_hz(run);
    size_t at = log_find_series(run, "timeslice", 0), n = 0;

    if (at >= run->n_series || is_alone(&run->series[at]))
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

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    infer_slice(run, method, out);
    infer_available(run, out);
}

const struct analysis analysis_timeslice = {
    .about = "time slice of the scheduler, CPU time left to a thread",
    .probe = "timeslice",
    .method = "mode",
    .infer = infer,
};
