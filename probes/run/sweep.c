#include "sweep.h"
#include "hal/timer.h"
#include "reference.h"
#include <stdbool.h>

struct point {
    uint64_t ops; /* in one timing: whole laps; 0: not measured yet */
    unsigned n_wanted, n_ticks;
    uint64_t ticks[SWEEP_PASSES], reference_ticks[SWEEP_PASSES];
    unsigned pass; /* of the last timing */
    bool failed;   /* could not be made ready */
};

static struct point points[SWEEP_POINTS];
static unsigned order[SWEEP_POINTS];
static uint64_t reference_ops;

static void shuffle(struct probe_run *run, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        order[i] = i;
    for (unsigned i = n; i-- > 1;) {
        unsigned j = (unsigned)(probe_random(run) >> 33) % (i + 1);
        unsigned kept = order[i];

        order[i] = order[j];
        order[j] = kept;
    }
}

/* How often a point may be timed: each visit lays, warms and times it, about three laps. */
static unsigned visits(const struct sweep *sweep, uint64_t ticks)
{
    unsigned n = sweep->passes < SWEEP_PASSES ? sweep->passes : SWEEP_PASSES;

    if (sweep->share_ticks > 0)
        while (n > 2 && 3 * ticks > sweep->share_ticks / n)
            n--;
    return n;
}

static void visit(struct probe_run *run, const struct sweep *sweep, unsigned i, unsigned pass)
{
    struct point *point = &points[i];
    const struct measure_kernel *reference = reference_kernel(REFERENCE_ADD);
    uint64_t lap_ops = sweep->prepare(sweep->kernel.ctx, sweep->x[i]);

    if (lap_ops == 0) {
        point->failed = true;
        return;
    }
    sweep->kernel.run(sweep->kernel.ctx, lap_ops); /* warm */
    if (point->ops == 0)
        point->ops = measure_enough_ops(run->plan, &sweep->kernel, lap_ops, 0);
    if (point->ops == 0)
        return;
    uint64_t reference_ticks = measure_ticks(reference, reference_ops);
    uint64_t ticks = measure_ticks(&sweep->kernel, point->ops);

    if (ticks == MEASURE_NONE || reference_ticks == MEASURE_NONE)
        return;
    point->pass = pass;
    point->ticks[point->n_ticks] = ticks;
    point->reference_ticks[point->n_ticks++] = reference_ticks;
    if (point->n_wanted == 0)
        point->n_wanted = visits(sweep, ticks);
}

/* Sends what PASS measured: one timing a point, so that a log cut off keeps every finished pass. */
static unsigned send_pass(struct probe_run *run, const struct sweep *sweep, unsigned pass)
{
    unsigned sent = 0;

    for (unsigned i = 0; i < sweep->n_points; i++) {
        const struct point *point = &points[i];

        if (point->n_ticks > 0 && point->pass == pass) {
            probe_sample(run, sweep->x[i], sweep->n_x, point->ops,
                         &point->ticks[point->n_ticks - 1], 1);
            sent++;
        }
    }
    return sent;
}

static void measure_pass(struct probe_run *run, const struct sweep *sweep, unsigned pass)
{
    shuffle(run, sweep->n_points);
    for (unsigned k = 0; k < sweep->n_points; k++) {
        struct point *point = &points[order[k]];

        if (!point->failed && (point->n_wanted == 0 || pass < point->n_wanted))
            visit(run, sweep, order[k], pass);
    }
}

static void send_reference(struct probe_run *run, const struct sweep *sweep)
{
    probe_series_beside(run, "add_chain", sweep->name);
    for (unsigned i = 0; i < sweep->n_points; i++)
        if (points[i].n_ticks > 0)
            probe_sample(run, sweep->x[i], sweep->n_x, reference_ops, points[i].reference_ticks,
                         points[i].n_ticks);
    probe_done(run, "add_chain", PROBE_OK);
}

enum probe_end sweep_run(struct probe_run *run, const struct sweep *sweep)
{
    unsigned sent = 0;

    for (unsigned i = 0; i < sweep->n_points; i++)
        points[i] = (struct point){ 0 };
    reference_ops =
        measure_enough_ops(run->plan, reference_kernel(REFERENCE_ADD), REFERENCE_LAP, 0);
    probe_series(run, sweep->name, sweep->keys);
    for (unsigned pass = 0; pass < sweep->passes && pass < SWEEP_PASSES; pass++) {
        measure_pass(run, sweep, pass);
        sent += send_pass(run, sweep, pass);
    }
    enum probe_end end = sent > 0 ? PROBE_OK : PROBE_CLOCK_BACK;
    probe_done(run, sweep->name, end);
    if (sent > 0)
        send_reference(run, sweep);
    return end;
}
