/* Lines that the processor's counters saw go in, where the system lets a program read them
 * (perf_event_open(2)). Nobody counts lines that go out. */
#include <hal/cache.h>
#include <hal/traffic.h>
#include <stdbool.h>
#include <stddef.h>

#if __has_include(<linux/perf_event.h>)
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of each level: misses of loads and of stores. */
enum { LEVELS = 2, EVENTS = 2 };

static int files[LEVELS][EVENTS];
static unsigned n_levels;
static const char *lacking = "";

/* Opens a counter of this program and of every thread that it starts from now on; -1: none. */
static int open_event(unsigned cache, unsigned access)
{
    struct perf_event_attr event = {
        .type = PERF_TYPE_HW_CACHE,
        .size = sizeof event,
        .config = cache | access << 8 | (uint64_t)PERF_COUNT_HW_CACHE_RESULT_MISS << 16,
        .inherit = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };

    return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, 0);
}

/* Opens the counters of CACHE as the next level, where it has both. */
static void open_level(unsigned cache)
{
    static const unsigned accesses[EVENTS] = { PERF_COUNT_HW_CACHE_OP_READ,
                                               PERF_COUNT_HW_CACHE_OP_WRITE };

    for (unsigned i = 0; i < EVENTS; i++) {
        files[n_levels][i] = open_event(cache, accesses[i]);
        if (files[n_levels][i] >= 0)
            continue;
        lacking = errno == EACCES || errno == EPERM ? "perf_event_open: permission denied"
                                                    : "perf_event_open: no such counter";
        while (i-- > 0)
            (void)close(files[n_levels][i]);
        return;
    }
    n_levels++;
}

static uint64_t in_lines(unsigned level)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < EVENTS; i++) {
        uint64_t value = 0;

        if (read(files[level][i], &value, sizeof value) == sizeof value)
            sum += value;
    }
    return sum;
}

/* The proof: lines far apart and in no order, flushed before, each read once. */
enum { LINES = 256, APART_BYTES = 4096 + 64, STEP = 149, MORE = 64 };

static void walk(const volatile char *at)
{
    for (unsigned i = 0, line = 0; i < LINES; i++, line = (line + STEP) % LINES)
        (void)at[line * (size_t)APART_BYTES];
}

/* Returns true when all levels count the lines of a walk, and few others. */
static bool counters_advance(char *memory)
{
    uint64_t before[LEVELS];

    memset(memory, 1, (size_t)LINES * APART_BYTES);
    if (hal_cache_flush(memory, (size_t)LINES * APART_BYTES) != 0)
        return false;
    for (unsigned i = 0; i < n_levels; i++)
        before[i] = in_lines(i);
    walk(memory);
    for (unsigned i = 0; i < n_levels; i++) {
        uint64_t counted = in_lines(i) - before[i];

        if (counted < LINES || counted > LINES + MORE)
            return false;
    }
    return true;
}

static void prove(void)
{
    char *memory = mmap(NULL, (size_t)LINES * APART_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED || !counters_advance(memory)) {
        n_levels = 0;
        lacking = "perf: counters do not advance by the lines of a walk";
    }
    if (memory != MAP_FAILED)
        (void)munmap(memory, (size_t)LINES * APART_BYTES);
}

/* Before the first thread starts: those that it starts are counted, too. */
static __attribute__((constructor)) void start(void)
{
    open_level(PERF_COUNT_HW_CACHE_L1D);
    open_level(PERF_COUNT_HW_CACHE_LL);
    if (n_levels > 0)
        prove();
}
#else
static const unsigned n_levels;
static const char *lacking = "the system has no perf_event_open";

static uint64_t in_lines(unsigned level)
{
    return level;
}
#endif

unsigned hal_traffic_levels(void)
{
    return n_levels;
}

const char *hal_traffic_name(void)
{
    return n_levels > 0 ? "perf" : NULL;
}

const char *hal_traffic_lacking(void)
{
    return n_levels > 0 ? NULL : lacking;
}

int hal_traffic_read(unsigned level, struct hal_traffic *traffic)
{
    enum { LINE_BYTES = 64 };

    if (level >= n_levels)
        return -1;
    *traffic = (struct hal_traffic){ .in_lines = in_lines(level),
                                     .in_only = true,
                                     .line_bytes = LINE_BYTES };
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
