/* Time of a whole run where every instruction takes a cycle and accesses follow each other, as on
 * the simulated board: from the counts of the whole run, so that no burst stands for others. */
#ifndef WHOLE_RUN_H
#define WHOLE_RUN_H

#include "core_model.h"

/* Fills R with the cycles of the whole of S on the machine of L, which was made for S. Returns 0,
 * or -1 without memory; then *R is empty. */
int whole_run(struct core_model *r, const struct signature *s, const struct levels *l);

#endif
