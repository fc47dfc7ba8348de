/* The kernels that a board has timed, watched, and what no probe measures fitted to them. */
#ifndef PROFILE_KERNELS_H
#define PROFILE_KERNELS_H

#include "profile/options.h"

/* Writes Q's output from Q's log. Returns the exit status of the program; says what is wrong. */
int profile_kernels(const struct request *q);

#endif
