/* The page that the TLB works with: what translations add to loads ever further apart. */
#include "analysis/analysis.h"
#include "result/remedy.h"
#include "series/curve.h"
#include "stats/evidence.h"
#include "stats/stats.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Thresholds, and what each was fitted on. */
static const struct {
    /* N lines packed together as a control of N lines far apart */
    double rise_parts; /* one such part of their cost beyond the first distance is doubtful */
    double rises;      /* growth of that cost from which lines overflow a cache, and ... */
    double spills;     /* ... what the next distance adds then, in times of that cost */
    /* what translations cost at one distance */
    double noise, noise_part; /* cycles, and a part of a load's cost, that timings may be off by */
    double sure, sure_noises; /* cost, cycles and times the noise, that is no noise */
    double known_noises;      /* cost, times the noise, whose growth is read */
    double prior;             /* squared ratio of cost to noise at which growth is half certain */
    /* the page */
    double grows;  /* least growth from half the page to the page, and none beyond */
    double misfit; /* largest, of growths that should be 2 up to the page and 1 beyond */
    /* the remedy's distance */
    double further, farthest; /* times the largest distance, at most so many bytes */
} rule = {
    .rise_parts = 5,      /* curves of test_tlb.c whose cache ends among the loads */
    .rises = 1.2,         /* chosen */
    .spills = 4,          /* chosen */
    .noise = 0.05,        /* chosen */
    .noise_part = 0.01,   /* chosen */
    .sure = 0.4,          /* the lowest step that model/tlb.c believes */
    .sure_noises = 6,     /* chosen */
    .known_noises = 2,    /* chosen */
    .prior = 20,          /* chosen */
    .grows = 1.5,         /* half way between 2 and 1 */
    .misfit = 0.5,        /* chosen */
    .further = 16,        /* chosen: four more distances */
    .farthest = 16 << 20, /* the key `distance` of `probes` goes up to it */
};

struct extra {
    double cost, noise; /* of translation, cycles a load */
    bool known;
};

/* The cost of N loads STRIDE apart beyond that of the same number packed together. Near the size of
 * a cache those far apart need not cost the same, and after the first one frames and prefetchers
 * tell them apart. But what the next distance adds, of which little is translation, shows how far
 * they can: less, or far more where prefetched lines overflow a cache. */
static struct extra extra_at(const struct curve *c, double stride, double n)
{
    const struct curve_point *first = &c->at[0], *p = curve_at(c, stride, n);
    const struct curve_point *control = curve_at(c, first->x, n);

    if (p == NULL || control == NULL)
        return (struct extra){ 0 };
    const struct curve_point *fewer = curve_at(c, first->x, n / 2);
    const struct curve_point *more = curve_at(c, first->x, 2 * n);
    const struct curve_point *next = curve_at(c, 2 * first->x, n);
    double slope = fewer && more ? fabs(more->y - fewer->y) / 4 : 0;
    double doubt = slope + fmax(0, control->y - first->y) / rule.rise_parts;
    double added = next ? fabs(next->y - control->y) : doubt;
    bool overflows = control->y > rule.rises * first->y && added > rule.spills * control->y;

    return (struct extra){ .cost = p->y - control->y,
                           .noise = rule.noise + rule.noise_part * p->y + p->spread * p->y +
                                    control->spread * control->y +
                                    (overflows ? added : fmin(doubt, added)),
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

        if (!here.known || !half.known || half.cost < rule.known_noises * half.noise)
            continue;
        products += here.cost * half.cost / (noise * noise);
        squares += half.cost * half.cost / (noise * noise);
    }
    if (squares == 0)
        return (struct growth){ 0 };
    return (struct growth){ products / squares, squares / (squares + rule.prior) };
}

/* Costs of translation should double from distance to distance up to the page, and not at its
 * double: of the distances at which they end to grow, the one that fits best. C has no distance of
 * 0. */
