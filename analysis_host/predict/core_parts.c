/* Parts of the core model. */
#include "core_parts.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

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

double calendar_room(struct calendar *c, double from)
{
    int64_t first = (int64_t)from, at = first > c->full_below ? first : c->full_below;

    while (*used_of(c, at) >= FULL)
        at++;
    if (first <= c->full_below)
        c->full_below = at;
    return from > (double)at ? from : (double)at;
}

double calendar_book(struct calendar *c, double from, double interval)
{
    double at = calendar_room(c, from);

    carry(c, (int64_t)at, interval);
    return at;
}

/* ---- A ring of times a set ---- */

void recent_fills_make(struct recent_fills *f, const struct machine *m)
{
    double ways = m->level[0].ways, sets = ways > 0 ? m->level[0].lines / ways : 0;

    memset(f, 0, sizeof *f);
    if (m->levels == 0 || sets < 1 || sets > RECENT_SETS || ways > RECENT_WAYS ||
        fabs(sets - round(sets)) > 1e-6)
        return;
    f->sets = (unsigned)round(sets);
    f->ways = (unsigned)ways;
}

void recent_fills_note(struct recent_fills *f, uint64_t line, double at)
{
    if (f->sets == 0)
        return;
    unsigned set = (unsigned)(line % f->sets);
    f->set[set].at[f->set[set].n++ % f->ways] = at;
}

bool recent_fills_evicted(const struct recent_fills *f, uint64_t line, double since)
{
    if (f->sets == 0)
        return false;
    unsigned set = (unsigned)(line % f->sets), n = f->set[set].n;
    return n >= f->ways && f->set[set].at[n % f->ways] > since;
}

/* ---- A short list a jump; moved to the front when met again ---- */

/* N targets in turn, of which a processor keeps P, are right (P / N) ^ 1.5 of the time: so the
 * probe's rounds of 6 to 16 targets were on a processor with places for 4, whose curve lies between
 * random replacement and keeping P of them for good. */
#define FALL 1.5

unsigned recent_targets_note(struct recent_targets *r, uint32_t jump, uint32_t target)
{
    struct recent_jump *j = &r->jump[jump % RECENT_JUMPS];
    uint32_t depth = 0;

    if (j->jump != jump + 1)
        *j = (struct recent_jump){ .jump = jump + 1 };
    while (depth < j->n && j->target[depth] != target)
        depth++;
    bool known = depth < j->n;
    if (!known && j->n < RECENT_TARGETS_MOST)
        j->n++;
    uint32_t moved = known ? depth : j->n - 1;
    memmove(&j->target[1], &j->target[0], moved * sizeof j->target[0]);
    j->target[0] = target;
    return known ? depth : RECENT_TARGETS_MOST;
}

double recent_targets_right(double places, unsigned depth)
{
    if (depth >= RECENT_TARGETS_MOST)
        return 0;
    return depth < places ? 1 : pow(places / (depth + 1), FALL);
}
