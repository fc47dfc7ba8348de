/* The clock that a bare image measures with: hal_timer_start() (hal/bare/timer.c) chooses it. */
#ifndef CHOSEN_CLOCK_H
#define CHOSEN_CLOCK_H

#include "clock_choice.h"

enum { BARE_CLOCKS = 8 };

/* Its clock is NULL until it is chosen: the clock that somebody outside keeps, where there is one
 * (model_clock.h), else as clock_choose() does from bare_clocks(). */
extern struct clock_choice bare_clock;

/* Brought by a port without a timer.c of its own, as is hal_timer_now_ticks(), which has the port's
 * fences. Fills LIST, BARE_CLOCKS + 1 entries of NULL, with its clocks: the core's own counter
 * first. */
void bare_clocks(const struct clock **list);

#endif
