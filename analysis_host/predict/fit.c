/* Coordinate descent over candidates, which several families have to agree on; each machine that
 * was tried keeps all its residuals, so that leaving a family out costs no further replay. */
#include "fit.h"
#include "core_model.h"
#include "stats/stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PASSES = 2, TRIES = 160, CANDIDATES = 5, INSTRUCTIONS = 10000 };

/* An error beyond this counts as this: one bad kernel moves nothing. */
#define MOST_ERROR 0.5
/* What a change must gain, of the mean error. */
#define LEAST_GAIN 0.01
/* A family whose error changes by less neither gains nor loses. */
#define NO_CHANGE 0.005
/* So often at most as many families gain, of those that gain or lose, where a number changes
 * nothing but by chance. */
#define BY_CHANCE 0.05

static const struct {
    enum machine_parameter number;
    double candidate[CANDIDATES]; /* 0 ends them */
} searched[] = {
    { MACHINE_ISSUE_WIDTH, { 2, 4, 5, 6, 8 } },
    { MACHINE_SHUFFLE_RTHROUGHPUT, { 0.5, 1, 2 } },
    { MACHINE_SHUFFLE_LATENCY, { 1, 2, 3, 4 } },
    { MACHINE_INDIRECT_HISTORY, { 1, 64, 4096 } },
    { MACHINE_ROB_ENTRIES, { 64, 128, 200, 350, 512 } },
    { MACHINE_STORE_FORWARD_LATENCY, { 2, 4, 6, 8 } },
    { MACHINE_STORE_FORWARD_STACK, { 0.5, 1, 3, 5 } },
    { MACHINE_BYPASS_FP_LOAD, { 0.5, 1, 2, 3 } },
    { MACHINE_LOAD_FP_RTHROUGHPUT, { 0.25, 0.5, 1, 2 } },
    { MACHINE_STORE_NEW_LINE, { 0.5, 1, 1.5, 2 } },
    { MACHINE_STORE_RTHROUGHPUT, { 0.5, 1 } },
    { MACHINE_STORE_QUEUE_ENTRIES, { 24, 40, 56, 72 } },
    { MACHINE_PREFETCH_LATENCY, { 1, 4, 8, 16 } },
    { MACHINE_TAKEN_BRANCH, { 0.5, 1, 2 } },
    { MACHINE_INDIRECT_MULTI_TARGET, { 1, 2, 3 } },
    { MACHINE_FETCH_BYTES, { 16, 32, 64 } },
};

/* A machine that was tried: the mean error of each family's kernels. */
struct attempt {
    const struct attempt *from; /* which it changes a number of; NULL: the log's */
    double *residual;           /* of all kernels */
    double *error;              /* of all families; NAN where no kernel was replayed */
    struct machine_number number[sizeof searched / sizeof *searched];
};

struct search {
    struct database *d;
    struct machine *m;
    struct levels *levels; /* of each kernel on M, as nothing that is fitted changes caches */
    unsigned predictor;
    size_t *family; /* of each kernel */
    size_t families;
    struct attempt attempt[TRIES];
    unsigned n;
};

/* Predicts kernel I on the machine; its shares where FINAL. Returns log(measured / predicted). */
static double residual_of(const struct search *s, size_t i, bool final)
{
    struct database_point *p = &s->d->point[i];
    struct core_model bursts;
    double cycles;

    if (core_model_replay(&bursts, &p->signature, &s->levels[i], s->predictor,
                          final ? 1 : signature_stride(&p->signature, INSTRUCTIONS),
                          CORE_MODEL_ALL) != 0)
        return NAN;
    cycles = bursts.cycles / fmax(1, bursts.instructions) * (double)p->signature.instructions;
    for (unsigned c = 0; final && c < CAUSES; c++) {
        p->share[c] = 0;
        for (size_t k = 0; k < bursts.n_places; k++)
            p->share[c] += bursts.place[k].cycles[c] / fmax(1, bursts.cycles);
    }
    core_model_free(&bursts);
    return cycles > 0 ? log(p->measured / cycles) : NAN;
}

/* Numbers the families in the order of their first kernels. */
static void find_families(struct search *s)
{
    for (size_t i = 0; i < s->d->n; i++) {
        size_t k = 0;
        while (k < i && strcmp(s->d->point[k].family, s->d->point[i].family) != 0)
            k++;
        s->family[i] = k < i ? s->family[k] : s->families++;
    }
}

