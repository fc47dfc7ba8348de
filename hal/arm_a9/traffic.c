/* Lines that the PL310 moved, by its two event counters. */
#include "needs.h"
#include "pl310.h"
#include <hal/cache.h>
#include <hal/traffic.h>
#include <stdbool.h>

/* What is counted in a pass, on counters 0 and 1; lines in are what the first finds less what the
 * second does. */
enum { LOOK_UPS, OUT_AND_ALLOCATED, PASSES };

enum { LINES = 256, LINE_BYTES = 32, STEP = 149, MORE = 32 };

static struct hal_traffic sum = { .line_bytes = LINE_BYTES };
static unsigned pass_now;
static enum { UNKNOWN, COUNTS, STANDS } counters;
static char walked[LINES * LINE_BYTES] __attribute__((aligned(LINE_BYTES)));

static uintptr_t base(void)
{
    return board_a9.pl310_base;
}

static void select_pass(unsigned pass)
{
    pass_now = pass;
    if (pass == LOOK_UPS)
        pl310_count(base(), PL310_DATA_READ_REQUEST, PL310_DATA_READ_HIT);
    else
        pl310_count(base(), PL310_EVICTION, PL310_WRITE_ALLOCATE);
}

static void add_counted(void)
{
    uint32_t count[2];

    pl310_counted(base(), count);
    if (pass_now == LOOK_UPS) {
        sum.in_lines += count[0] > count[1] ? count[0] - count[1] : 0;
    } else {
        sum.out_lines += count[0];
        sum.in_lines += count[1];
    }
}

/* Emulators' counters do not count, nor do those of a core that may not be observed. */
static bool counters_advance(void)
{
    select_pass(LOOK_UPS);
    if (hal_cache_flush(walked, sizeof walked) != 0)
        return false;
    add_counted();
    uint64_t before = sum.in_lines;

    for (unsigned i = 0, line = 0; i < LINES; i++, line = (line + STEP) % LINES)
        (void)*(volatile char *)&walked[line * LINE_BYTES];
    add_counted();
    return sum.in_lines - before >= LINES && sum.in_lines - before <= LINES + MORE;
}

static bool counts(void)
{
    if (counters == UNKNOWN && base() != 0 && pl310_is_on(base()))
        counters = counters_advance() ? COUNTS : STANDS;
    return counters == COUNTS;
}

unsigned hal_traffic_levels(void)
{
    return counts() ? 1 : 0;
}

const char *hal_traffic_name(void)
{
    return counts() ? "pl310" : 0;
}

const char *hal_traffic_lacking(void)
{
    if (counts())
        return 0;
    return counters == STANDS ? "the PL310's counters do not advance by the lines of a walk"
                              : "there is no PL310";
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
    return PASSES;
}

void hal_traffic_begin(unsigned pass)
{
    if (counts())
        select_pass(pass);
}
