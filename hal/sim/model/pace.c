/* Time against cycles of a machine whose clock depends on how many contexts are busy. */
#include "pace.h"
#include <stdlib.h>

/* Contexts count cycles. From each change of the number of busy contexts on a cycle takes a time of
 * its own, the same for all; contexts that are a little behind such a change count back from it. */

struct sim_pace *sim_pace_new(void)
{
    struct sim_pace *p = calloc(1, sizeof *p);

    if (p)
        *p = (struct sim_pace){ .busy = 1, .before_16ths = SIM_16THS };
    return p;
}

bool sim_pace_is_modelled(const struct sim_machine *m)
{
    return m->busy_clock_16ths > SIM_16THS || m->throttle_16ths > SIM_16THS;
}

static uint64_t scaled(uint64_t cycles_16ths, uint64_t times_16ths)
{
    return cycles_16ths / SIM_16THS * times_16ths +
           cycles_16ths % SIM_16THS * times_16ths / SIM_16THS;
}

/* Sixteenths that a cycle takes with BUSY contexts, before the clock is throttled. */
static uint64_t cycle_16ths(const struct sim_machine *m, unsigned busy)
{
    return SIM_16THS + (m->busy_clock_16ths - SIM_16THS) * (busy - 1) / (m->cores - 1);
}

/* Cycles with all contexts busy until the clock is throttled. */
static uint64_t unthrottled_16ths(const struct sim_machine *m)
{
    return m->throttle_after_ns * m->mhz / 1000 * SIM_16THS * SIM_16THS / m->busy_clock_16ths;
}

static uint64_t time_at(const struct sim_model *m, uint64_t clock_16ths)
{
    const struct sim_pace *p = m->pace;
    uint64_t times = cycle_16ths(&m->machine, p->busy);

    if (clock_16ths < p->clock_16ths)
        return p->time_16ths - scaled(p->clock_16ths - clock_16ths, p->before_16ths);
    uint64_t passed = clock_16ths - p->clock_16ths, fast = passed;
    if (m->machine.throttle_after_ns > 0 && p->busy == m->machine.cores &&
        passed > unthrottled_16ths(&m->machine))
        fast = unthrottled_16ths(&m->machine);
    return p->time_16ths + scaled(fast, times) +
           scaled(passed - fast, times * m->machine.throttle_16ths / SIM_16THS);
}

uint64_t sim_pace_time_16ths(const struct sim_model *m)
{
    return m->pace ? time_at(m, m->clock_16ths) : m->clock_16ths;
}

void sim_pace_busy(struct sim_model *m, unsigned n_contexts)
{
    struct sim_pace *p = m->pace;

    if (!p || n_contexts == 0 || n_contexts == p->busy)
        return;
    uint64_t now = time_at(m, m->clock_16ths);
    p->before_16ths = cycle_16ths(&m->machine, p->busy);
    p->busy = n_contexts;
    p->clock_16ths = m->clock_16ths;
    p->time_16ths = now;
}
