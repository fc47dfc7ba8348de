/* branch.return_stack.entries: from nested calls, the depth from which on returns cost more. */
#include "analysis/analysis.h"
#include "model/bend.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/point.h"
#include "series/targets.h"
#include "stats/evidence.h"
#include <math.h>

/* A lost return costs at least this share of a misprediction, where that is known. */
#define LEAST_PENALTY 0.25
/* So many of the depths have to lie on the two lines. */
#define AGREE 0.85

/* Times of a whole descent and ascent over the depth. */
struct depths {
    double x[BEND_MOST], y[BEND_MOST];
    size_t n;
};

static void gather(struct depths *d, const struct log_series *s)
{
    d->n = 0;
    for (size_t i = 0; i < s->n_samples && d->n < BEND_MOST; i++) {
        double x = (double)s->samples[i].x[0], cost = point_cost(&s->samples[i]);

        if (!isfinite(cost) || (d->n > 0 && x <= d->x[d->n - 1]))
            continue;
        d->x[d->n] = x;
        d->y[d->n++] = cost * x;
    }
}

static void no_bend(struct result *r, const struct log_run *run, const struct depths *d)
{
    double deepest = d->n > 0 ? d->x[d->n - 1] : 0;
    struct result_words found = result_words(
        "a call and its return cost as much at each of %zu depths up to %.0f", d->n, deepest);

    switch (targets_known(run)) {
    case TARGETS_FREE:
        result_none(r);
        r->evidence = evidence_agreement(d->n, d->n);
        return;
    case TARGETS_PREDICTED:
        result_unknown(r, "needs a depth from which on returns cost more", found.text,
                       remedy_never("it is deeper than %.0f, or lost returns are predicted by "
                                    "other means",
                                    deepest));
        return;
    default:
        result_unknown(r, "needs a depth from which on returns cost more", found.text,
                       remedy_run("branch,return_stack"));
    }
}

/* Says why the bend is not that of a return stack; false: nothing speaks against it. */
static bool is_other(struct result *r, const struct results *out, const struct bend *b,
                     const struct depths *d, double cycle)
{
    double penalty = result_measured(out, id_of(BRANCH_PENALTY));
    double more = cycle > 0 ? (b->steeper - b->slope) / cycle : 0;

    if (penalty > 0 && cycle > 0 && more < LEAST_PENALTY * penalty) {
        result_unknown(r, "needs a level that costs a misprediction more",
                       result_words("from depth %.0f on a level costs %.3g cycles more, a "
                                    "misprediction %.3g",
                                    d->x[b->last] + 1, more, penalty)
                           .text,
                       remedy_never("lost returns are predicted by other means"));
        return true;
    }
    if ((double)b->agree < AGREE * (double)b->asked) {
        result_unknown(r, "needs depths whose costs lie on two lines",
                       result_words("%zu of %zu do, which meet at depth %.0f", b->agree, b->asked,
                                    d->x[b->last])
                           .text,
                       remedy_run("return_stack"));
        return true;
    }
    return false;
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t at = log_find_series(run, "return_stack", 0);
    struct depths d;
    struct bend bend;

    (void)method;
    if (at >= run->n_series)
        return;
    const struct log_series *s = &run->series[at];
    struct result *r = result_add_from(out, id_of(BRANCH_RETURN_STACK_ENTRIES), s);
    gather(&d, s);
    if (d.n == 0) {
        remedy_unsampled(r, run, "return_stack");
        return;
    }
    if (!bend_first(d.x, d.y, d.n, &bend)) {
        no_bend(r, run, &d);
        return;
    }
    if (is_other(r, out, &bend, &d, point_cycle(run)))
        return;
    r->value = d.x[bend.last];
    r->has_bounds = true;
    r->low = r->value;
    r->high = r->value;
    r->evidence = evidence_agreement(bend.agree, bend.asked) *
                  evidence_margin(fmax(bend.slope, 0), bend.steeper);
    result_remark(r, "a level beyond costs %.3g times as much", bend.steeper / bend.slope);
}

const struct analysis analysis_return_stack = {
    .about = "entries of the return stack",
    .probe = "return_stack",
    .method = "first_bend",
    .after = { "branch" },
    .infer = infer,
};
