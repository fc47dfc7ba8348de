/* Holds the values of a machine file against each other. */
#ifndef SIM_MACHINE_CHECK_H
#define SIM_MACHINE_CHECK_H

#include "machine_parser.h"

/* Counts levels and described operations; fails unless what is required is there and the values fit
 * each other. */
void machine_check(struct machine_parser *p);

#endif
