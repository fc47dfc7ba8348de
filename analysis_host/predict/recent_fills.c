/* A ring of times a set. */
#include "recent_fills.h"
#include <math.h>
#include <string.h>

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
