/* Levels of the TLB, their entries, ways and penalties; the page that it works with. */
#include "model/tlb.h"
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/curve.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGES, CONTROL }; /* second x of tlb_size */
enum { LEAST_POINTS = 8 };

static const char published_rule[] = "qt_clustering";

/* Adds the answer ID, from the samples of C. */
static struct result *add_from(struct results *out, const struct curve *c, struct result_id id)
{
    struct result *r = result_add(out, id);

    r->damaged = c->damaged;
    return r;
}

/* ---- the page ---- */

struct extra {
    double cost, noise; /* of translation, cycles a load */
    bool known;
};

/* The doubt that N lines packed together leave, cycles: near the size of a cache those that are far
 * apart need not cost the same, and after the first one frames and prefetchers tell them apart.
 * But what the next distance adds, of which little is translation, shows how far they can: less, or
 * far more where prefetched lines overflow a cache. */
static double doubt_of_control(const struct curve *c, double n)
{
    const struct curve_point *first = &c->at[0], *here = curve_at(c, first->x, n);
    const struct curve_point *fewer = curve_at(c, first->x, n / 2),
                             *more = curve_at(c, first->x, 2 * n);
    const struct curve_point *next = curve_at(c, 2 * first->x, n);
    double slope = fewer && more ? fabs(more->y - fewer->y) / 4 : 0;
    double doubt = here ? slope + fmax(0, here->y - first->y) / 5 : 0;

    double added = here && next ? fabs(next->y - here->y) : doubt;
    bool overflows = here && here->y > 1.2 * first->y && added > 4 * here->y;

    return overflows ? added : fmin(doubt, added);
}

/* The cost of N loads STRIDE apart beyond that of the same number packed together. */
static struct extra extra_at(const struct curve *c, double stride, double n)
{
    const struct curve_point *p = curve_at(c, stride, n), *control = curve_at(c, c->at[0].x, n);

    if (p == NULL || control == NULL)
        return (struct extra){ 0 };
    return (struct extra){ .cost = p->y - control->y,
                           .noise = 0.05 + 0.01 * p->y + p->spread * p->y +
                                    control->spread * control->y + doubt_of_control(c, n),
                           .known = true };
}

/* The cost of translation a load at some distance, divided by that at half of it, over the same
 * memory: 2 up to a page; beyond, 1 or less as far as pages of larger slots use fewer sets. */
struct growth {
    double times, weight; /* weight 0: nothing is known; 1: certain */
};

static struct growth growth_at(const struct curve *c, double stride)
{
    double products = 0, squares = 0;

    for (size_t i = curve_first(c, stride); i < c->n && c->at[i].x == stride; i++) {
        struct extra here = extra_at(c, stride, c->at[i].x2);
        struct extra half = extra_at(c, stride / 2, 2 * c->at[i].x2);
        double noise = here.noise + 2 * half.noise;

        if (!here.known || !half.known || half.cost < 2 * half.noise)
            continue;
        products += here.cost * half.cost / (noise * noise);
        squares += half.cost * half.cost / (noise * noise);
    }
    if (squares == 0)
        return (struct growth){ 0 };
    return (struct growth){ products / squares, squares / (squares + 20) };
}

/* Growth at 4, 8, 16 ... times the first distance, up to twice the last, which are whole numbers
 * from 1 to 2^64: at most 64 doublings, and 2 more. */
enum { MOST_DOUBLINGS = 66 };

struct growths {
    double first; /* distance of at[0], bytes */
    size_t n;     /* distances up to the last of the curve; at[n] is the double of that */
    struct growth at[MOST_DOUBLINGS + 1];
};

/* Fills G from C, whose distances are not 0. */
static void growths_of(const struct curve *c, struct growths *g)
{
    double largest = c->at[c->n - 1].x, stride = 4 * c->at[0].x;

    *g = (struct growths){ .first = stride };
    for (; stride <= largest && g->n < MOST_DOUBLINGS; stride *= 2)
        g->at[g->n++] = growth_at(c, stride);
    g->at[g->n] = growth_at(c, stride);
}

