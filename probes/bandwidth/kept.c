/* Times the fastest variants again, in caches that are soon filled. */
#include "kept.h"
#include "hal/alloc.h"
#include "lib/far_memory.h"
#include "lib/measure.h"
#include "lib/windows.h"
#include <stdbool.h>

enum {
    KEPT = 4, /* all of copies and triads: a neighbour may slow the best while they are tried */
    IN_A_VISIT = 4,
    UNKNOWN_LEVELS = 2,   /* while the caches are not known */
    MOST_BYTES = 2 << 20, /* larger caches take long to fill */
};

struct kept {
    struct kept_variant is; /* no steps: there is none */
    struct windows windows;
};

static struct {
    struct hal_block block;
    struct kept (*of)[STREAM_OPS][KEPT]; /* by level, the fastest first */
    unsigned levels;                     /* 0: nothing is kept */
    size_t bytes[PLAN_CACHES];           /* of a working set */
} all;

static struct stream stream;

static unsigned levels_of(const struct plan *plan)
{
    unsigned n = 0;

    while (!HAL_ALONE && n < plan->n_caches && plan->cache_bytes[n] <= MOST_BYTES)
        n++;
    return n;
}

unsigned kept_points(const struct plan *plan)
{
    return (plan->n_caches > 0 || HAL_ALONE ? levels_of(plan) : UNKNOWN_LEVELS) * STREAM_OPS * KEPT;
}

void kept_prepare(const struct plan *plan)
{
    size_t bytes = levels_of(plan) * sizeof *all.of;

    all.levels = 0;
    if (HAL_ALONE || bytes == 0 ||
        hal_alloc(&all.block, bytes, _Alignof(struct kept), HAL_PAGES_BASE) != 0)
        return;
    all.of = all.block.start;
    all.levels = levels_of(plan);
    for (unsigned level = 0; level < all.levels; level++) {
        all.bytes[level] = 0;
        for (unsigned op = 0; op < STREAM_OPS; op++)
            for (unsigned i = 0; i < KEPT; i++)
                all.of[level][op][i] = (struct kept){ .is = { 0 } };
    }
}

/* True when A moves more in the same time; the products stay below 2^64, as in the search. */
static bool is_faster(const struct kept_variant *a, const struct kept_variant *b)
{
    return b->steps == 0 ||
           a->steps * a->step_bytes * b->least > b->steps * b->step_bytes * a->least;
}

void kept_offer(unsigned level, enum stream_op op, size_t bytes, const struct kept_variant *v)
{
    struct kept_variant moving = *v;

    if (HAL_ALONE || level >= all.levels || v->least == 0)
        return;
    all.bytes[level] = bytes;
    for (unsigned i = 0; i < KEPT && moving.steps > 0; i++) {
        struct kept_variant *at = &all.of[level][op][i].is, slower = *at;

        if (is_faster(&moving, at)) {
            *at = moving;
            moving = slower;
        }
    }
}

static void visit(struct kept *k, enum stream_op op)
{
    const struct measure_kernel kernel = { stream_run, &stream };

    if (k->is.steps == 0 || stream_set(&stream, op, k->is.variant) == 0)
        return;
    stream_run(&stream, stream.steps);
    for (unsigned i = 0; i < IN_A_VISIT; i++)
        windows_keep(&k->windows, measure_ticks(&kernel, k->is.steps));
}

void kept_again(struct probe_run *run)
{
    struct hal_block block;

    (void)run;
    if (HAL_ALONE || all.levels == 0 || all.bytes[all.levels - 1] == 0 ||
        far_alloc(&block, 0, all.bytes[all.levels - 1]) != 0)
        return;
    stream = (struct stream){ .base = block.start };
    for (unsigned level = 0; level < all.levels; level++) {
        stream.bytes = all.bytes[level];
        for (unsigned op = 0; op < STREAM_OPS; op++)
            for (unsigned i = 0; i < KEPT; i++)
                visit(&all.of[level][op][i], (enum stream_op)op);
    }
    hal_free(&block);
}

static void send_one(struct probe_run *run, unsigned level, unsigned op)
{
    const struct probe_key keys[] = { { "level", level + 1 },
                                      { "kind", op },
                                      { "word", stream_word_bytes() },
                                      { "again", 1 },
                                      { 0, 0 } };

    probe_series(run, run->name, keys);
    for (unsigned i = 0; i < KEPT; i++) {
        const struct kept *k = &all.of[level][op][i];
        const uint64_t x[] = { 1, all.bytes[level], stream_count(k->is.variant),
                               stream_unroll(k->is.variant) };

        windows_send(run, x, 4, k->is.steps * k->is.step_bytes, &k->windows);
    }
    probe_done(run, run->name, RECORD_END_OK);
}

void kept_send(struct probe_run *run)
{
    for (unsigned level = 0; !HAL_ALONE && level < all.levels; level++)
        for (unsigned op = 0; op < STREAM_OPS && run->out->err == 0; op++)
            if (all.of[level][op][0].windows.n > 0)
                send_one(run, level, op);
    hal_free(&all.block);
    all.levels = 0;
}
