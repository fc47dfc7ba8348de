/* The clock that a bare image measures with, chosen at its start. */
#ifndef CHOSEN_CLOCK_H
#define CHOSEN_CLOCK_H

#include "clock_choice.h"

/* Fills *CHOICE with the clock that somebody outside keeps, where there is one (model_clock.h),
 * else as clock_choose() does from CLOCKS, which ends with NULL and begins with the core's own
 * counter; and notes which it is. 0, or -1: none advances. */
int bare_clock_choose(struct clock_choice *choice, const struct clock *const *clocks);

#endif
