/* Reads whether lines that come together leave together. */
#include "adjacent_line.h"
#include "point.h"
#include <math.h>

enum { KEPT, FLUSHED, BOTH, KINDS };

/* The least that a load of KIND took at BYTES, ticks; infinite: not measured. */
static double least(const struct log_series *s, unsigned kind, double bytes)
{
    double ticks = INFINITY;

    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        if (p->n_x == 2 && p->x[0] == kind && (double)p->x[1] == bytes)
            ticks = fmin(ticks, point_least(p));
    }
    return ticks;
}

enum adjacent_line adjacent_line_of(const struct log_run *run, double bytes)
{
    size_t at = log_find_series(run, "prefetch", 0);
    double t[KINDS];

    while (at < run->n_series && log_series_number(&run->series[at], "flush") == 0)
        at = log_find_series(run, "prefetch", at + 1);
    if (at >= run->n_series)
        return ADJACENT_LINE_UNKNOWN;
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (t[kind] = least(&run->series[at], kind, bytes), !isfinite(t[kind]) || t[kind] <= 0)
            return ADJACENT_LINE_UNKNOWN;
    if (4 * t[KEPT] > 3 * t[BOTH])
        return ADJACENT_LINE_ABSENT;
    double middle = sqrt(t[KEPT] * t[BOTH]);
    return t[FLUSHED] < middle ? ADJACENT_LINE_FETCHED : ADJACENT_LINE_SAME;
}
