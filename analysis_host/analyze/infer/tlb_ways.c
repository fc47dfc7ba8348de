/* Ways of each TLB, from pages a stride apart, and its entries where these show more than a sweep
 * over pages side by side does. */
#include "analysis/analysis.h"
#include "model/tlb_strides.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/curve.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STRIDES = 64, LEVELS = 2 };

/* What the series without fillers, of the first TLB, and that with them, of the next one, show. */
struct strides {
    struct tlb_stride_edge edges[LEVELS][MOST_STRIDES];
    size_t n[LEVELS];
    double fillers[LEVELS]; /* pages of other sets in each lap */
    bool damaged[LEVELS];
    struct curve side_by_side; /* cost of loads on pages side by side; n is 0 where there is none */
};

/* Of many sets one may be free of what others keep there: the lowest timing counts, though it may
 * be the only one. */
static void read_series(struct strides *all, const struct log_run *run,
                        const struct log_series *series)
{
    double fillers = (double)log_series_number(series, "fillers");
    unsigned level = fillers > 0;
    struct curve c;

    if (all->n[level] > 0 || curve_make(&c, run, series) != 0)
        return;
    struct tlb_stride_point *at = malloc((c.n + 1) * sizeof *at);
    size_t n = 0;

    for (size_t i = 0; at && i < c.n; i++)
        if (c.at[i].x >= 1 && c.at[i].x2 >= 1)
            at[n++] = (struct tlb_stride_point){ c.at[i].x2, c.at[i].x, c.at[i].least };
    if (at)
        all->n[level] = tlb_stride_edges(all->edges[level], MOST_STRIDES, at, n, fillers);
    all->fillers[level] = fillers;
    all->damaged[level] = c.damaged;
    free(at);
    curve_free(&c);
}

/* "8 of 1 024 pages and more, 16 of 128": the edges by stride, as many as fit. */
static struct result_words edges_text(const struct tlb_stride_edge *edges, size_t n)
{
    struct result_words all = { "" };

    for (size_t i = n; i-- > 0;) {
        size_t used = strlen(all.text);
        bool same = i + 1 < n && edges[i].most == edges[i + 1].most;

        if (!same && used + 40 < sizeof all.text)
            snprintf(all.text + used, sizeof all.text - used, "%s%.0f at a stride of %.0f pages",
                     used ? ", " : "", edges[i].most, edges[i].stride);
    }
    return all;
}

/* Returns true when most strides, at other times each, show the same full TLB: so many pages were
 * held, and what others on the core take makes fewer fit, seldom the same number. */
static bool is_proven(const struct tlb_strides *t)
{
    enum { FEWEST = 4 };

    return t->full && t->agree >= FEWEST && 5 * t->agree >= 3 * t->strides;
}

/* Returns true when SHOWN entries, by strides, are what pages side by side, of which SEEN fit, may
 * show of them: a hashed index makes strides show more, and what else is kept there makes fewer
 * fit. */
static bool may_show(double shown, double seen)
{
    static const double fewer = 0.9, more = 2.2;

    return shown >= fewer * seen && shown <= more * seen;
}

/* Sets ENTRIES of a TLB, by pages side by side, to what its ways allow; SHOWN: by strides, 0: not
 * told. What is far off that is in doubt. */
static void round_entries(struct result *r, const struct tlb_strides *t, double shown)
{
    static const double little_off = 1.3, most_off = 1.5;

    if (!result_is_number(r) || t->agree < 2 || 2 * t->agree <= t->strides)
        return;
    double from = nominal_of(r), to = t->full ? t->ways : tlb_strides_entries(r->value, t->ways);
    bool by_stride = !t->full && may_show(shown, r->value);

    if (by_stride)
        to = shown;
    double off = fmax(to / from, from / to);
    if (to == from)
        return;
    bool more = (is_proven(t) && to > from) || by_stride;
    if (off > little_off && !more)
        r->evidence = evidence_doubted(r->evidence);
    if (!more && (off >= most_off || (t->full && off > little_off))) {
        result_remark(r, "no power of two of sets of %.0f ways", t->ways);
        return;
    }
    result_remark(r, "%.0f by pages side by side; %.0f %s", from, t->ways,
                  t->full ? "pages fit at most strides" : "ways, of a power of two of sets");
    r->value = r->nominal = to;
    r->has_nominal = r->has_bounds = true;
    r->low = fmin(fmin(r->low, from), to);
    r->high = fmax(fmax(r->high, from), to);
}

