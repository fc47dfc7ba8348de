/* Chooses the clock that is measured with. */
#include "clocks.h"
#include "cpu.h"
#include <time.h>

#ifdef CLOCK_MONOTONIC_RAW
#define SYSTEM_CLOCK      CLOCK_MONOTONIC_RAW
#define SYSTEM_CLOCK_NAME "monotonic_raw"
#else
#define SYSTEM_CLOCK      CLOCK_MONOTONIC
#define SYSTEM_CLOCK_NAME "monotonic"
#endif

#define READER(name, bits, read)                                                                   \
    static uint64_t name##_ticks(void)                                                             \
    {                                                                                              \
        cpu_order();                                                                               \
        uint64_t ticks = read();                                                                   \
        cpu_order();                                                                               \
        return ticks;                                                                              \
    }
#define ROW(name, bits, read) { #name, bits, 0, name##_ticks },

uint64_t posix_reference_ns(void)
{
    struct timespec t = { 0, 0 };

    (void)clock_gettime(SYSTEM_CLOCK, &t); /* where it fails, T is 0 for ever: a stuck clock */
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

CPU_COUNTERS(READER)
READER(system_clock, 64, posix_reference_ns)

/* clang-format off */
const struct posix_clock posix_clocks[] = {
    CPU_COUNTERS(ROW)
    { SYSTEM_CLOCK_NAME, 64, 1000000000u, system_clock_ticks },
};
/* clang-format on */
const unsigned posix_clock_count = sizeof posix_clocks / sizeof posix_clocks[0];
