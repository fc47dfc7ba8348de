/* Times the points of a sweep in shuffled order and sends them. */
#include "sweep.h"
#include "estimate.h"
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

/* Puts points FIRST to N - 1 in a random order, in order[0] ... */
static void shuffle(struct probe_run *run, unsigned first, unsigned n)
{
    for (unsigned i = first; i < n; i++)
        order[i - first] = i;
    for (unsigned i = n - first; i-- > 1;) {
        unsigned j = (unsigned)(probe_random(run) >> 33) % (i + 1);
        unsigned kept = order[i];

        order[i] = order[j];
        order[j] = kept;
    }
}

enum { LAPS_OF_VISIT = 3 }; /* about: it lays, warms and times one */

/* Timings of a point, at most. */
static unsigned most_passes(const struct plan *plan, const struct sweep *sweep)
{
    enum { SLOW_PASSES = 3 };
    unsigned most = plan->slow ? SLOW_PASSES : SWEEP_PASSES;

    return sweep->passes < most ? sweep->passes : most;
}

/* How often a point may be timed. */
static unsigned visits(const struct plan *plan, const struct sweep *sweep, uint64_t ticks)
{
    unsigned n = most_passes(plan, sweep);

    if (sweep->share_ticks > 0)
        while (n > 2 && LAPS_OF_VISIT * ticks > sweep->share_ticks / n)
            n--;
    return n;
}

enum { LONG_SAMPLES = 64 };

/* Returns true when a lap that took LAP_TICKS in cold caches is long enough to be timed in warm
 * ones. */
static bool long_lap(const struct plan *plan, uint64_t lap_ticks)
{
    return lap_ticks / LONG_SAMPLES >= plan->sample_ticks;
}

/* Laps of LAP_TICKS before the timed ones: a cache of random replacement takes many until it holds
 * what it can; one that takes long is warmed once. */
static unsigned warm_laps(const struct plan *plan, uint64_t lap_ticks)
{
    enum { MOST = 16, SLOW_MOST = 6 };
    unsigned most = plan->slow ? SLOW_MOST : MOST;
    uint64_t laps = lap_ticks > 0 ? plan->sample_ticks * LONG_SAMPLES / lap_ticks : most;

    return laps < 1 ? 1 : laps > most ? most : (unsigned)laps;
}

/* The lowest timing of a point that was timed: the others may hold what another program took. */
static uint64_t least_ticks(const struct point *point)
{
    uint64_t least = point->ticks[0];

    for (unsigned i = 1; i < point->n_ticks; i++)
        least = point->ticks[i] < least ? point->ticks[i] : least;
    return least;
}

/* Returns true when the timings of the point agree so well that more of them would say nothing new.
 * Frames that are drawn anew have to be given their chance to differ. */
static bool agreed(const struct sweep *sweep, const struct point *point)
{
    enum { ENOUGH = 4, ENOUGH_DRAWN = 8, PART = 256 };
    uint64_t least = least_ticks(point), most = 0;

    for (unsigned i = 0; i < point->n_ticks; i++)
        most = point->ticks[i] > most ? point->ticks[i] : most;
    return point->n_ticks >= (sweep->renew ? ENOUGH_DRAWN : ENOUGH) && most - least <= least / PART;
}

/* The least of N timings in a row. */
static uint64_t least_of(const struct measure_kernel *kernel, uint64_t ops, unsigned n)
{
    uint64_t least = measure_ticks(kernel, ops);

    for (unsigned i = 1; i < n; i++) {
        uint64_t ticks = measure_ticks(kernel, ops);

        least = ticks < least ? ticks : least;
    }
    return least;
}

enum { LEAST_PARTS = 32, MOST_PARTS = 256 };

/* The median of N numbers: the one that as many lie below as above. */
static uint32_t median_of(const uint32_t *part, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned below = 0, same = 0;

        for (unsigned k = 0; k < n; k++) {
            below += part[k] < part[i];
            same += part[k] == part[i];
        }
        if (below <= n / 2 && n / 2 < below + same)
            return part[i];
    }
    return 0; /* not reached */
}

