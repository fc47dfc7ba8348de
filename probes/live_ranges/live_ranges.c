/* How many variables a program can keep in registers (BlackjackBench section 3.5): a loop of
 * additions on K live variables costs more an addition once some of them live in memory.
 *
 * One series for each type, key type. x = K, or K:R where the build counted in the compiled loop
 * how many instructions of a lap use the stack. After each a series add_chain with key beside has
 * the reference chain, timed in the same rounds: x = its operations. */
#include "lib/live_kernel.h"
#include "lib/reference.h"
#include "lib/work.h"
#include "run/probe.h"

static void keep(struct live_time *t, uint64_t took)
{
    if (took != MEASURE_NONE)
        t->ticks[t->n_ticks++] = took;
}

static void round_of(const struct live_set *set)
{
    for (unsigned i = 0; i < set->n; i++) {
        const struct measure_kernel kernel = work_kernel(&set->row[i].run);

        keep(&live_times[i],
             live_times[i].laps > 0 ? measure_ticks(&kernel, live_times[i].laps) : MEASURE_NONE);
    }
    keep(&live_times[set->n],
         live_times[set->n].laps > 0 ? reference_ticks(live_times[set->n].laps) : MEASURE_NONE);
}

static void measure(const struct plan *plan, const struct live_set *set)
{
    for (unsigned i = 0; i < set->n; i++) {
        const struct measure_kernel kernel = work_kernel(&set->row[i].run);

        live_times[i].laps = measure_enough_ops(plan, &kernel, 1, 0);
        live_times[i].n_ticks = 0;
    }
    live_times[set->n].laps =
        measure_enough_ops(plan, reference_kernel(REFERENCE_ADD), REFERENCE_LAP, 0);
    live_times[set->n].n_ticks = 0;
    for (unsigned r = 0; r < LIVE_ROUNDS; r++)
        round_of(set);
}

static void send_reference(struct probe_run *run, const struct live_time *t)
{
    if (t->n_ticks == 0)
        return;
    probe_series_beside(run, "add_chain", run->name);
    probe_sample(run, &t->laps, 1, t->laps, t->ticks, t->n_ticks);
    probe_done(run, "add_chain", RECORD_END_OK);
}

/* What the build counted in the loop on LIVE variables, or NULL. */
static const struct live_refs *refs_of(const struct live_set *set, unsigned live)
{
    const struct live_refs *refs = set->refs;

    while (refs->live != 0 && refs->live != live)
        refs++;
    return refs->live != 0 ? refs : NULL;
}

static void send(struct probe_run *run, const struct live_set *set)
{
    const struct probe_word words[] = { { "type", set->type }, { 0, 0 } };

    probe_series_words(run, run->name, words);
    for (unsigned i = 0; i < set->n; i++) {
        const struct live_refs *refs = refs_of(set, set->row[i].live);
        const uint64_t x[2] = { set->row[i].live, refs != NULL ? refs->refs : 0 };
        const struct live_time *t = &live_times[i];

        probe_sample(run, x, refs != NULL ? 2 : 1, t->laps * set->row[i].adds, t->ticks,
                     t->n_ticks);
    }
    probe_done(run, run->name, run->n_points > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK);
    send_reference(run, &live_times[set->n]);
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    (void)plan;
    for (const struct live_set *set = live_table; set->type; set++)
        n += 1 + set->n;
    return n;
}

static enum record_end run(struct probe_run *run)
{
    for (const struct live_set *set = live_table; set->type && run->out->err == 0; set++) {
        measure(run->plan, set);
        send(run, set);
        probe_between();
    }
    return RECORD_END_OK;
}

const struct probe probe_live_ranges = {
    .rank = 62,
    .about = "registers available to C code: live variables before spills",
    .points = points,
    .run = run,
};
