/* Lines that the last cache moved for the calling core, by two of its event counters. Source: ARM
 * Architecture Reference Manual for A-profile, DDI 0487, section D11.11 (events). */
#include "pmu_registers.h"
#include <hal/cache.h>
#include <hal/traffic.h>

enum { IN, OUT, EVENTS };
enum { L2D_CACHE_REFILL = 0x17, L2D_CACHE_WB = 0x18, L3D_CACHE_REFILL = 0x2a, L3D_CACHE_WB = 0x2c };

/* Lines of a walk in no order, and of a stream, of which most are prefetched. */
enum { LINE_BYTES = 64, LINES = 256, STEP = 149, MORE = 32 };

static const uint32_t caches[][EVENTS] = {
    { L3D_CACHE_REFILL, L3D_CACHE_WB },
    { L2D_CACHE_REFILL, L2D_CACHE_WB },
};

static struct hal_traffic sum = { .line_bytes = LINE_BYTES, .one_context = true };
static uint32_t last[EVENTS];
static enum { UNKNOWN, COUNTS, STANDS, ABSENT } counters;
static char walked[LINES * LINE_BYTES] __attribute__((aligned(LINE_BYTES)));

/* The last two counters; hal/arm_pmu/events.c has those before them. */
static unsigned counter(unsigned event)
{
    return pmu_counters() - 1 - event;
}

static void add_counted(void)
{
    uint64_t *const sums[EVENTS] = { &sum.in_lines, &sum.out_lines };

    for (unsigned i = 0; i < EVENTS; i++) {
        uint32_t now = pmu_count(counter(i));

        if (i != OUT || !sum.in_only)
            *sums[i] += now - last[i];
        last[i] = now;
    }
}

static void select_events(const uint32_t events[EVENTS])
{
    uint32_t on = 0;

    pmu_enable();
    sum.in_only = !pmu_has(events[OUT]);
    for (unsigned i = 0; i < EVENTS; i++) {
        on |= 1u << counter(i);
        pmu_stop(1u << counter(i));
        pmu_program(counter(i), events[i]);
        last[i] = 0;
    }
    pmu_start(on);
}

/* Returns true when all lines of a walk by STEP lines are counted, and few others. */
static bool counts_walk(unsigned step)
{
    if (hal_cache_flush(walked, sizeof walked) != 0)
        return false;
    add_counted();
    uint64_t before = sum.in_lines;

    for (unsigned i = 0, line = 0; i < LINES; i++, line = (line + step) % LINES)
        (void)*(volatile char *)&walked[line * LINE_BYTES];
    add_counted();
    return sum.in_lines - before >= LINES && sum.in_lines - before <= LINES + MORE;
}

static bool counts(void)
{
    if (counters != UNKNOWN)
        return counters == COUNTS;
    counters = ABSENT;
    if (!pmu_is_there() || pmu_counters() < EVENTS)
        return false;
    for (unsigned i = 0; i < sizeof caches / sizeof caches[0] && counters != COUNTS; i++)
        if (pmu_has(caches[i][IN])) {
            select_events(caches[i]);
            counters = counts_walk(STEP) && counts_walk(1) ? COUNTS : STANDS;
        }
    return counters == COUNTS;
}

unsigned hal_traffic_levels(void)
{
    return counts() ? 1 : 0;
}

const char *hal_traffic_name(void)
{
    return counts() ? "pmu" : 0;
}

const char *hal_traffic_lacking(void)
{
    if (counts())
        return 0;
    return counters == STANDS ? "the core's counters do not advance by the lines of a walk"
                              : "the core says that it does not count lines of its last cache";
}

int hal_traffic_read(unsigned level, struct hal_traffic *traffic)
{
    if (level > 0 || !counts())
        return -1;
    add_counted();
    *traffic = sum;
    return 0;
}

unsigned hal_traffic_passes(void)
{
    return 1;
}

void hal_traffic_begin(unsigned pass)
{
    (void)pass;
}