/* The most that translation costs at any distance, cycles; *CERTAIN: more than noise explains. */
static double most_translation(const struct curve *c, bool *certain)
{
    double most = 0;

    *certain = false;
    for (size_t i = 0; i < c->n; i++) {
        struct extra e = extra_at(c, c->at[i].x, c->at[i].x2);

        if (c->at[i].x <= c->at[0].x || !e.known)
            continue;
        most = fmax(most, e.cost);
        *certain |= e.cost > fmax(0.4, 6 * e.noise);
    }
    return most;
}

/* The misfit of a page of distance I: costs should double up to it, and not at its double. */
static double page_misfit(const struct growths *g, size_t i)
{
    struct growth after = g->at[i + 1];
    double sum = after.weight * pow(fmax(after.times - 1, 0), 2);

    for (size_t k = 0; k <= i; k++)
        sum += g->at[k].weight * pow(fmin(g->at[k].times, 2) - 2, 2);
    return sum;
}

/* Distance I of G is the page. */
static void set_page(const struct growths *g, size_t i, double doubt, struct result *r)
{
    struct growth here = g->at[i], after = g->at[i + 1];

    r->has_nominal = r->has_bounds = true;
    r->value = r->nominal = r->low = r->high = ldexp(g->first, (int)i);
    r->evidence = evidence_clamp(here.weight * after.weight - doubt);
    snprintf(r->note, sizeof r->note,
             "translation costs %.2f times as much as at half of it; at twice, %.2f times",
             here.times, after.times);
}

/* No distance up to LARGEST bytes is the page. */
static void set_no_page(struct result *r, const struct curve *c, double largest)
{
    const double farthest = 16 << 20; /* that the key takes */
    bool certain;
    double cost = most_translation(c, &certain);

    result_unknown(r, "needs a distance between loads up to which translation costs grow",
                   result_words("no distance up to %s %s: %.2f cycles a load at most",
                                words_bytes(largest).text,
                                certain ? "ends their growth" : "costs translations", cost)
                       .text,
                   largest < farthest
                       ? remedy_up_to("tlb_page", "distance", fmin(16 * largest, farthest))
                       : remedy_never("`probes` takes no larger distance"));
}

static void find_page(const struct curve *c, struct result *r)
{
    struct growths g;
    double least = INFINITY;
    bool certain;

    growths_of(c, &g);
    size_t page = g.n;
    for (size_t i = 0; i < g.n; i++) {
        double doubt = page_misfit(&g, i);
        struct growth here = g.at[i], after = g.at[i + 1];
        bool known = here.weight > 0 && after.weight > 0;

        if (known && here.times >= 1.5 && after.times < 1.5 && doubt < least) {
            page = i;
            least = doubt;
        }
    }
    (void)most_translation(c, &certain);
    if (!certain || page == g.n || least > 0.5)
        set_no_page(r, c, c->at[c->n - 1].x);
    else
        set_page(&g, page, least, r);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The largest region that most distances went over, at most MOST counted, bytes; 0 where memory is
 * short. */
static double commonest_region(const struct curve *c, size_t most)
{
    double *bytes = malloc(c->n * sizeof *bytes), region = 0;
    size_t n = 0;

    for (size_t i = 0; bytes && i < c->n; i++)
        bytes[i] = c->at[i].x * c->at[i].x2;
    if (bytes)
        qsort(bytes, c->n, sizeof *bytes, by_size);
    for (size_t i = 0, end; bytes && i < c->n; i = end) {
        for (end = i + 1; end < c->n && bytes[end] == bytes[i];)
            end++;
        size_t here = end - i < most ? end - i : most;

        if (here >= n) {
            n = here;
            region = bytes[i];
        }
    }
    free(bytes);
    return region;
}

/* The distances over a region of BYTES, and what they cost; their number, at most ROOM. */
static size_t over_region(const struct curve *c, double bytes, double *x, double *y, size_t room)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n && n < room; i++)
        if (c->at[i].x * c->at[i].x2 == bytes) {
            x[n] = c->at[i].x;
            y[n++] = c->at[i].y;
        }
    return n;
}

/* The published rule: loads ever further apart over one array, the biggest scaled step
 * (BlackjackBench sections 3.2 and 4.2.2). The array is the largest with most distances. */
