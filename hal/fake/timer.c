/* A clock as the test scripts it. */
#include "fake.h"
#include <hal/timer.h>

int hal_timer_start(void)
{
    return fake.timer.stuck ? -1 : 0;
}

static uint64_t next_step_ticks(const struct fake_timer *t)
{
    return t->n_steps == 0 ? t->step_ticks : t->steps[(t->readings - 1) % t->n_steps];
}

uint64_t hal_timer_now_ticks(void)
{
    struct fake_timer *t = &fake.timer;

    t->readings++;
    if (t->readings == fake.report.fault_at_reading)
        fake.report.tell(fake.report.fault);
    if (!t->stuck)
        t->now_ticks += next_step_ticks(t);
    if (t->readings == t->back_at_reading)
        t->now_ticks -= t->back_ticks;
    return (t->now_ticks - t->now_ticks % t->granularity_ticks) & (UINT64_MAX >> (64 - t->bits));
}

unsigned hal_timer_bits(void)
{
    return fake.timer.bits;
}

uint64_t hal_timer_hz(void)
{
    return fake.timer.hz;
}

const char *hal_timer_name(void)
{
    return fake.timer.name;
}
