/* The order of boards. */
#include "answer.h"
#include <stdlib.h>
#include <string.h>

static const struct prediction *ranked;

static int compare(double x, double y)
{
    return (x > y) - (x < y);
}

static int by_time(const void *a, const void *b)
{
    const struct prediction *x = &ranked[*(const size_t *)a], *y = &ranked[*(const size_t *)b];

    if ((x->seconds > 0) != (y->seconds > 0))
        return x->seconds > 0 ? -1 : 1;
    int order = x->seconds > 0
                    ? compare(x->seconds, y->seconds)
                    : compare(x->cycles + x->system_cycles, y->cycles + y->system_cycles);
    return order != 0 ? order : (x > y) - (x < y);
}

void answers_rank(struct answers *a)
{
    for (size_t i = 0; i < a->n; i++)
        a->order[i] = i;
    ranked = a->prediction;
    qsort(a->order, a->n, sizeof *a->order, by_time);
}

double answers_gain(const struct prediction *old, const struct prediction *new)
{
    double after = new->cycles + new->system_cycles;

    return after > 0 ? (old->cycles + old->system_cycles) / after : 0;
}

bool answers_doubt(const struct prediction *p, const char *problem)
{
    for (size_t i = 0; i < p->n_problems; i++)
        if (strcmp(p->problem[i], problem) == 0)
            return true;
    return false;
}
