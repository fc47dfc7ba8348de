/* Interrupts, jitter, outliers and drift of the modelled clock. */
#ifndef SIM_NOISE_H
#define SIM_NOISE_H

#include "state.h"
#include <stdbool.h>
#include <stdint.h>

/* Sets up what the machine of M says of noise. */
void sim_noise_make(struct sim_model *m);

/* Charges the interrupts that are due; to be called when the clock reaches
 * noise.next_interrupt_16ths. */
void sim_noise_interrupt(struct sim_model *m);

/* Lets COST_16THS pass, and the interrupts that come in that time. */
static inline void sim_noise_pass(struct sim_model *m, uint64_t cost_16ths)
{
    m->clock_16ths += cost_16ths;
    if (m->clock_16ths >= m->noise.next_interrupt_16ths)
        sim_noise_interrupt(m);
}

/* Tells that the context has nothing to do for TIME_16THS: noise is a share of what is done. */
void sim_noise_idle(struct sim_model *m, uint64_t time_16ths);

/* Returns true while a neighbour has half of the core. */
bool sim_noise_shared(const struct sim_model *m);

/* Disturbs what passed since the last reading of the clock. */
void sim_noise_disturb(struct sim_model *m);

#endif
