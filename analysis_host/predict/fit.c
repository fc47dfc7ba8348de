/* Coordinate descent over candidates; each machine that was tried keeps all its residuals, so that
 * leaving a family out costs no further replay. */
#include "fit.h"
#include "bursts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PASSES = 2, TRIES = 160, CANDIDATES = 5, INSTRUCTIONS = 10000 };

/* An error beyond this counts as this: one bad kernel moves nothing. */
#define MOST_ERROR 0.5
/* What a change must gain. */
#define LEAST_GAIN 0.03

static const struct {
    enum machine_parameter number;
    double candidate[CANDIDATES]; /* 0 ends them */
} searched[] = {
    { MACHINE_WIDTH, { 2, 4, 5, 6, 8 } },
    { MACHINE_SHUFFLE_INTERVAL, { 0.5, 1, 2 } },
    { MACHINE_SHUFFLE_LATENCY, { 1, 2, 3, 4 } },
    { MACHINE_INDIRECT, { 1, 64, 4096 } },
    { MACHINE_WINDOW, { 64, 128, 200, 350, 512 } },
    { MACHINE_FORWARD, { 2, 4, 6, 8 } },
    { MACHINE_FORWARD_SAME, { 0.5, 1, 3, 5 } },
    { MACHINE_VECTOR_LOAD, { 0.5, 1, 2, 3 } },
    { MACHINE_VECTOR_LOADS, { 0.25, 0.5, 1, 2 } },
    { MACHINE_LINE_STORES, { 0.5, 1, 1.5, 2 } },
    { MACHINE_STORES, { 0.5, 1 } },
    { MACHINE_STORE_QUEUE, { 24, 40, 56, 72 } },
    { MACHINE_STREAM, { 1, 4, 8, 16 } },
    { MACHINE_TAKEN, { 0.5, 1, 2 } },
    { MACHINE_SEVERAL, { 1, 2, 3 } },
    { MACHINE_FETCH_BYTES, { 16, 32, 64 } },
};

/* Residuals of all kernels on one machine that was tried. */
struct attempt {
    double *residual;
};

struct search {
    struct database *d;
    struct machine *m;
    struct levels *levels; /* of each kernel on M, as nothing that is fitted changes caches */
    unsigned predictor;
    struct attempt attempt[TRIES];
    unsigned n;
};

static unsigned stride_of(const struct signature *s)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < s->n_bursts; i++)
        n += s->bursts[i].instructions;
    return (unsigned)(n / INSTRUCTIONS + 1);
}

/* Predicts kernel I on the machine; its shares where FINAL. Returns log(measured / predicted). */
static double residual_of(const struct search *s, size_t i, bool final)
{
    struct database_point *p = &s->d->point[i];
    struct bursts bursts;
    double cycles;

    if (bursts_replay(&bursts, &p->signature, &s->levels[i], s->predictor,
                      final ? 1 : stride_of(&p->signature), BURSTS_ALL) != 0)
        return NAN;
    cycles = bursts.cycles / fmax(1, bursts.instructions) * (double)p->signature.instructions;
    for (unsigned c = 0; final && c < CAUSES; c++) {
        p->share[c] = 0;
        for (size_t k = 0; k < bursts.n_places; k++)
            p->share[c] += bursts.place[k].cycles[c] / fmax(1, bursts.cycles);
    }
    bursts_free(&bursts);
    return cycles > 0 ? log(p->measured / cycles) : NAN;
}

/* Mean error of attempt A over the kernels that are not of FAMILY (NULL: all). */
static double error_without(const struct search *s, const struct attempt *a, const char *family)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < s->d->n; i++) {
        if ((family != NULL && strcmp(family, s->d->point[i].family) == 0) || isnan(a->residual[i]))
            continue;
        sum += fmin(MOST_ERROR, fabs(a->residual[i]));
        n++;
    }
    return n > 0 ? sum / (double)n : INFINITY;
}

/* Replays all kernels on the machine as it is; returns the mean error, INFINITY without memory or
 * room. */
static double attempt(struct search *s)
{
    struct attempt *a = &s->attempt[s->n];

    if (s->n == TRIES || (a->residual = malloc(s->d->n * sizeof *a->residual)) == NULL)
        return INFINITY;
    s->n++;
    for (size_t i = 0; i < s->d->n; i++)
        a->residual[i] = residual_of(s, i, false);
    return error_without(s, a, NULL);
}

/* Tries all candidates of row I; returns the error with the best of them. */
static double improve(struct search *s, size_t i, double error)
{
    struct machine_number *number = &s->m->number[searched[i].number], best = *number;
    double first = error;

    for (unsigned k = 0; k < CANDIDATES && searched[i].candidate[k] > 0; k++) {
        if (fabs(searched[i].candidate[k] - number->value) < 1e-9)
            continue;
        *number = (struct machine_number){ searched[i].candidate[k], MACHINE_FITTED };
        double now = attempt(s);
        if (now < error && now < first * (1 - LEAST_GAIN)) {
            error = now;
            best = *number;
        }
    }
    *number = best;
    return error;
}

