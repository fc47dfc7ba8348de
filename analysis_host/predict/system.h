/* What the operating system takes while it runs a program. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include "machine.h"

/* Returns the cycles that M's system takes for the pages that the program of S touches first, for
 * its calls, and for the bytes that these move; 0 without a system. */
double system_cycles(const struct machine *m, const struct signature *s);

#endif