/* Parts of a lap of LAP_TICKS: two samples each, so that a slice of time that another program had
 * is many times as long as a part. */
static unsigned n_parts(const struct plan *plan, uint64_t lap_ticks)
{
    uint64_t n = lap_ticks / 2 / plan->sample_ticks;

    return n < LEAST_PARTS ? LEAST_PARTS : n > MOST_PARTS ? MOST_PARTS : (unsigned)n;
}

/* A long lap in N parts: the few that took many times what is usual were interrupted, as by a
 * program that had the processor for a slice of time, and count as usual ones. A part that misses
 * takes less, and where a level overflows, more of them do. */
static uint64_t in_parts(const struct measure_kernel *kernel, uint64_t ops, unsigned n)
{
    enum { INTERRUPTED = 16, FEW = 16 };
    uint32_t part[MOST_PARTS];
    uint64_t all = 0, interrupted = 0;
    unsigned slow = 0;

    for (unsigned i = 0; i < n; i++) {
        uint64_t ticks = measure_ticks(kernel, ops * (i + 1) / n - ops * i / n);

        if (ticks == MEASURE_NONE)
            return MEASURE_NONE;
        part[i] = ticks < UINT32_MAX ? (uint32_t)ticks : UINT32_MAX;
        all += part[i];
    }
    uint32_t usual = median_of(part, n);
    for (unsigned i = 0; i < n; i++)
        if (part[i] / INTERRUPTED > usual) {
            interrupted += part[i] - usual;
            slow++;
        }
    return slow <= n / FEW ? all - interrupted : all;
}

/* Times point I. Where frames are drawn anew for each visit the median of all visits counts: the
 * least of some short timings in a row is of the same frames, and free of what interrupts. */
static uint64_t timed(const struct plan *plan, const struct sweep *sweep, unsigned i,
                      uint64_t lap_ticks)
{
    bool is_long = long_lap(plan, lap_ticks);

    if (is_long && sweep->goes_on_from > 0 && sweep->x[i][0] >= sweep->goes_on_from)
        return in_parts(&sweep->kernel, points[i].ops, n_parts(plan, lap_ticks));
    return least_of(&sweep->kernel, points[i].ops, is_long ? 1 : sweep->in_a_row);
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
    uint64_t lap_ticks = measure_ticks(&sweep->kernel, lap_ops);
    unsigned warm = lap_ticks == MEASURE_NONE ? 1 : warm_laps(run->plan, lap_ticks);
    if (sweep->most_warm > 0 && warm > sweep->most_warm)
        warm = sweep->most_warm;
    for (unsigned lap = 1; lap < warm; lap++)
        sweep->kernel.run(sweep->kernel.ctx, lap_ops);
    if (point->ops == 0 && lap_ticks != MEASURE_NONE && long_lap(run->plan, lap_ticks))
        point->ops = lap_ops;
    if (point->ops == 0)
        point->ops = measure_enough_ops(run->plan, &sweep->kernel, lap_ops * ((warm + 3) / 4), 0);
    if (reference_ops == 0) /* the clock went back whenever it was tried */
        reference_ops = measure_enough_ops(run->plan, reference, REFERENCE_LAP, 0);
    if (point->ops == 0 || reference_ops == 0)
        return;
    uint64_t chain_ticks = reference_ticks(reference_ops);
    uint64_t ticks = timed(run->plan, sweep, i, lap_ticks);

    if (ticks == MEASURE_NONE || chain_ticks == MEASURE_NONE)
        return;
    point->pass = pass;
    point->ticks[point->n_ticks] = ticks;
    point->reference_ticks[point->n_ticks++] = chain_ticks;
    point->n_wanted = visits(run->plan, sweep, least_ticks(point));
    if (agreed(sweep, point))
        point->n_wanted = point->n_ticks;
}

/* Sends what PASS measured of points FIRST and later: one timing a point, so that a log cut off
 * keeps every finished pass. */
