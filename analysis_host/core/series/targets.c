/* Compares jumps to random places with jumps to one. */
#include "series/targets.h"
#include "series/point.h"
#include <math.h>

enum { KIND_TARGETS = 2 };
/* A lap of the loop around a jump takes tens of cycles: a wrong target costs some of them. */
#define SAME 0.02

static double cost_at(const struct log_series *s, unsigned long long x)
{
    for (size_t i = 0; i < s->n_samples; i++)
        if (s->samples[i].x[0] == x)
            return point_cost(&s->samples[i]);
    return NAN;
}

enum targets_known targets_known(const struct log_run *run)
{
    for (size_t s = log_find_series(run, "branch", 0); s < run->n_series;
         s = log_find_series(run, "branch", s + 1)) {
        const struct log_series *of = &run->series[s];

        if (log_key_number(of->keys, of->n_keys, "kind", 99) != KIND_TARGETS)
            continue;
        double one = cost_at(of, 0), random = cost_at(of, 1);
        if (!(one > 0) || !(random > 0))
            return TARGETS_NOT_MEASURED;
        return random - one < SAME * one ? TARGETS_FREE : TARGETS_PREDICTED;
    }
    return TARGETS_NOT_MEASURED;
}