static void find_page(const struct curve *c, struct result *r)
{
    /* Distances are whole numbers from 1 to 2^64: at most 64 doublings, and 2 more. */
    enum { MOST_DOUBLINGS = 66 };
    struct growth at[MOST_DOUBLINGS + 1]; /* at 4, 8, 16 ... times the first distance */
    double first = 4 * c->at[0].x, largest = c->at[c->n - 1].x, stride = first;
    double least = INFINITY, most_cost = 0;
    bool certain = false; /* translations cost more than noise explains */
    size_t n = 0, page = SIZE_MAX;

    for (size_t i = 0; i < c->n; i++) {
        struct extra e = extra_at(c, c->at[i].x, c->at[i].x2);

        if (c->at[i].x <= c->at[0].x || !e.known)
            continue;
        most_cost = fmax(most_cost, e.cost);
        certain |= e.cost > fmax(rule.sure, rule.sure_noises * e.noise);
    }
    for (; stride <= largest && n < MOST_DOUBLINGS; stride *= 2)
        at[n++] = growth_at(c, stride);
    at[n] = growth_at(c, stride);
    for (size_t i = 0; i < n; i++) {
        struct growth here = at[i], after = at[i + 1];
        double misfit = after.weight * pow(fmax(after.times - 1, 0), 2);

        for (size_t k = 0; k <= i; k++)
            misfit += at[k].weight * pow(fmin(at[k].times, 2) - 2, 2);
        if (here.weight > 0 && after.weight > 0 && here.times >= rule.grows &&
            after.times < rule.grows && misfit < least) {
            page = i;
            least = misfit;
        }
    }
    if (!certain || page == SIZE_MAX || least > rule.misfit) {
        result_unknown(
            r, "needs a distance between loads up to which translation costs grow",
            result_words("no distance up to %s %s: %.2f cycles a load at most",
                         words_bytes(largest).text,
                         certain ? "ends their growth" : "costs translations", most_cost)
                .text,
            largest < rule.farthest
                ? remedy_up_to("tlb_page", "distance", fmin(rule.further * largest, rule.farthest))
                : remedy_never("`probes` takes no larger distance"));
        return;
    }
    r->has_nominal = r->has_bounds = true;
    r->value = r->nominal = r->low = r->high = ldexp(first, (int)page);
    r->evidence = evidence_clamp(at[page].weight * at[page + 1].weight - least);
    snprintf(r->note, sizeof r->note,
             "translation costs %.2f times as much as at half of it; at twice, %.2f times",
             at[page].times, at[page + 1].times);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The published rule: loads ever further apart over one array, the biggest scaled step
 * (BlackjackBench sections 3.2 and 4.2.2). The array is the largest with most distances, of which
 * MOST count. */
static void find_published(const struct curve *c, struct result *r)
{
    enum { MOST = 32 };
    double *bytes = malloc(c->n * sizeof *bytes);
    double x[MOST], y[MOST], region = 0;
    size_t most = 0, n = 0;

    for (size_t i = 0; bytes && i < c->n; i++)
        bytes[i] = c->at[i].x * c->at[i].x2;
    if (bytes)
        qsort(bytes, c->n, sizeof *bytes, by_size);
    for (size_t i = 0, end; bytes && i < c->n; i = end) {
        for (end = i + 1; end < c->n && bytes[end] == bytes[i];)
            end++;
        size_t here = end - i < MOST ? end - i : MOST;

        if (here >= most) {
            most = here;
            region = bytes[i];
        }
    }
    free(bytes);
    for (size_t i = 0; i < c->n && n < MOST; i++)
        if (c->at[i].x * c->at[i].x2 == region) {
            x[n] = c->at[i].x;
            y[n++] = c->at[i].y;
        }
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

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t first = log_find_series(run, "tlb_page", 0), at = log_find_sampled(run, "tlb_page");
    struct curve c;

    if (first >= run->n_series)
        return;
    const struct log_series *series = &run->series[at < run->n_series ? at : first];
    struct result *r = result_add_from(out, id_of(TLB_PAGE), series);
    if (curve_make(&c, run, series) != 0) {
        remedy_unsampled(r, run, "tlb_page");
        return;
    }
    /* No two loads are a distance of 0 apart. */
    size_t from = curve_first(&c, 1);
    c.n -= from;
    memmove(c.at, c.at + from, c.n * sizeof *c.at);
    if (c.n == 0)
        remedy_unsampled(r, run, "tlb_page");
    else if (method == METHOD_PAPER)
        find_published(&c, r);
    else
        find_page(&c, r);
    curve_free(&c);
}

const struct analysis analysis_tlb_page = {
    .about = "page size of the TLB",
    .probe = "tlb_page",
    .method = "same_memory",
    .infer = infer,
};
