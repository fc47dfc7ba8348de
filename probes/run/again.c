/* Calls probes that time again what they timed, as long as that takes little of the run. */
#include "again.h"
#include "hal/timer.h"
#include "lib/measure.h"

enum {
    MOST_PROBES = 9,
    MOST_SHARE = 16, /* a sixteenth of the run */
};

static struct {
    const struct probe *probe[MOST_PROBES];
    struct probe_run run[MOST_PROBES];
    unsigned n;
    uint64_t last, passed_ticks, spent_ticks; /* by those that have no share of their own */
    uint64_t own_ticks[MOST_PROBES];          /* by those that have */
} all;

/* Ticks since it was called last; 0 where the clock went back. */
static uint64_t passed(void)
{
    uint64_t now = hal_timer_now_ticks(), ticks = measure_between_ticks(all.last, now);

    all.last = now;
    return ticks == MEASURE_NONE ? 0 : ticks;
}

void again_begin(void)
{
    all.n = 0;
    all.last = hal_timer_now_ticks();
    all.passed_ticks = all.spent_ticks = 0;
}

void again_add(const struct probe *probe, const struct probe_run *run)
{
    if (!probe->extra || !probe->extra->again || all.n == MOST_PROBES)
        return;
    all.probe[all.n] = probe;
    all.own_ticks[all.n] = 0;
    all.run[all.n++] = *run;
}

static unsigned share_of(unsigned i)
{
    return all.probe[i]->extra->again_share;
}

void probe_again(void)
{
    for (unsigned i = 0; i < all.n; i++)
        if (share_of(i) == 0)
            all.probe[i]->extra->again(&all.run[i]);
}

/* Calls those that have a share of their own and did not use it up. */
static void again_by_share(void)
{
    for (unsigned i = 0; i < all.n; i++) {
        if (share_of(i) == 0 || all.own_ticks[i] > all.passed_ticks / share_of(i))
            continue;
        all.probe[i]->extra->again(&all.run[i]);
        all.own_ticks[i] += passed();
    }
}

void probe_between(void)
{
    all.passed_ticks += passed();
    again_by_share();
    if (all.spent_ticks > all.passed_ticks / MOST_SHARE)
        return;
    probe_again();
    all.spent_ticks += passed();
}

void again_send(void)
{
    for (unsigned i = 0; i < all.n; i++)
        all.probe[i]->extra->send_again(&all.run[i]);
    all.n = 0;
}
