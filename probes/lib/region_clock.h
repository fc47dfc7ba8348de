/* For whoever sends regions: the clock that they were timed by. */
#ifndef REGION_CLOCK_H
#define REGION_CLOCK_H

#include <stdbool.h>

/* Returns true when a region has started the clock: starting it again could choose another. */
bool region_has_clock(void);

#endif
