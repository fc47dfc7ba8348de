/* The execution units of a board, as answers core.units and op.OP.units have them. */
#ifndef MACHINE_UNITS_H
#define MACHINE_UNITS_H

#include "machine.h"

/* Fills m->units from the results of M. Where they have no units, or doubtful ones, m->units stay
 * 0, and *WHY says which; else *WHY is NULL. */
void machine_find_units(struct machine *m, const char **why);

#endif
