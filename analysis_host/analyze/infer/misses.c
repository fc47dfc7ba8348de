/* Misses in flight by batches of lines that no cache has: cache.1.mshr, and memory.mlp. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "result/remedy.h"
#include "series/batches.h"
#include "stats/evidence.h"
#include <math.h>
#include <string.h>

/* Fewer of the parts agree: the step is chance. */
static const double least_agree = 0.5;
/* A gain of so much of the largest batch: all of its misses are in flight. */
static const double all_in_flight = 0.7;

/* Buffers that a core may keep for a second thread: a Zen 3 guest shows 22 of 24 in most of its
 * runs, and all in others. */
static const double kept_for_others = 1.0 / 11;

static bool is_batch(const struct log_series *s)
{
    const char *of = log_key_text(s->keys, s->n_keys, "of");

    return of != NULL && strcmp(of, "batch") == 0;
}

static void remark(struct result *r, const struct batches *b)
{
    if (b->at == 1)
        result_remark(r, "each miss waits for the one before");
    else
        result_remark(r, "a batch of %.0f takes %.0f %% longer than one of %.0f", b->at + 1,
                      100 * b->jump, b->at);
    if (b->shared > 0)
        result_remark(r,
                      "in %.0f %% of the passes larger batches were slow: another thread had a "
                      "part of the buffers",
                      100 * b->shared);
}

/* Fills R with where B's time steps up; false, and R says why, where that is not seen. */
static bool answer_step(struct result *r, const struct batches *b)
{
    static const char wanted[] = "needs one number of misses from which on a batch takes longer";

    if (isnan(b->at)) {
        result_unknown(
            r, wanted,
            result_words("none up to %.0f: the time grows without a step, and %.1f misses "
                         "overlap",
                         b->most, b->gain)
                .text,
            b->gain > all_in_flight * b->most
                ? remedy_never("there are more buffers than a batch has loads")
                : remedy_thorough("cache_size,mlp"));
        return false;
    }
    if (b->at == b->held) {
        result_unknown(r, wanted,
                       result_words("after %.0f loads the loop uses what it loaded, where a core "
                                    "that runs in order waits: there are %.0f buffers or more",
                                    b->held, b->held)
                           .text,
                       remedy_never("the compiler has no more registers for loads"));
        return false;
    }
    if (b->agree < least_agree) {
        result_unknown(r, wanted,
                       result_words("%.0f to %.0f in parts of the passes", b->low, b->high).text,
                       remedy_thorough("cache_size,mlp"));
        return false;
    }
    r->value = b->at;
    r->has_bounds = true;
    r->low = b->low;
    r->high = fmax(b->high, b->at + floor(kept_for_others * b->at));
    r->evidence = b->agree * evidence_near(fmax(1, b->at - (b->high - b->low) / 2), b->at);
    remark(r, b);
    return true;
}

/* Misses of memory in flight: as many as there are buffers, or what the gain shows. Chains in
 * registers, which are fewer, answer where batches do not. */
static void revise_memory(struct results *out, const struct batches *b,
                          const struct result *buffers)
{
    const struct result *chains = result_find(out, id_of(MEMORY_MLP));

    if (chains == NULL || !result_is_number(buffers))
        return;
    struct result r = *chains;
    bool known = chains->kind == RESULT_NUMBER;
    double before = chains->value;

    r.kind = RESULT_NUMBER;
    r.remedy = (struct remedy){ 0 };
    *r.note = '\0';
    result_by(&r, "batch_step");
    (void)answer_step(&r, b);
    if (known)
        result_remark(&r, "chains in registers show %.0f", before);
    result_revise(out, &r);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    (void)method;
    for (size_t i = log_find_series(run, "mlp", 0); i < run->n_series;
         i = log_find_series(run, "mlp", i + 1)) {
        const struct log_series *s = &run->series[i];
        struct batches b;

        if (!is_batch(s))
            continue;
        struct result *r = result_add_from(out, id_at(CACHE_MSHR, 1), s);
        if (s->n_samples == 0) {
            remedy_unsampled_series(r, s);
            return;
        }
        if (!batches_read(&b, s)) {
            result_unknown(r, "needs batches of one miss and of more",
                           result_words("%zu numbers of misses", s->n_samples).text,
                           remedy_run("cache_size,mlp"));
            return;
        }
        (void)answer_step(r, &b);
        struct result buffers = *r;
        revise_memory(out, &b, &buffers);
        return;
    }
}

const struct analysis analysis_misses = {
    .about = "miss buffers of the first cache, and misses of memory in flight",
    .probe = "mlp",
    .method = "batch_step",
    .after = { "mlp" },
    .infer = infer,
};
