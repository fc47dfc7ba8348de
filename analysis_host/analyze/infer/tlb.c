/* Levels of the TLB, their entries, ways and penalties, by what loads cost on ever more pages. */
#include "model/tlb.h"
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/curve.h"
#include "series/curve_clusters.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PAGES, CONTROL }; /* second x of tlb_size */

/* Thresholds of whole numbers, and what each was fitted on. */
enum {
    LEAST_POINTS = 8, /* with a control, below which nothing is said: chosen */
    LAST_POINTS = 7,  /* whose median says what the most pages cost: chosen */
    MOST_ODD = 31 /* odd part of entries that a TLB has, a power of two of sets of few ways: a guest
                   * whose neighbours moved the edge to 1,676 pages; test_tlb.c, 148 entries */
};

/* Thresholds, and what each was fitted on. */
static const struct {
    /* which points are read */
    double page_part;  /* of an outer cache's lines: pages that leave it in peace */
    double line_part;  /* the same, where it holds lines wherever they lie in a page */
    double may_differ; /* part of a deeper cache's latency by which lines far apart and together
                        * may differ */
    /* which steps are believed */
    double at_cache;        /* relative distance of entries from the lines of a cache */
    double walk;            /* least cost of a walk, cycles: below it there is none */
    double pages;           /* least number that shows no step: fewer may fit a first level */
    double of_first, fills; /* a step that costs less of the first level's, where the pages' lines
                             * fill so much of L1: lines of page tables miss, too */
    double lacks; /* times the cost of all steps that the most pages cost: one is missing */
    /* what is said of a step */
    double held, held_parts; /* entries, or one such part of them, that the program itself fills */
    double doubts;           /* of a cost, on either side of it */
    /* the remedy's pages */
    double further, most_pages; /* times those measured, at most so many */
} rule = {
    .page_part = 0.6,   /* chosen: random frames overflow a cache from half its size on */
    .line_part = 0.25,  /* chosen: hashed caches behind scattered frames, from a quarter on */
    .may_differ = 0.04, /* chosen */
    .at_cache = 0.2,    /* chosen */
    .walk = 5,          /* test_tlb.c: noise that hides a step of 3 is no lack of a TLB */
    .pages = 1024,      /* chosen */
    .of_first = 0.3,    /* recordings/rtl: 1.9 cycles at 128 pages of a core with one level of 32 */
    .fills = 0.4,       /* the same: 128 pages' lines and 16 of page tables, of 256 */
    .lacks = 3,         /* a host with other programs, whose second TLB noise hid */
    .held = 4,          /* chosen: pages of the stack and the program */
    .held_parts = 16,   /* chosen */
    .doubts = 2,        /* chosen */
    .further = 4,       /* chosen */
    .most_pages = 256 * 1024 /* the key `pages` of `probes` goes up to it */
};

/* Adds the answer ID, from the samples of C. */
static struct result *add_from(struct results *out, const struct curve *c, struct result_id id)
{
    struct result *r = result_add(out, id);

    r->damaged = c->damaged;
    return r;
}

/* What is read of the timings of a point: the lowest, or the mean of draws of frames. */
enum cost { COST_LOWEST, COST_OF_DRAWS };

static double cost_at(enum cost cost, const struct curve_point *p)
{
    return cost == COST_OF_DRAWS ? p->mean : p->y;
}

/* How far timings of P anew would move its cost, cycles. */
static double noise_at(enum cost cost, const struct curve_point *p)
{
    return cost == COST_OF_DRAWS ? p->error : p->spread * p->y;
}

/* Fills AT, room for C->n, with the pages' points of C up to MOST pages that have a control, and
 * returns their number. The control is the cost of as many lines packed together: measured, or
 * between the nearest numbers that were. BEYOND_FIRST: part of a deeper cache's latency by which
 * lines far apart and lines together may differ. */
static size_t points_of(const struct curve *c, enum cost cost, double most, double beyond_first,
                        struct tlb_point *at)
{
    const struct curve_point *fewer = NULL; /* the last control of fewer lines */
    size_t next = 0, n = 0;
    double first = 0;

