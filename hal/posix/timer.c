/* The clock of a POSIX system, as hal/timer.h has it. */
#include "clocks.h"
#include <hal/timer.h>
#include <stddef.h>

static uint64_t standstill_ticks(void)
{
    return 0;
}

/* In use until one is chosen, so that reading cannot fail even then. */
static const struct posix_clock no_clock = { "none", 64, 0, standstill_ticks };
static const struct posix_clock *chosen = &no_clock;
static uint64_t chosen_hz;

/* How far off the ends of a timing may be: the smaller, the better the clock. */
static double blur_ns(const struct posix_clock_facts *facts)
{
    return (double)facts->step_ticks * 1e9 / (double)facts->hz + facts->cost_ns;
}

int posix_timer_choose(const struct posix_clock *clocks, unsigned n)
{
    const struct posix_clock *best = NULL;
    struct posix_clock_facts best_facts = { 0, 0, 0 };

    for (unsigned i = 0; i < n; i++) {
        struct posix_clock_facts facts;
        if (posix_clock_measure(&clocks[i], &facts) != POSIX_CLOCK_OK)
            continue;
        if (best == NULL || blur_ns(&facts) < blur_ns(&best_facts)) {
            best = &clocks[i];
            best_facts = facts;
        }
    }
    if (best == NULL)
        return -1;
    chosen = best;
    chosen_hz = best_facts.hz;
    return 0;
}

int hal_timer_start(void)
{
    return posix_timer_choose(posix_clocks, posix_clock_count);
}

uint64_t hal_timer_now_ticks(void)
{
    return chosen->now_ticks();
}

unsigned hal_timer_bits(void)
{
    return chosen->bits;
}

uint64_t hal_timer_hz(void)
{
    return chosen_hz;
}

const char *hal_timer_name(void)
{
    return chosen->name;
}
