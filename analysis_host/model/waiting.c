/* A heap of starts; those that are over leave it when room is asked for. */
#include "model/waiting.h"
#include <stdbool.h>

static void swap(double *a, double *b)
{
    double t = *a;

    *a = *b;
    *b = t;
}

/* Takes the first to start away: the place goes down to the end, each time to the sooner of the two
 * below, and the last comes up from there as far as it is sooner, which is seldom far. */
static void leave(struct waiting *w)
{
    double last = w->start[--w->n];
    unsigned at = 0, below;

    while ((below = 2 * at + 1) + 1 < w->n) {
        below += w->start[below + 1] < w->start[below];
        w->start[at] = w->start[below];
        at = below;
    }
    if (below < w->n) {
        w->start[at] = w->start[below];
        at = below;
    }
    for (; at > 0 && w->start[(at - 1) / 2] > last; at = (at - 1) / 2)
        w->start[at] = w->start[(at - 1) / 2];
    w->start[at] = last;
}

static unsigned count(double places)
{
    return places < 1 ? 1 : places >= WAITING_MOST ? WAITING_MOST : (unsigned)places;
}

void waiting_make(struct waiting *w, double ahead, double all)
{
    w->n = 0;
    w->n_entered = 0;
    w->entered = 0;
    w->places = count(ahead < all ? ahead : all);
    w->before = all >= WAITING_MOST ? WAITING_MOST : count(all) - w->places;
}

static bool is_unlimited(const struct waiting *w)
{
    return w->places >= WAITING_MOST;
}

/* When the second queue has a place, not before AT. */
static double take_place(struct waiting *w, double at)
{
    while (w->n > 0 && w->start[0] <= at)
        leave(w);
    if (w->n < w->places)
        return at;
    at = w->start[0];
    leave(w);
    return at;
}

double waiting_room(struct waiting *w, double at)
{
    if (is_unlimited(w) || w->before >= WAITING_MOST)
        return at;
    if (w->before == 0)
        return take_place(w, at);
    double last =
        w->n_entered < w->before ? at : w->entered_at[(w->n_entered - w->before) % WAITING_MOST];
    return last > at ? last : at;
}

double waiting_enter(struct waiting *w, double at)
{
    if (is_unlimited(w))
        return at;
    if (w->before > 0)
        at = take_place(w, at > w->entered ? at : w->entered);
    w->entered = at;
    w->entered_at[w->n_entered++ % WAITING_MOST] = at;
    return at;
}

void waiting_note(struct waiting *w, double entered, double start)
{
    if (start <= entered || w->n >= w->places || is_unlimited(w))
        return;
    unsigned at = w->n++;
    w->start[at] = start;
    for (; at > 0 && w->start[(at - 1) / 2] > w->start[at]; at = (at - 1) / 2)
        swap(&w->start[(at - 1) / 2], &w->start[at]);
}