    for (size_t i = 0; i < c->n; i++) {
        const struct curve_point *p = &c->at[i];

        if (p->x2 != PAGES || p->x > most)
            continue;
        for (; next < c->n && (c->at[next].x2 != CONTROL || c->at[next].x < p->x); next++)
            if (c->at[next].x2 == CONTROL)
                fewer = &c->at[next];
        if (next == c->n)
            break;
        const struct curve_point *above = &c->at[next], *below = above->x > p->x ? fewer : above;
        if (below == NULL)
            continue;
        double share = above->x > below->x ? (p->x - below->x) / (above->x - below->x) : 0;
        double rise = cost_at(cost, above) - cost_at(cost, below);
        double control = cost_at(cost, below) + share * rise;
        /* Between two that differ, a straight line is a guess. */
        double noise = noise_at(cost, below) + fmin(share, 1 - share) * fabs(rise) / 4;

        if (isnan(control)) /* of costs beyond the range of numbers */
            continue;
        first = n == 0 ? control : first;
        noise += noise_at(cost, p) + beyond_first * fmax(0, control - first);
        at[n++] = (struct tlb_point){
            .pages = p->x, .control = control, .extra = cost_at(cost, p) - control, .noise = noise
        };
    }
    return n;
}

/* How the probe laid its loads. */
struct layout {
    double strides; /* pages of the TLB in one of the probe's */
    double stride;  /* between loads, bytes */
    double part;    /* of the probe's pages, how much lies between lines of the control */
    double line;    /* bytes */
};

/* STRIDES: what one page of the probe is in pages of the TLB; below 1 where several share one.
 * MOST: how sure the step is. */
static void add_entries(struct results *out, const struct curve *c, const struct tlb_step *step,
                        unsigned level, double strides, double most)
{
    struct result *r = add_from(out, c, id_at(TLB_ENTRIES, level));

    r->value = step->entries * strides;
    r->has_bounds = r->has_nominal = true;
    r->low = step->entries_low * strides;
    r->high = step->entries_high * strides;
    double largest = r->value + fmin(rule.held, r->value / rule.held_parts);
    r->nominal = stats_round_number(largest, r->value, largest);
    r->evidence = most * evidence_margin(step->doubt, step->cost) *
                  evidence_near(step->entries_low, step->entries_high);
    snprintf(r->note, sizeof r->note, "a step of %.2f cycles, %.2f unexplained", step->cost,
             step->doubt);
}

/* Returns true when no TLB has as many entries as STEP: sets are as many as a power of two, and of
 * few ways. Disturbance moved the edge, and with it what the rise says of ways. */
static bool has_odd_entries(const struct tlb_step *step)
{
    return stats_odd_part(step->entries) > MOST_ODD;
}

static void add_ways(struct results *out, const struct curve *c, const struct tlb_step *step,
                     unsigned level, const struct layout *layout, double most)
{
    struct result *r = add_from(out, c, id_at(TLB_WAYS, level));
    double page = layout->stride / layout->strides;

    if (layout->strides != 1)
        result_unknown(r, "needs loads one page apart",
                       result_words("loads lie %s apart, the page is %s",
                                    words_bytes(layout->stride).text, words_bytes(page).text)
                           .text,
                       remedy_with("tlb_size", "page", words_key_bytes(page).text));
    else if (has_odd_entries(step))
        result_unknown(r, "needs an edge at entries that a TLB has",
                       result_words("it lies at %.0f, moved by a disturbance", step->entries).text,
                       remedy_thorough("tlb_size"));
    else if (!step->has_ways && step->hashed)
        result_unknown(r, "needs pages that fall into sets in turn",
                       result_words("%.0f entries overflow as if pages fell into sets at random",
                                    step->entries)
                           .text,
                       remedy_never("a hashed index hides ways"));
    else if (!step->has_ways)
        result_unknown(r, "needs a rise that one number of ways explains best",
                       result_words("several explain the %.2f cycles at %.0f entries as well, to "
                                    "within %.2f cycles",
                                    step->cost, step->entries, step->doubt)
                           .text,
                       remedy_thorough("tlb_size"));
    else {
        r->value = r->nominal = step->ways == TLB_FULL ? step->entries : step->ways;
        r->has_nominal = true;
        r->evidence = most * evidence_margin(step->doubt, step->cost);
        if (step->ways == TLB_FULL)
            snprintf(r->note, sizeof r->note, "fully associative");
    }
}

