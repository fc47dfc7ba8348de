/* The clock that an emulator keeps in memory. */
#include "told_clock.h"

struct bare_told_clock bare_told_clock;

void bare_told_clock_window(uint64_t start, uint64_t end, uint64_t page_bytes)
{
    bare_told_clock.window[bare_told_clock.n_windows++] =
        (struct bare_told_window){ start, end, page_bytes };
}

/* The upper half again, as the lower one may have wrapped in between. */
uint64_t bare_told_ticks(void)
{
    uint32_t high, low;

    do {
        high = bare_told_clock.ticks[1];
        low = bare_told_clock.ticks[0];
    } while (bare_told_clock.ticks[1] != high);
    return (uint64_t)high << 32 | low;
}
