/* Chooses the clock that a bare image measures with. */
#ifndef CLOCK_CHOICE_H
#define CLOCK_CHOICE_H

#include "clock.h"
#include <stdbool.h>

struct clock_choice {
    const struct clock *clock;
    uint64_t hz; /* 0: nobody knows */
    bool first;  /* it is the first of those that there are */
};

/* Fills *CHOICE with the first of CLOCKS, which ends with NULL, that advances; a rate of 0 is
 * measured, for a 16th of a second at most, against the first one whose rate is known and that
 * advances.
 * 0, or -1: none advances. */
int clock_choose(struct clock_choice *choice, const struct clock *const *clocks);

#endif
