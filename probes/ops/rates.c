/* Times the fastest kernels of each set again: a neighbour on the same core halves rates for a
 * while and leaves chains alone, so that no reference chain shows it. */
#include "rates.h"
#include "hal/alloc.h"
#include "lib/reference.h"
#include "lib/warm.h"
#include "lib/windows.h"
#include "lib/work.h"

enum { IN_A_VISIT = 2 };

struct rate {
    struct rate_of of;
    struct warm warm;
    struct windows windows;
};

struct timed_set {
    const struct op_set *set;
    unsigned n;
    struct rate rate[RATES_EACH];
    uint64_t reference_ops;
    struct windows reference;
};

static struct {
    struct hal_block block;
    struct timed_set *at;
    size_t n, room;
} all;

void rates_prepare(size_t n_sets)
{
    all.n = all.room = 0;
    if (HAL_ALONE || n_sets == 0 ||
        hal_alloc(&all.block, n_sets * sizeof *all.at, _Alignof(struct timed_set),
                  HAL_PAGES_BASE) != 0)
        return;
    all.at = all.block.start;
    all.room = n_sets;
}

void rates_take(const struct op_set *set, const struct rate_of *of, unsigned n,
                uint64_t reference_ops)
{
    if (HAL_ALONE || all.n == all.room || n == 0 || reference_ops == 0)
        return;
    struct timed_set *s = &all.at[all.n++];
    s->set = set;
    s->n = n;
    s->reference_ops = reference_ops;
    s->reference = (struct windows){ .n = 0 };
    for (unsigned i = 0; i < n; i++)
        s->rate[i] = (struct rate){ .of = of[i] };
}

static unsigned steps_of(const struct rate_of *of)
{
    return ops_steps(ops_streams(of->kernel)) >> of->half;
}

static void visit(struct timed_set *s)
{
    for (unsigned i = 0; i < s->n; i++) {
        const struct rate_of *of = &s->rate[i].of;
        const struct measure_kernel kernel = work_kernel(&s->set->run[of->kernel]);

        ops_entry = ops_steps(ops_streams(of->kernel)) - steps_of(of);
        warm_up(&s->rate[i].warm, &kernel, of->laps, false);
        for (unsigned w = 0; w < IN_A_VISIT; w++)
            windows_keep(&s->rate[i].windows, measure_ticks(&kernel, of->laps));
    }
    for (unsigned w = 0; w < IN_A_VISIT; w++)
        windows_keep(&s->reference, reference_ticks(s->reference_ops));
}

void rates_again(struct probe_run *run)
{
    (void)run;
    for (size_t i = 0; !HAL_ALONE && i < all.n; i++)
        visit(&all.at[i]);
    ops_entry = 0;
}

static void send_one(struct probe_run *run, const struct timed_set *s)
{
    const struct op_set *set = s->set;
    const struct probe_word words[] = {
        { "op", set->op },     { "type", set->type },
        { "with", set->with }, { "apart", set->apart ? "1" : 0 },
        { "again", "1" },      { 0, 0 },
    };
    const uint64_t none[2] = { 0, 0 };

    probe_series_words(run, run->name, words);
    for (unsigned i = 0; i < s->n; i++) {
        const struct rate *r = &s->rate[i];
        const uint64_t x[2] = { ops_streams(r->of.kernel), steps_of(&r->of) };

        windows_send(run, x, 2, r->of.laps * x[0] * x[1] * set->count, &r->windows);
    }
    windows_send(run, none, 2, s->reference_ops, &s->reference);
    probe_done(run, run->name, RECORD_END_OK);
}

void rates_send(struct probe_run *run)
{
    for (size_t i = 0; !HAL_ALONE && i < all.n && run->out->err == 0; i++)
        if (all.at[i].reference.n > 0) /* else no probe came after */
            send_one(run, &all.at[i]);
    if (all.room > 0)
        hal_free(&all.block);
    all.n = all.room = 0;
}
