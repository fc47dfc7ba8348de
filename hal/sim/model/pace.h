/* Time against cycles of a machine whose clock depends on how many contexts are busy. */
#ifndef SIM_PACE_H
#define SIM_PACE_H

#include "state.h"

/* Makes the pace of MACHINE; NULL without memory. Free with free(). */
struct sim_pace *sim_pace_new(void);

/* Returns true where the clock of MACHINE depends on busy contexts. */
bool sim_pace_is_modelled(const struct sim_machine *machine);

/* Returns the time at M's clock of cycles, 1/16 cycles of the usual clock. */
uint64_t sim_pace_time_16ths(const struct sim_model *m);

/* From M's clock on N_CONTEXTS are busy; nothing without a pace. */
void sim_pace_busy(struct sim_model *m, unsigned n_contexts);

#endif