static void set_cycles(struct result *r, const struct curve *c, double cycles, double doubt)
{
    if (!c->in_cycles) {
        remedy_no_cycle(r, cycles, "tlb_size");
        return;
    }
    r->value = cycles;
    r->ns = cycles * c->cycle_ns;
    r->has_bounds = true;
    r->low = fmax(0, cycles - rule.doubts * doubt);
    r->high = cycles + rule.doubts * doubt;
    r->evidence = cycles > 0 ? evidence_margin(doubt, cycles) : 1; /* 0 by definition */
}

/* One reading of the curve; n below 0: memory was short. */
struct reading {
    struct tlb_step steps[TLB_MOST];
    int n;
    size_t n_points;
    double least, most_pages;
    double last; /* what the most pages cost more than as many lines on few: the median of some,
                    cycles */
    bool explained;
};

/* The remedy that goes to four times the MEASURED pages. */
static struct remedy more_pages(double measured)
{
    double pages = 1024;

    while (pages < rule.further * measured && pages < rule.most_pages)
        pages *= 2;
    return remedy_up_to("tlb_page,tlb_size", "pages", pages);
}

/* Pages cost LAST cycles more in the end, which no steps explain. */
static void set_lacking(struct result *levels, double last)
{
    result_unknown(
        levels, "needs steps that explain what pages cost",
        result_words("the most cost %.1f cycles more than as many lines together", last).text,
        remedy_thorough("tlb_page,tlb_size"));
}

/* R has no step. MEASURED: pages that the sweep went to. */
static void set_no_step(struct result *levels, const struct results *out, const struct reading *r,
                        double measured)
{
    double page = result_measured(out, id_of(TLB_PAGE));

    if (page > 0)
        result_unknown(levels, "needs a step, as the page size shows that translations cost",
                       result_words("%s is %s; up to %.0f pages no step of %.1f cycles",
                                    id_of(TLB_PAGE).text, words_bytes(page).text, r->most_pages,
                                    r->least)
                           .text,
                       more_pages(measured));
    else if (r->last > fmax(rule.walk, 2 * r->least))
        set_lacking(levels, r->last);
    else if (r->least > rule.walk)
        result_unknown(levels,
                       result_words("needs steps of %.0f cycles to be seen", rule.walk).text,
                       result_words("noise hides steps below %.1f cycles", r->least).text,
                       remedy_thorough("tlb_page,tlb_size"));
    else if (r->most_pages < rule.pages)
        result_unknown(
            levels, result_words("needs a step, or none up to %.0f pages", rule.pages).text,
            result_words("no step up to %.0f pages, of %.0f measured", r->most_pages, measured)
                .text,
            measured < rule.pages ? more_pages(measured)
                                  : remedy_never("beyond these pages outer caches overflow"));
    else {
        levels->evidence = evidence_margin(r->least, rule.walk);
        snprintf(levels->note, sizeof levels->note, "no step of %.1f cycles up to %.0f pages",
                 r->least, r->most_pages);
    }
}

/* The highest evidence of step K of R: lower where the steps leave points unexplained, and where
 * as many lines as the step has entries fill a cache: what differs there may be how lines far apart
 * and lines together overflow it. LINE: the probe's, bytes. */
static double most_sure(const struct results *out, const struct reading *r, size_t k, double line)
{
    double most = r->explained ? 1 : evidence_doubted(1);

    for (unsigned level = 1; cache_measured(out, level, CACHE_SIZE) > 0; level++) {
        double lines = cache_measured(out, level, CACHE_SIZE) /
                       fmax(line, cache_measured(out, level, CACHE_LINE));

        if (fabs(r->steps[k].entries / lines - 1) < rule.at_cache)
            return evidence_doubted(most);
    }
    return most;
}

