/* A heap of starts; entries that started leave it when an entry is asked for. */
#include "policy/scheduler.h"
#include <stdbool.h>

static void swap(double *a, double *b)
{
    double t = *a;

    *a = *b;
    *b = t;
}

/* Removes the first to start: its place goes down to the end, each time to the sooner of the two
 * below, and the last comes up from there as far as it is sooner, which is seldom far. */
static void leave(struct scheduler *s)
{
    double last = s->start[--s->n];
    unsigned at = 0, below;

    while ((below = 2 * at + 1) + 1 < s->n) {
        below += s->start[below + 1] < s->start[below];
        s->start[at] = s->start[below];
        at = below;
    }
    if (below < s->n) {
        s->start[at] = s->start[below];
        at = below;
    }
    for (; at > 0 && s->start[(at - 1) / 2] > last; at = (at - 1) / 2)
        s->start[at] = s->start[(at - 1) / 2];
    s->start[at] = last;
}

static unsigned count(double entries)
{
    return entries < 1 ? 1 : entries >= SCHEDULER_MOST ? SCHEDULER_MOST : (unsigned)entries;
}

void scheduler_make(struct scheduler *s, double depth, double all)
{
    s->n = 0;
    s->n_entered = 0;
    s->entered = 0;
    s->entries = count(depth < all ? depth : all);
    s->queued = all >= SCHEDULER_MOST ? SCHEDULER_MOST : count(all) - s->entries;
}

static bool is_unlimited(const struct scheduler *s)
{
    return s->entries >= SCHEDULER_MOST;
}

/* When one of the entries that it picks from is free, not before AT. */
static double take_entry(struct scheduler *s, double at)
{
    while (s->n > 0 && s->start[0] <= at)
        leave(s);
    if (s->n < s->entries)
        return at;
    at = s->start[0];
    leave(s);
    return at;
}

double scheduler_dispatch(struct scheduler *s, double at)
{
    if (is_unlimited(s) || s->queued >= SCHEDULER_MOST)
        return at;
    if (s->queued == 0)
        return take_entry(s, at);
    double last =
        s->n_entered < s->queued ? at : s->entered_at[(s->n_entered - s->queued) % SCHEDULER_MOST];
    return last > at ? last : at;
}

double scheduler_enter(struct scheduler *s, double at)
{
    if (is_unlimited(s))
        return at;
    if (s->queued > 0)
        at = take_entry(s, at > s->entered ? at : s->entered);
    s->entered = at;
    s->entered_at[s->n_entered++ % SCHEDULER_MOST] = at;
    return at;
}

void scheduler_issue(struct scheduler *s, double entered, double start)
{
    if (start <= entered || s->n >= s->entries || is_unlimited(s))
        return;
    unsigned at = s->n++;
    s->start[at] = start;
    for (; at > 0 && s->start[(at - 1) / 2] > s->start[at]; at = (at - 1) / 2)
        swap(&s->start[(at - 1) / 2], &s->start[at]);
}
