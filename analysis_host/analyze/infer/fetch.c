/* fetch.LEVEL.latency, .sequential and .straight_line: cycles that a line of code costs which comes
 * from LEVEL, in random order, in order with a jump in each line, and without jumps. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/again.h"
#include "series/point.h"
#include "stats/evidence.h"
#include <math.h>
#include <string.h>

/* Code is in a level alone where it is so many times as large as the level before, and at most this
 * share of its own; code shares it with data. */
#define BEYOND 1.5
#define WITHIN 0.75

/* Timings of one moment are no more than these; of more, taken at many moments, a quarter is to be
 * quiet. */
#define FEW 12

/* The sample of S whose size is nearest to the middle of ABOVE and BELOW, bytes, on a logarithmic
 * scale, where one lies well between; NULL: none does. */
static const struct log_sample *between(const struct log_series *s, double above, double below)
{
    const struct log_sample *best = NULL;
    double middle = isfinite(below) ? sqrt(fmax(above, 1024) * below) : INFINITY,
           nearest = INFINITY;

    for (size_t i = 0; i < s->n_samples; i++) {
        double x = (double)s->samples[i].x[0];
        double far = isfinite(middle) ? fabs(log(x / middle)) : -x; /* beyond all: the largest */

        if (x < BEYOND * above || x > WITHIN * below || !(point_cost(&s->samples[i]) > 0))
            continue;
        if (far < nearest) {
            best = &s->samples[i];
            nearest = far;
        }
    }
    return best;
}

/* The timings of as many bytes as P of S, between later probes, where they are less: a thread on
 * the same core slows all that is timed within a second. */
static const struct log_sample *less_again(const struct log_run *run, const struct log_series *s,
                                           const struct log_sample *p)
{
    size_t i = series_find_again(run, s, 0);

    for (size_t k = 0; i < run->n_series && k < run->series[i].n_samples; k++) {
        const struct log_sample *other = &run->series[i].samples[k];

        if (other->x[0] == p->x[0] && point_cost(other) < point_cost(p))
            return other;
    }
    return p;
}

static void answer(struct results *out, const struct log_series *s, struct result_id id,
                   const struct log_sample *p, double cycle)
{
    struct result *r = result_add_from(out, id, s);

    if (!(cycle > 0)) {
        result_unknown(
            r, "needs the cycle of add_chain",
            result_words("a line takes %.3g ticks, of unknown length", point_cost(p)).text,
            remedy_run("cache_size,fetch"));
        return;
    }
    r->value = point_cost(p) / cycle;
    r->has_bounds = true;
    r->low = point_least(p) / cycle;
    r->high = point_quantile(p, p->n_ticks > FEW ? 0.25 : 0.5) / cycle;
    r->evidence = evidence_near(r->low, r->high);
    result_remark(r, "from %s of code", words_bytes((double)p->x[0]).text);
}

static enum quantity quantity_of(const struct log_series *s)
{
    const char *order = log_key_text(s->keys, s->n_keys, "order");

    if (order != NULL && strcmp(order, "straight") == 0)
        return FETCH_STRAIGHT;
    return order != NULL && strcmp(order, "line") == 0 ? FETCH_SEQUENTIAL : FETCH_LATENCY;
}

static void of_series(struct results *out, const struct log_run *run, const struct log_series *s,
                      double cycle)
{
    enum quantity quantity = quantity_of(s);
    unsigned levels = cache_levels(out);
    double above = 0;

    for (unsigned level = 1; level <= levels + 1; level++) {
        double below = level <= levels ? cache_measured(out, level, CACHE_SIZE) : INFINITY;
        const struct log_sample *p = below > 0 ? between(s, above, below) : NULL;

        if (p != NULL)
            answer(out, s, id_at(quantity, level <= levels ? level : MEMORY_LEVEL),
                   less_again(run, s, p), cycle);
        above = below > 0 ? below : 2 * above;
    }
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    double cycle = point_cycle(run);

    (void)method;
    for (size_t s = log_find_series(run, "fetch", 0); s < run->n_series;
         s = log_find_series(run, "fetch", s + 1))
        if (run->series[s].end == RECORD_END_NOTHING)
            result_unknown(result_add_from(out, id_at(FETCH_LATENCY, 1), &run->series[s]),
                           "needs jumps that are written while the image runs",
                           "the board's port writes none",
                           remedy_never("nobody has said how they are written there"));
        else if (!series_is_again(&run->series[s]))
            of_series(out, run, &run->series[s], cycle);
}

const struct analysis analysis_fetch = {
    .about = "instruction fetch latency, by level",
    .probe = "fetch",
    .method = "between_levels",
    .after = { "cache_levels", "cache_ways" },
    .infer = infer,
};
