/* The texts of --help and --list. */
#ifndef HELP_H
#define HELP_H

#include "options.h"
#include <stdbool.h>

/* Writes the usage with every key that there is to the console. False: not all of it left. */
bool help_print(void);

/* Writes one line for each probe to the console, in the order of a run, and below it the keys that
 * it takes: those that OPTIONS name, or all where they name none. False: not all of it left. */
bool help_list(const struct options *options);

#endif
