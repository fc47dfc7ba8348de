/* Visits large working sets, the smallest first, each until its laps have settled.
 *
 * Series cache_visits, with cache_size: x = working set, bytes : visit, from 0. A sample is a
 * settled lap. 0 : visit is the reference chain of that visit; the greatest x, a lap in memory that
 * no cache has lines of. */
#include "visits.h"
#include "hal/timer.h"
#include "lib/far_memory.h"
#include "lib/granted.h"
#include "lib/measure.h"
#include "lib/reference.h"
#include "lib/windows.h"

enum {
    SETS = 40,
    VISITS = 24, /* of a thorough run; a quick one makes a quarter */
    PER_OCTAVE = 4,
    FEW_FROM_BYTES = 32 << 20, /* from here on half as many; in a quick run from a quarter of it */
    LEAST_BYTES = 2 << 20,
    MOST_BYTES = 64 << 20, /* in a thorough run twice as much, in a quick one half */
    MOST_LAPS = 48,
    SETTLED = 64, /* laps cost the same that are apart by less than this part */
    PATIENCE = 6,
    FEWEST_VISITS = 3, /* made at the end where fewer came */
    SLICES = 4,        /* of COLD: a visit walks one of them */
    SLICE_BYTES = 16 << 20,
    COLD_BYTES =
        SLICES * SLICE_BYTES, /* what is walked from one visit of a line to the next is more */
    VISIT_PARTS = 1,          /* of a second: no visit takes longer */
    WARM_PARTS = 25, /* nor does one set take longer to settle; of a quick run half of it */
};

static struct {
    struct hal_block block, cold; /* COLD is for what no cache has */
    struct chase chase;
    struct far_walker walker;
    uint64_t bytes[SETS], ops[SETS], reference_ops;
    unsigned n_sets, n_visits, most_visits;
    uint64_t warm_ticks; /* no set takes longer to settle */
    uint64_t cold_ops, cold_ticks[VISITS];
    uint64_t ticks[VISITS][SETS], reference_ticks[VISITS]; /* 0: not timed */
} all;

/* What is not less lies beyond the second level, or the first of two. What the board takes for a
 * further level may be a set that was not admitted yet. */
static uint64_t first_bytes(const struct plan *plan)
{
    unsigned inner_level = plan->n_caches > 2 ? 1 : 0;
    uint64_t inner = plan->n_caches > 1 ? plan->cache_bytes[inner_level] : 0;

    return inner + inner / 2 > LEAST_BYTES ? inner + inner / 2 : LEAST_BYTES;
}

static void choose_sets(uint64_t least_bytes, uint64_t most_bytes, uint64_t few_from)
{
    all.n_sets = 0;
    for (uint64_t octave = LEAST_BYTES; octave <= most_bytes; octave *= 2)
        for (unsigned k = 0; k < PER_OCTAVE; k += octave < few_from ? 1 : 2) {
            uint64_t bytes = octave + octave / PER_OCTAVE * k;

            if (bytes >= least_bytes && bytes <= most_bytes && all.n_sets < SETS)
                all.bytes[all.n_sets++] = bytes;
        }
}

/* Laps over set I until PATIENCE in a row cost the same; the least of these, or of the last two
 * where time is over before, 0: none was timed. Of a set that grew, the first lap finds lines that
 * later ones miss. */
static uint64_t settled_ticks(unsigned i)
{
    const struct measure_kernel kernel = { far_walk, &all.walker };
    uint64_t begin = hal_timer_now_ticks(), mark = 0, last = MEASURE_NONE, least = MEASURE_NONE;

    all.ops[i] = chase_lay(&all.chase, (size_t)(all.bytes[i] / all.chase.slot_bytes));
    all.walker.at = all.chase.base;
    far_walk(&all.walker, all.ops[i]);
    for (unsigned lap = 0, settled = 0; lap < MOST_LAPS && settled < PATIENCE; lap++) {
        uint64_t ticks = measure_ticks(&kernel, all.ops[i]);
        uint64_t apart = ticks < mark ? mark - ticks : ticks - mark;

        settled = apart > mark / SETTLED ? 0 : settled + 1;
        if (settled == 0) {
            mark = ticks;
            least = last;
        }
        least = ticks < least ? ticks : least;
        last = ticks;
        if (lap > 0 && measure_late(begin, all.warm_ticks))
            break;
    }
    return least == MEASURE_NONE ? 0 : least;
}

