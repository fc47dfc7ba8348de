/* Time against cycles of a core whose clock depends on wide operations. */
#include "licence.h"

/* The model counts cycles. What they take beyond those of the usual clock is added up here: while a
 * licence is asked for and while it is held, each cycle takes so many times as long. */

static uint64_t less(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Cycles of the clock, 1/16, that pass in NS nanoseconds where each takes TIMES_16THS sixteenths.
 */
static uint64_t cycles_16ths(const struct sim_model *m, uint64_t ns, uint64_t times_16ths)
{
    return ns * m->machine.mhz / 1000 * SIM_16THS * SIM_16THS / times_16ths;
}

/* What the time from FROM to TO takes beyond that, where a cycle takes TIMES_16THS sixteenths. */
static uint64_t beyond(uint64_t from, uint64_t to, uint64_t times_16ths)
{
    return to > from ? (to - from) * (times_16ths - SIM_16THS) / SIM_16THS : 0;
}

static uint64_t ends_16ths(const struct sim_model *m)
{
    const struct sim_machine *c = &m->machine;

    return m->licence.last_16ths + cycles_16ths(m, c->licence_held_ns, c->licence_clock_16ths);
}

/* Adds what has passed since it was last counted. */
static void count(struct sim_model *m)
{
    struct sim_licence *l = &m->licence;
    uint64_t now = m->clock_16ths, granted = l->granted_16ths, from = l->counted_16ths;

    l->counted_16ths = now;
    if (l->last_16ths == 0)
        return;
    l->beyond_16ths += beyond(from, less(now, granted), m->machine.licence_slow_16ths);
    l->beyond_16ths += beyond(from > granted ? from : granted, less(now, ends_16ths(m)),
                              m->machine.licence_clock_16ths);
}

void sim_licence_use(struct sim_model *m)
{
    struct sim_licence *l = &m->licence;

    count(m);
    if (l->last_16ths == 0 || m->clock_16ths >= ends_16ths(m))
        l->granted_16ths = m->clock_16ths + cycles_16ths(m, m->machine.licence_after_ns,
                                                         m->machine.licence_slow_16ths);
    l->last_16ths = m->clock_16ths > 0 ? m->clock_16ths : 1;
}

uint64_t sim_licence_time_16ths(struct sim_model *m)
{
    if (m->machine.licence_type == 0)
        return m->clock_16ths;
    count(m);
    return m->clock_16ths + m->licence.beyond_16ths;
}
