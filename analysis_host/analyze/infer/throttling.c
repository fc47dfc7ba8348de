/* cpu.throttling.onset and .level: how the core clock falls over minutes with all threads busy.
 *
 * Points are seconds of load and the time of an addition then. The clock of the first seconds is
 * the median of the first tenth of the time, 5 to 10 s; that of the last quarter of the time is the
 * level. Where it is 3 percent lower or more, the onset is the point that parts the curve best into
 * two levels (least squares). */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

enum { FEWEST = 12 };

#define FALLS        0.03 /* less is no throttling */
#define FIRST        0.1  /* share of the time that is its beginning */
#define LAST         0.25 /* and its end */
#define AGREE        0.02
#define SURE_AT_MOST 0.95

/* Clock, additions a tick, at milliseconds of load. */
struct course {
    double *ms, *clock;
    size_t n;
};

static int read_course(struct course *c, const struct log_series *s)
{
    *c = (struct course){ .ms = calloc(s->n_samples + 1, sizeof *c->ms),
                          .clock = calloc(s->n_samples + 1, sizeof *c->clock) };
    if (c->ms == NULL || c->clock == NULL)
        return -1;
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];
        double cost = p->n_x == 1 && p->ops > 0 ? point_median(p) : NAN;

        if (!(cost > 0) || (c->n > 0 && (double)p->x[0] < c->ms[c->n - 1]))
            continue;
        c->ms[c->n] = (double)p->x[0];
        c->clock[c->n++] = 1 / cost;
    }
    return 0;
}

static size_t first_points(const struct course *c)
{
    size_t n = (size_t)(FIRST * (double)c->n);

    return n < 3 ? 3 : n;
}

/* The point from which the clock is lower: squares about the means of the two parts are least. */
static size_t falls_at(const struct course *c)
{
    double sum = 0, all = 0, best = -1;
    size_t at = 0;

    for (size_t i = 0; i < c->n; i++)
        all += c->clock[i];
    for (size_t i = 1; i < c->n; i++) {
        sum += c->clock[i - 1];
        double left = sum / (double)i, right = (all - sum) / (double)(c->n - i);
        double between = (double)i * (double)(c->n - i) * (left - right) * (left - right);

        if (left > right && between > best) {
            best = between;
            at = i;
        }
    }
    return at;
}

/* The share of points from FROM to TO within AGREE of LEVEL. */
static double agreement(const struct course *c, size_t from, size_t to, double level)
{
    size_t near = 0;

    for (size_t i = from; i < to; i++)
        near += fabs(c->clock[i] - level) <= AGREE * level;
    return evidence_agreement(near, to - from);
}

static void answer(struct result *onset, struct result *level, const struct course *c)
{
    size_t first = first_points(c), last = (size_t)(LAST * (double)c->n);
    double begin = stats_median(c->clock, first);
    double end = stats_median(c->clock + c->n - last, last);

    level->value = end / begin;
    level->has_bounds = true;
    level->low = stats_quantile(c->clock + c->n - last, last, 0.1) / begin;
    level->high = stats_quantile(c->clock + c->n - last, last, 0.9) / begin;
    level->evidence = agreement(c, c->n - last, c->n, end);
    if (level->value >= 1 - FALLS) {
        level->value = level->value > 1 || level->high >= 1 ? 1 : level->value;
        result_none(onset);
        return;
    }
    size_t at = falls_at(c);
    onset->value = c->ms[at] / 1000;
    onset->has_bounds = true;
    onset->low = c->ms[at > 0 ? at - 1 : 0] / 1000;
    onset->high = c->ms[at + 1 < c->n ? at + 1 : at] / 1000;
    onset->evidence = fmin(agreement(c, at, c->n, end), agreement(c, 0, at, begin));
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t at = log_find_series(run, "throttling", 0);
    struct course c;

    (void)method;
    if (at >= run->n_series)
        return;
    const struct log_series *s = &run->series[at];
    if (read_course(&c, s) != 0)
        out->no_memory = true;
    result_add_from(out, id_of(CPU_THROTTLING_ONSET), s);
    result_add_from(out, id_of(CPU_THROTTLING_LEVEL), s);
    struct result *level = &out->at[out->n - 1], *onset = &out->at[out->n - 2];
    if (c.n >= FEWEST) {
        answer(onset, level, &c);
    } else {
        struct result_words found = result_words("%zu points of the clock", c.n);

        result_unknown(onset, "needs 12 points of the clock", found.text,
                       remedy_with("throttling", "minutes", "5"));
        result_unknown(level, "needs 12 points of the clock", found.text,
                       remedy_with("throttling", "minutes", "5"));
    }
    onset->sure_at_most = level->sure_at_most = SURE_AT_MOST;
    free(c.ms);
    free(c.clock);
}

const struct analysis analysis_throttling = {
    .about = "core clock over minutes with all threads busy",
    .probe = "throttling",
    .method = "two_levels",
    .infer = infer,
};