/* A full TLB overflows at once: from the last number of pages that cost a tenth of the step to the
 * first that cost nine tenths lies this share of them at most. */
static const double most_gradual = 0.15;

/* Returns how gradually pages side by side overflow a TLB of ENTRIES: by what share the number at
 * which nine tenths of the step are reached is above that at which a tenth is. 0: not measured. */
static double gradual(const struct curve *c, double entries)
{
    double low = INFINITY, high = 0, begin = 0, end = INFINITY;

    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].x2 == 0 && c->at[i].x >= entries / 2 && c->at[i].x <= 2 * entries) {
            low = fmin(low, c->at[i].y);
            high = c->at[i].y;
        }
    for (size_t i = 0; i < c->n; i++) {
        double x = c->at[i].x, share = (c->at[i].y - low) / (high - low);

        if (c->at[i].x2 != 0 || x < entries / 2 || x > 2 * entries)
            continue;
        if (share < 0.1 && isinf(end))
            begin = x;
        if (share >= 0.9)
            end = fmin(end, x);
    }
    return begin > 0 && isfinite(end) ? end / begin - 1 : 0;
}

/* A first TLB that holds FIT pages at most strides, nearly all that it has, and overflows bit by
 * bit all the same, or elsewhere: others on the core take entries, now more and now fewer. */
static void refuse_gradual(struct result *entries, struct result *ways,
                           const struct curve *side_by_side, const struct tlb_strides *t)
{
    double fit = t->ways;
    double rise = gradual(side_by_side, entries->value);
    struct result_words found = result_words(
        "%.0f pages fit side by side, %.0f far apart; the cost rises over %.0f %% more pages",
        entries->value, fit, 100 * rise);

    bool near = evidence_near(entries->value, fit) >= 0.9;
    if (rise <= (is_proven(t) ? 2 : 1) * most_gradual && near)
        return;
    result_unknown(entries, "needs a full TLB to overflow at once", found.text,
                   remedy_run("tlb_page,tlb_size,tlb_ways"));
    result_unknown(ways, "needs a full TLB to overflow at once", found.text,
                   remedy_run("tlb_page,tlb_size,tlb_ways"));
}

static void set_number(struct result *r, double ways)
{
    r->kind = RESULT_NUMBER;
    r->remedy.kind = REMEDY_UNSAID;
    r->value = r->nominal = r->low = r->high = ways;
    r->has_nominal = r->has_bounds = true;
    snprintf(r->probe, sizeof r->probe, "tlb_ways");
    result_by(r, "strides");
}

/* Returns true when ENTRIES are a power of two of sets of WAYS. */
static bool has_plain_sets(double entries, double ways)
{
    double sets = log2(entries / ways);

    return fabs(sets - round(sets)) < 1e-9;
}

/* T tells the ways of a TLB of ENTRIES. */
static void set_ways(struct result *r, const struct tlb_strides *t, double entries,
                     const struct tlb_stride_edge *edges, size_t n)
{
    double before = result_is_number(r) ? r->value : t->ways;

    set_number(r, t->full && entries > 0 && evidence_near(entries, t->ways) >= 0.9 ? entries
                                                                                   : t->ways);
    r->evidence = evidence_agreement(t->agree, t->strides);
    if (t->full)
        snprintf(r->note, sizeof r->note,
                 "fully associative: %.0f pages fit, however far apart; %zu of %zu strides",
                 t->ways, t->agree, t->strides);
    else
        snprintf(r->note, sizeof r->note, "%s; %zu of %zu strides agree%s",
                 edges_text(edges, n).text, t->agree, t->strides,
                 t->hashed ? "; the index is hashed, or takes higher bits of the page number" : "");
    if (!t->full && before != t->ways)
        result_remark(r, "pages side by side look like %.0f ways", before);
    if (!t->full && entries > 0 && !has_plain_sets(entries, t->ways)) {
        r->evidence = evidence_doubted(evidence_doubted(r->evidence));
        result_remark(r, "%.0f entries are no power of two of sets of so many", entries);
    }
}

/* A fully associative TLB has as many entries as ways: the number that both are told is the same.
 */
static void agree_on_entries(struct result *r, const struct result *ways,
                             const struct tlb_strides *t)
{
    if (!t->full || !result_is_number(r) || !result_is_number(ways) || r->value == ways->value ||
        evidence_near(r->value, ways->value) < 0.9)
        return;
    result_remark(r, "%.0f by pages side by side", r->value);
    r->low = fmin(r->low, ways->value);
    r->high = fmax(r->high, ways->value);
    r->value = r->nominal = ways->value;
    r->has_nominal = true;
}

