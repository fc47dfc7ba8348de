/* Bandwidth over the working set: bandwidth.OP.reach, the largest working set that one thread moves
 * at half of its greatest bandwidth or more. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/by_x.h"
#include "series/throughput.h"
#include "stats/evidence.h"
#include <math.h>
#include <stddef.h>

/* Of the greatest bandwidth. */
#define REACHES 0.5

enum { FEWEST_SIZES = 3 };

static const char *op_of(const struct log_series *s)
{
    static const char *const ops[] = { "read", "write", "copy" };
    uint64_t kind = log_key_number(s->keys, s->n_keys, "kind", UINT64_MAX);

    return kind < sizeof ops / sizeof ops[0] ? ops[kind] : NULL;
}

/* The first point of B after number I that is of one thread; b->n: there is none. Points ascend. */
static size_t next_alone(const struct by_x *b, size_t i)
{
    while (i < b->n && (b->at[i]->n_x != 2 || b->at[i]->x[1] != 1))
        i++;
    return i;
}

/* Bytes a tick of one thread at point I of B; *END: the point after. */
static struct throughput rate_at(const struct by_x *b, size_t i, size_t *end)
{
    struct by_x_range same = by_x_of(b, b->at[i]);
    double y[64];
    size_t n = 0;

    *end = same.end;
    for (size_t k = same.first; k < same.end; k++)
        for (size_t t = 0; t < b->at[k]->n_ticks && n < sizeof y / sizeof y[0]; t++)
            if (b->at[k]->ticks[t] > 0)
                y[n++] = (double)b->at[k]->ops / (double)b->at[k]->ticks[t];
    return throughput_of(y, n);
}

static void answer(struct result *r, const struct by_x *b)
{
    double most = 0, within = 0, beyond = 0, share = 0, missed = 0;
    size_t sizes = 0, timings = 0, end;

    for (size_t i = next_alone(b, 0); i < b->n; i = next_alone(b, end)) {
        most = fmax(most, rate_at(b, i, &end).best);
        sizes++;
    }
    for (size_t i = next_alone(b, 0); i < b->n && beyond == 0; i = next_alone(b, end)) {
        struct throughput rate = rate_at(b, i, &end);

        if (rate.best >= REACHES * most) {
            within = (double)b->at[i]->x[0];
            share = rate.best / most;
            timings = rate.n;
        } else {
            beyond = (double)b->at[i]->x[0];
            missed = rate.best / most;
        }
    }
    if (sizes < FEWEST_SIZES || !(most > 0)) {
        result_unknown(r, "needs at least three working sets",
                       result_words("%zu have timings", sizes).text,
                       remedy_run("cache_size,bandwidth_sweep"));
        return;
    }
    if (!(beyond > 0)) {
        result_unknown(
            r, "needs a working set that is moved at less than half of the greatest bandwidth",
            result_words("the largest of %zu, %s, has %.2g of it", sizes, words_bytes(within).text,
                         share)
                .text,
            remedy_up_to("cache_size,bandwidth_sweep", "max", 2 * within));
        return;
    }
    r->value = r->low = within;
    r->high = beyond;
    r->has_bounds = true;
    r->evidence = evidence_margin(missed, share) * evidence_agreement(timings, timings);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    (void)method;
    for (size_t i = log_find_series(run, "bandwidth_sweep", 0); i < run->n_series;
         i = log_find_series(run, "bandwidth_sweep", i + 1)) {
        const struct log_series *s = &run->series[i];
        const char *op = op_of(s);
        struct by_x points;

        if (op == NULL || result_find(out, id_op(BANDWIDTH_REACH, op, NULL)) != NULL)
            continue;
        struct result *r = result_add_from(out, id_op(BANDWIDTH_REACH, op, NULL), s);
        if (by_x_sort(&points, s) != 0)
            remedy_no_memory(r, s->n_samples);
        else if (s->n_samples == 0)
            remedy_unsampled_series(r, s);
        else
            answer(r, &points);
        by_x_free(&points);
    }
}

const struct analysis analysis_bandwidth_sweep = {
    .about = "bandwidth over the working set",
    .probe = "bandwidth_sweep",
    .method = "half_of_most",
    .infer = infer,
};
