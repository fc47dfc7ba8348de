/* op.fma.TYPE.exists where latencies leave it open (X-Ray section 3.4): a fused multiply-add is
 * faster than the multiplication and the addition that it would be made of. */
#include "analysis/analysis.h"
#include "result/query.h"
#include <string.h>

/* Operations of their own are never faster than others that need nothing of each other, but for the
 * numbers of accumulators that were tried: by less than this. */
#define FASTER 1.25

/* A mix with fused operations, and the mix of as many additions and multiplications. With few
 * registers the latter has more independent operations for each register. */
struct rivals {
    const char *fused, *apart, *fused_words, *apart_words;
};

/* Returns how many times as fast as the mix apart the fused one is at least, by the bounds of their
 * peaks on TYPE; 0: one of them is not known. *EVIDENCE: that both are right. */
static double times_as_fast(const struct results *out, const struct rivals *v, const char *type,
                            double *evidence)
{
    const struct result *fused = result_find(out, id_peak(v->fused, type, 1));
    const struct result *apart = result_find(out, id_peak(v->apart, type, 1));

    if (!result_is_number(fused) || !result_is_number(apart) || !(apart->high > 0))
        return 0;
    *evidence = fused->evidence * apart->evidence;
    return fused->low / apart->high;
}

/* Answers EXISTS, which is not known of TYPE, where a mix shows it. */
static void find_fused(struct results *out, const struct result *exists, const char *type)
{
    static const struct rivals all[] = {
        { "fma_add", "add2_mul", "an fma with an add", "two adds and a mul" },
        { "fma", "balanced", "an fma", "an add and a mul" },
    };
    struct result r = *exists;

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        double times = times_as_fast(out, &all[i], type, &r.evidence);

        if (times < FASTER)
            continue;
        r.kind = RESULT_NUMBER;
        r.value = 1;
        r.note[0] = '\0';
        r.remedy = (struct remedy){ 0 };
        result_by(&r, "rates");
        result_remark(&r, "%s is %.3g times as fast as %s", all[i].fused_words, times,
                      all[i].apart_words);
        result_revise(out, &r);
        return;
    }
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    size_t n = out->n;

    (void)run;
    for (size_t i = 0; i < n && method != METHOD_PAPER; i++) {
        const struct result r = out->at[i]; /* adding moves the answers */

        if (r.name.quantity == OP_EXISTS && r.kind == RESULT_NULL && strcmp(r.name.op, "fma") == 0)
            find_fused(out, &r, r.name.type);
    }
}

const struct analysis analysis_fused = {
    .about = "fused multiply-add by the rates of mixes",
    .probe = "peaks",
    .method = "rates",
    .after = { "ops", "peaks" },
    .infer = infer,
};
