/* Keeps the sentences of a series until they may leave. */
#include "held.h"
#include "hal/console.h"
#include "hal/timer.h"
#include "lib/measure.h"
#include "lib/reference.h"

/* The wait after a part: a reader's work on HELD_BYTES, and the time that a clock takes to rise
 * again after the image waited for a slow reader. */
enum {
    WAITS_A_SECOND = 100,
    WAIT_SAMPLES = 64,  /* where a second's ticks are not known */
    MOST_LAPS = 1 << 20 /* where the counter is too narrow, or has stopped */
};

static struct {
    char bytes[HELD_BYTES];
    size_t n;
    uint64_t wait_ticks;
    uint64_t silence_ticks, silent_ticks; /* most, and how long already */
    uint64_t last_ticks;
} held;

void held_begin(const struct plan *plan, uint64_t silence_ticks)
{
    uint64_t hz = measure_second_ticks();

    held.n = 0;
    held.wait_ticks = hz > 0 ? hz / WAITS_A_SECOND : plan->sample_ticks * WAIT_SAMPLES;
    held.silence_ticks = silence_ticks;
    held.silent_ticks = 0;
    held.last_ticks = silence_ticks > 0 ? hal_timer_now_ticks() : 0;
}

int held_send(void *ctx)
{
    size_t n = held.n;

    (void)ctx;
    held.n = 0;
    held.silent_ticks = 0;
    return n > 0 ? hal_console_put(held.bytes, n) : 0;
}

/* Works on, as a processor that sleeps lets its clock fall. */
static void wait_for_reader(void)
{
    const struct measure_kernel *chain = reference_kernel(REFERENCE_ADD);
    uint64_t begin = hal_timer_now_ticks();

    for (unsigned lap = 0; lap < MOST_LAPS && !measure_late(begin, held.wait_ticks); lap++)
        chain->run(chain->ctx, REFERENCE_LAP);
}

/* Adds up sentence by sentence: a narrow counter wraps many times in a long series. */
static bool silence_is_over(void)
{
    if (held.silence_ticks == 0)
        return false;
    uint64_t now_ticks = hal_timer_now_ticks();
    uint64_t ticks = measure_between_ticks(held.last_ticks, now_ticks);

    held.silent_ticks += ticks != MEASURE_NONE ? ticks : 0;
    held.last_ticks = now_ticks;
    return held.silent_ticks > held.silence_ticks;
}

int held_put(void *ctx, const char *bytes, size_t n)
{
    bool over = silence_is_over();

    if (over || n > sizeof held.bytes - held.n) {
        if (held_send(ctx) != 0)
            return -1;
        wait_for_reader();
    }
    for (size_t i = 0; i < n; i++)
        held.bytes[held.n++] = bytes[i];
    return 0;
}
