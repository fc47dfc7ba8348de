/* One core, which booted. */
#include "bare.h"

unsigned bare_cores(void)
{
    return 1;
}

unsigned bare_core(void)
{
    return 0;
}

int bare_wake(unsigned core)
{
    (void)core;
    return -1;
}
