/* Which loops of the text hold which statements: one shares with the one before it the longest run
 * of equal leading names. */
#include "nest.h"
#include <string.h>

static unsigned shared_with_previous(const struct pattern *p, unsigned statement)
{
    const struct statement *a = &p->statements[statement - 1], *b = &p->statements[statement];
    unsigned n = 0;

    while (n < a->n_iterators && n < b->n_iterators &&
           strcmp(a->iterators[n], b->iterators[n]) == 0)
        n++;
    return n;
}

unsigned nest_shared(const struct pattern *p, unsigned a, unsigned b)
{
    if (a > b)
        return nest_shared(p, b, a);
    unsigned least = p->statements[a].n_iterators;
    for (unsigned i = a + 1; i <= b; i++) {
        unsigned shared = shared_with_previous(p, i);
        least = shared < least ? shared : least;
    }
    return least;
}

unsigned nest_position(const struct pattern *p, unsigned statement, unsigned level)
{
    unsigned position = 0;

    for (unsigned i = 1; i <= statement; i++) {
        unsigned shared = shared_with_previous(p, i);
        if (shared == level)
            position++;
        else if (shared < level)
            position = 0;
    }
    return position;
}
