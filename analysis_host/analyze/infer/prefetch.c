/* prefetch.N.*: which lines are fetched into level N before they are asked for. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/adjacent_line.h"
#include "series/point.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>

/* What a test is of (probes/prefetch). */
enum { LOADED, ELSEWHERE, ONWARD, BACK, PAIR };

enum { MOST_LEVELS = 4 };

/* Levels that the loads may be served from, and what each costs, cycles; the last is memory. */
struct levels {
    unsigned n;
    double latency[MOST_LEVELS + 2]; /* from 1 */
};

/* A series, and what is needed to read it. */
struct manner {
    const struct log_series *series;
    const struct levels *levels;
    double cycle; /* ticks */
    double loads, stride, line;
};

/* A verdict about tested lines. */
struct test {
    unsigned level;  /* where they were found; 0: not measured */
    double cost;     /* of a test, cycles */
    double evidence; /* share of timings that say so */
};

/* ---- reading ---- */

static double least_ticks(const struct manner *m, unsigned kind, double bytes)
{
    double least = INFINITY;

    for (size_t i = 0; i < m->series->n_samples; i++) {
        const struct log_sample *p = &m->series->samples[i];

        if (p->n_x == 2 && p->x[0] == kind && (double)p->x[1] == bytes)
            least = fmin(least, point_least(p));
    }
    return least;
}

/* What a test costs, cycles, where a load and test of M take TICKS each, and LOADED ticks where the
 * test is of what was loaded. */
static double test_cost(const struct manner *m, double ticks, double loaded)
{
    return m->levels->latency[1] + (ticks - loaded) * (m->loads + 1) / m->cycle;
}

/* The level that has at least three quarters of tested lines that cost so much. */
static unsigned level_of(const struct levels *l, double cost)
{
    unsigned k = 1;

    while (k <= l->n && cost > l->latency[k] + (l->latency[k + 1] - l->latency[k]) / 4)
        k++;
    return k;
}

static struct test test_of(const struct manner *m, unsigned kind, double bytes)
{
    double ticks = least_ticks(m, kind, bytes), loaded = least_ticks(m, LOADED, 0);
    struct test t = { 0 };
    size_t n = 0, agree = 0;

    if (!isfinite(ticks) || !isfinite(loaded) || !(m->cycle > 0))
        return t;
    t.cost = test_cost(m, ticks, loaded);
    t.level = level_of(m->levels, t.cost);
    for (size_t i = 0; i < m->series->n_samples; i++) {
        const struct log_sample *p = &m->series->samples[i];

        if (p->n_x != 2 || p->x[0] != kind || (double)p->x[1] != bytes || p->ops == 0)
            continue;
        for (size_t k = 0; k < p->n_ticks; k++, n++)
            agree += level_of(m->levels, test_cost(m, (double)p->ticks[k] / (double)p->ops,
                                                   loaded)) == t.level;
    }
    t.evidence = evidence_agreement(agree, n);
    return t;
}

/* The lines BYTES onward come; false, too, where that was not measured. */
static bool comes(const struct manner *m, double bytes, struct test *t)
{
    struct test control = test_of(m, ELSEWHERE, 0);

    *t = test_of(m, ONWARD, bytes);
    t->evidence = fmin(t->evidence, control.evidence);
    return t->level > 0 && t->level < control.level;
}

/* ---- neighbours of a single load ---- */

static void unknown_control(struct result *r, const struct test *control)
{
    result_unknown(r, "needs lines elsewhere in a page that cost more than the first level's",
                   result_words("they cost %.3g cycles", control->cost).text,
                   remedy_thorough("cache_size,cache_line,prefetch"));
}

static struct result *add_name(struct results *out, const struct manner *m, enum quantity quantity,
                               unsigned level, const char *name, double evidence)
{
    struct result *r = result_add_from(out, id_at(quantity, level), m->series);

    r->kind = RESULT_NAME;
    snprintf(r->text, sizeof r->text, "%s", name);
    r->evidence = evidence;
    return r;
}

/* Adds the answer where lines come as pairs, which may be one line of the level that has them. */
static struct result *answer_pair(struct results *out, const struct manner *m,
                                  const struct test *pair, const struct log_run *run)
{
    struct result *r;

    switch (adjacent_line_of(run, m->line)) {
    case ADJACENT_LINE_FETCHED:
        return add_name(out, m, PREFETCH_ADJACENT, pair->level, "pair", pair->evidence);
    case ADJACENT_LINE_SAME:
        r = add_name(out, m, PREFETCH_ADJACENT, pair->level, "none", pair->evidence);
        result_remark(r, "lines of this level are longer than %.0f B", m->line);
        return r;
    default:
        r = result_add_from(out, id_at(PREFETCH_ADJACENT, pair->level), m->series);
        result_unknown(
            r, "needs to know whether lines that come together leave together",
            result_words("pairs of %.0f B come, at %.3g cycles", m->line, pair->cost).text,
            remedy_never("nothing flushes a single line"));
        return r;
    }
}