static unsigned send_pass(struct probe_run *run, const struct sweep *sweep, unsigned first,
                          unsigned pass)
{
    unsigned sent = 0;

    for (unsigned i = first; i < sweep->n_points; i++) {
        const struct point *point = &points[i];

        if (point->n_ticks > 0 && point->pass == pass) {
            probe_sample(run, sweep->x[i], sweep->n_x, point->ops,
                         &point->ticks[point->n_ticks - 1], 1);
            sent++;
        }
    }
    return sent;
}

/* The time that has passed, added up point by point: a narrow counter wraps many times in a sweep.
 */
struct watch {
    uint64_t last_ticks, spent_ticks;
};

static void look_at(struct watch *watch)
{
    uint64_t now_ticks = hal_timer_now_ticks();
    uint64_t ticks = measure_between_ticks(watch->last_ticks, now_ticks);

    if (ticks != MEASURE_NONE)
        watch->spent_ticks += ticks;
    watch->last_ticks = now_ticks;
}

/* Returns true when another timing of the point costs little: no more than the laps before it. */
static bool cheap(const struct plan *plan, const struct point *point)
{
    return point->n_ticks > 0 && least_ticks(point) <= LONG_SAMPLES * plan->sample_ticks;
}

/* One timing of each point; ONLY_CHEAP: once the budget is spent. */
static void measure_pass(struct probe_run *run, const struct sweep *sweep, unsigned first,
                         unsigned pass, bool only_cheap, struct watch *watch)
{
    shuffle(run, first, sweep->n_points);
    for (unsigned k = 0; k < sweep->n_points - first; k++) {
        struct point *point = &points[order[k]];

        if (!point->failed && (point->n_wanted == 0 || pass < point->n_wanted) &&
            (!only_cheap || cheap(run->plan, point)))
            visit(run, sweep, order[k], pass);
        look_at(watch);
    }
}

enum { FEWEST_PASSES = 2 };

/* Times points FIRST and later; the first passes are made whatever they take. */
static unsigned measure_from(struct probe_run *run, const struct sweep *sweep, unsigned first,
                             uint64_t budget_ticks)
{
    struct watch watch = { .last_ticks = hal_timer_now_ticks() };
    unsigned sent = 0;

    for (unsigned i = first; i < sweep->n_points; i++)
        points[i] = (struct point){ 0 };
    for (unsigned pass = 0; pass < most_passes(run->plan, sweep); pass++) {
        bool spent = budget_ticks > 0 && watch.spent_ticks > budget_ticks;

        if (pass > 0 && sweep->renew && sweep->renew(sweep->kernel.ctx) != 0)
            break;
        measure_pass(run, sweep, first, pass, pass >= FEWEST_PASSES && spent, &watch);
        sent += send_pass(run, sweep, first, pass);
    }
    return sent;
}

/* Lowest or SECOND lowest cost of point I, which was timed at least once, in 1/256 ticks an
 * operation. */
static uint64_t lowest(unsigned i, bool second)
{
    uint64_t least = MEASURE_NONE, next = MEASURE_NONE;

    for (unsigned k = 0; k < points[i].n_ticks; k++) {
        uint64_t ticks = points[i].ticks[k];

        if (ticks < least) {
            next = least;
            least = ticks;
        } else if (ticks < next) {
            next = ticks;
        }
    }
    return ((second && next != MEASURE_NONE ? next : least) << 8) / points[i].ops;
}

/* The measured point with the smallest x above that of point I, the second x the same; n_points:
 * none. */
static unsigned next_above(const struct sweep *sweep, unsigned i)
{
    unsigned next = sweep->n_points;

    for (unsigned k = 0; k < sweep->n_points; k++)
        if (points[k].n_ticks > 0 && sweep->x[k][1] == sweep->x[i][1] &&
            sweep->x[k][0] > sweep->x[i][0] &&
            (next == sweep->n_points || sweep->x[k][0] < sweep->x[next][0]))
            next = k;
    return next;
}

