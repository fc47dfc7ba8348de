/* core_to_core.line.STATE.LEVEL.latency and .far: loads of lines that another context has, by state
 * and level; atomic.OP.latency and .contended.N; false_sharing.cost.
 *
 * A timing less what one without loads takes is that of the loads. The owner of the lines walked so
 * many bytes after it had them: they are in its first level that is larger, if those before it are
 * small enough to have lost them. Of all timings, those between later probes among them, the median
 * counts: systems and hypervisors move threads to cores that are nearer or farther. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/again.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MODIFIED, EXCLUSIVE, SHARED, STATES, EMPTY = STATES };
enum { LINES_BY_STATE, ATOMICS, WORDS_APART }; /* kinds of series */
enum { LEVELS = 8, MOST_TIMINGS = 256, OPS = 2, MOST_COUNTS = 16, MOST_CONTEXTS = 4096 };

static const char *const state_names[STATES] = { "modified", "exclusive", "shared" };
static const char *const op_names[OPS] = { "add", "compare_swap" };

/* Timings so near to their median agree with it. */
#define AGREE 0.1
/* Runs of one quiet machine differ by so much where their own timings differ by less. */
#define BETWEEN_RUNS 0.05
/* The pair that is called far is so much farther than the near one. */
#define FAR 1.2
/* A walk over so many times a cache drives lines out of it. */
#define DRIVES_OUT 1.5
/* Until three kinds of real machine have confirmed the rules. */
#define SURE_AT_MOST 0.95

/* Ticks an operation, of one point. */
struct timings {
    double y[MOST_TIMINGS];
    size_t n;
};

/* Lines of one context: by state and level, from 0. */
struct owner {
    uint64_t context;
    struct timings of[STATES][LEVELS];
};

static void add_timings(struct timings *t, const struct log_sample *p)
{
    for (size_t i = 0; i < p->n_ticks && t->n < MOST_TIMINGS && p->ops > 0; i++)
        t->y[t->n++] = (double)p->ticks[i] / (double)p->ops;
    log_sample_release(p);
}

/* Sets R to the median of T less LESS, times SCALE; bounds hold nine in ten timings. */
static void set_median(struct result *r, const struct timings *t, double less, double scale)
{
    double median = stats_median(t->y, t->n);
    size_t near = 0;

    for (size_t i = 0; i < t->n; i++)
        near += fabs(t->y[i] - median) <= AGREE * median;
    r->value = fmax(median - less, 0) * scale;
    r->has_bounds = true;
    r->low = fmin(fmax(stats_quantile(t->y, t->n, 0.05) - less, 0) * scale,
                  (1 - BETWEEN_RUNS) * r->value);
    r->high = fmax(fmax(stats_quantile(t->y, t->n, 0.95) - less, 0) * scale,
                   (1 + BETWEEN_RUNS) * r->value);
    r->evidence = evidence_agreement(near, t->n);
    r->sure_at_most = SURE_AT_MOST;
}

/* ---- states ---- */

static bool is_state(const struct log_sample *p)
{
    return p->n_x == 4 && p->ops > 0 && p->n_ticks > 0 && p->x[2] <= EMPTY;
}

/* What a timing takes by itself, ticks a load; 0 where it is not known. */
static double empty_cost(const struct log_series *s)
{
    double least = INFINITY;

    for (size_t i = 0; i < s->n_samples; i++)
        if (is_state(&s->samples[i]) && s->samples[i].x[2] == EMPTY)
            least = fmin(least, point_least(&s->samples[i]));
    return isfinite(least) ? least : 0;
}

/* The level, from 0, where lines are after a walk over BYTES; LEVELS: it is not sure which. */
static unsigned level_of(const struct results *out, double bytes)
{
    unsigned level = 0;
    double before = 0, size = cache_measured(out, 1, CACHE_SIZE);

    while (bytes > 0 && level < LEVELS && size > 0 && size < bytes) {
        before = size;
        size = cache_measured(out, ++level + 1, CACHE_SIZE);
    }
    return bytes > 0 && (level == 0 || !(size > 0) || bytes < DRIVES_OUT * before) ? LEVELS : level;
}

/* The owners of S, to be freed, *N of them; NULL: memory is short. A level that several walks reach
 * has the timings of the first. */