/* Each size and variant of a kernel counts as a part of one kernel. */
static void find_errors(const struct search *s, struct attempt *a)
{
    for (size_t f = 0; f < s->families; f++) {
        double sum = 0;
        size_t n = 0;
        for (size_t i = 0; i < s->d->n; i++)
            if (s->family[i] == f && !isnan(a->residual[i])) {
                sum += fmin(MOST_ERROR, fabs(a->residual[i]));
                n++;
            }
        a->error[f] = n > 0 ? sum / (double)n : NAN;
    }
}

/* Mean error of attempt A over the families but WITHOUT (that of none: over all). */
static double error_without(const struct search *s, const struct attempt *a, size_t without)
{
    double sum = 0;
    size_t n = 0;

    for (size_t f = 0; f < s->families; f++)
        if (f != without && !isnan(a->error[f])) {
            sum += a->error[f];
            n++;
        }
    return n > 0 ? sum / (double)n : INFINITY;
}

/* Replays all kernels on the machine as it is, which is FROM but for a number; returns its attempt,
 * NULL without memory or room. */
static const struct attempt *attempt(struct search *s, const struct attempt *from)
{
    struct attempt *a = &s->attempt[s->n];

    if (s->n == TRIES)
        return NULL;
    a->residual = malloc(s->d->n * sizeof *a->residual);
    a->error = malloc(s->families * sizeof *a->error);
    if (a->residual == NULL || a->error == NULL) {
        free(a->residual);
        free(a->error);
        return NULL;
    }
    s->n++;
    a->from = from;
    for (size_t i = 0; i < s->d->n; i++)
        a->residual[i] = residual_of(s, i, false);
    for (size_t i = 0; i < sizeof searched / sizeof *searched; i++)
        a->number[i] = s->m->number[searched[i].number];
    find_errors(s, a);
    return a;
}

/* Chance that GAIN and more of GAIN and LOSE gain, each as likely as it loses: the sign test. */
static double chance_of(size_t gain, size_t lose)
{
    size_t n = gain + lose;
    double term = pow(0.5, (double)n), sum = 0;

    for (size_t i = 0; i <= n; i++) {
        sum += i >= gain ? term : 0;
        term *= (double)(n - i) / (double)(i + 1);
    }
    return sum;
}

/* True where TO is better than FROM by the families but WITHOUT: in the mean, also without the one
 * that gains most, and for more families than by chance. */
static bool is_better(const struct search *s, const struct attempt *from, const struct attempt *to,
                      size_t without)
{
    double before = error_without(s, from, without), most = 0;
    size_t gain = 0, lose = 0, n = 0;

    for (size_t f = 0; f < s->families; f++) {
        double gained = from->error[f] - to->error[f];
        if (f == without || isnan(gained))
            continue;
        n++;
        gain += gained > NO_CHANGE;
        lose += gained < -NO_CHANGE;
        most = fmax(most, gained);
    }
    double gained = before - error_without(s, to, without);
    return gained > LEAST_GAIN * before && gained - most / (double)n > LEAST_GAIN / 2 * before &&
           chance_of(gain, lose) <= BY_CHANCE;
}

/* Tries all candidates of row I from BEST, the best machine so far; returns the best with them. */
static const struct attempt *improve(struct search *s, size_t i, const struct attempt *best)
{
    struct machine_number *number = &s->m->number[searched[i].number];
    const struct attempt *first = best;

    for (unsigned k = 0; k < CANDIDATES && searched[i].candidate[k] > 0; k++) {
        if (fabs(searched[i].candidate[k] - first->number[i].value) < 1e-9)
            continue;
        *number = (struct machine_number){ searched[i].candidate[k], MACHINE_FITTED };
        const struct attempt *now = attempt(s, first);
        if (now != NULL && is_better(s, first, now, s->families) &&
            error_without(s, now, s->families) < error_without(s, best, s->families))
            best = now;
    }
    *number = best->number[i];
    return best;
}

static void descend(struct search *s)
{
    const struct attempt *best = attempt(s, NULL);

    for (unsigned pass = 0; pass < PASSES && best != NULL; pass++) {
        const struct attempt *before = best;
        for (size_t i = 0; i < sizeof searched / sizeof *searched; i++)
            if (s->m->number[searched[i].number].source != MACHINE_MEASURED)
                best = improve(s, i, best);
        if (best == before)
            break;
    }
}