static void find_published_page(const struct curve *c, struct result *r)
{
    enum { MOST = 32 };
    double x[MOST], y[MOST], region = commonest_region(c, MOST);
    size_t n = over_region(c, region, x, y, MOST);

    result_by(r, "biggest_scaled_step");
    size_t step = stats_biggest_scaled_step(y, n);
    if (step == STATS_NONE) {
        result_unknown(
            r, "needs a distance at which loads cost more",
            result_words("no step among %zu distances over %s", n, words_bytes(region).text).text,
            remedy_text("`analyze` without `--method paper` would tell"));
        return;
    }
    r->value = r->nominal = x[step + 1];
    r->has_nominal = true;
    r->evidence = evidence_margin(y[step], y[step + 1]);
}

/* Makes the curve of SERIES without its points of distance 0, which no two loads have. 0, or -1 as
 * of curve_make(), or when no point is left. */
static int make_distances(struct curve *c, const struct log_run *run,
                          const struct log_series *series)
{
    if (curve_make(c, run, series) != 0)
        return -1;
    size_t from = curve_first(c, 1);

    c->n -= from;
    memmove(c->at, c->at + from, c->n * sizeof *c->at);
    if (c->n > 0)
        return 0;
    curve_free(c);
    return -1;
}

static void infer_page(const struct log_run *run, enum method method, struct results *out)
{
    size_t first = log_find_series(run, "tlb_page", 0), at = log_find_sampled(run, "tlb_page");
    struct curve c;

    if (first >= run->n_series)
        return;
    const struct log_series *series = &run->series[at < run->n_series ? at : first];
    struct result *r = result_add_from(out, id_of(TLB_PAGE), series);
    result_by(r, "same_memory");
    if (make_distances(&c, run, series) != 0) {
        remedy_unsampled(r, run, "tlb_page");
        return;
    }
    if (method == METHOD_PAPER)
        find_published_page(&c, r);
    else
        find_page(&c, r);
    curve_free(&c);
}

/* ---- the levels ---- */

/* The points of a curve that are controls, and where among them a search for ascending numbers of
 * pages has come to. */
struct controls {
    const struct curve_point **at; /* ascending x; owned */
    size_t n, above;
};

static bool controls_of(const struct curve *c, struct controls *controls)
{
    *controls = (struct controls){ .at = malloc((c->n + 1) * sizeof(struct curve_point *)) };
    for (size_t i = 0; controls->at && i < c->n; i++)
        if (c->at[i].x2 == CONTROL)
            controls->at[controls->n++] = &c->at[i];
    return controls->at != NULL;
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

/* Cost of PAGES lines packed together: measured, or between the nearest that were. PAGES does not
 * fall from call to call. */
static double control_at(enum cost cost, struct controls *c, double pages, double *noise)
{
    while (c->above < c->n && c->at[c->above]->x < pages)
        c->above++;
    if (c->above == c->n)
        return NAN;
    const struct curve_point *above = c->at[c->above], *below = above;
    if (above->x > pages && c->above == 0)
        return NAN;
    if (above->x > pages)
        below = c->at[c->above - 1];
    double share = above->x > below->x ? (pages - below->x) / (above->x - below->x) : 0;
    double rise = cost_at(cost, above) - cost_at(cost, below);
    /* Between two that differ, a straight line is a guess. */
    *noise = noise_at(cost, below) + fmin(share, 1 - share) * fabs(rise) / 4;
    return cost_at(cost, below) + share * rise;
}

/* The most pages whose lines leave the outer caches in peace: after the first level, random frames
 * and prefetched lines overflow a cache from about half its size on, far apart and together at
 * different numbers; one that holds lines wherever they lie, from a quarter. LINE: the probe's,
 * bytes. */
static double most_control_pages(const struct results *out, double line)
{
    static const double of_pages = 0.6, of_lines = 0.25;
    double most = INFINITY;

    for (unsigned level = 2; cache_measured(out, level, CACHE_SIZE) > 0; level++)
        most = fmin(most, (cache_counts_lines(out, level) ? of_lines : of_pages) *
                              cache_measured(out, level, CACHE_SIZE) /
                              fmax(fmax(line, 1), cache_measured(out, level, CACHE_LINE)));
    return most;
}

/* Up to MOST pages. BEYOND_FIRST: part of a deeper cache's latency by which lines far apart and
 * lines together may differ. */
static struct tlb_point *points_of(const struct curve *c, enum cost cost, double most,
                                   double beyond_first, size_t *n)
{
    struct controls controls;
    struct tlb_point *points =
        controls_of(c, &controls) ? malloc((c->n + 1) * sizeof *points) : NULL;
    double first = 0;

    *n = 0;
    for (size_t i = 0; points && i < c->n; i++) {
        double noise = 0, control = control_at(cost, &controls, c->at[i].x, &noise);

        if (c->at[i].x2 != PAGES || isnan(control) || c->at[i].x > most)
            continue;
        first = *n == 0 ? control : first;
        noise += noise_at(cost, &c->at[i]) + beyond_first * fmax(0, control - first);
        points[(*n)++] = (struct tlb_point){ .pages = c->at[i].x,
                                             .control = control,
                                             .extra = cost_at(cost, &c->at[i]) - control,
                                             .noise = noise };
    }
    free(controls.at);
    return points;
}

/* Gives back what the control bore of translation itself: PART of a page a line, page after page.
 */
static void give_back(struct tlb_point *points, size_t n, const struct tlb_step *steps,
                      size_t n_steps, double part)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n_steps; k++) {
            double cost = part * steps[k].cost * tlb_share(&steps[k], part * points[i].pages);

            points[i].extra += cost;
            points[i].control -= cost;
        }
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
    /* A few entries may hold pages of the stack and the program itself. */
    double largest = r->value + fmin(4, r->value / 16);
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
    enum { MOST_ODD = 31 };

    return stats_odd_part(step->entries) > MOST_ODD;
}

