/* Lines that the processor's counters saw, where the system lets a program read them
 * (perf_event_open(2)). A counter is believed once a trial has shown that prefetched lines are
 * among those that it counts. */
#include "perf.h"
#include <hal/cache.h>
#include <hal/os_reported.h>
#include <hal/traffic.h>
#include <stdbool.h>
#include <stddef.h>

#if __has_include(<linux/perf_event.h>)
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What counts lines of a level, best first: lines in are the sum of two events. Events of cores
 * have libpfm4's names (Intel 64 and IA-32 Architectures Software Developer's Manual, vol. 3B,
 * chapter 19; ARM DDI 0487, D11.11), the others perf's. */
struct source {
    const char *in[2], *out; /* NULL: none */
};
enum { SOURCES = 4 };
static const struct source sources_first[SOURCES] = {
    { { "L1D:REPLACEMENT" }, NULL },
    { { "L1D_CACHE_REFILL" }, "L1D_CACHE_WB" },
    { { "L1-dcache-load-misses", "L1-dcache-store-misses" }, NULL },
};
static const struct source sources_second[SOURCES] = {
    { { "L2_LINES_IN:ALL" }, "L2_LINES_OUT:DIRTY_ALL" },
    { { "L2_LINES_IN:SELF:ANY" }, "L2_M_LINES_OUT:SELF:ANY" },
    { { "L2D_CACHE_REFILL" }, "L2D_CACHE_WB" },
    { { "LLC-load-misses", "LLC-store-misses" }, NULL },
};
static const struct source sources_last[SOURCES] = {
    { { "LONGEST_LAT_CACHE:MISS" }, NULL },
    { { "LL_CACHE_MISS_RD" }, NULL },
    { { "LLC-load-misses", "LLC-store-misses" }, NULL },
};

enum { LEVELS = 2 };

static struct level {
    int in[2], out; /* files; -1: none */
} levels[LEVELS];
static unsigned n_levels;
static const char *lacking = "perf: the core has no counter of lines from memory";

/* Opens a counter of this program and of every thread that it starts from now on; -1: none. */
static int open_event(const char *name)
{
    struct perf_event_attr event;
    const char *why = perf_encode(name, &event, NULL);

    if (why != NULL)
        return -1;
    event.inherit = 1;
    int file = perf_open(&event, -1, &why);
    if (file < 0)
        lacking = why;
    return file;
}

static void close_level(const struct level *level)
{
    const int files[] = { level->in[0], level->in[1], level->out };

    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i] >= 0)
            (void)close(files[i]);
}

/* Fills *LEVEL with the counters of SOURCE; false: those of lines in are not all to be had. */
static bool open_source(const struct source *source, struct level *level)
{
    *level = (struct level){ { -1, -1 }, -1 };
    for (unsigned i = 0; i < 2 && source->in[i] != NULL; i++) {
        level->in[i] = open_event(source->in[i]);
        if (level->in[i] < 0) {
            close_level(level);
            return false;
        }
    }
    if (source->out != NULL)
        level->out = open_event(source->out);
    return level->in[0] >= 0;
}

static uint64_t counted(int file)
{
    uint64_t value = 0;

    return file >= 0 && read(file, &value, sizeof value) == sizeof value ? value : 0;
}

static uint64_t lines_in(const struct level *level)
{
    return counted(level->in[0]) + counted(level->in[1]);
}

/* ---- the proof ---- */

/* Lines far apart and in no order, where nothing is prefetched but a neighbour; lines one after
 * the other, of which most are; and as much memory as drops what was written. */
enum {
    LINE = 64,
    LINES = 256,
    APART_BYTES = 4096 + LINE,
    STEP = 149,
    MORE = 64,
    STREAM_LINES = 2048,
    SWEEP_BYTES = 32 << 20,
};

static void walk(const volatile char *at)
{
    for (unsigned i = 0, line = 0; i < LINES; i++, line = (line + STEP) % LINES)
        (void)at[line * (size_t)APART_BYTES];
}

