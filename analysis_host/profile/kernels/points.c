/* From series of kernels to what is watched. */
#include "points.h"
#include "series/kernels.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LAPS 1e6

static int add(struct kernel_watches *w, const struct kernel_run *r, const struct kernel_point *p,
               double ticks)
{
    struct kernel_watch *more = realloc(w->at, (w->n + 1) * sizeof *more);

    if (more == NULL)
        return -1;
    w->at = more;
    w->at[w->n++] = (struct kernel_watch){
        .name = r->name,
        .variant = r->variant,
        .type = r->type,
        .n = p->n,
        .laps = (uint64_t)fmax(1, fmin(MOST_LAPS, round(ticks / p->ticks))),
        .lap_ticks = p->ticks,
    };
    return 0;
}

static int add_run(struct kernel_watches *w, const struct kernel_run *r, double ticks)
{
    for (size_t i = 0; i < r->n_points; i++)
        if (r->point[i].n > 0 && r->point[i].timings > 0 && r->point[i].ticks > 0 &&
            add(w, r, &r->point[i], ticks) != 0)
            return -1;
    return 0;
}

/* Laps and the one that warms. */
static double all_ticks(const struct kernel_watch *w)
{
    return ((double)w->laps + 1) * w->lap_ticks;
}

static int by_ticks(const void *a, const void *b)
{
    double x = all_ticks(a), y = all_ticks(b);

    return (x > y) - (x < y);
}

int kernel_watches_find(struct kernel_watches *w, const struct log_run *run, double ticks)
{
    struct kernels kernels;
    int status = kernels_read(&kernels, run, "kernels", METHOD_ROBUST);

    *w = (struct kernel_watches){ 0 };
    for (size_t i = 0; i < kernels.n && status == 0; i++)
        if (kernels.run[i].contexts <= 1 && strcmp(kernels.run[i].state, "warm") == 0)
            status = add_run(w, &kernels.run[i], ticks);
    kernels_free(&kernels);
    if (w->n > 0)
        qsort(w->at, w->n, sizeof *w->at, by_ticks);
    return status;
}

void kernel_watches_free(struct kernel_watches *w)
{
    free(w->at);
    *w = (struct kernel_watches){ 0 };
}