/* STEP has no ways that the curve tells. */
static void set_no_ways(struct result *r, const struct tlb_step *step, const struct layout *layout)
{
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
    else if (step->hashed)
        result_unknown(r, "needs pages that fall into sets in turn",
                       result_words("%.0f entries overflow as if pages fell into sets at random",
                                    step->entries)
                           .text,
                       remedy_never("a hashed index hides ways"));
    else
        result_unknown(r, "needs a rise that one number of ways explains best",
                       result_words("several explain the %.2f cycles at %.0f entries as well, to "
                                    "within %.2f cycles",
                                    step->cost, step->entries, step->doubt)
                           .text,
                       remedy_thorough("tlb_size"));
}

static void add_ways(struct results *out, const struct curve *c, const struct tlb_step *step,
                     unsigned level, const struct layout *layout, double most)
{
    struct result *r = add_from(out, c, id_at(TLB_WAYS, level));

    if (!step->has_ways || layout->strides != 1 || has_odd_entries(step)) {
        set_no_ways(r, step, layout);
        return;
    }
    r->value = r->nominal = step->ways == TLB_FULL ? step->entries : step->ways;
    r->has_nominal = true;
    r->evidence = most * evidence_margin(step->doubt, step->cost);
    if (step->ways == TLB_FULL)
        snprintf(r->note, sizeof r->note, "fully associative");
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
    r->low = fmax(0, cycles - 2 * doubt);
    r->high = cycles + 2 * doubt;
    r->evidence = cycles > 0 ? evidence_margin(doubt, cycles) : 1; /* 0 by definition */
}

/* Returns true when as many lines as STEP has entries fill a cache: what differs there may be how
 * lines far apart and lines together overflow it. */
static bool at_cache(const struct results *out, const struct tlb_step *step, double line)
{
    static const double near = 0.2;

    for (unsigned level = 1; cache_measured(out, level, CACHE_SIZE) > 0; level++) {
        double lines = cache_measured(out, level, CACHE_SIZE) /
                       fmax(line, cache_measured(out, level, CACHE_LINE));

        if (fabs(step->entries / lines - 1) < near)
            return true;
    }
    return false;
}

/* A walk costs at least so many cycles: where less would be seen, there is none. Nor is there one
 * where so many pages show none: fewer may be what a first level holds. */