static struct owner *owners_of(const struct log_series *s, const struct results *out, size_t *n)
{
    struct owner *all = calloc(MOST_COUNTS, sizeof *all);
    double walked[LEVELS] = { 0 };

    *n = 0;
    for (size_t i = 0; all != NULL && i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];
        size_t at = 0;

        if (!is_state(p) || p->x[2] == EMPTY)
            continue;
        while (at < *n && all[at].context != p->x[1])
            at++;
        unsigned level = level_of(out, (double)p->x[3]);
        if (at == MOST_COUNTS || level == LEVELS ||
            (walked[level] > 0 && walked[level] != (double)p->x[3]))
            continue;
        *n += at == *n;
        all[at].context = p->x[1];
        walked[level] = (double)p->x[3];
        add_timings(&all[at].of[p->x[2]][level], p);
    }
    return all;
}

static double distance(const struct owner *o)
{
    const struct timings *t = &o->of[MODIFIED][0];

    return t->n > 0 ? stats_median(t->y, t->n) : INFINITY;
}

/* The nearest owner, and the farthest one; the same where all are alike. */
static void find_ends(const struct owner *all, size_t n, const struct owner **near,
                      const struct owner **far)
{
    *near = *far = &all[0];
    for (size_t i = 1; i < n; i++) {
        if (distance(&all[i]) < distance(*near))
            *near = &all[i];
        if (distance(&all[i]) > distance(*far) && isfinite(distance(&all[i])))
            *far = &all[i];
    }
    if (distance(*far) < FAR * distance(*near))
        *far = *near;
}

static struct result_id id_state(enum quantity quantity, unsigned state, unsigned level)
{
    return id_placed(quantity, state_names[state], level + 1);
}

/* The lines of one state in one level of O. EMPTY: as empty_cost(). */
static void answer_cell(struct results *out, const struct log_series *s, struct result_id id,
                        const struct timings *t, double empty, double cycle, double hz)
{
    struct result *r = result_add_from(out, id, s);

    set_median(r, t, empty, 1);
    if (hz > 0)
        r->ns = r->value * 1e9 / hz;
    r->value /= cycle;
    r->low /= cycle;
    r->high /= cycle;
}

static void answer_owner(struct results *out, const struct log_series *s, enum quantity quantity,
                         const struct owner *o, double empty, double cycle, double hz)
{
    for (unsigned state = 0; state < STATES; state++)
        for (unsigned level = 0; level < LEVELS; level++)
            if (o->of[state][level].n > 0)
                answer_cell(out, s, id_state(quantity, state, level), &o->of[state][level], empty,
                            cycle, hz);
}

static void unknown_exclusive(struct results *out, const struct log_series *s)
{
    struct result *r = result_add_from(out, id_state(CORE_TO_CORE_STATE, EXCLUSIVE, 0), s);

    result_unknown(r, "needs lines that no cache has, which the owner then loads",
                   "no instruction that this program may use flushes a line",
                   remedy_never("the processor, or its emulator, does not flush lines for probes"));
}

static void answer_states(const struct log_run *run, const struct log_series *s,
                          struct results *out)
{
    double cycle = point_cycle(run), hz = point_tick_hz(run);
    const struct owner *near, *far;
    struct log_series all;
    size_t n = 0;
    struct owner *owners = NULL;

    if (series_with_again(&all, run, s) == 0)
        owners = owners_of(&all, out, &n);
    out->no_memory |= owners == NULL;
    if (owners != NULL && n > 0 && cycle > 0) {
        double empty = empty_cost(&all);

        find_ends(owners, n, &near, &far);
        answer_owner(out, s, CORE_TO_CORE_STATE, near, empty, cycle, hz);
        if (near->of[EXCLUSIVE][0].n == 0)
            unknown_exclusive(out, s);
        if (far != near)
            answer_owner(out, s, CORE_TO_CORE_FAR, far, empty, cycle, hz);
    } else if (owners != NULL) {
        struct result *r = result_add_from(out, id_state(CORE_TO_CORE_STATE, MODIFIED, 0), s);

        if (n > 0)
            remedy_no_cycle(r, 0, "coherence");
        else
            remedy_unsampled_series(r, s);
    }
    free(owners);
    free(all.samples);
}

/* ---- atomics ---- */