/* Strides show no edge: more pages fit at each than R has ways. */
static void doubt(struct result *r, const struct tlb_strides *t)
{
    if (!result_is_number(r) || !(t->most > r->value))
        return;
    result_unknown(r, "needs strides and pages side by side to agree",
                   result_words("%.0f pages fit however far apart they lie, but pages side by "
                                "side look like %.0f ways",
                                t->most, r->value)
                       .text,
                   remedy_thorough("tlb_page,tlb_size,tlb_ways"));
}

/* Pages that fit side by side; 0: not told. */
static double side_by_side(const struct tlb_stride_edge *edges, size_t n)
{
    return n > 0 && edges[0].stride <= 1 && edges[0].least > 0 ? edges[0].most : 0;
}

/* Returns true when T shows no ways, but how many pages a full TLB of ENTRIES holds beside FILLERS.
 */
static bool holds_fillers_too(const struct tlb_strides *t, double fillers, double entries)
{
    return fillers > 0 && t->agree == t->strides &&
           evidence_near(t->ways + fillers, entries) >= 0.9;
}

/* Returns true when FILLERS alone take more than half of ENTRIES, so that some are in the very sets
 * that are asked about. */
static bool crowds(double fillers, double entries)
{
    return entries > 0 && 2 * fillers > entries;
}

/* Returns true when no TLB has so many WAYS: where pages far apart share a set of the first cache,
 * that shows first. */
static bool is_odd(double ways)
{
    enum { MOST_ODD = 31 };

    return stats_odd_part(ways) > MOST_ODD;
}

/* Returns true when WAYS pages, a line each, fill the first cache, and R, by pages side by side,
 * has not so few ways: beyond them lines miss, not translations. */
static bool fill_first_cache(const struct results *out, const struct result *r, double ways)
{
    double lines = cache_measured(out, 1, CACHE_SIZE) / cache_measured(out, 1, CACHE_LINE);

    return evidence_near(ways, lines) >= 0.95 && !(result_is_number(r) && r->value <= ways);
}

/* Where the fewest pages that are more than the ways fit exactly at a stride, an index of plain
 * bits has as many sets as that tells. Twice the entries that fit side by side: a hashed index, or
 * another program on the core held half of them all the while. */
static void doubt_share(struct result *r, const struct tlb_strides *t,
                        const struct tlb_stride_edge *edges, size_t n)
{
    if (t->full || !result_is_number(r))
        return;
    for (size_t i = n; i-- > 0;) {
        double shown = edges[i].stride * edges[i].most;

        if (edges[i].most <= t->ways || edges[i].least != edges[i].most + 1)
            continue;
        if (shown > 1.5 * r->value && shown < 3 * r->value) {
            r->evidence = evidence_doubted(r->evidence);
            result_remark(r, "%.0f pages fit at a stride of %.0f: %.0f, unless the index is hashed",
                          edges[i].most, edges[i].stride, shown);
        }
        return;
    }
}

static void read_level(struct results *out, const struct strides *all, unsigned level)
{
    const struct tlb_stride_edge *edges = all->edges[level - 1];
    const struct result *found = result_find(out, id_at(TLB_WAYS, level)),
                        *sweep = result_find(out, id_at(TLB_ENTRIES, level));
    double entries = result_measured(out, id_at(TLB_ENTRIES, level));
    size_t n = all->n[level - 1];

    if (found == NULL || sweep == NULL || n < 2)
        return;
    struct result of_ways = *found, of_entries = *sweep, *r = &of_ways, *e = &of_entries;
    struct tlb_strides t = tlb_strides_of(edges, n, entries);

    if (crowds(all->fillers[level - 1], entries) ||
        (level == 1 && fill_first_cache(out, r, t.ways)))
        return;
    bool nearly_all = level == 1 && entries > 0 && (t.full || 2 * t.ways > entries);

    if (holds_fillers_too(&t, all->fillers[level - 1], entries) || is_odd(t.ways)) {
        if (nearly_all) {
            refuse_gradual(e, r, &all->side_by_side, &t);
            result_revise(out, e);
            result_revise(out, r);
        }
        return;
    }
    double held = level == 1 ? side_by_side(edges, n) : 0, told = t.ways;

    t = tlb_strides_of_sets(t, edges, n, entries);
    if (held > 0 && 2 * held < entries) {
        result_unknown(r, "needs both to see the same first TLB",
                       result_words("%.0f pages side by side fit where tlb_size saw %.0f entries",
                                    held, entries)
                           .text,
                       remedy_thorough("tlb_page,tlb_size,tlb_ways"));
    } else if (t.ways > 0) {
        double shown = tlb_strides_shown(edges, n, t.ways);

        round_entries(e, &t, shown);
        doubt_share(e, &t, edges, n);
        set_ways(r, &t, nominal_of(e), edges, n);
        agree_on_entries(e, r, &t);
        if (nearly_all)
            refuse_gradual(e, r, &all->side_by_side, &t);
        result_revise(out, e);
    } else if (told > 0) {
        result_unknown(
            r, "needs pages that fall into sets in turn",
            result_words("of %.0f entries %s fit", entries, edges_text(edges, n).text).text,
            remedy_thorough("tlb_page,tlb_size,tlb_ways"));
    } else {
        doubt(r, &t);
    }
    r->damaged |= all->damaged[level - 1];
    result_revise(out, r);
}

