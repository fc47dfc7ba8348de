/* Kernels on several threads: kernel.NAME.VARIANT.STATE.N.speedup and .speedup.at, the curve over
 * the numbers of threads that were run. */
#include "analysis/analysis.h"
#include "result/query.h"
#include "series/kernel_curve.h"
#include "series/kernels.h"
#include "series/point.h"
#include <inttypes.h>

/* True when a probe before that of R has answered for the same: patterns are in two probes. */
static bool is_answered(const struct results *out, const struct kernel_run *r)
{
    return result_find(out, id_kernel(KERNEL_SPEEDUP, r->name, r->variant, "warm", r->contexts)) !=
           NULL;
}

static struct result *add_answer(struct results *out, const struct kernel_run *r,
                                 enum quantity quantity, double evidence)
{
    struct result *answer = result_add_from(
        out, id_kernel(quantity, r->name, r->variant, "warm", r->contexts), r->series);

    answer->evidence = evidence;
    return answer;
}

static void answer_point(struct results *out, const struct kernel_curve *c,
                         const struct kernel_curve_point *p)
{
    struct result *speedup = add_answer(out, p->run, KERNEL_SPEEDUP, p->speedup.chance);

    speedup->value = p->speedup.value;
    speedup->has_bounds = true;
    speedup->low = p->speedup.low;
    speedup->high = p->speedup.high;
    result_remark(speedup, "%s, n = %" PRIu64, c->form, c->size);
    add_answer(out, p->run, KERNEL_SPEEDUP_AT, p->speedup.chance)->value = (double)c->size;
}

static void answer_curve(struct results *out, const struct kernels *k,
                         const struct kernel_run *alone)
{
    struct kernel_curve c;
    const char *other;

    if (alone->contexts != 1 || !kernels_warm(alone) || kernels_disagree(k, alone, &other) != 0)
        return;
    kernel_curve_make(&c, k, alone);
    for (size_t i = 0; i < c.n; i++)
        if (!is_answered(out, c.at[i].run) && kernels_disagree(k, c.at[i].run, &other) == 0)
            answer_point(out, &c, &c.at[i]);
}

static void infer(const struct log_run *run, enum method method, struct results *out)
{
    for (unsigned i = 0; i < KERNEL_PROBES; i++) {
        struct kernels all;

        if (kernels_read(&all, run, kernel_probes[i], method) != 0)
            out->no_memory = true;
        for (size_t at = 0; at < all.n; at++)
            answer_curve(out, &all, &all.run[at]);
        kernels_free(&all);
    }
}

const struct analysis analysis_kernel_threads = {
    .about = "kernels on several threads: speed-up over one thread",
    .probe = "kernels",
    .method = "ratio",
    .infer = infer,
};
