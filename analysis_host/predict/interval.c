/* Draws what a program's parts are off by from the kernels' residuals. */
#include "interval.h"
#include "model/splitmix.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 2000, OF_TEN = 10, COMMON = 7 };

#define LOW_SHARE  0.05
#define HIGH_SHARE 0.95

/* Kernels' factors, those of a family next to each other. */
struct factors {
    double *at;
    size_t *first; /* of each family, and the end of all */
    size_t n, families;
};

static bool counts(const struct database_point *p)
{
    return !isnan(p->residual);
}

/* True where a point before I is of its family and counts. */
static bool has_earlier(const struct database *d, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (counts(&d->point[k]) && strcmp(d->point[k].family, d->point[i].family) == 0)
            return true;
    return false;
}

static void add_family(struct factors *f, const struct database *d, const char *family)
{
    f->first[f->families++] = f->n;
    for (size_t i = 0; i < d->n; i++)
        if (counts(&d->point[i]) && strcmp(d->point[i].family, family) == 0)
            f->at[f->n++] = exp(d->point[i].residual);
    f->first[f->families] = f->n;
}

static void gather(struct factors *f, const struct database *d)
{
    for (size_t i = 0; i < d->n; i++)
        if (counts(&d->point[i]) && !has_earlier(d, i))
            add_family(f, d, d->point[i].family);
}

static double draw_one(const struct factors *f, uint64_t *random)
{
    size_t family = splitmix_below(random, (uint32_t)f->families), first = f->first[family];

    return f->at[first + splitmix_below(random, (uint32_t)(f->first[family + 1] - first))];
}

/* What one program of parts of SHARE[0 .. N), which add up to ALL, is off by. Each part is off as
 * one kernel is, the same for seven parts in ten: what is wrong of a machine is wrong in most
 * loops. */
static double draw_program(const struct factors *f, const double *share, size_t n, double all,
                           uint64_t *random)
{
    double common = draw_one(f, random), sum = 0;

    for (size_t i = 0; i < n; i++) {
        double own = draw_one(f, random);
        sum += share[i] / all * (splitmix_below(random, OF_TEN) < COMMON ? common : own);
    }
    return sum;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void draw_all(double sum[DRAWS], const struct factors *f, const double *share, size_t n)
{
    uint64_t random = 1;
    double all = 0;

    for (size_t i = 0; i < n; i++)
        all += share[i];
    for (unsigned k = 0; k < DRAWS; k++)
        sum[k] = draw_program(f, share, n, all, &random);
    qsort(sum, DRAWS, sizeof *sum, by_value);
}

bool interval_of_parts(double *low, double *high, const double *share, size_t n,
                       const struct database *d)
{
    struct factors f = { malloc((d->n + 1) * sizeof *f.at), malloc((d->n + 1) * sizeof *f.first), 0,
                         0 };
    double *sum = malloc(DRAWS * sizeof *sum);
    bool made = f.at != NULL && f.first != NULL && sum != NULL;

    if (made)
        gather(&f, d);
    made = made && f.families > 0 && n > 0;
    if (made) {
        draw_all(sum, &f, share, n);
        *low = sum[(size_t)(LOW_SHARE * (DRAWS - 1))];
        *high = sum[(size_t)(HIGH_SHARE * (DRAWS - 1))];
    }
    free(f.at);
    free(f.first);
    free(sum);
    return made;
}
