/* A core that must be granted a licence before wide operations run at full rate. */
#ifndef SIM_LICENCE_H
#define SIM_LICENCE_H

#include "state.h"

/* Notes that a wide operation starts now. Where none has for as long as a licence is held, the core
 * is slow until it is granted another, and its clock is lower until that ends. */
void sim_licence_use(struct sim_model *m);

/* Returns the time that passed while M's clock of cycles went on, 1/16 cycles of the usual clock.
 */
uint64_t sim_licence_time_16ths(struct sim_model *m);

#endif
