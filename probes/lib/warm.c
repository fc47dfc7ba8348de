/* Runs what is to be timed until its rate stops changing. */
#include "warm.h"

enum {
    AGREEING = 3,      /* windows in a row */
    MOST_WINDOWS = 16, /* of a kernel that ran before */
    FIRST_WINDOWS = 4096,
    FIRST_SHARE = 500, /* of a second: 2 ms */
};

static bool agree(uint64_t a, uint64_t b)
{
    uint64_t most = a > b ? a : b, least = a > b ? b : a;

    return most - least <= most / 16;
}

void warm_up(struct warm *warm, const struct measure_kernel *kernel, uint64_t ops, bool first)
{
    uint64_t last = 0, passed_ticks = 0;
    uint64_t least_ticks = first ? measure_second_ticks() / FIRST_SHARE : 0;
    unsigned in_a_row = 0, most = least_ticks > 0 ? FIRST_WINDOWS : MOST_WINDOWS;

    for (unsigned i = 0; i < most && ops > 0; i++) {
        uint64_t ticks = measure_ticks(kernel, ops);

        if (ticks == MEASURE_NONE)
            break;
        passed_ticks += ticks;
        in_a_row = agree(ticks, last) ? in_a_row + 1 : 1;
        last = ticks;
        if (!first && warm->usual_ticks > 0 && agree(ticks, warm->usual_ticks))
            break;
        if (in_a_row >= AGREEING && first && passed_ticks >= least_ticks)
            break;
        if (in_a_row >= AGREEING && !first && warm->usual_ticks == 0)
            break;
    }
    warm->usual_ticks = last;
}