static void add_levels(struct results *out, const struct curve *c, const struct reading *r,
                       const struct layout *layout)
{
    const struct tlb_step *steps = r->steps;
    unsigned n = (unsigned)r->n;
    double cost = 0, most = 1;

    for (unsigned k = 0; k < n; k++) {
        double here = most_sure(out, r, k, layout->line);

        add_entries(out, c, &steps[k], k + 1, layout->strides, here);
        add_ways(out, c, &steps[k], k + 1, layout, here);
        struct result *penalty = add_from(out, c, id_at(TLB_PENALTY, k + 1));
        set_cycles(penalty, c, cost, k > 0 ? steps[k - 1].doubt : 0);
        if (k == 0)
            snprintf(penalty->note, sizeof penalty->note,
                     "0 by definition: penalties of other levels add to it");
        else
            penalty->evidence *= most;
        cost += steps[k].cost;
        most = fmin(most, here); /* costs are sums: each rests on all steps before it */
    }
    struct result *walk = add_from(out, c, id_of(TLB_WALK));
    set_cycles(walk, c, cost, steps[n - 1].doubt);
    walk->evidence *= most;
}

/* Finds the steps of C up to MOST pages. PART: of a page between lines of the control, which
 * bore so much of translation itself, page after page: it is given back, and steps are found once
 * more. */
static struct reading read_steps(const struct curve *c, enum cost cost, double part, double most,
                                 double beyond_first, double peaceful)
{
    struct reading r = { .n = -1 };
    struct tlb_point *at = malloc((c->n + 1) * sizeof *at);

    if (at == NULL)
        return r;
    r.n_points = points_of(c, cost, most, beyond_first, at);
    r.n = tlb_steps(at, &r.n_points, r.steps, &r.least, peaceful, &r.explained);
    for (size_t i = 0; r.n > 0 && i < r.n_points; i++)
        for (int k = 0; k < r.n; k++) {
            double own = part * r.steps[k].cost * tlb_share(&r.steps[k], part * at[i].pages);

            at[i].extra += own;
            at[i].control -= own;
        }
    if (r.n > 0)
        r.n = tlb_steps(at, &r.n_points, r.steps, &r.least, peaceful, &r.explained);
    double extra[LAST_POINTS];
    size_t n = 0;
    for (size_t i = r.n_points > LAST_POINTS ? r.n_points - LAST_POINTS : 0; i < r.n_points; i++)
        extra[n++] = at[i].extra;
    r.last = n > 0 ? stats_median(extra, n) : 0;
    r.most_pages = n > 0 ? at[r.n_points - 1].pages : 0;
    free(at);
    return r;
}

/* Where pages lie in order and nothing is prefetched, steps explain all points; else those that the
 * outer caches leave in peace must do: after the first level, random frames and prefetched lines
 * overflow a cache from about half its size on, far apart and together at different numbers; one
 * that holds lines wherever they lie (SCATTERED), from a quarter.
 * Where frames are scattered lines far apart and together conflict alike on average only: then the
 * means of draws may show more steps than the lowest costs do, which else say more, as means hold
 * what others on the machine took. */
static struct reading read_curve(const struct curve *c, const struct layout *layout,
                                 const struct results *out)
{
    double peaceful = INFINITY; /* pages */
    bool scattered = false;

    for (unsigned level = 2; cache_measured(out, level, CACHE_SIZE) > 0; level++)
        peaceful =
            fmin(peaceful, (cache_counts_lines(out, level) ? rule.line_part : rule.page_part) *
                               cache_measured(out, level, CACHE_SIZE) /
                               fmax(fmax(layout->line, 1), cache_measured(out, level, CACHE_LINE)));
    for (unsigned level = 2; level <= cache_levels(out); level++)
        scattered |= cache_counts_lines(out, level);

    struct reading lowest = read_steps(c, COST_LOWEST, layout->part, INFINITY, 0, peaceful);
    if (lowest.n <= 0 || !lowest.explained || scattered) {
        double last = lowest.last; /* of all pages */

        lowest = read_steps(c, COST_LOWEST, layout->part, peaceful, rule.may_differ, peaceful);
        lowest.last = last;
    }
    if (!c->drawn || lowest.n < 0 || scattered)
        return lowest;
    struct reading drawn = read_steps(c, COST_OF_DRAWS, layout->part, INFINITY, 0, peaceful);
    return drawn.explained && drawn.n > lowest.n ? drawn : lowest;
}