static void descend(struct search *s)
{
    double error = attempt(s);

    for (unsigned pass = 0; pass < PASSES; pass++) {
        double before = error;
        for (size_t i = 0; i < sizeof searched / sizeof *searched; i++)
            if (s->m->number[searched[i].number].source != MACHINE_MEASURED)
                error = improve(s, i, error);
        if (error > before * (1 - LEAST_GAIN))
            break;
    }
}

/* The machine that suits all kernels but those of FAMILY best: the first that was tried, as the log
 * has it, unless another gains as much as a change must in the search. */
static unsigned best_without(const struct search *s, const char *family)
{
    double first = error_without(s, &s->attempt[0], family), least = first * (1 - LEAST_GAIN);
    unsigned best = 0;

    for (unsigned a = 1; a < s->n; a++) {
        double error = error_without(s, &s->attempt[a], family);
        if (error < least) {
            least = error;
            best = a;
        }
    }
    return best;
}

/* Each kernel is judged by the machine that suits the other families best. */
static void leave_out(struct search *s)
{
    for (size_t i = 0; i < s->d->n; i++) {
        struct database_point *p = &s->d->point[i];

        p->residual = s->n > 0 ? s->attempt[best_without(s, p->family)].residual[i] : NAN;
    }
}

/* ---- what the residuals tell ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The value below which SHARE of the N sorted values lie. */
static double quantile(const double *sorted, size_t n, double share)
{
    double at = share * (double)(n - 1);
    size_t i = (size_t)at;

    return i + 1 < n ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

static void bound(struct fit *f, const struct database *d, double *value)
{
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++)
        if (!isnan(d->point[i].residual))
            value[n++] = d->point[i].residual;
    f->n = n;
    if (n < FIT_FEWEST)
        return;
    qsort(value, n, sizeof *value, by_value);
    f->low = exp(quantile(value, n, 0.05));
    f->high = exp(quantile(value, n, 0.95));
    for (size_t i = 0; i < n; i++)
        value[i] = fabs(value[i]);
    qsort(value, n, sizeof *value, by_value);
    f->worst_high = exp(quantile(value, n, 0.95));
    f->worst_low = 1 / f->worst_high;
}

static double distance(const double a[CAUSES], const double b[CAUSES])
{
    double sum = 0;

    for (unsigned c = 0; c < CAUSES; c++)
        sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sqrt(sum);
}

static void find_apart(struct fit *f, const struct database *d)
{
    for (size_t i = 0; i < d->n; i++) {
        double nearest = INFINITY;
        for (size_t k = 0; k < d->n; k++)
            if (strcmp(d->point[i].family, d->point[k].family) != 0)
                nearest = fmin(nearest, distance(d->point[i].share, d->point[k].share));
        f->apart = isfinite(nearest) ? fmax(f->apart, nearest) : f->apart;
    }
}

/* Puts P into LIKE where it is nearer than one of those there. */
static void note_near(struct fit_like *like, const struct database_point *p, double far)
{
    unsigned at = 0;

    while (at < like->n && like->distance[at] <= far)
        at++;
    if (at == FIT_LIKE)
        return;
    like->n += like->n < FIT_LIKE;
    for (unsigned i = like->n - 1; i > at; i--) {
        like->point[i] = like->point[i - 1];
        like->distance[i] = like->distance[i - 1];
    }
    like->point[at] = p;
    like->distance[at] = far;
}

void fit_compare(struct fit_like *like, const struct fit *f, const struct database *d,
                 const double cause[CAUSES])
{
    double share[CAUSES] = { 0 }, all = 0;

    *like = (struct fit_like){ 0 };
    for (unsigned c = 0; c < CAUSE_SYSTEM; c++)
        all += cause[c];
    for (unsigned c = 0; c < CAUSE_SYSTEM && all > 0; c++)
        share[c] = cause[c] / all;
    for (size_t i = 0; i < d->n; i++)
        note_near(like, &d->point[i], distance(share, d->point[i].share));
    like->unlike = like->n > 0 && like->distance[0] > f->apart;
}

int fit_make(struct fit *f, struct database *d, struct machine *m, unsigned predictor)
{
    struct search *s = calloc(1, sizeof *s);
    double *value = malloc((d->n + 1) * sizeof *value);
    struct levels *levels = malloc((d->n + 1) * sizeof *levels);
    bool made = s != NULL && value != NULL && levels != NULL;

    *f = (struct fit){ 0 };
    if (made) {
        *s = (struct search){ .d = d, .m = m, .levels = levels, .predictor = predictor };
        for (size_t i = 0; i < d->n; i++)
            levels_make(&levels[i], m, &d->point[i].signature);
        if (d->n >= FIT_FEWEST)
            descend(s);
        leave_out(s);
        for (size_t i = 0; i < d->n; i++)
            residual_of(s, i, true);
        bound(f, d, value);
        find_apart(f, d);
        f->tried = s->n;
        for (unsigned i = 0; i < s->n; i++)
            free(s->attempt[i].residual);
    }
    free(s);
    free(value);
    free(levels);
    return made ? 0 : -1;
}