static void answer_single(struct results *out, const struct manner *m, const struct log_run *run)
{
    struct test control = test_of(m, ELSEWHERE, 0), pair = test_of(m, PAIR, m->line);
    struct test onward = test_of(m, ONWARD, m->line), back = test_of(m, BACK, m->line);
    bool up = onward.level < control.level, down = back.level < control.level;
    struct test *least = up && (!down || onward.level <= back.level) ? &onward
                         : down                                      ? &back
                                                                     : &pair;
    unsigned none_below = least->level < control.level ? least->level : control.level;
    double evidence =
        fmin(fmin(control.evidence, pair.evidence), fmin(onward.evidence, back.evidence));

    if (control.level == 0 || pair.level == 0 || onward.level == 0 || back.level == 0)
        return;
    if (control.level < 2) {
        unknown_control(result_add_from(out, id_at(PREFETCH_ADJACENT, 1), m->series), &control);
        return;
    }
    for (unsigned k = 1; k < none_below; k++)
        add_name(out, m, PREFETCH_ADJACENT, k, "none", evidence);
    pair.evidence = evidence;
    if (!up && !down && none_below == control.level)
        return;
    struct result *r = up || down ? add_name(out, m, PREFETCH_ADJACENT, none_below,
                                             up && down ? "both"
                                             : up       ? "next"
                                                        : "previous",
                                             evidence)
                                  : answer_pair(out, m, &pair, run);
    if (r->kind == RESULT_NAME)
        result_remark(r, "cycles: elsewhere %.3g, after %.3g, before %.3g, other half %.3g",
                      control.cost, onward.cost, back.cost, pair.cost);
}

/* ---- loads in a row ---- */

enum { MOST_TRIED = 16 };

/* Distances or numbers that were tried, those among them at which the next line came, and the least
 * evidence of any. */
struct reach {
    double x[MOST_TRIED], most, evidence;
    bool came[MOST_TRIED];
    size_t n;
};

/* What loads in a row found. */
struct streams {
    struct manner nearest; /* a line apart on one page; series NULL: not measured */
    double control;        /* level of lines elsewhere */
    unsigned level;        /* where the next line comes to; 0: nowhere */
    struct reach stride, ahead, streams;
    struct test down, beyond, beyond_control;
    bool comes_down, saw_down, saw_beyond;
};

static void count_reach(struct reach *r, double x, bool came, double evidence)
{
    if (r->n == MOST_TRIED)
        return;
    r->x[r->n] = x;
    r->came[r->n++] = came;
    r->most = came ? fmax(r->most, x) : r->most;
    r->evidence = r->n == 1 ? evidence : fmin(r->evidence, evidence);
}

/* True where X came in some manner. */
static bool came_at(const struct reach *r, double x)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->x[i] == x && r->came[i])
            return true;
    return false;
}

static bool seen(const struct reach *r, double x)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->x[i] == x)
            return true;
    return false;
}

static void gather_ahead(struct streams *s, const struct manner *m)
{
    struct test t;

    for (size_t i = 0; i < m->series->n_samples && s->ahead.n < MOST_TRIED; i++) {
        const struct log_sample *p = &m->series->samples[i];

        if (p->n_x != 2 || p->x[0] != ONWARD || seen(&s->ahead, (double)p->x[1] / m->stride))
            continue;
        bool came = comes(m, (double)p->x[1], &t);
        count_reach(&s->ahead, (double)p->x[1] / m->stride, came, t.evidence);
    }
}

static void gather_one(struct streams *s, const struct manner *m)
{
    double n = (double)log_series_number(m->series, "streams");
    bool down = log_series_number(m->series, "down") != 0;
    bool beyond = log_series_number(m->series, "beyond") != 0;
    struct test t;
    bool came = comes(m, m->stride, &t);

    if (t.level == 0)
        return;
    if (beyond) {
        s->saw_beyond = true;
        s->beyond = t;
        s->beyond_control = test_of(m, ELSEWHERE, 0);
    } else if (down) {
        s->saw_down = true;
        s->comes_down = came;
        s->down = t;
    } else if (n > 1) {
        count_reach(&s->streams, n, came, t.evidence);
    } else {
        count_reach(&s->stride, m->stride, came, t.evidence);
        if (m->stride == m->line) {
            s->nearest = *m;
            s->control = test_of(m, ELSEWHERE, 0).level;
            s->level = came ? t.level : 0;
            gather_ahead(s, m);
        }
    }
}