static void stream(const volatile char *at, size_t n_bytes)
{
    for (size_t i = 0; i < n_bytes; i += LINE)
        (void)at[i];
}

/* Returns true when LEVEL counts N lines of a walk, and at most as many more. STREAMED: of lines
 * one after the other. */
static bool counts_lines(const struct level *level, char *memory, bool streamed)
{
    size_t n = streamed ? STREAM_LINES : LINES;
    size_t n_bytes = streamed ? n * LINE : n * APART_BYTES;

    memset(memory, 1, n_bytes);
    if (hal_cache_flush(memory, n_bytes) != 0)
        return false;
    uint64_t before = lines_in(level);
    if (streamed)
        stream(memory, n_bytes);
    else
        walk(memory);
    uint64_t in = lines_in(level) - before;

    return in >= n && in <= 2 * n + MORE;
}

/* Returns true when LEVEL counts lines that were written and then dropped. */
static bool counts_written(const struct level *level, char *memory)
{
    size_t n_bytes = STREAM_LINES * (size_t)LINE;

    stream(memory + n_bytes, SWEEP_BYTES - n_bytes); /* lines that were written before are gone */
    uint64_t before = counted(level->out);
    for (size_t i = 0; i < n_bytes; i += LINE)
        ((volatile char *)memory)[i] = 2;
    stream(memory + n_bytes, SWEEP_BYTES - n_bytes);
    uint64_t out = counted(level->out) - before;

    return out >= STREAM_LINES / 4 * 3 && out <= 2 * STREAM_LINES;
}

/* Adds a level by the first of SOURCES whose counters a trial shows to count. */
static void add_level(const struct source sources[SOURCES], char *memory)
{
    for (unsigned i = 0; i < SOURCES; i++) {
        struct level *level = &levels[n_levels];

        if (!open_source(&sources[i], level))
            continue;
        if (!counts_lines(level, memory, false)) {
            lacking = "perf: counters do not advance by the lines of a walk";
        } else if (!counts_lines(level, memory, true)) {
            lacking = "perf: counters leave out lines that were prefetched";
        } else {
            if (level->out >= 0 && !counts_written(level, memory)) {
                (void)close(level->out);
                level->out = -1;
            }
            n_levels++;
            return;
        }
        close_level(level);
    }
}

/* Levels of caches by the system; 0: it does not say. */
static uint64_t reported_levels(void)
{
    struct hal_os_reported reported;

    for (unsigned i = 0; hal_os_reported(i, &reported); i++)
        if (strcmp(reported.id, "cache.levels") == 0)
            return reported.value;
    return 0;
}

/* The last level is the one whose lines come from memory: without it nothing is counted. Before the
 * first thread starts: those that it starts are counted, too. */
static __attribute__((constructor)) void start(void)
{
    int any = open_event("instructions"); /* else no counter is to be had */
    char *memory = MAP_FAILED;

    if (any >= 0)
        memory =
            mmap(NULL, SWEEP_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (any >= 0)
        (void)close(any);
    if (memory == MAP_FAILED)
        return;
    memset(memory, 1, SWEEP_BYTES);
    add_level(sources_first, memory);
    unsigned before = n_levels;
    add_level(reported_levels() == 2 ? sources_second : sources_last, memory);
    if (n_levels == before)
        while (n_levels > 0)
            close_level(&levels[--n_levels]);
    (void)munmap(memory, SWEEP_BYTES);
}

static void read_level(unsigned level, struct hal_traffic *traffic)
{
    traffic->in_lines = lines_in(&levels[level]);
    traffic->out_lines = counted(levels[level].out);
    traffic->in_only = levels[level].out < 0;
}
#else
static const unsigned n_levels;
static const char *lacking = "the system has no perf_event_open";

static void read_level(unsigned level, struct hal_traffic *traffic)
{
    (void)level;
    (void)traffic;
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
    *traffic = (struct hal_traffic){ .line_bytes = LINE_BYTES };
    read_level(level, traffic);
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
