/* The clock that an emulator keeps in memory. */
#include "model_clock.h"

struct bare_model_clock bare_model_clock;

void bare_model_clock_window(uint64_t start, uint64_t end, uint64_t page_bytes)
{
    bare_model_clock.window[bare_model_clock.n_windows++] =
        (struct bare_model_window){ start, end, page_bytes };
}

/* The upper half again, as the lower one may have wrapped in between. */
uint64_t bare_model_ticks(void)
{
    uint32_t high, low;

    do {
        high = bare_model_clock.ticks[1];
        low = bare_model_clock.ticks[0];
    } while (bare_model_clock.ticks[1] != high);
    return (uint64_t)high << 32 | low;
}
