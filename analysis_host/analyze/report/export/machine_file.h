/* Machine files for the simulated board (hal/sim/README.md), from answers. */
#ifndef EXPORT_MACHINE_FILE_H
#define EXPORT_MACHINE_FILE_H

#include "kind.h"

/* How large the last cache is said to be: at its bounds, traffic is as far off as it can be. */
enum machine_last { MACHINE_NOMINAL, MACHINE_LOW, MACHINE_HIGH };

/* Writes the machine of E's log. Refuses without sizes, lines and latencies; what else is not known
 * is left at the board's default or simplified, and a comment says so. */
void machine_file(struct exporter *e, enum machine_last last);

#endif
