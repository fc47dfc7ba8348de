/* Reads batches of misses. */
#include "batches.h"
#include "model/batch_step.h"
#include "stats/stats.h"
#include "stats/values.h"
#include <math.h>
#include <stdlib.h>

enum { MOST = 64, PARTS = 8, REPLICATES = 3 * PARTS, FEW = 16, LEAST_POINTS = 4 };

/* Which passes and points a fit has: those whose number, masked, has an even or odd sum of bits;
 * and all points but each eighth. */
struct part {
    unsigned mask; /* 0: all passes */
    unsigned odd;
    unsigned left_out; /* PARTS: none */
};

/* Time of a batch of P, from the passes of PART; NaN without any. */
static double low_of(const struct log_sample *p, const struct part *part)
{
    double *took = calloc(p->n_ticks + 1, sizeof *took), *sorted = NULL, sum = 0;
    size_t n = 0;

    for (size_t i = 0; took != NULL && i < p->n_ticks; i++)
        if (part->mask == 0 || (unsigned)__builtin_parityll(i & part->mask) == part->odd)
            took[n++] = (double)p->ticks[i] / (double)p->ops * (double)p->x[0];
    sorted = stats_values_sorted(took, n);
    free(took);
    if (sorted == NULL)
        return NAN;
    size_t lower = n < FEW ? 1 : n / PARTS < 2 ? 2 : n / PARTS;
    for (size_t i = 1; i <= lower && i < n; i++)
        sum += sorted[i];
    double low = n == 1 ? sorted[0] : sum / (double)(lower < n ? lower : n - 1);
    free(sorted);
    return low;
}

/* Fills X and Y; returns how many points. */
static size_t points_of(const struct log_series *s, const struct part *part, double x[MOST],
                        double y[MOST])
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_samples && n < MOST; i++) {
        double loads = (double)s->samples[i].x[0], low = low_of(&s->samples[i], part);

        if (s->samples[i].x[0] % PARTS == part->left_out || !(low > 0) ||
            (n > 0 && loads <= x[n - 1]))
            continue;
        x[n] = loads;
        y[n++] = low;
    }
    return n;
}

static double step_of(const struct log_series *s, const struct part *part, double *jump)
{
    double x[MOST], y[MOST];
    struct batch_step step;
    size_t n = points_of(s, part, x, y);

    if (!batch_step_find(x, y, n, &step))
        return NAN;
    *jump = step.jump;
    return step.at;
}

/* Halves of the passes, and all of them with each eighth point left out: half of the passes differ
 * by as much as two runs do (J. Shao, D. Tu, "The Jackknife and Bootstrap", 1995: delete-d
 * jackknife). */
static void replicate(struct batches *b, const struct log_series *s)
{
    double at[REPLICATES], jump;
    size_t n = 0, near = 0;

    for (unsigned i = 0; i < REPLICATES; i++) {
        struct part part = { .left_out = PARTS };

        if (i < 2 * PARTS)
            part = (struct part){ 5 * (i / 2) + 7, i % 2, PARTS };
        else
            part.left_out = i - 2 * PARTS;
        double found = step_of(s, &part, &jump);
        near += fabs(found - b->at) <= 1;
        if (!isnan(found))
            at[n++] = found;
    }
    b->agree = (double)near / REPLICATES;
    b->low = n > 0 ? fmin(b->at, floor(stats_quantile(at, n, 0.1))) : b->at;
    b->high = n > 0 ? fmax(b->at, ceil(stats_quantile(at, n, 0.9))) : b->at;
}

/* Passes in which batches of more than half of AT took as long as if half of the buffers were
 * another thread's: the upper of two modes of their time over that of smaller batches. */
static double shared_of(const struct batches *b, const struct log_series *s)
{
    enum { MOST_PASSES = 1024 };
    double ratio[MOST_PASSES];
    struct stats_modes modes;
    size_t n = MOST_PASSES;

    for (size_t i = 0; i < s->n_samples; i++)
        n = s->samples[i].n_ticks < n ? s->samples[i].n_ticks : n;
    for (size_t k = 0; k < n; k++) {
        double below = 0, above = 0;

        for (size_t i = 0; i < s->n_samples; i++) {
            const struct log_sample *p = &s->samples[i];
            double loads = (double)p->x[0], took = (double)p->ticks[k] / (double)p->ops * loads;

            below += loads <= b->at / 2 ? took : 0;
            above += loads > b->at / 2 && loads <= b->at ? took : 0;
        }
        ratio[k] = above / below;
    }
    if (b->at < LEAST_POINTS || n < FEW || !stats_two_modes(ratio, n, &modes) ||
        modes.high < 1.25 * modes.low)
        return 0;
    return modes.share_high;
}

bool batches_read(struct batches *b, const struct log_series *s)
{
    const struct part all = { .left_out = PARTS };
    double x[MOST], y[MOST];
    size_t n = points_of(s, &all, x, y);

    *b = (struct batches){ .at = NAN, .low = NAN, .high = NAN };
    if (n < LEAST_POINTS || x[0] != 1)
        return false;
    b->most = x[n - 1];
    b->held = (double)log_key_number(s->keys, s->n_keys, "held", 0);
    for (size_t i = 0; i < n; i++)
        b->gain = fmax(b->gain, x[i] * y[0] / y[i]);
    b->at = step_of(s, &all, &b->jump);
    if (isnan(b->at))
        return true;
    replicate(b, s);
    b->shared = shared_of(b, s);
    return true;
}