/* True where the search would come to A, step by step, without the family WITHOUT. */
static bool is_reached(const struct search *s, const struct attempt *a, size_t without)
{
    for (; a->from != NULL; a = a->from)
        if (!is_better(s, a->from, a, without))
            return false;
    return true;
}

/* The machine that suits all families but one best, of those that were tried. */
static const struct attempt *best_without(const struct search *s, size_t family)
{
    const struct attempt *best = &s->attempt[0];

    for (unsigned a = 1; a < s->n; a++)
        if (error_without(s, &s->attempt[a], family) < error_without(s, best, family) &&
            is_reached(s, &s->attempt[a], family))
            best = &s->attempt[a];
    return best;
}

/* Each kernel is judged by the machine that suits the other families best. Fills the errors of F:
 * as the log has the machine, and so. */
static void leave_out(struct search *s, struct fit *f)
{
    struct attempt judged = { .residual = calloc(s->d->n + 1, sizeof(double)),
                              .error = calloc(s->families + 1, sizeof(double)) };

    for (size_t i = 0; i < s->d->n; i++) {
        const struct attempt *best = s->n > 0 ? best_without(s, s->family[i]) : NULL;
        s->d->point[i].residual = best != NULL ? best->residual[i] : NAN;
        if (judged.residual != NULL)
            judged.residual[i] = s->d->point[i].residual;
    }
    if (s->n > 0 && judged.residual != NULL && judged.error != NULL) {
        find_errors(s, &judged);
        f->error_before = error_without(s, &s->attempt[0], s->families);
        f->error_after = error_without(s, &judged, s->families);
    }
    free(judged.residual);
    free(judged.error);
}

/* A fit that does not help the kernels of families that it was not made from helps no program:
 * takes back what was fitted, and judges the kernels by the log's machine. */
static void take_back(struct search *s, struct fit *f)
{
    if (s->n == 0 || !(f->error_after >= f->error_before))
        return;
    for (size_t i = 0; i < sizeof searched / sizeof *searched; i++)
        s->m->number[searched[i].number] = s->attempt[0].number[i];
    for (size_t i = 0; i < s->d->n; i++)
        s->d->point[i].residual = s->attempt[0].residual[i];
    f->error_after = f->error_before;
}

/* ---- what the residuals tell ---- */

static void bound(struct fit *f, const struct database *d, double *value)
{
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++)
        if (!isnan(d->point[i].residual))
            value[n++] = d->point[i].residual;
    f->n = n;
    if (n < FIT_FEWEST)
        return;
    f->low = exp(stats_quantile(value, n, 0.05));
    f->high = exp(stats_quantile(value, n, 0.95));
    for (size_t i = 0; i < n; i++)
        value[i] = fabs(value[i]);
    f->worst_high = exp(stats_quantile(value, n, 0.95));
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

static void free_search(struct search *s)
{
    for (unsigned i = 0; s != NULL && i < s->n; i++) {
        free(s->attempt[i].residual);
        free(s->attempt[i].error);
    }
    if (s != NULL) {
        free(s->family);
        free(s->levels);
    }
    free(s);
}

static struct search *make_search(struct database *d, struct machine *m, unsigned predictor)
{
    struct search *s = calloc(1, sizeof *s);

    if (s == NULL)
        return NULL;
    s->d = d;
    s->m = m;
    s->predictor = predictor;
    s->levels = malloc((d->n + 1) * sizeof *s->levels);
    s->family = malloc((d->n + 1) * sizeof *s->family);
    if (s->levels == NULL || s->family == NULL) {
        free_search(s);
        return NULL;
    }
    for (size_t i = 0; i < d->n; i++)
        levels_make(&s->levels[i], m, &d->point[i].signature);
    find_families(s);
    return s;
}

int fit_make(struct fit *f, struct database *d, struct machine *m, unsigned predictor)
{
    struct search *s = make_search(d, m, predictor);
    double *value = malloc((d->n + 1) * sizeof *value);
    bool made = s != NULL && value != NULL;

    *f = (struct fit){ 0 };
    if (made) {
        if (d->n >= FIT_FEWEST)
            descend(s);
        leave_out(s, f);
        take_back(s, f);
        for (size_t i = 0; i < d->n; i++)
            residual_of(s, i, true);
        bound(f, d, value);
        find_apart(f, d);
        f->tried = s->n;
    }
    free_search(s);
    free(value);
    return made ? 0 : -1;
}
