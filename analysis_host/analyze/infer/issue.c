/* issue.width and issue.width.shared: operations that start in a cycle, where nobody disturbs and
 * at the median; core.store.rthroughput, core.store.new_line: cycles between two stores;
 * core.store.combining_lines: lines that are stored to in turn as fast as one;
 * core.load.fp.rthroughput: cycles between two loads of floating-point numbers; core.call_return:
 * of a call and its return. */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/point.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>

enum { WORDS, FP, ALL, STORE, LINE, CALL, LOAD, FEW, NO_OPS, CHAIN, KINDS };

/* Lines that kind FEW stores to in turn. */
enum { FEW_LINES = 4 };

/* Stores to many lines that take so much longer than to one tell a few from many. */
#define APART 0.25
/* Of many timings so many are quiet on any machine that is worth measuring. */
#define QUIET 0.02
/* Timings so near to the quiet one agree with it, and widths to a whole number. */
#define AGREE 0.05
#define WHOLE 0.06

/* Ticks of an operation in each timing of one kind; owned. */
struct timings {
    double *at;
    size_t n;
};

static size_t count(const struct log_run *run, uint64_t x)
{
    size_t n = 0;

    for (size_t s = log_find_series(run, "issue", 0); s < run->n_series;
         s = log_find_series(run, "issue", s + 1))
        for (size_t i = 0; i < run->series[s].n_samples; i++)
            n += run->series[s].samples[i].x[0] == x ? run->series[s].samples[i].n_ticks : 0;
    return n;
}

static void add(struct timings *t, const struct log_series *s, uint64_t x)
{
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        for (size_t k = 0; k < p->n_ticks && p->x[0] == x && p->ops > 0; k++)
            t->at[t->n++] = (double)p->ticks[k] / (double)p->ops;
    }
}

/* Those of all series, the first and those of later visits; at NULL: none, or no memory. */
static struct timings gather(const struct log_run *run, uint64_t x)
{
    size_t n = count(run, x);
    struct timings t = { n > 0 ? malloc(n * sizeof *t.at) : NULL, 0 };

    for (size_t s = log_find_series(run, "issue", 0); s < run->n_series && t.at != NULL;
         s = log_find_series(run, "issue", s + 1))
        add(&t, &run->series[s], x);
    return t;
}

/* Leaves of the reference chain's timings what its additions take. */
static void take_out_loop(struct timings *chain, double share)
{
    for (size_t i = 0; i < chain->n; i++)
        chain->at[i] *= share;
}

static double quiet(const struct timings *t)
{
    return stats_quantile(t->at, t->n, QUIET);
}

static double agreement(const struct timings *t)
{
    double cost = quiet(t);
    size_t near = 0;

    for (size_t i = 0; i < t->n; i++)
        near += t->at[i] <= cost * (1 + AGREE);
    return evidence_agreement(near, t->n);
}

static void answer_rate(struct result *r, double cycle, const struct timings *t, double share)
{
    r->value = cycle / stats_quantile(t->at, t->n, share);
    r->has_bounds = true;
    r->low = cycle / stats_quantile(t->at, t->n, share < 0.5 ? 0.5 : 0.75);
    r->high = cycle / stats_quantile(t->at, t->n, share < 0.5 ? 0 : 0.25);
    r->evidence = agreement(t);
}

static void answer_interval(struct result *r, double cycle, const struct timings *t)
{
    r->value = quiet(t) / cycle;
    r->has_bounds = true;
    r->low = stats_quantile(t->at, t->n, 0) / cycle;
    r->high = stats_median(t->at, t->n) / cycle;
    r->evidence = agreement(t);
}

/* The mix with the highest rate. */
static unsigned fastest(const struct timings *kinds)
{
    static const unsigned mixes[] = { FP, ALL, NO_OPS };
    unsigned best = WORDS;

    for (size_t i = 0; i < sizeof mixes / sizeof mixes[0]; i++) {
        const struct timings *t = &kinds[mixes[i]];

        if (t->n > 0 && (kinds[best].n == 0 || quiet(t) < quiet(&kinds[best])))
            best = mixes[i];
    }
    return best;
}

