/* Which operations use the same execution units: laps of two operations in one loop, and of each
 * alone (uops.info: A. Abel and J. Reineke, ASPLOS 2019, finds ports by pairs, too).
 *
 * A series for each operation, keys op and type, and one for each pair, with keys other and
 * other_type. x = ops:others:chains:other_chains: operations of the first and of the second kind in
 * a lap, and the chains that they are on (0: nothing waits for them); ops counts both, of all laps.
 * Of each loop there are whole laps and half laps, whose difference is free of the loop. x =
 * 0:0:0:0, of an operation alone, is the reference chain. All loops are timed once a round, and the
 * least timings of each are kept: a neighbour on the core has some rounds, not all. */
#include "hal/alloc.h"
#include "lib/measure.h"
#include "lib/reference.h"
#include "lib/unit_kernel.h"
#include "run/probe.h"

enum { ROUNDS = 48, QUICK_ROUNDS = 24, KEPT = 12, PARTS = 2, SHORTER = 4 };

/* One loop while it is measured. */
struct timed {
    const struct unit_pair *pair;
    const struct unit_loop *loop; /* NULL: the reference chain */
    uint64_t laps;                /* of the reference chain additions; 0: could not be timed */
    uint64_t ticks[PARTS][KEPT];  /* the least, ascending */
    unsigned n_ticks[PARTS];
};

static void run_laps(void *ctx, uint64_t laps)
{
    ((const struct unit_loop *)ctx)->run(laps);
}

static struct measure_kernel kernel_of(const struct timed *t)
{
    return (struct measure_kernel){ run_laps, (void *)(uintptr_t)t->loop };
}

static bool has_loop(const struct unit_pair *pair, unsigned k)
{
    return k < UNIT_LOOPS && pair->loop[k].run;
}

/* Loops of all pairs, and a reference chain for each operation alone. */
static size_t n_timed(void)
{
    size_t n = 0;

    for (const struct unit_pair *const *list = unit_table; *list; list++) {
        n++;
        for (const struct unit_pair *pair = *list; pair->op; pair++)
            for (unsigned k = 0; has_loop(pair, k); k++)
                n++;
    }
    return n;
}

static void begin(struct timed *t, const struct unit_pair *pair, const struct unit_loop *loop,
                  const struct plan *plan)
{
    t->pair = pair;
    t->loop = loop;
    t->n_ticks[0] = t->n_ticks[1] = 0;
    ops_entry = 0;
    if (loop) {
        const struct measure_kernel kernel = kernel_of(t);

        t->laps = measure_enough_ops(plan, &kernel, 1, 0);
    } else {
        t->laps = measure_enough_ops(plan, reference_kernel(REFERENCE_ADD), REFERENCE_LAP, 0);
    }
}

static void prepare(struct timed *t, const struct plan *plan)
{
    for (const struct unit_pair *const *list = unit_table; *list; list++)
        for (const struct unit_pair *pair = *list; pair->op; pair++) {
            for (unsigned k = 0; has_loop(pair, k); k++)
                begin(t++, pair, &pair->loop[k], plan);
            if (!pair->other)
                begin(t++, pair, 0, plan);
        }
}

static void keep(struct timed *t, unsigned part, uint64_t ticks)
{
    uint64_t *kept = t->ticks[part];
    unsigned at = t->n_ticks[part];

    if (ticks == MEASURE_NONE || (at == KEPT && ticks >= kept[KEPT - 1]))
        return;
    if (at == KEPT)
        at--;
    else
        t->n_ticks[part]++;
    for (; at > 0 && kept[at - 1] > ticks; at--)
        kept[at] = kept[at - 1];
    kept[at] = ticks;
}

static void time_once(struct timed *t)
{
    if (t->laps == 0)
        return;
    if (!t->loop) {
        keep(t, 0, reference_ticks(t->laps));
        return;
    }
    const struct measure_kernel kernel = kernel_of(t);

    for (unsigned part = 0; part < PARTS; part++) {
        ops_entry = part == 0 ? 0 : t->loop->half;
        kernel.run(kernel.ctx, 1); /* other code ran since the last round */
        keep(t, part, measure_ticks(&kernel, t->laps));
    }
    ops_entry = 0;
}

/* Sends the loops of the series that ALL begins with; returns the first of the next. */
static const struct timed *send_series(struct probe_run *run, const struct timed *all,
                                       const struct timed *end)
{
    const struct unit_pair *pair = all->pair;
    const struct probe_word words[] = { { "op", pair->op },
                                        { "type", pair->type },
                                        { "other", pair->other },
                                        { "other_type", pair->other_type },
                                        { 0, 0 } };

    probe_series_words(run, run->name, words);
    for (; all < end && all->pair == pair; all++)
        for (unsigned part = 0; part < PARTS; part++) {
            const struct unit_loop none = { 0, 0, 0, 0, 0, 0 }, *l = all->loop ? all->loop : &none;
            const uint64_t x[4] = { l->ops >> part, l->others >> part, l->chains, l->other_chains };
            uint64_t ops = all->loop ? x[0] + x[1] : 1;

            if (all->n_ticks[part] > 0)
                probe_sample(run, x, 4, all->laps * ops, all->ticks[part], all->n_ticks[part]);
        }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
    return all;
}

static unsigned points(const struct plan *plan)
{
    (void)plan;
    return (unsigned)(n_timed() * PARTS);
}

static enum record_end run(struct probe_run *run)
{
    size_t n = n_timed();
    struct hal_block block;
    struct plan brief = *run->plan; /* short windows: more of them are quiet */
    unsigned rounds = run->plan->effort == EFFORT_QUICK ? QUICK_ROUNDS : ROUNDS;

    if (n == 0 ||
        hal_alloc(&block, n * sizeof(struct timed), sizeof(uint64_t), HAL_PAGES_BASE) != 0)
        return n == 0 ? RECORD_END_OK : RECORD_END_NO_MEMORY;
    struct timed *all = block.start;

    brief.sample_ticks /= SHORTER;
    if (brief.sample_ticks < measure_least_sample_ticks(run->plan))
        brief.sample_ticks = measure_least_sample_ticks(run->plan);
    prepare(all, &brief);
    for (unsigned r = 0; r < rounds; r++)
        for (size_t i = 0; i < n; i++)
            time_once(&all[i]);
    for (const struct timed *t = all; t < all + n && run->out->err == 0;)
        t = send_series(run, t, all + n);
    hal_free(&block);
    return RECORD_END_OK;
}

const struct probe probe_shared_units = {
    .rank = 61,
    .about = "which operations share an execution unit: two operations in one loop",
    .points = points,
    .run = run,
};
