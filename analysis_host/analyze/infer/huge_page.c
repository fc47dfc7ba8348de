/* huge_page.granted: whether the system says that it backs memory with huge pages.
 * huge_page.tlb_reach: whether one TLB entry maps a huge page. */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <stdio.h>

enum { TOGETHER, LARGE, BASE, KINDS, MOST_PASSES = 64 };

/* Ticks a load, in each pass. */
struct costs {
    double of[KINDS][MOST_PASSES];
    size_t n[KINDS];
};

static struct costs gather(const struct log_series *s)
{
    struct costs c = { .n = { 0 } };

    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];
        uint64_t kind = p->x[0];

        if (p->n_x != 1 || kind >= KINDS || p->ops == 0)
            continue;
        for (size_t t = 0; t < p->n_ticks && c.n[kind] < MOST_PASSES; t++)
            c.of[kind][c.n[kind]++] = (double)p->ticks[t] / (double)p->ops;
    }
    return c;
}

/* Most passes on pages that are base pages for certain cost more than nearly all on lines that lie
 * together: else translations do not show, and nothing can be said of large ones. */
static bool shows(const struct costs *c)
{
    return stats_quantile(c->of[BASE], c->n[BASE], 0.25) >
           stats_quantile(c->of[TOGETHER], c->n[TOGETHER], 0.9);
}

static void reach(struct result *r, const struct costs *c, bool granted)
{
    double low = stats_median(c->of[TOGETHER], c->n[TOGETHER]);
    double high = stats_median(c->of[BASE], c->n[BASE]), middle = (low + high) / 2;
    bool as_one = stats_median(c->of[LARGE], c->n[LARGE]) < middle;
    size_t agree = 0;

    for (size_t i = 0; i < c->n[LARGE]; i++)
        agree += (c->of[LARGE][i] < middle) == as_one;
    r->kind = RESULT_NAME;
    snprintf(r->text, sizeof r->text, "%s", as_one ? "gained" : "none");
    r->evidence = evidence_agreement(agree, c->n[LARGE]);
    snprintf(r->note, sizeof r->note,
             "%zu of %zu passes over pages inside a huge page cost as much as %s", agree,
             c->n[LARGE], as_one ? "lines of one page" : "base pages");
    if (as_one && !granted)
        result_remark(r, "the system does not say that it granted huge pages");
}

/* What the system says is no measurement: it is right as often as the system is. */
static void grant(struct result *r, uint64_t granted, uint64_t base)
{
    r->kind = RESULT_NAME;
    snprintf(r->text, sizeof r->text, "%s", granted > base ? "yes" : "no");
    r->evidence = evidence_agreement(1, 1);
    snprintf(r->note, sizeof r->note, "the system says that it granted pages of %s",
             words_bytes((double)granted).text);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t at = log_find_series(run, "huge_page", 0);

    (void)method;
    if (at >= run->n_series)
        return;
    const struct log_series *s = &run->series[at];
    uint64_t granted = log_series_number(s, "granted"), base = log_series_number(s, "base");
    struct costs c = gather(s);
    struct result *r = result_add_from(out, id_of(HUGE_PAGE_GRANTED), s);

    if (s->end == RECORD_END_NOTHING)
        result_none(r);
    else if (granted == 0)
        remedy_unsampled_series(r, s);
    else
        grant(r, granted, base);
    r = result_add_from(out, id_of(HUGE_PAGE_TLB_REACH), s);

    if (s->end == RECORD_END_NOTHING) {
        result_none(r);
    } else if (c.n[TOGETHER] == 0 || c.n[LARGE] == 0 || c.n[BASE] == 0) {
        remedy_unsampled_series(r, s);
    } else if (!shows(&c)) {
        result_unknown(
            r, "needs base pages whose translations cost something",
            result_words(
                "%llu pages of %s cost %.2f times what as many lines side by side do",
                (unsigned long long)log_series_number(s, "pages"), words_bytes((double)base).text,
                stats_median(c.of[BASE], c.n[BASE]) / stats_median(c.of[TOGETHER], c.n[TOGETHER]))
                .text,
            remedy_never("its translations of so many pages are free"));
    } else {
        reach(r, &c, granted > base);
    }
}

const struct analysis analysis_huge_page = {
    .about = "huge pages: granted, and reach of the TLB",
    .probe = "huge_page",
    .method = "between_controls",
    .infer = infer,
};
