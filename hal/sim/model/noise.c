/* Noise as the machine file says: each is a share of the time that passed, or an interrupt. */
#include "noise.h"
#include "load.h"
#include "policy/splitmix.h"
#include <string.h>

enum {
    DRIFT_PERIOD_US = 4000000, /* of the slow sine, virtual time */
    NORMAL_TERMS = 12,         /* sum of so many uniform numbers has variance 1 */
    FAR_AND_FEW = 1 << 16,     /* most interrupts whose pollution a leap of the clock catches up */
};

void sim_noise_make(struct sim_model *m)
{
    const struct sim_machine *c = &m->machine;
    uint64_t second_16ths = c->mhz * 1000000 * SIM_16THS;
    struct sim_noise *n = &m->noise;

    n->rng = ~c->seed;
    n->cost_16ths = c->interrupt_cost_ticks * SIM_16THS;
    n->period_16ths = c->interrupt_hz ? second_16ths / c->interrupt_hz : 0;
    n->next_interrupt_16ths = c->interrupt_hz ? n->period_16ths : UINT64_MAX;
    n->drift_period_16ths = c->mhz * DRIFT_PERIOD_US * SIM_16THS;
}

/* A load of a physical address that costs no time and needs no translation. */
static void load_foreign(struct sim_model *m, uint64_t physical)
{
    if (m->n_levels)
        sim_load_16ths(m, physical, physical);
}

static void pollute(struct sim_model *m)
{
    const uint64_t foreign_bytes = SIM_PHYSICAL_BYTES - SIM_FOREIGN_FIRST_BYTES;

    for (uint64_t i = 0; i < m->machine.pollution_lines; i++)
        load_foreign(m, SIM_FOREIGN_FIRST_BYTES +
                            splitmix_below(&m->noise.rng, (uint32_t)(foreign_bytes - 1)));
}

void sim_noise_interrupt(struct sim_model *m)
{
    struct sim_noise *n = &m->noise;

    for (unsigned i = 0; m->clock_16ths >= n->next_interrupt_16ths; i++) {
        m->clock_16ths += n->cost_16ths;
        n->next_interrupt_16ths += n->period_16ths;
        if (i < FAR_AND_FEW)
            pollute(m);
    }
}

void sim_noise_idle(struct sim_model *m, uint64_t time_16ths)
{
    struct sim_noise *n = &m->noise;

    n->last_read_16ths += time_16ths;
    if (n->period_16ths > 0)
        n->next_interrupt_16ths += time_16ths;
}

/* TIME * PPB / 10^9. PPB < 2^34 and TIME < 2^59 (a year at 1 GHz), so neither product overflows. */
static uint64_t share_of(uint64_t time, uint64_t ppb)
{
    return time / SIM_PPB * ppb + time % SIM_PPB * ppb / SIM_PPB;
}

static int64_t signed_share(uint64_t time, int64_t ppb)
{
    return ppb < 0 ? -(int64_t)share_of(time, (uint64_t)-ppb)
                   : (int64_t)share_of(time, (uint64_t)ppb);
}

/* A normal number times SD_PPB, parts per billion. */
static int64_t normal_ppb(uint64_t *rng, uint64_t sd_ppb)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < NORMAL_TERMS; i++)
        sum += splitmix_below(rng, 65536);
    sum -= NORMAL_TERMS * 65535 / 2;
    return sum * (int64_t)sd_ppb / 65536;
}

/* Sine of NOW in the drift period times DRIFT_PPB. Two parabolas: within 6 percent of a sine. */
static int64_t drift_ppb(const struct sim_model *m)
{
    uint64_t half = m->noise.drift_period_16ths / 2;
    uint64_t phase = m->clock_16ths % (half * 2);
    int64_t x = (int64_t)(phase % half * 1000 / half); /* 0 to 999 */
    int64_t ppb = (int64_t)m->machine.drift_ppb * (4 * x * (1000 - x) / 1000) / 1000;

    return phase < half ? ppb : -ppb;
}

/* Returns what the time since the last reading grows by, 1/16 cycles; not below minus that time. */
static int64_t disturbance(struct sim_model *m, uint64_t passed)
{
    const struct sim_machine *c = &m->machine;
    uint64_t *rng = &m->noise.rng;
    int64_t more = 0;

    if (c->jitter_ppb)
        more += signed_share(passed, normal_ppb(rng, c->jitter_ppb));
    if (c->drift_ppb)
        more += signed_share(passed, drift_ppb(m));
    if (c->outliers_ppb && splitmix_below(rng, SIM_PPB) < c->outliers_ppb)
        more += signed_share(passed, 9 * (int64_t)(splitmix_below(rng, SIM_PPB) + 1));
    return more < -(int64_t)passed ? -(int64_t)passed : more;
}

/* Loads the program's own lines, which all lie at the beginning of pages. */
static void use_hot_lines(struct sim_model *m)
{
    for (uint64_t i = 0; i < m->machine.hot_lines; i++)
        load_foreign(m, SIM_FOREIGN_FIRST_BYTES + i * m->machine.page_bytes);
}

/* Time is cut into stretches, each of which is shared or not, whatever happens in it. */
bool sim_noise_shared(const struct sim_model *m)
{
    const struct sim_machine *c = &m->machine;

    if (c->neighbour_ppb == 0)
        return false;
    uint64_t us = m->clock_16ths / (c->mhz * SIM_16THS);
    uint64_t draw = c->seed ^ us / (c->stretch_ns / 1000);
    return splitmix_below(&draw, SIM_PPB) < c->neighbour_ppb;
}

/* Gives the neighbour its part of the last level, or takes it back: neither finds its lines. */
static void change_hands(struct sim_model *m)
{
    struct sim_level *last = &m->level[m->n_levels - 1];
    struct sim_bank now = m->rest;

    m->rest = last->bank;
    last->bank = now;
    sim_bank_clear(&last->bank);
    memset(last->dirty, 0, (size_t)(SIM_PHYSICAL_BYTES >> last->shift) / 8);
    m->taken = !m->taken;
}

void sim_noise_disturb(struct sim_model *m)
{
    struct sim_noise *n = &m->noise;

    if (m->rest.tags && sim_noise_shared(m) != m->taken)
        change_hands(m);
    use_hot_lines(m);
    m->clock_16ths += (uint64_t)disturbance(m, m->clock_16ths - n->last_read_16ths);
    n->last_read_16ths = m->clock_16ths;
}