static const double least_walk = 5, least_pages = 1024;

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
    const double most = 256 * 1024; /* that the key takes */
    double pages = 1024;

    while (pages < 4 * measured && pages < most)
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
    else if (r->last > fmax(least_walk, 2 * r->least))
        set_lacking(levels, r->last);
    else if (r->least > least_walk)
        result_unknown(levels,
                       result_words("needs steps of %.0f cycles to be seen", least_walk).text,
                       result_words("noise hides steps below %.1f cycles", r->least).text,
                       remedy_thorough("tlb_page,tlb_size"));
    else if (r->most_pages < least_pages)
        result_unknown(
            levels, result_words("needs a step, or none up to %.0f pages", least_pages).text,
            result_words("no step up to %.0f pages, of %.0f measured", r->most_pages, measured)
                .text,
            measured < least_pages ? more_pages(measured)
                                   : remedy_never("beyond these pages outer caches overflow"));
    else {
        levels->evidence = evidence_margin(r->least, least_walk);
        snprintf(levels->note, sizeof levels->note, "no step of %.1f cycles up to %.0f pages",
                 r->least, r->most_pages);
    }
}

/* The highest evidence of step K of R: lower where the steps leave points unexplained, and where
 * a cache may have drawn it. */
static double most_sure(const struct results *out, const struct reading *r, size_t k, double line)
{
    double most = r->explained ? 1 : evidence_doubted(1);

    return at_cache(out, &r->steps[k], line) ? evidence_doubted(most) : most;
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

/* The median of what the last of the N points AT cost more than their controls, cycles. */
static double last_extra(const struct tlb_point *at, size_t n)
{
    enum { SOME = 7 };
    double extra[SOME];
    size_t kept = 0;

    for (size_t i = n > SOME ? n - SOME : 0; i < n; i++)
        extra[kept++] = at[i].extra;
    return kept > 0 ? stats_median(extra, kept) : 0;
}

static struct reading read_steps(const struct curve *c, enum cost cost, double part, double most,
                                 double beyond_first, double peaceful)
{
    struct reading r = { .n = -1 };
    struct tlb_point *points = points_of(c, cost, most, beyond_first, &r.n_points);

    if (points)
        r.n = tlb_steps(points, &r.n_points, r.steps, &r.least, peaceful, &r.explained);
    if (r.n > 0) {
        give_back(points, r.n_points, r.steps, (size_t)r.n, part);
        r.n = tlb_steps(points, &r.n_points, r.steps, &r.least, peaceful, &r.explained);
    }
    r.last = points ? last_extra(points, r.n_points) : 0;
    r.most_pages = r.n_points > 0 ? points[r.n_points - 1].pages : 0;
    free(points);
    return r;
}

/* Where pages lie in order and nothing is prefetched, steps explain all points; else those that the
 * outer caches leave in peace must do, as where one of them scatters lines (SCATTERED). */
static struct reading read_lowest(const struct curve *c, const struct layout *layout,
                                  double peaceful, bool scattered)
{
    static const double may_differ = 0.04;
    struct reading all = read_steps(c, COST_LOWEST, layout->part, INFINITY, 0, peaceful);

    if (all.n > 0 && all.explained && !scattered)
        return all;
    struct reading quiet = read_steps(c, COST_LOWEST, layout->part, peaceful, may_differ, peaceful);
    quiet.last = all.last;
    return quiet;
}

/* Where frames are scattered lines far apart and together conflict alike on average only: then the
 * means of draws may show more steps than the lowest costs do, which else say more, as means hold
 * what others on the machine took. */
static struct reading read_curve(const struct curve *c, const struct layout *layout,
                                 const struct results *out)
{
    double peaceful = most_control_pages(out, layout->line);
    bool scattered = false;

    for (unsigned level = 2; level <= cache_levels(out); level++)
        scattered |= cache_counts_lines(out, level);
    struct reading lowest = read_lowest(c, layout, peaceful, scattered);

    if (!c->drawn || lowest.n < 0 || scattered)
        return lowest;
    struct reading drawn = read_steps(c, COST_OF_DRAWS, layout->part, INFINITY, 0, peaceful);
    return drawn.explained && drawn.n > lowest.n ? drawn : lowest;
}

/* How clear the least clear of R's steps is. */
static double least_clear(const struct reading *r)
{
    double least = 1;

    for (int k = 0; k < r->n; k++)
        least = fmin(least, evidence_margin(r->steps[k].doubt, r->steps[k].cost));
    return least;
}

/* Returns true when the most pages cost far more than all steps of R explain: one is missing. */
static bool lacks_step(const struct reading *r)
{
    static const double far_more = 3;
    double all = 0;

    for (int k = 0; k < r->n; k++)
        all += r->steps[k].cost;
    return r->last > far_more * all + least_walk;
}

static void find_levels(const struct curve *c, const struct layout *layout, struct results *out)
{
    struct result *levels = add_from(out, c, id_of(TLB_LEVELS));
    struct reading r = read_curve(c, layout, out);

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
        levels->value = r.n;
        levels->evidence = most_sure(out, &r, (size_t)r.n - 1, layout->line) * least_clear(&r);
        if (lacks_step(&r))
            set_lacking(levels, r.last);
        add_levels(out, c, &r, layout);
    }
}