/* The timings of OP on M contexts. */
static void gather_op(struct timings *t, const struct log_series *s, unsigned op, uint64_t m)
{
    t->n = 0;
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].n_x == 2 && s->samples[i].x[0] == op && s->samples[i].x[1] == m)
            add_timings(t, &s->samples[i]);
}

/* The least number of contexts of OP in S above M; 0: there is none. */
static uint64_t next_count(const struct log_series *s, unsigned op, uint64_t m)
{
    uint64_t next = 0;

    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x == 2 && p->x[0] == op && p->x[1] > m && p->x[1] <= MOST_CONTEXTS &&
            (next == 0 || p->x[1] < next))
            next = p->x[1];
    }
    return next;
}

static void answer_alone(struct result *r, const struct timings *t, double cycle, double hz)
{
    if (!(cycle > 0)) {
        remedy_no_cycle(r, hz > 0 ? stats_median(t->y, t->n) * 1e9 / hz : 0, "coherence");
        return;
    }
    set_median(r, t, 0, 1 / cycle);
    if (hz > 0)
        r->ns = r->value * cycle * 1e9 / hz;
}

/* A context's own operation takes as long as those of all M together. */
static void answer_contended(struct result *r, const struct timings *t, double m, double hz)
{
    if (hz > 0)
        set_median(r, t, 0, m * 1e9 / hz);
    else
        remedy_no_rate(
            r, 1, result_words("an operation takes %.4g ticks", stats_median(t->y, t->n) * m).text);
}

static void answer_atomics(const struct log_run *run, const struct log_series *s,
                           struct results *out)
{
    double cycle = point_cycle(run), hz = point_tick_hz(run);
    struct timings t;

    for (unsigned op = 0; op < OPS; op++)
        for (uint64_t m = next_count(s, op, 0); m > 0; m = next_count(s, op, m)) {
            gather_op(&t, s, op, m);
            if (t.n == 0)
                continue;
            if (m == 1)
                answer_alone(result_add_from(out, id_op(ATOMIC_LATENCY, op_names[op], NULL), s), &t,
                             cycle, hz);
            else
                answer_contended(
                    result_add_from(out, id_busy(ATOMIC_CONTENDED, op_names[op], (unsigned)m), s),
                    &t, (double)m, hz);
        }
}

/* ---- false sharing ---- */

/* What an increment takes longer where the other's word is in the same line. */
static void answer_apart(struct result *r, const struct log_series *s, double hz)
{
    struct timings near = { .n = 0 }, far = { .n = 0 };

    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].n_x == 3)
            add_timings(s->samples[i].x[2] < 16 ? &near : &far, &s->samples[i]);
    if (near.n == 0 || far.n == 0) {
        remedy_unsampled_series(r, s);
        return;
    }
    double apart = stats_median(far.y, far.n);
    if (hz > 0)
        set_median(r, &near, apart, 1e9 / hz);
    else
        remedy_no_rate(
            r, 1,
            result_words("an increment takes %.4g ticks more", stats_median(near.y, near.n) - apart)
                .text);
}

/* ---- the analysis ---- */

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    uint64_t contexts = log_key_number(run->keys, run->n_keys, "cores", 0);

    (void)method;
    for (size_t i = log_find_series(run, "coherence", 0); i < run->n_series;
         i = log_find_series(run, "coherence", i + 1)) {
        const struct log_series *s = &run->series[i];
        uint64_t kind = log_series_number(s, "kind");

        if (series_is_again(s))
            continue;
        if (kind == LINES_BY_STATE)
            answer_states(run, s, out);
        if (kind == ATOMICS)
            answer_atomics(run, s, out);
        if (kind == ATOMICS && contexts == 1) {
            result_none(result_add_from(out, id_state(CORE_TO_CORE_STATE, MODIFIED, 0), s));
            result_none(result_add_from(out, id_of(FALSE_SHARING), s));
        }
        if (kind == WORDS_APART)
            answer_apart(result_add_from(out, id_of(FALSE_SHARING), s), s, point_tick_hz(run));
    }
}

const struct analysis analysis_coherence = {
    .about = "lines of other cores by state, atomic operations, false sharing",
    .probe = "coherence",
    .method = "by_state",
    .after = { "cache_levels", "cache_ways" },
    .infer = infer,
};
