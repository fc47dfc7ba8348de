/* Books a unit's time. */
#include "calendar.h"

/* A cycle with less room than this is full. */
#define FULL 0.999F

void calendar_clear(struct calendar *c)
{
    c->full_below = 0;
    for (unsigned i = 0; i < CALENDAR_CYCLES; i++)
        c->cycle[i] = UINT32_MAX;
}

/* The part of cycle AT that is used; a place that stood for an older cycle is made anew. */
static float *used_of(struct calendar *c, int64_t at)
{
    unsigned i = (unsigned)((uint64_t)at % CALENDAR_CYCLES);

    if (c->cycle[i] != (uint32_t)at) {
        c->cycle[i] = (uint32_t)at;
        c->used[i] = 0;
    }
    return &c->used[i];
}

/* Puts INTERVAL into AT and what does not fit into the cycles that follow. */
static void carry(struct calendar *c, int64_t at, double interval)
{
    while (interval > 1e-6) {
        float *used = used_of(c, at++);
        double room = 1 - (double)*used, fits = interval < room ? interval : room;

        *used += (float)fits;
        interval -= fits;
    }
}

double calendar_book(struct calendar *c, double from, double interval)
{
    int64_t first = (int64_t)from, at = first > c->full_below ? first : c->full_below;

    while (*used_of(c, at) >= FULL)
        at++;
    if (first <= c->full_below)
        c->full_below = at;
    carry(c, at, interval);
    return from > (double)at ? from : (double)at;
}