/* The published rule: clusters by cost of the pages' curve alone, of an evenly spaced grid; a
 * cluster's largest x is a level's number of entries (sections 3.2, 4.1 and 4.2.3). */
static void find_published_levels(const struct curve *c, struct results *out)
{
    double *x = malloc(2 * c->n * sizeof *x), *y = x ? x + c->n : NULL;
    struct result *levels = add_from(out, c, id_of(TLB_LEVELS));
    struct stats_clusters clusters = { 0 };
    size_t n = 0;

    result_by(levels, published_rule);
    for (size_t i = 0; x && i < c->n; i++)
        if (c->at[i].x2 == PAGES && curve_on_grid(c->at[i].x)) {
            x[n] = c->at[i].x;
            y[n++] = c->at[i].y;
        }
    if (n == 0 || stats_enforce_monotonicity(y, n, y) != STATS_OK ||
        stats_qt_clusters(x, y, n, STATS_QT_FRACTION, &clusters) != STATS_OK) {
        result_unknown(levels, "needs points of finite cost to cluster",
                       result_words("%zu points cannot be clustered", n).text,
                       remedy_thorough("tlb_size"));
        free(x);
        return;
    }
    levels->value = (double)clusters.n - 1;
    levels->evidence = 1;
    for (unsigned k = 0; k < clusters.n; k++)
        levels->evidence =
            fmin(levels->evidence, evidence_near(clusters.at[k].y_min, clusters.at[k].y_max));
    for (unsigned k = 0; k + 1 < clusters.n; k++) {
        struct result *r = add_from(out, c, id_at(TLB_ENTRIES, k + 1));

        result_by(r, published_rule);
        r->value = r->nominal = clusters.at[k].x_max;
        r->has_nominal = true;
        r->evidence = evidence_near(clusters.at[k].y_min, clusters.at[k].y_max);
    }
    stats_clusters_free(&clusters);
    free(x);
}

/* How series S of tlb_size laid its loads, where the TLB works with pages of PAGE bytes. */
static struct layout layout_of(const struct log_series *s, double page)
{
    double stride = fmax(1, (double)log_series_number(s, "stride"));

    return (struct layout){ .strides = page > stride ? stride / page : 1,
                            .stride = stride,
                            .part = (double)log_series_number(s, "control") / stride,
                            .line = (double)log_series_number(s, "line") };
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t first = log_find_series(run, "tlb_size", 0), at = log_find_sampled(run, "tlb_size");
    struct curve c;

    infer_page(run, method, out);
    if (first >= run->n_series)
        return;
    if (at >= run->n_series || curve_make(&c, run, &run->series[at]) != 0) {
        remedy_unsampled(result_add(out, id_of(TLB_LEVELS)), run, "tlb_size");
        return;
    }
    struct layout layout = layout_of(&run->series[first], result_measured(out, id_of(TLB_PAGE)));
    if (method == METHOD_PAPER)
        find_published_levels(&c, out);
    else
        find_levels(&c, &layout, out);
    curve_free(&c);
}

const struct analysis analysis_tlb = {
    .about = "levels of the TLB, entries, ways, penalties; page size",
    .probe = "tlb_size",
    .also = { "tlb_page" },
    .method = "steps",
    .after = { "cache_levels", "cache_ways", "cache_line" },
    .infer = infer,
};
