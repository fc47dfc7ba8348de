/* Distance by correlation of metrics; formula (1). */
#include "paper.h"
#include <math.h>
#include <string.h>

enum { METRICS = 4 };

/* Logarithms, less the mean over the database, by its spread. */
struct scale {
    double mean[METRICS], spread[METRICS];
};

static void logarithms(double to[METRICS], const struct paper_metrics *m)
{
    const double value[METRICS] = { m->stability, m->parallel, m->reuse_bytes, m->volume_bytes };

    for (unsigned i = 0; i < METRICS; i++)
        to[i] = log(fmax(value[i], 1e-9));
}

static void make_scale(struct scale *s, const struct database *d)
{
    double value[METRICS], sum[METRICS] = { 0 }, squares[METRICS] = { 0 };
    double n = 0;

    for (size_t i = 0; i < d->n; i++, n++) {
        logarithms(value, &d->point[i].metrics);
        for (unsigned k = 0; k < METRICS; k++) {
            sum[k] += value[k];
            squares[k] += value[k] * value[k];
        }
    }
    for (unsigned k = 0; k < METRICS; k++) {
        s->mean[k] = sum[k] / fmax(1, n);
        s->spread[k] = fmax(1e-6, sqrt(fmax(0, squares[k] / fmax(1, n) - s->mean[k] * s->mean[k])));
    }
}

/* 1 less the correlation of two kernels' metrics, and how much they differ in all: two that are
 * the same but for a factor in each metric would else be one. */
static double distance(const struct scale *s, const struct paper_metrics *a,
                       const struct paper_metrics *b)
{
    double x[METRICS], y[METRICS], products = 0, xs = 0, ys = 0, apart = 0;

    logarithms(x, a);
    logarithms(y, b);
    for (unsigned k = 0; k < METRICS; k++) {
        x[k] = (x[k] - s->mean[k]) / s->spread[k];
        y[k] = (y[k] - s->mean[k]) / s->spread[k];
        products += x[k] * y[k];
        xs += x[k] * x[k];
        ys += y[k] * y[k];
        apart += (x[k] - y[k]) * (x[k] - y[k]);
    }
    double correlation = products / fmax(1e-12, sqrt(xs * ys));
    return (1 - correlation) / 2 + sqrt(apart / METRICS) / 4;
}

static bool is_family(const struct database_point *p, const char *family)
{
    return family != NULL && strcmp(p->family, family) == 0;
}

/* The distance of the nearest two kernels of different families, neither of them WITHOUT; NULL: of
 * all. */
static double nearest_pair(const struct scale *s, const struct database *d, const char *without)
{
    double nearest = INFINITY;

    for (size_t i = 0; i < d->n; i++)
        for (size_t k = 0; k < i; k++)
            if (!is_family(&d->point[i], d->point[k].family) && !is_family(&d->point[i], without) &&
                !is_family(&d->point[k], without))
                nearest = fmin(nearest, distance(s, &d->point[i].metrics, &d->point[k].metrics));
    return nearest;
}

/* A point's name is that of its kernel, a point, and what tells it from others. */
static bool is_of(const struct database_point *p, const char *kernel)
{
    size_t n = strlen(kernel);

    return strncmp(p->name, kernel, n) == 0 && (p->name[n] == '.' || p->name[n] == '\0');
}

static void find_match(struct paper_kernel *k, const struct scale *s, const struct database *d,
                       const char *only)
{
    k->distance = INFINITY;
    for (size_t i = 0; i < d->n; i++) {
        double far = distance(s, &k->metrics, &d->point[i].metrics);

        if (far < k->distance && (only == NULL || is_of(&d->point[i], only))) {
            k->distance = far;
            k->match = &d->point[i];
        }
    }
}

static double mean_factor(const struct database *d)
{
    double sum = 0;

    for (size_t i = 0; i < d->n; i++)
        sum += log(d->point[i].per_instruction);
    return d->n > 0 ? exp(sum / (double)d->n) : 0;
}

static void take_kernels(struct paper *p, const struct signature *s, const struct scale *scale,
                         const struct database *d, const char *only)
{
    double all = (double)s->instructions;

    p->outside = 1;
    for (uint32_t i = 0; i < s->n_kernels && p->n < PAPER_KERNELS; i++) {
        const struct signature_kernel *from = &s->kernels[i];
        struct paper_kernel *k = &p->kernel[p->n++];

        *k = (struct paper_kernel){ .loop = from->loop,
                                    .metrics = { from->stability, from->parallel, from->reuse_bytes,
                                                 (double)from->volume_bytes },
                                    .share = all > 0 ? (double)from->executed / all : 0 };
        find_match(k, scale, d, only);
        k->good = k->match != NULL && k->distance < p->nearest;
        p->outside -= k->share;
    }
    p->outside = fmax(0, p->outside);
}

static bool has_kernel(const struct database *d, const char *only)
{
    for (size_t i = 0; i < d->n; i++)
        if (only == NULL || is_of(&d->point[i], only))
            return true;
    return false;
}

void paper_make(struct paper *p, const struct signature *s, const struct database *d,
                const char *only)
{
    struct scale scale;

    *p = (struct paper){ 0 };
    if (d == NULL || !has_kernel(d, only))
        return;
    make_scale(&scale, d);
    p->nearest = nearest_pair(&scale, d, NULL);
    p->rest_factor = mean_factor(d);
    take_kernels(p, s, &scale, d, only);
    p->cycles = p->outside * p->rest_factor;
    for (size_t i = 0; i < p->n; i++)
        p->cycles += p->kernel[i].share * p->kernel[i].match->per_instruction;
    p->cycles *= (double)s->instructions;
}

const struct database_point *paper_nearest_other(const struct database *d,
                                                 const struct database_point *of,
                                                 double *distance_to, bool *good)
{
    const struct database_point *best = NULL;
    struct scale scale;

    make_scale(&scale, d);
    *distance_to = INFINITY;
    for (size_t i = 0; i < d->n; i++) {
        double far = distance(&scale, &of->metrics, &d->point[i].metrics);

        if (!is_family(&d->point[i], of->family) && far < *distance_to) {
            *distance_to = far;
            best = &d->point[i];
        }
    }
    *good = best != NULL && *distance_to < nearest_pair(&scale, d, of->family);
    return best;
}
