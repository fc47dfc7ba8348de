/* Tells a step of latency by translation from the end of a cache, by several chains at once. */
#include "chain_step.h"
#include <math.h>
#include <stdlib.h>

/* Translations add a part of a cache's latency: a step beyond this ratio holds the end of a cache
 * at least in part. */
static const double most_gentle = 1.7;
/* Many chains rise by less than this ratio: nothing of the step is left, also of a higher one. */
static const double vanished = 1.12, most_vanished = 2.5;
/* Many chains rise by this ratio or more: no slope of translations does that to them. */
static const double lines_miss = 1.5;
/* The step adds about as much to a lap of many chains as to one of one, and per chain this much
 * less than the step before it did. */
static const double once = 1.1, less_than_before = 0.7;

struct curve_point *chain_step_points(const struct curve *one, const struct curve *many)
{
    struct curve_point *at = malloc(one->n * sizeof *at);
    size_t k = 0;

    for (size_t i = 0; at && i < one->n; i++) {
        while (k < many->n && many->at[k].x < one->at[i].x)
            k++;
        if (k == many->n || many->at[k].x > one->at[i].x) {
            free(at);
            return NULL;
        }
        at[i] = one->at[i];
        at[i].y = many->at[k].y;
    }
    for (size_t i = one->n; at && i-- > 1;)
        at[i - 1].y = fmin(at[i - 1].y, at[i].y);
    return at;
}

struct chain_step chain_step_between(const struct curve *one, const struct curve *many, size_t from,
                                     size_t to)
{
    if (many->at == NULL)
        return (struct chain_step){ 0 };
    return (struct chain_step){ one->at[from].y, one->at[to].y, many->at[from].y, many->at[to].y };
}

/* Returns what the step adds to a lap of many chains, relative to what it adds to one; 0: unknown.
 */
static double added(const struct chain_step *s)
{
    double one = s->one_after - s->one_before;

    return one > 0 ? (s->many_after - s->many_before) / one : 0;
}

bool chain_step_is_translation(const struct chain_step *step, const struct chain_step *into)
{
    double ratio = step->one_before > 0 ? step->one_after / step->one_before : INFINITY;

    if (step->many_after < vanished * step->many_before)
        return ratio < most_vanished;
    return ratio < most_gentle && added(step) < once &&
           added(step) < less_than_before * added(into);
}

bool chain_step_is_cache(const struct chain_step *step)
{
    return step->many_before > 0 && step->many_after >= lines_miss * step->many_before;
}

void chain_walks_take(struct chain_walks *w, const struct curve *one, const struct curve *chains,
                      size_t n)
{
    *w = (struct chain_walks){ .n = 0 };
    for (size_t k = n; k-- > 0 && w->n < CHAIN_WALKS_MOST;) {
        struct curve walk = { .n = one->n, .at = chain_step_points(one, &chains[k]) };

        if (walk.at == NULL)
            continue;
        w->chains[w->n] = chains[k].n > 0 ? chains[k].at[0].x2 : 0;
        w->at[w->n++] = walk;
    }
}

void chain_walks_free(struct chain_walks *w)
{
    for (size_t k = 0; k < w->n; k++)
        free(w->at[k].at);
    w->n = 0;
}

const struct curve *chain_walks_most(const struct chain_walks *w)
{
    static const struct curve none;

    return w->n > 0 ? &w->at[0] : &none;
}

bool chain_walks_end_cache(const struct chain_walks *w, const struct curve *one, size_t from,
                           size_t to)
{
    for (size_t k = 0; k < w->n; k++) {
        struct chain_step step = chain_step_between(one, &w->at[k], from, to);
        double rise = step.one_after / step.one_before - 1;
        double paid_in_turn = k > 0 ? 1 + w->chains[k] * rise : 0;

        if (chain_step_is_cache(&step) && step.many_after > paid_in_turn * step.many_before)
            return true;
    }
    return false;
}
