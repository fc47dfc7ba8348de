/* A heap of starts; those that are over leave it when room is asked for. */
#include "model/waiting.h"

static void swap(double *a, double *b)
{
    double t = *a;

    *a = *b;
    *b = t;
}

/* Takes the first to start away. */
static void leave(struct waiting *w)
{
    unsigned at = 0, below;

    w->start[0] = w->start[--w->n];
    while ((below = 2 * at + 1) < w->n) {
        below += below + 1 < w->n && w->start[below + 1] < w->start[below];
        if (w->start[at] <= w->start[below])
            return;
        swap(&w->start[at], &w->start[below]);
        at = below;
    }
}

void waiting_make(struct waiting *w, double places)
{
    w->n = 0;
    w->places = places < 1 ? 1 : places >= WAITING_MOST ? WAITING_MOST : (unsigned)places;
}

double waiting_room(struct waiting *w, double at)
{
    while (w->n > 0 && w->start[0] <= at)
        leave(w);
    if (w->n < w->places)
        return at;
    at = w->start[0];
    leave(w);
    return at;
}

void waiting_note(struct waiting *w, double dispatch, double start)
{
    if (start <= dispatch || w->n >= w->places || w->places >= WAITING_MOST)
        return;
    unsigned at = w->n++;
    w->start[at] = start;
    for (; at > 0 && w->start[(at - 1) / 2] > w->start[at]; at = (at - 1) / 2)
        swap(&w->start[(at - 1) / 2], &w->start[at]);
}