/* Lays a lap in each slice of memory of its own. */
static void lay_cold(uint64_t seed)
{
    struct far_walker walker;

    if (chase_alloc(&all.cold, COLD_BYTES, COLD_BYTES) != 0)
        all.cold = (struct hal_block){ 0 };
    for (unsigned i = 0; all.cold.size_bytes > 0 && i < SLICES; i++)
        all.cold_ops = far_lay(&walker, &all.cold, (size_t)i * SLICE_BYTES, SLICE_BYTES, seed);
}

static const uint64_t halves[] = { 1, 2, 4 }; /* of MOST_BYTES, by effort */

void visits_take(const struct plan *plan, struct hal_block *block, const struct chase *chase)
{
    uint64_t most = (uint64_t)MOST_BYTES / 2 * halves[plan->effort];

    if (HAL_ALONE || measure_second_ticks() == 0)
        return;
    choose_sets(first_bytes(plan), block->size_bytes < most ? block->size_bytes : most,
                plan->effort == EFFORT_QUICK ? FEW_FROM_BYTES / 4 : FEW_FROM_BYTES);
    all.n_visits = 0;
    all.reference_ops = measure_enough_ops(plan, reference_kernel(REFERENCE_ADD), REFERENCE_LAP, 0);
    if (all.n_sets < PER_OCTAVE || all.reference_ops == 0)
        return;
    all.most_visits = VISITS / 4U << plan->effort;
    all.warm_ticks =
        measure_second_ticks() / (plan->effort == EFFORT_QUICK ? 2 * WARM_PARTS : WARM_PARTS);
    lay_cold(plan->seed);
    all.chase = *chase;
    chase_init(&all.chase);
    all.block = *block;
    *block = (struct hal_block){ 0 };
}

/* Times a slice that was last touched SLICES visits ago: memory alone has its lines, while an outer
 * level may keep a part of any lap. 0: it was not timed. */
static uint64_t cold_ticks(unsigned v)
{
    const struct measure_kernel kernel = { far_walk, &all.walker };

    if (all.cold.size_bytes == 0)
        return 0;
    all.walker.at = (char *)all.cold.start + (size_t)(v % SLICES) * SLICE_BYTES;
    uint64_t ticks = measure_ticks(&kernel, all.cold_ops);
    return ticks == MEASURE_NONE ? 0 : ticks;
}

void visits_again(struct probe_run *run)
{
    uint64_t begin = hal_timer_now_ticks();
    unsigned v = all.n_visits;

    (void)run;
    if (HAL_ALONE || all.block.size_bytes == 0 || v == all.most_visits)
        return;
    uint64_t chain_ticks = reference_ticks(all.reference_ops);
    if (chain_ticks == MEASURE_NONE)
        return;
    all.reference_ticks[v] = chain_ticks;
    all.cold_ticks[v] = cold_ticks(v);
    for (unsigned i = 0;
         i < all.n_sets && !measure_late(begin, measure_second_ticks() / VISIT_PARTS); i++)
        all.ticks[v][i] = settled_ticks(i);
    all.n_visits++;
}

unsigned visits_points(const struct plan *plan, uint64_t most_bytes)
{
    unsigned sets = 0, visits = VISITS / 8U << plan->effort; /* half as many as may be */

    if (HAL_ALONE)
        return 0;
    for (uint64_t octave = LEAST_BYTES; octave < most_bytes && octave < MOST_BYTES; octave *= 2)
        sets += PER_OCTAVE;
    return sets < PER_OCTAVE ? 0 : visits * (sets + 2);
}

static void send(struct probe_run *run, uint64_t bytes, unsigned visit, uint64_t ops,
                 uint64_t ticks)
{
    const uint64_t x[] = { bytes, visit };

    if (ticks > 0)
        probe_sample(run, x, 2, ops, &ticks, 1);
}

void visits_send(struct probe_run *run)
{
    if (HAL_ALONE || all.block.size_bytes == 0)
        return;
    while (all.n_visits < FEWEST_VISITS) {
        unsigned before = all.n_visits;

        visits_again(run);
        if (all.n_visits == before) /* the clock goes back */
            break;
    }
    probe_series_beside(run, "cache_visits", run->name);
    for (unsigned v = 0; v < all.n_visits && run->out->err == 0; v++) {
        send(run, 0, v, all.reference_ops, all.reference_ticks[v]);
        for (unsigned i = 0; i < all.n_sets; i++)
            send(run, all.bytes[i], v, all.ops[i], all.ticks[v][i]);
        send(run, all.bytes[all.n_sets - 1] + COLD_BYTES, v, all.cold_ops, all.cold_ticks[v]);
    }
    probe_done(run, "cache_visits", RECORD_END_OK);
    hal_free(&all.cold);
    hal_free(&all.block);
}