/* A sweep over pages side by side that shows one TLB may have ended before the next one was full:
 * strides show a next one then, of at least nearly so many entries. */
static void doubt_one_level(struct results *out, const struct strides *all)
{
    const struct tlb_stride_edge *edges = all->edges[1];
    const struct result *levels = result_find(out, id_of(TLB_LEVELS));
    struct tlb_strides t = tlb_strides_of(edges, all->n[1], 0);
    double shown = t.ways > 0 ? tlb_strides_shown(edges, all->n[1], t.ways) : 0, most = 0;

    for (size_t i = 0; i < all->side_by_side.n; i++)
        most = fmax(most, all->side_by_side.at[i].x);
    if (levels == NULL || !result_is_number(levels) || levels->value != 1 || t.agree < 2 ||
        shown < 0.75 * most)
        return;
    struct result r = *levels;

    result_unknown(
        &r, "needs more pages side by side than the last TLB holds",
        result_words("up to %.0f pages show one; strides show another of %.0f entries", most, shown)
            .text,
        remedy_up_to("tlb_page,tlb_size,tlb_ways", "pages", exp2(ceil(log2(2 * shown)))));
    result_revise(out, &r);
}

/* No next TLB has less than twice the entries of the one before: a step so near to it is the rest
 * of one that others on the core use, too. Its answers, and the number of levels, stay open. */
static void refuse_close(struct results *out)
{
    static const enum quantity of[] = { TLB_LEVELS, TLB_ENTRIES, TLB_WAYS, TLB_PENALTY };

    for (unsigned level = 2; level <= LEVELS + 1; level++) {
        double before = result_measured(out, id_at(TLB_ENTRIES, level - 1)),
               entries = result_measured(out, id_at(TLB_ENTRIES, level));
        struct result_words steps = result_words("steps at %.0f and %.0f entries", before, entries);

        if (!(entries > 0) || !(before > 0) || entries >= 2 * before)
            continue;
        for (unsigned i = 0; i < sizeof of / sizeof *of; i++) {
            const struct result *found =
                result_find(out, of[i] == TLB_LEVELS ? id_of(of[i]) : id_at(of[i], level));
            struct result r = found != NULL ? *found : (struct result){ 0 };

            if (found == NULL)
                continue;
            result_unknown(&r, "needs a next TLB of twice as many entries, or none", steps.text,
                           remedy_run("tlb_page,tlb_size,tlb_ways"));
            result_revise(out, &r);
        }
    }
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    static struct strides all;

    if (method == METHOD_PAPER)
        return;
    size_t at = log_find_sampled(run, "tlb_size");

    all = (struct strides){ .n = { 0 } };
    if (at < run->n_series && curve_make(&all.side_by_side, run, &run->series[at]) != 0)
        all.side_by_side.n = 0;
    for (size_t s = log_find_series(run, "tlb_ways", 0); s < run->n_series;
         s = log_find_series(run, "tlb_ways", s + 1))
        read_series(&all, run, &run->series[s]);
    for (unsigned level = 1; level <= LEVELS; level++)
        read_level(out, &all, level);
    doubt_one_level(out, &all);
    refuse_close(out);
    curve_free(&all.side_by_side);
}

const struct analysis analysis_tlb_ways = {
    .about = "ways of each TLB, and its entries where ways tell them",
    .probe = "tlb_ways",
    .method = "strides",
    .after = { "tlb" },
    .infer = infer,
};
