/* The core clock by the number of busy contexts: the reference chain on context 0 while others run
 * it, too.
 *
 * One series. x = N, ops = additions of context 0; ticks are those of windows in which all N were
 * seen to work (lib/concurrent.h). N doubles up to all contexts. */
#include "lib/concurrent.h"
#include "lib/reference.h"
#include "run/probe.h"

enum {
    WINDOWS = 12,
    QUICK_WINDOWS = 6,
    LONG = 4,       /* a window, in units of the shortest timing */
    PATIENCE = 200, /* windows are waited for, in the same units */
    MOST_COUNTS = 14,
};

static struct parallel_member members[PARALLEL_MOST];

/* Fills COUNT with 1, 2, 4 ... and all contexts; how many. */
static unsigned counts(unsigned count[MOST_COUNTS])
{
    unsigned all = hal_thread_contexts(), n = 0;

    all = all < PARALLEL_MOST ? all : PARALLEL_MOST;
    for (unsigned m = 1; m < all && n + 1 < MOST_COUNTS; m *= 2)
        count[n++] = m;
    count[n++] = all;
    return n;
}

static void point(struct probe_run *run, unsigned m, uint64_t piece_ops)
{
    const struct plan *plan = run->plan;
    uint64_t ticks[WINDOWS], x = m;

    for (unsigned i = 0; i < m; i++)
        members[i] = (struct parallel_member){ .kernel = *reference_kernel(REFERENCE_ADD),
                                               .ops = piece_ops,
                                               .context = i };
    unsigned n = concurrent_run(members, m, PATIENCE * plan->sample_ticks, ticks,
                                plan->effort == EFFORT_QUICK ? QUICK_WINDOWS : WINDOWS);
    if (n > 0)
        probe_sample(run, &x, 1, piece_ops * CONCURRENT_PIECES, ticks, n);
}

static unsigned points(const struct plan *plan)
{
    unsigned count[MOST_COUNTS];

    (void)plan;
    return hal_thread_contexts() < 2 ? 0 : counts(count);
}

static enum record_end run(struct probe_run *run)
{
    const struct measure_kernel *chain = reference_kernel(REFERENCE_ADD);
    unsigned count[MOST_COUNTS], n = counts(count);

    if (hal_thread_contexts() < 2)
        return RECORD_END_ALONE;
    uint64_t enough = measure_enough_ops(run->plan, chain, REFERENCE_LAP, 0);
    if (enough == 0)
        return RECORD_END_CLOCK_BACK;
    uint64_t piece = LONG * enough / CONCURRENT_PIECES / REFERENCE_LAP * REFERENCE_LAP;
    (void)hal_thread_pin(0);
    probe_series(run, run->name, 0);
    for (unsigned i = 0; i < n && run->out->err == 0; i++)
        point(run, count[i], piece > 0 ? piece : REFERENCE_LAP);
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
    return RECORD_END_OK;
}

const struct probe probe_frequency = {
    .rank = 73,
    .about = "core clock by the number of busy hardware threads",
    .points = points,
    .run = run,
};
