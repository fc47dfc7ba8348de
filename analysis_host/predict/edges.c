/* Accesses of the whole run by distance, held against the bounds of each cache. */
#include "edges.h"
#include "result/query.h"
#include <math.h>

/* Accesses by group of distance. */
static void add_up(double all[SIGNATURE_GROUPS], const struct signature *s)
{
    for (unsigned g = 0; g < SIGNATURE_GROUPS; g++)
        all[g] = 0;
    for (uint32_t i = 0; i < s->n_memory; i++)
        for (unsigned g = 0; g < SIGNATURE_GROUPS; g++)
            all[g] += (double)s->memory[i].distance[g];
}

/* Accesses at a distance of LEAST lines up to END, those of a group spread evenly. */
static double between(const double all[SIGNATURE_GROUPS], double least, double end)
{
    double sum = 0;

    for (unsigned g = 0; g < SIGNATURE_GROUPS; g++) {
        double from = (double)signature_distance_least(g);
        double to = (double)signature_distance_least(g + 1);
        double part = fmin(end, to) - fmax(least, from);
        sum += part > 0 ? all[g] * part / (to - from) : 0;
    }
    return sum;
}

/* Cycles that count, by all that accesses beyond cache 1 take: others pass meanwhile. */
static double exposure(const struct levels *l, const double all[SIGNATURE_GROUPS],
                       const double cause[CAUSES])
{
    const struct machine *m = l->machine;
    double take = 0, count = 0;

    for (unsigned n = 1; n <= m->levels; n++) {
        double end = n < m->levels ? m->level[n].lines : INFINITY;
        take += between(all, m->level[n - 1].lines, end) * m->level[n].latency;
        count += cause[n < m->levels ? CAUSE_CACHE_1 + n : CAUSE_MEMORY];
    }
    return take > 0 ? fmin(1, count / take) : 0;
}

double edges_error(const struct levels *l, const struct signature *s, const double cause[CAUSES])
{
    const struct machine *m = l->machine;
    double all[SIGNATURE_GROUPS], squares = 0;

    add_up(all, s);
    double counts = exposure(l, all, cause);
    for (unsigned n = 1; n < m->levels; n++) {
        const struct result *size = result_find(m->results, id_at(CACHE_SIZE, n + 1));
        if (size == NULL || !size->has_bounds)
            continue;
        double lines = m->level[n].lines; /* of an exclusive cache, of those before it, too */
        double others = size->kind == RESULT_NUMBER ? lines - size->value / m->line_bytes : 0;
        double moved = fmax(between(all, others + size->low / m->line_bytes, lines),
                            between(all, lines, others + size->high / m->line_bytes));
        double cycles = moved * counts * (m->level[n + 1].latency - m->level[n].latency);
        squares += cycles * cycles;
    }
    return sqrt(squares);
}
