/* Speedups of kernels, by model and contexts. */
#include "contexts.h"
#include "series/kernel_curve.h"
#include "series/kernels.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* At this distance of its causes a kernel counts 1/e of one that waits for the same. */
#define NEAR 0.12

struct sums {
    struct contexts_speedup *to;
    double weight[CONTEXTS_MOST], logarithm[CONTEXTS_MOST];
    size_t n;
};

static const struct database_point *point_of(const struct database *d, const struct kernel_run *r,
                                             uint64_t n)
{
    char name[96];

    snprintf(name, sizeof name, "%.31s.%.31s n=%llu", r->name, r->variant, (unsigned long long)n);
    for (size_t i = 0; i < d->n; i++)
        if (strcmp(d->point[i].name, name) == 0)
            return &d->point[i];
    return NULL;
}

static double weight_of(const struct database_point *p, const double share[CAUSES])
{
    double sum = 0;

    for (unsigned c = 0; c < CAUSES; c++)
        sum += (p->share[c] - share[c]) * (p->share[c] - share[c]);
    return fmax(1e-9, exp(-sum / (NEAR * NEAR)));
}

static void add(struct sums *s, const struct kernel_run *r, double speedup, double weight)
{
    const char *model = kernel_curve_form(r);
    size_t i = 0;

    while (i < s->n && (s->to[i].n != r->contexts || strcmp(s->to[i].model, model) != 0))
        i++;
    if (i == CONTEXTS_MOST)
        return;
    if (i == s->n) {
        s->to[i] = (struct contexts_speedup){ .model = model, .n = r->contexts };
        s->weight[i] = s->logarithm[i] = 0;
        s->n++;
    }
    s->weight[i] += weight;
    s->logarithm[i] += weight * log(speedup);
    s->to[i].kernels++;
}

static void add_run(struct sums *s, const struct kernels *k, const struct database *d,
                    const struct kernel_run *r, const double share[CAUSES])
{
    const struct kernel_run *one = kernel_curve_alone(k, r);

    for (size_t i = 0; i < r->n_points && one != NULL; i++) {
        const struct kernel_point *several = &r->point[i];
        const struct kernel_point *single = kernels_at(one, several->n);
        const struct database_point *p = point_of(d, one, several->n);

        if (p != NULL && single != NULL && single->least > 0 && several->timings > 0 &&
            several->least > 0)
            add(s, r, single->least / several->least, weight_of(p, share));
    }
}

size_t contexts_speedups(struct contexts_speedup to[CONTEXTS_MOST], const struct board *b,
                         const struct database *d, const double cause[CAUSES])
{
    struct sums s = { .to = to };
    struct kernels k;
    double share[CAUSES], all = 0;

    for (unsigned c = 0; c < CAUSE_SYSTEM; c++)
        all += cause[c];
    for (unsigned c = 0; c < CAUSES; c++)
        share[c] = c < CAUSE_SYSTEM && all > 0 ? cause[c] / all : 0;
    if (kernels_read(&k, &b->log.run, "kernels", METHOD_ROBUST) == 0)
        for (size_t i = 0; i < k.n; i++)
            if (kernel_curve_form(&k.run[i]) != NULL)
                add_run(&s, &k, d, &k.run[i], share);
    kernels_free(&k);
    /* The parts of a kernel may fit where the whole did not; of the program nobody knows that. */
    for (size_t i = 0; i < s.n; i++)
        to[i].speedup = fmin(to[i].n, exp(s.logarithm[i] / s.weight[i]));
    return s.n;
}

/* The speedup of R over its variant on one context, at N where both were timed, else, unless EXACT,
 * at the size of its curve; 0: neither. */
static double speedup_at(const struct kernels *k, const struct kernel_run *r, uint64_t n,
                         bool exact)
{
    const struct kernel_run *one = kernel_curve_alone(k, r);
    struct kernel_curve curve;

    if (one == NULL)
        return 0;
    const struct kernel_point *single = kernels_at(one, n), *several = kernels_at(r, n);
    if (single != NULL && several != NULL && single->least > 0 && several->least > 0)
        return single->least / several->least;
    if (exact)
        return 0;
    kernel_curve_make(&curve, k, one);
    for (size_t i = 0; i < curve.n; i++)
        if (curve.at[i].run == r)
            return curve.at[i].speedup.value;
    return 0;
}

size_t contexts_of_kernel(struct contexts_speedup to[CONTEXTS_MOST], const struct kernels *k,
                          const char *name, uint64_t n, bool exact)
{
    size_t found = 0;

    for (size_t i = 0; i < k->n && found < CONTEXTS_MOST; i++) {
        const struct kernel_run *r = &k->run[i];
        const char *form = kernel_curve_form(r);
        double speedup =
            form != NULL && strcmp(r->name, name) == 0 ? speedup_at(k, r, n, exact) : 0;

        if (speedup > 0)
            to[found++] = (struct contexts_speedup){
                .model = form, .n = r->contexts, .speedup = speedup, .kernels = 1
            };
    }
    return found;
}

double contexts_find(const struct contexts_speedup *of, size_t n_of, const char *model, unsigned n)
{
    for (size_t i = 0; i < n_of; i++)
        if (of[i].n == n && strcmp(of[i].model, model) == 0)
            return of[i].speedup;
    return 0;
}

/* The curve of kernel I's match. */
static size_t curve_of_match(struct contexts_speedup to[CONTEXTS_MOST], const struct kernels *k,
                             const struct paper_kernel *of)
{
    const char *size = strstr(of->match->name, " n=");

    return contexts_of_kernel(to, k, of->match->family,
                              size != NULL ? strtoull(size + 3, NULL, 10) : 0, false);
}

size_t contexts_of_matches(struct contexts_speedup to[CONTEXTS_MOST], const struct kernels *k,
                           const struct paper *p)
{
    struct contexts_speedup first[CONTEXTS_MOST], curve[CONTEXTS_MOST];
    size_t n_first = p->n > 0 ? curve_of_match(first, k, &p->kernel[0]) : 0, found = 0;

    for (size_t i = 0; i < n_first; i++) {
        double share = 0, time = 0;

        for (size_t j = 0; j < p->n; j++) {
            size_t n = curve_of_match(curve, k, &p->kernel[j]);
            double speedup = contexts_find(curve, n, first[i].model, first[i].n);

            share += p->kernel[j].share;
            time += speedup > 0 ? p->kernel[j].share / speedup : INFINITY;
        }
        to[found] = first[i];
        to[found].speedup = share / time;
        to[found].kernels = p->n;
        found += isfinite(time) && time > 0;
    }
    return found;
}

double contexts_time(double share, double speedup)
{
    return 1 - share + share / speedup;
}
