/* Errors by cause, from the kernels to the rows of a program. */
#include "interval.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WITHIN 0.9
/* A residual beyond this counts as this where families are compared: one bad kernel moves little.
 */
#define MOST_RESIDUAL 0.5

/* A kernel whose residual is known. */
struct kernel {
    const struct database_point *point;
    double off;    /* the residual without its sign */
    double weight; /* 1 by the kernels of its family */
};

/* Of 495 kernels of two logs, 57 families, on a Zen 5 guest, nothing fitted. Few of them wait for a
 * busy unit, translations or code, and none for the fourth cache or the system. */
void interval_usual(struct interval_errors *e)
{
    *e = (struct interval_errors){ .alike = 0.39 };
    for (unsigned c = 0; c < CAUSES; c++)
        e->cause[c] = 0.45;
    e->cause[CAUSE_DEPENDENCE] = 0.33;
    e->cause[CAUSE_CACHE_1] = 0.33;
    e->cause[CAUSE_CACHE_2] = 0.33;
    e->cause[CAUSE_MEMORY] = 0.93;
    e->cause[CAUSE_BRANCH] = 0.53;
    e->cause[CAUSE_STORES] = 0.81;
}

static bool is_family(const struct kernel *a, const struct kernel *b)
{
    return strcmp(a->point->family, b->point->family) == 0;
}

static int by_off(const void *a, const void *b)
{
    const struct kernel *x = a, *y = b;

    return (x->off > y->off) - (x->off < y->off);
}

/* Takes the kernels that count into KERNEL, those that are off least first; returns how many. */
static size_t take_kernels(struct kernel *kernel, const struct database *d)
{
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++)
        if (!isnan(d->point[i].residual))
            kernel[n++] = (struct kernel){ &d->point[i], fabs(d->point[i].residual), 0 };
    for (size_t i = 0; i < n; i++) {
        size_t same = 0;
        for (size_t k = 0; k < n; k++)
            same += is_family(&kernel[i], &kernel[k]);
        kernel[i].weight = 1 / (double)same;
    }
    qsort(kernel, n, sizeof *kernel, by_off);
    return n;
}

static double weights_of(const struct kernel *kernel, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += kernel[i].weight;
    return sum;
}

/* The residual that WITHIN of the kernels' shares of C do not exceed. */
static double off_by_cause(const struct kernel *kernel, size_t n, unsigned c)
{
    double families = weights_of(kernel, n), all = 1, sum = 0;
    size_t i = 0;

    for (size_t k = 0; k < n; k++)
        all += kernel[k].weight * kernel[k].point->share[c];
    for (; i < n; i++) {
        sum += kernel[i].weight * (kernel[i].point->share[c] + 1 / families);
        if (sum >= WITHIN * all)
            break;
    }
    return kernel[i < n ? i : n - 1].off;
}

/* Fills VALUE with the residuals by their median, cut at MOST_RESIDUAL. */
static void center(double *value, const struct kernel *kernel, size_t n)
{
    for (size_t i = 0; i < n; i++)
        value[i] = kernel[i].point->residual;
    double median = stats_median(value, n);
    for (size_t i = 0; i < n; i++)
        value[i] = fmax(-MOST_RESIDUAL, fmin(MOST_RESIDUAL, value[i] - median));
}

/* Mean of the VALUEs of the family of kernel I. */
static double family_mean(const double *value, const struct kernel *kernel, size_t n, size_t i)
{
    double sum = 0;

    for (size_t k = 0; k < n; k++)
        sum += is_family(&kernel[i], &kernel[k]) ? value[k] : 0;
    return sum * kernel[i].weight;
}

/* What kernels of a family have in common: 0 nothing, 1 all. */
static double correlation(const double *value, const struct kernel *kernel, size_t n)
{
    double families = weights_of(kernel, n), mean = 0, within = 0, between = 0, squares = 0;

    for (size_t i = 0; i < n; i++)
        mean += value[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        double own = family_mean(value, kernel, n, i);
        within += (value[i] - own) * (value[i] - own);
        between += (own - mean) * (own - mean);
        squares += 1 / kernel[i].weight;
    }
    if (families < 1.5 || (double)n - families < 0.5 || within <= 0)
        return 1;
    double size = ((double)n - squares / (double)n) / (families - 1);
    within /= (double)n - families;
    between = fmax(0, between / (families - 1) - within) / size;
    return between / (between + within);
}

bool interval_of_kernels(struct interval_errors *e, const struct database *d)
{
    struct kernel *kernel = malloc((d->n + 1) * sizeof *kernel);
    double *value = malloc((d->n + 1) * sizeof *value);
    size_t n = kernel != NULL ? take_kernels(kernel, d) : 0;
    bool made = value != NULL && n >= FIT_FEWEST;

    for (unsigned c = 0; c < CAUSES && made; c++)
        e->cause[c] = off_by_cause(kernel, n, c);
    if (made) {
        center(value, kernel, n);
        e->alike = correlation(value, kernel, n);
    }
    free(kernel);
    free(value);
    return made;
}

double interval_of_rows(const struct interval_errors *e, const struct prediction_row *row, size_t n)
{
    double common = 0, squares = 0, system = 0, all = 0;

    for (size_t i = 0; i < n; i++) {
        double off = 0;
        for (unsigned c = 0; c < CAUSES; c++) {
            all += row[i].cycles[c];
            off += c != CAUSE_SYSTEM ? row[i].cycles[c] * e->cause[c] : 0;
        }
        system += row[i].cycles[CAUSE_SYSTEM] * e->cause[CAUSE_SYSTEM];
        common += off;
        squares += off * off;
    }
    if (all <= 0)
        return 0;
    return sqrt(e->alike * common * common + (1 - e->alike) * squares + system * system) / all;
}
