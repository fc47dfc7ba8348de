/* The scoreboard, for the model's own files. */
#ifndef SIM_SCORE_H
#define SIM_SCORE_H

#include "state.h"

/* Lets the clock of M go on until all that is under way has left the window. */
void sim_score_drain(struct sim_model *m);

#endif