/* Takes last steps out of R that are no level of a TLB: a walk reads page tables by way of L1, so
 * that it takes a little longer once their lines and those of the pages overflow sets of it. Beyond
 * a further level of a TLB a walk costs much more than a hit there. */
static void drop_misses_of_tables(struct reading *r, const struct results *out, double line)
{
    double lines =
        cache_measured(out, 1, CACHE_SIZE) / fmax(line, cache_measured(out, 1, CACHE_LINE));

    while (r->n > 1 && r->steps[r->n - 1].cost < rule.of_first * r->steps[0].cost && lines > 0 &&
           r->steps[r->n - 1].entries >= rule.fills * lines)
        r->n--;
}

static void find_levels(const struct curve *c, const struct layout *layout, struct results *out)
{
    struct result *levels = add_from(out, c, id_of(TLB_LEVELS));
    struct reading r = read_curve(c, layout, out);

    drop_misses_of_tables(&r, out, layout->line);
    if (r.n < 0)
        remedy_no_memory(levels, c->n);
    else if (r.n_points < LEAST_POINTS)
        result_unknown(levels,
                       result_words("needs %d numbers of pages with a control", LEAST_POINTS).text,
                       result_words("%zu numbers of pages are too few", r.n_points).text,
                       remedy_thorough("tlb_page,tlb_size"));
    else if (r.n == 0)
        set_no_step(levels, out, &r, c->at[c->n - 1].x);
    else {
        double clear = 1, all = 0; /* of the least clear step; cycles of all steps */

        for (int k = 0; k < r.n; k++) {
            clear = fmin(clear, evidence_margin(r.steps[k].doubt, r.steps[k].cost));
            all += r.steps[k].cost;
        }
        levels->value = r.n;
        levels->evidence = most_sure(out, &r, (size_t)r.n - 1, layout->line) * clear;
        if (r.last > rule.lacks * all + rule.walk) /* a step is missing */
            set_lacking(levels, r.last);
        add_levels(out, c, &r, layout);
    }
}

/* The published rule (BlackjackBench sections 3.2, 4.1 and 4.2.3) clusters the pages' curve alone.
 * Leaves C without controls. */
static void find_published(struct curve *c, const struct log_series *series, struct results *out)
{
    struct result *levels = add_from(out, c, id_of(TLB_LEVELS));
    struct stats_clusters clusters;
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].x2 == PAGES)
            c->at[n++] = c->at[i];
    c->n = n;
    if (!curve_clusters(c, series, levels, &clusters))
        return;
    for (unsigned k = 0; k + 1 < clusters.n; k++)
        curve_cluster_size(add_from(out, c, id_at(TLB_ENTRIES, k + 1)), &clusters.at[k]);
    stats_clusters_free(&clusters);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t first = log_find_series(run, "tlb_size", 0), at = log_find_sampled(run, "tlb_size");
    struct curve c;

    if (first >= run->n_series)
        return;
    if (at >= run->n_series || curve_make(&c, run, &run->series[at]) != 0) {
        remedy_unsampled(result_add(out, id_of(TLB_LEVELS)), run, "tlb_size");
        return;
    }
    const struct log_series *series = &run->series[first];
    double page = result_measured(out, id_of(TLB_PAGE));
    double stride = fmax(1, (double)log_series_number(series, "stride"));
    const struct layout layout = { .strides = page > stride ? stride / page : 1,
                                   .stride = stride,
                                   .part = (double)log_series_number(series, "control") / stride,
                                   .line = (double)log_series_number(series, "line") };
    if (method == METHOD_PAPER)
        find_published(&c, &run->series[at], out);
    else
        find_levels(&c, &layout, out);
    curve_free(&c);
}

const struct analysis analysis_tlb = {
    .about = "levels of the TLB, entries, ways, penalties",
    .probe = "tlb_size",
    .method = "steps",
    .after = { "tlb_page", "cache_levels", "cache_ways", "cache_line" },
    .infer = infer,
};