/* Adds up to SWEEP_REFINED points between points I and NEXT, where they fit. */
static void refine_between(struct sweep *sweep, unsigned i, unsigned next)
{
    uint64_t a = sweep->x[i][0], b = sweep->x[next][0];
    uint64_t last = a;

    for (unsigned k = 1; k <= SWEEP_REFINED && sweep->n_points < SWEEP_POINTS; k++) {
        uint64_t x = a + (b - a) * k / (SWEEP_REFINED + 1);

        x -= x % sweep->grain;
        if (x <= last || x >= b)
            continue;
        sweep->x[sweep->n_points][0] = last = x;
        sweep->x[sweep->n_points++][1] = sweep->x[i][1];
    }
}

/* Returns true when the cost rises from point I to point NEXT by a sixteenth, and by more than the
 * repetitions of the steadier one are apart: noise is not worth more points. */
static bool rises(unsigned i, unsigned next)
{
    uint64_t low = lowest(i, false), high = lowest(next, false);
    uint64_t noise = lowest(i, true) - low, noise_next = lowest(next, true) - high;

    return high > low + low / 16 && high - low > (noise < noise_next ? noise : noise_next);
}

/* Ticks of the fewest visits to what a gap below point I is refined by. */
static uint64_t refining_ticks(unsigned i)
{
    return (uint64_t)SWEEP_REFINED * FEWEST_PASSES * LAPS_OF_VISIT * least_ticks(&points[i]);
}

/* One round of more points in the gaps where the cost rises. The first gaps come first: their laps
 * are short. */
static void refine(struct sweep *sweep)
{
    unsigned n = sweep->n_points; /* the points that are measured already */
    uint64_t spent_ticks = 0;

    for (unsigned i = 0; i < n; i++) {
        unsigned next = points[i].n_ticks > 0 ? next_above(sweep, i) : n;

        if (next < n && rises(i, next)) {
            spent_ticks += refining_ticks(next);
            if (sweep->refining_ticks == 0 || spent_ticks <= sweep->refining_ticks)
                refine_between(sweep, i, next);
        }
        for (unsigned k = n; k < sweep->n_points; k++)
            points[k].n_ticks = 0;
    }
}

static void send_reference(struct probe_run *run, const struct sweep *sweep)
{
    probe_series_beside(run, "add_chain", sweep->name);
    for (unsigned i = 0; i < sweep->n_points; i++)
        if (points[i].n_ticks > 0)
            probe_sample(run, sweep->x[i], sweep->n_x, reference_ops, points[i].reference_ticks,
                         points[i].n_ticks);
    probe_done(run, "add_chain", RECORD_END_OK);
}

enum record_end sweep_run(struct probe_run *run, struct sweep *sweep)
{
    reference_ops =
        measure_enough_ops(run->plan, reference_kernel(REFERENCE_ADD), REFERENCE_LAP, 0);
    probe_series(run, sweep->name, sweep->keys);
    uint64_t parts = sweep->rounds + 3; /* three for the first points */
    uint64_t part_ticks = sweep->budget_ticks / parts + (sweep->budget_ticks % parts > 0);
    unsigned sent = measure_from(run, sweep, 0, 3 * part_ticks);
    for (unsigned round = 0; round < sweep->rounds; round++) {
        unsigned first = sweep->n_points;

        refine(sweep);
        sent += measure_from(run, sweep, first, part_ticks);
    }
    enum record_end end = sent > 0 ? RECORD_END_OK : RECORD_END_CLOCK_BACK;
    probe_done(run, sweep->name, end);
    if (sent > 0)
        send_reference(run, sweep);
    return end;
}

unsigned sweep_lowest(const struct sweep *sweep, struct estimate_point *at)
{
    unsigned n = 0;

    for (unsigned i = 0; i < sweep->n_points; i++)
        if (points[i].n_ticks > 0)
            at[n++] = (struct estimate_point){ sweep->x[i][0], lowest(i, false) };
    return n;
}
