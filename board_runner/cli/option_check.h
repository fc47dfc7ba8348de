/* Checks options of probes before anything is opened. */
#ifndef OPTION_CHECK_H
#define OPTION_CHECK_H

#include "plan.h"

/* Where the image of PLAN is a program of this machine, asks it whether it takes the options:
 * IMAGE --list OPTION..., which measures nothing. Returns 0, or EXIT_USAGE after its message. Any
 * other failure of the image is left to the run. */
int option_check(const struct plan *plan);

#endif