static void answer_width(struct results *out, const struct log_series *s,
                         const struct timings *kinds)
{
    static const char *const mixes[KINDS] = { [WORDS] = "integer additions",
                                              [FP] = "integer and fp additions",
                                              [ALL] = "integer and fp additions, and stores",
                                              [NO_OPS] = "two no-ops to each integer addition" };
    double cycle = quiet(&kinds[CHAIN]);
    unsigned best = fastest(kinds);
    struct result *width = result_add_from(out, id_of(ISSUE_WIDTH), s);

    if (kinds[best].n == 0) {
        remedy_unsampled_series(width, s);
        return;
    }
    answer_rate(width, cycle, &kinds[best], QUIET);
    width->has_nominal = fabs(width->value - round(width->value)) <= WHOLE * width->value;
    width->nominal = round(width->value);
    result_remark(width, "%s", mixes[best]);
    answer_rate(result_add_from(out, id_of(ISSUE_WIDTH_SHARED), s),
                stats_median(kinds[CHAIN].at, kinds[CHAIN].n), &kinds[best], 0.5);
}

static void answer_kind(struct results *out, enum quantity quantity, const struct log_series *s,
                        const struct timings *t, double cycle)
{
    struct result *r = result_add_from(out, id_of(quantity), s);

    if (t->n == 0)
        remedy_unsampled_series(r, s);
    else
        answer_interval(r, cycle, t);
}

/* Stores to few lines in turn take what those to one do, or those to many: whichever is nearer, as
 * a ratio. Where those two take the same there is nothing to tell. */
static void answer_lines(struct results *out, const struct log_series *s,
                         const struct timings *kinds)
{
    struct result *r = result_add_from(out, id_of(CORE_STORE_COMBINING_LINES), s);
    double one = quiet(&kinds[STORE]), few = quiet(&kinds[FEW]), many = quiet(&kinds[LINE]);

    if (many < one * (1 + APART)) {
        result_unknown(r, "needs stores to many lines that take longer than those to one",
                       result_words("they take %.3g times as long", many / one).text,
                       remedy_never("both kinds of store take the same time"));
        return;
    }
    r->value = few * few < one * many ? FEW_LINES : 1;
    r->has_nominal = true;
    r->nominal = r->value;
    r->evidence = fmin(agreement(&kinds[FEW]), evidence_near(few, r->value > 1 ? one : many));
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t at = log_find_series(run, "issue", 0);
    struct timings kinds[KINDS];

    (void)method;
    if (at >= run->n_series)
        return;
    const struct log_series *s = &run->series[at];
    for (unsigned k = 0; k < KINDS; k++)
        kinds[k] = gather(run, k);
    take_out_loop(&kinds[CHAIN], point_chain_share(run));
    if (kinds[CHAIN].n == 0) {
        result_unknown(result_add_from(out, id_of(ISSUE_WIDTH), s),
                       "needs the reference chain beside the operations", "it was not timed",
                       remedy_run("issue"));
    } else {
        answer_width(out, s, kinds);
        answer_kind(out, CORE_STORE_RTHROUGHPUT, s, &kinds[STORE], quiet(&kinds[CHAIN]));
        answer_kind(out, CORE_STORE_NEW_LINE, s, &kinds[LINE], quiet(&kinds[CHAIN]));
        if (kinds[CALL].n > 0) /* older logs have none */
            answer_kind(out, CORE_CALL_RETURN, s, &kinds[CALL], quiet(&kinds[CHAIN]));
        if (kinds[LOAD].n > 0)
            answer_kind(out, CORE_LOAD_FP_RTHROUGHPUT, s, &kinds[LOAD], quiet(&kinds[CHAIN]));
        if (kinds[FEW].n > 0 && kinds[STORE].n > 0 && kinds[LINE].n > 0)
            answer_lines(out, s, kinds);
    }
    for (unsigned k = 0; k < KINDS; k++)
        free(kinds[k].at);
}

const struct analysis analysis_issue = {
    .about = "operations that start in a cycle, alone and shared; stores, loads, calls",
    .probe = "issue",
    .method = "quiet_windows",
    .infer = infer,
};