/* The most that came: the next that was tried did not. What did not come below it is in doubt. */
static void add_count(struct results *out, const struct streams *s, enum quantity quantity,
                      const struct reach *reach)
{
    struct result *r = result_add_from(out, id_at(quantity, s->level), s->nearest.series);
    double next = INFINITY;
    bool gap = false;

    for (size_t i = 0; i < reach->n; i++) {
        gap |= reach->x[i] < reach->most && !came_at(reach, reach->x[i]);
        if (reach->x[i] > reach->most)
            next = fmin(next, reach->x[i]);
    }
    r->value = r->nominal = r->low = fmax(reach->most, 1);
    r->has_nominal = r->has_bounds = true;
    r->high = isfinite(next) ? next - 1 : r->value;
    r->evidence = gap ? evidence_doubted(reach->evidence) : reach->evidence;
    if (!isfinite(next))
        result_remark(r, "or more: more was not tried");
}

static void answer_streams(struct results *out, const struct streams *s)
{
    const struct manner *m = &s->nearest;

    if (s->level == 0) {
        for (unsigned k = 1; k < s->control; k++) {
            struct result *r = result_add_from(out, id_at(PREFETCH_STRIDE, k), m->series);

            result_none(r);
            r->evidence = s->stride.evidence;
        }
        return;
    }
    add_count(out, s, PREFETCH_STRIDE, &s->stride);
    add_count(out, s, PREFETCH_AHEAD, &s->ahead);
    if (s->streams.n > 0)
        add_count(out, s, PREFETCH_STREAMS, &s->streams);
    if (s->saw_down)
        add_name(out, m, PREFETCH_DIRECTION, s->level, s->comes_down ? "both" : "up",
                 s->down.evidence);
    if (s->saw_beyond) {
        const double *latency = m->levels->latency;
        double gain = s->beyond_control.cost - s->beyond.cost;
        double half = (latency[s->level + 1] - latency[s->level]) / 2;

        add_name(out, m, PREFETCH_PAGE, s->level, gain > half ? "beyond" : "within",
                 s->beyond.evidence);
    }
}

/* ---- */

static bool get_levels(struct levels *l, const struct results *out)
{
    l->n = cache_levels(out);
    l->n = l->n > MOST_LEVELS ? MOST_LEVELS : l->n;
    for (unsigned k = 1; k <= l->n + 1; k++) {
        l->latency[k] = latency_at(out, k, cache_levels(out));
        if (!(l->latency[k] > (k > 1 ? l->latency[k - 1] : 0)))
            return false;
    }
    return l->n > 0;
}

static void unknown_levels(struct results *out, const struct log_run *run)
{
    struct result *r = result_add(out, id_at(PREFETCH_ADJACENT, 1));

    if (cache_levels(out) == 0)
        remedy_no_levels(r, out, run, "prefetch");
    else
        result_unknown(
            r, "needs latencies of all levels that grow from one to the next",
            result_words("of %u levels some latency is not known", cache_levels(out)).text,
            remedy_thorough("cache_size,cache_line,prefetch"));
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    struct levels levels = { 0 };
    struct streams s = { 0 };

    (void)method;
    if (log_find_series(run, "prefetch", 0) >= run->n_series)
        return;
    if (log_find_sampled(run, "prefetch") >= run->n_series) {
        remedy_unsampled(result_add(out, id_at(PREFETCH_ADJACENT, 1)), run, "prefetch");
        return;
    }
    if (!get_levels(&levels, out)) {
        unknown_levels(out, run);
        return;
    }
    for (size_t at = log_find_series(run, "prefetch", 0); at < run->n_series;
         at = log_find_series(run, "prefetch", at + 1)) {
        const struct log_series *series = &run->series[at];
        struct manner m = { .series = series,
                            .levels = &levels,
                            .cycle = point_cycle_beside(run, at, point_cycle(run)),
                            .loads = (double)log_series_number(series, "loads"),
                            .stride = (double)log_series_number(series, "stride"),
                            .line = (double)log_series_number(series, "line") };

        if (log_series_number(series, "flush") != 0)
            continue;
        if (m.loads == 1)
            answer_single(out, &m, run);
        else
            gather_one(&s, &m);
    }
    if (s.nearest.series)
        answer_streams(out, &s);
}

const struct analysis analysis_prefetch = {
    .about = "lines that are fetched before they are asked for",
    .probe = "prefetch",
    .method = "cost_of_tests",
    .after = { "cache_levels" },
    .infer = infer,
};
