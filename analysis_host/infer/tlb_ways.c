/* Ways of each TLB, from pages a stride apart; corrects what a sweep over pages side by side told
 * of ways and entries. */
#include "analysis/analysis.h"
#include "model/tlb_strides.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/curve.h"
#include "stats/evidence.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STRIDES = 64, LEVELS = 2 };

/* What the series without fillers, of the first TLB, and that with them, of the next one, show. */
struct strides {
    struct tlb_stride_edge edges[LEVELS][MOST_STRIDES];
    size_t n[LEVELS];
    bool damaged[LEVELS];
};

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
            at[n++] = (struct tlb_stride_point){ c.at[i].x2, c.at[i].x, c.at[i].y };
    if (at)
        all->n[level] = tlb_stride_edges(all->edges[level], MOST_STRIDES, at, n, fillers);
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

static struct result *change(struct results *out, struct result_id id)
{
    const struct result *found = result_find(out, id);

    return found != NULL ? &out->at[found - out->at] : NULL;
}

/* Sets the entries of a TLB to what its ways allow: sets are a power of two. What is farther off
 * than that explains is in doubt. */
static void round_entries(struct results *out, unsigned level, const struct tlb_strides *t)
{
    static const double most_off = 1.3;
    struct result *r = change(out, id_at(TLB_ENTRIES, level));

    if (r == NULL || !result_is_number(r) || t->agree < 2 || 2 * t->agree <= t->strides)
        return;
    double from = result_nominal(out, id_at(TLB_ENTRIES, level));
    double to = t->full ? t->ways : tlb_strides_entries(r->value, t->ways);
    if (to == from)
        return;
    if (fmax(to / from, from / to) > most_off) {
        r->evidence = evidence_doubted(r->evidence);
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

static void set_number(struct result *r, double ways)
{
    r->kind = RESULT_NUMBER;
    r->remedy[0] = '\0';
    r->value = r->nominal = r->low = r->high = ways;
    r->has_nominal = r->has_bounds = true;
    snprintf(r->probe, sizeof r->probe, "tlb_ways");
    result_by(r, "strides");
}

/* T tells the ways of a TLB of ENTRIES. */
static void set_ways(struct result *r, const struct tlb_strides *t, double entries,
                     const struct tlb_stride_edge *edges, size_t n)
{
    double before = result_is_number(r) ? r->value : t->ways;

    set_number(r, t->full && entries > 0 ? entries : t->ways);
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
                   remedy_run("tlb_page,tlb_size,tlb_ways", "--thorough").text);
}

/* Pages that fit side by side; 0: not told. */
static double side_by_side(const struct tlb_stride_edge *edges, size_t n)
{
    return n > 0 && edges[0].stride <= 1 && edges[0].least > 0 ? edges[0].most : 0;
}

static void read_level(struct results *out, const struct strides *all, unsigned level)
{
    const struct tlb_stride_edge *edges = all->edges[level - 1];
    struct result *r = change(out, id_at(TLB_WAYS, level));
    double entries = result_measured(out, id_at(TLB_ENTRIES, level));
    size_t n = all->n[level - 1];

    if (r == NULL || n < 2)
        return;
    struct tlb_strides t = tlb_strides_of(edges, n, entries);
    double held = level == 1 ? side_by_side(edges, n) : 0;

    if (held > 0 && 2 * held < entries) {
        result_unknown(r, "needs both to see the same first TLB",
                       result_words("%.0f pages side by side fit where tlb_size saw %.0f entries",
                                    held, entries)
                           .text,
                       remedy_run("tlb_page,tlb_size,tlb_ways", "--thorough").text);
    } else if (t.ways > 0) {
        round_entries(out, level, &t);
        set_ways(change(out, id_at(TLB_WAYS, level)), &t,
                 result_nominal(out, id_at(TLB_ENTRIES, level)), edges, n);
    } else {
        doubt(r, &t);
    }
    r->damaged |= all->damaged[level - 1];
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    static struct strides all;

    if (method == METHOD_PAPER)
        return;
    all = (struct strides){ .n = { 0 } };
    for (size_t s = log_find_series(run, "tlb_ways", 0); s < run->n_series;
         s = log_find_series(run, "tlb_ways", s + 1))
        read_series(&all, run, &run->series[s]);
    for (unsigned level = 1; level <= LEVELS; level++)
        read_level(out, &all, level);
}

const struct analysis analysis_tlb_ways = {
    .about = "ways of each TLB, and its entries where ways tell them",
    .probe = "tlb_ways",
    .method = "strides",
    .after = { "tlb" },
    .infer = infer,
};
