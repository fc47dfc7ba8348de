/* Times kernels with whatever clock there is. */
#include "measure.h"
#include "hal/timer.h"

enum {
    TRIES = 4,
    CLOCK_READS = 2000,
    SLOW_CLOCK_READS = 256,
    MOST_READS = 1 << 26, /* a clock that shows no step in so many is taken to step by 1 */
    STEPS_A_SAMPLE = 64,  /* below about 20 steps most points are wrong whatever the repetitions */
    READINGS_A_SAMPLE = 16,      /* of a slow target: a reading takes many steps of its clock */
    SLOW_SECOND_TICKS = 1 << 21, /* in the place of a second: all probes of --slow have ten */
    SAMPLES_A_SECOND = 100000, /* 10 us: long against a clock reading, short against a time slot */
    MOST_DOUBLINGS = 40,
    STOPPED_OPS_LOG2 = 28, /* a clock that has not moved in so many operations has stopped */
};

static bool is_slow; /* the run's target, by its plan */

uint64_t measure_between_ticks(uint64_t begin, uint64_t end)
{
    unsigned bits = hal_timer_bits();
    uint64_t mask = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    uint64_t ticks = (end - begin) & mask;

    return ticks > mask / 2 ? MEASURE_NONE : ticks;
}

void measure_lowest_two(const uint64_t *ticks, unsigned n, uint64_t *least, uint64_t *next)
{
    *least = *next = MEASURE_NONE;
    for (unsigned i = 0; i < n; i++) {
        if (ticks[i] < *least) {
            *next = *least;
            *least = ticks[i];
        } else if (ticks[i] < *next) {
            *next = ticks[i];
        }
    }
}

static void take_time(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)n;
    plan->budget_seconds = values[0];
}

const struct probe_option measure_time = {
    .key = "time",
    .value = "SECONDS",
    .about = "time limit of a probe",
    .wanted = "a number from 1 to 3600, as in time=60",
    .least = 1,
    .most = 3600,
    .n_values = 1,
    .take = take_time,
};

uint64_t measure_second_ticks(void)
{
    uint64_t hz = hal_timer_hz();

    return is_slow && (hz == 0 || hz > SLOW_SECOND_TICKS) ? SLOW_SECOND_TICKS : hz;
}

uint64_t measure_budget_ticks(const struct plan *plan, uint64_t tenths)
{
    if (plan->budget_seconds > 0)
        return hal_timer_hz() * plan->budget_seconds;
    return measure_second_ticks() / 10 * tenths;
}

bool measure_late(uint64_t begin, uint64_t budget_ticks)
{
    uint64_t ticks = measure_between_ticks(begin, hal_timer_now_ticks());

    return budget_ticks > 0 && ticks != MEASURE_NONE && ticks > budget_ticks;
}

/* Smallest step that some hundred readings in a row show; a coarse clock is waited for.
 * *ALL_STEP: each of them took a step or more. */
static uint64_t smallest_step_ticks(bool *all_step)
{
    const unsigned reads = is_slow ? SLOW_CLOCK_READS : CLOCK_READS;
    uint64_t smallest = MEASURE_NONE;
    uint64_t last = hal_timer_now_ticks();

    for (unsigned i = 0; i < reads || (smallest == MEASURE_NONE && i < MOST_READS); i++) {
        uint64_t now = hal_timer_now_ticks();
        uint64_t step = measure_between_ticks(last, now);

        if (step != 0 && step < smallest)
            smallest = step;
        *all_step = *all_step && step != 0;
        last = now;
    }
    return smallest == MEASURE_NONE ? 1 : smallest;
}

void measure_clock(struct plan *plan)
{
    uint64_t at_least = hal_timer_hz() / SAMPLES_A_SECOND;
    bool all_step = true;

    is_slow = plan->slow;
    plan->tick_min = smallest_step_ticks(&all_step);
    plan->sample_ticks = plan->tick_min * STEPS_A_SAMPLE;
    if (plan->slow) /* a reading that takes many steps of the clock shows no small one */
        plan->sample_ticks = all_step ? plan->tick_min * READINGS_A_SAMPLE : plan->sample_ticks;
    else if (plan->sample_ticks < at_least)
        plan->sample_ticks = at_least;
}

uint64_t measure_least_sample_ticks(const struct plan *plan)
{
    return plan->slow ? plan->sample_ticks : plan->tick_min * STEPS_A_SAMPLE;
}

uint64_t measure_ticks(const struct measure_kernel *kernel, uint64_t ops)
{
    uint64_t ticks = MEASURE_NONE;

    for (unsigned i = 0; i < TRIES && ticks == MEASURE_NONE; i++) {
        uint64_t begin = hal_timer_now_ticks();
        kernel->run(kernel->ctx, ops);
        uint64_t end = hal_timer_now_ticks();

        ticks = measure_between_ticks(begin, end);
    }
    return ticks;
}

bool measure_is_long(uint64_t ticks, unsigned n, uint64_t enough_ticks)
{
    return ticks >= (n == 0 ? enough_ticks : enough_ticks / 2);
}

unsigned measure_rounds(const struct measure_kernel *kernel, uint64_t ops, uint64_t *ticks,
                        unsigned rounds)
{
    unsigned n = 0;

    for (unsigned r = 0; r < rounds && ops > 0; r++) {
        uint64_t took = measure_ticks(kernel, ops);

        if (took != MEASURE_NONE)
            ticks[n++] = took;
    }
    return n;
}

uint64_t measure_enough_ops(const struct plan *plan, const struct measure_kernel *kernel,
                            uint64_t lap_ops, uint64_t *ticks)
{
    uint64_t ops = lap_ops;

    for (unsigned i = 0; i < MOST_DOUBLINGS; i++, ops *= 2) {
        uint64_t took = measure_ticks(kernel, ops);

        /* An interruption makes few operations look like enough: only a second timing shows. */
        if (took != MEASURE_NONE && took >= plan->sample_ticks) {
            uint64_t again = measure_ticks(kernel, ops);

            took = again < took ? again : took;
        }
        if (took == MEASURE_NONE || (took == 0 && ops >> STOPPED_OPS_LOG2 != 0))
            return 0;
        if (took >= plan->sample_ticks || ops > UINT64_MAX / 4) {
            if (ticks)
                *ticks = took;
            return ops;
        }
    }
    return ops;
}
