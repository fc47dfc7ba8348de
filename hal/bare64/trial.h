/* Instructions that may fault. */
#ifndef TRIAL_H
#define TRIAL_H

#include "bare.h"
#include <stdbool.h>
#include <stdint.h>

/* Some things are known only after they were tried: whether somebody listens for semihosting,
 * whether a counter may be read, whether memory is there. On the first core, before others run:
 * trial_begin() and trial_end() (bare.h). */

/* For the port's handler: returns whether the fault is one of a trial, so that the instruction is
 * to be skipped. */
bool trial_fault(void);

/* Returns whether 8 bytes at ADDRESS, a multiple of 8, hold what is written there; what was there
 * before is restored. */
bool trial_memory(uintptr_t address);

#endif
