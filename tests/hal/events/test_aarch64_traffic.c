/* Lines of a last cache over performance monitors that the test plays. Each case is a process of
 * its own, as the port tries its counters once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pmu_registers.h"
#include <hal/cache.h>
#include <hal/traffic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNTERS = 6, LINES = 256 };

/* A chip, and what its counters see. */
struct chip {
    const char *name;
    bool has_l3, has_l2, has_out, absent;
    uint32_t of_walk, of_stream; /* lines that are counted of those of a walk, of a stream */
    unsigned levels;
    const char *why;
};

static const struct chip chips[] = {
    { "second level", false, true, true, false, LINES, LINES + 3, 1, NULL },
    { "third level", true, true, true, false, LINES, LINES, 1, NULL },
    { "lines in alone", false, true, false, false, LINES, LINES, 1, NULL },
    { "demand alone", false, true, true, false, LINES, 40, 0, "do not advance" },
    { "stands", false, true, true, false, 0, 0, 0, "do not advance" },
    { "other event", false, false, true, false, LINES, LINES, 0, "does not count lines" },
    { "no monitors", false, true, true, true, LINES, LINES, 0, "does not count lines" },
};

static const struct chip *chip;
static uint32_t event[COUNTERS], count[COUNTERS], on;
static unsigned flushes, reads;

bool pmu_is_there(void)
{
    return !chip->absent;
}

unsigned pmu_counters(void)
{
    return COUNTERS;
}

bool pmu_has(uint32_t number)
{
    return (number == 0x2a && chip->has_l3) || (number == 0x17 && chip->has_l2) ||
           ((number == 0x18 || number == 0x2c) && chip->has_out);
}

void pmu_enable(void)
{
}

void pmu_program(unsigned counter, uint32_t number)
{
    if (counter >= COUNTERS || (on >> counter & 1) != 0)
        _exit(10);
    event[counter] = number;
    count[counter] = 0;
}

/* Lines of the walk after a flush come between the first reading of lines in and the second. */
uint32_t pmu_count(unsigned counter)
{
    if ((on >> counter & 1) == 0)
        _exit(11);
    if (counter == COUNTERS - 1 && ++reads == 2)
        count[counter] += flushes % 2 == 1 ? chip->of_walk : chip->of_stream;
    return count[counter];
}

uint64_t pmu_cycles(void)
{
    return 0;
}

void pmu_start(uint32_t counters)
{
    on |= counters;
}

void pmu_stop(uint32_t counters)
{
    on &= ~counters;
}

uint32_t pmu_overflows(void)
{
    return 0;
}

void pmu_clear_overflows(uint32_t counters)
{
    (void)counters;
}

int hal_cache_flush(const void *start, size_t n_bytes)
{
    (void)start;
    (void)n_bytes;
    flushes++;
    reads = 0;
    return 0;
}

/* 0: the port says of CHIP what it should. */
static int holds(void)
{
    struct hal_traffic before, after;

    if (hal_traffic_levels() != chip->levels)
        return 1;
    if (chip->levels == 0)
        return strstr(hal_traffic_lacking(), chip->why) != NULL ? 0 : 2;
    if (strcmp(hal_traffic_name(), "pmu") != 0 || hal_traffic_lacking() != NULL)
        return 3;
    if (event[COUNTERS - 1] != (chip->has_l3 ? 0x2au : 0x17u))
        return 4;
    count[COUNTERS - 1] = UINT32_MAX - 1;
    if (hal_traffic_read(0, &before) != 0)
        return 5;
    count[COUNTERS - 1] += 12; /* past 2^32 */
    count[COUNTERS - 2] += 7;
    if (hal_traffic_read(0, &after) != 0 || !after.one_context || after.in_only == chip->has_out)
        return 6;
    if (after.in_lines - before.in_lines != 12 ||
        after.out_lines - before.out_lines != (chip->has_out ? 7 : 0))
        return 7;
    return hal_traffic_read(1, &after) == -1 ? 0 : 8;
}

static void counters_are_believed_by_their_trial(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof chips / sizeof chips[0]; i++) {
        int status = 0;
        pid_t pid = fork();

        chip = &chips[i];
        if (pid == 0)
            _exit(holds());
        assert_int_equal(waitpid(pid, &status, 0), pid);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            fail_msg("%s: status %#x", chip->name, (unsigned)status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(counters_are_believed_by_their_trial) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
