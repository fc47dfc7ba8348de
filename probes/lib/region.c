/* Keeps the timings of regions, and sends them as series of kernels. */
#include "region.h"
#include "hal/timer.h"
#include "measure.h"
#include "region_clock.h"
#include "run/probe.h"

enum { NAME_BYTES = 24, ELEMENT_BYTES = 8, LINE_BYTES = 64 };

struct size {
    uint64_t work, bytes;
    unsigned n_ticks;
    uint64_t ticks[REGION_TIMINGS];
};

struct region {
    char name[NAME_BYTES];
    unsigned n_sizes;
    struct size sizes[REGION_SIZES];
};

/* What was done wrong, once each. */
enum fault { NAME, TOO_MANY_NAMES, TOO_MANY_SIZES, OTHER_WORK, NESTED, NOT_BEGUN, FAULTS };

static const char *const fault_texts[FAULTS] = {
    [NAME] = "left out: a name that is not 1 to 23 of a-z, 0-9 and _",
    [TOO_MANY_NAMES] = "left out: names beyond the first 16",
    [TOO_MANY_SIZES] = "left out: sizes beyond the first 32 of a name",
    [OTHER_WORK] = "left out: another work at bytes that are there",
    [NESTED] = "left out: a region that was begun inside another",
    [NOT_BEGUN] = "an end without a region",
};

static struct region regions[REGION_NAMES];
static unsigned n_regions;
static bool faults[FAULTS];
static unsigned depth;         /* regions begun and not ended */
static struct size *under_way; /* NULL: is not kept */
static uint64_t begin_ticks;
static bool has_clock;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_name(const char *name)
{
    unsigned n = 0;

    while (n < NAME_BYTES && is_letter(name[n]))
        n++;
    return n > 0 && n < NAME_BYTES && name[n] == '\0';
}

static struct region *region_of(const char *name)
{
    unsigned i = 0;

    while (i < n_regions && !probe_same_text(regions[i].name, name))
        i++;
    if (i == REGION_NAMES) {
        faults[TOO_MANY_NAMES] = true;
        return 0;
    }
    for (unsigned k = 0; i == n_regions && k < NAME_BYTES && (k == 0 || name[k - 1]); k++)
        regions[i].name[k] = name[k];
    n_regions += i == n_regions;
    return &regions[i];
}

static struct size *size_of(struct region *region, uint64_t work, uint64_t bytes)
{
    unsigned i = 0;

    while (i < region->n_sizes && region->sizes[i].bytes != bytes)
        i++;
    if (i == REGION_SIZES) {
        faults[TOO_MANY_SIZES] = true;
        return 0;
    }
    if (i == region->n_sizes) {
        region->sizes[i] = (struct size){ .work = work, .bytes = bytes };
        region->n_sizes++;
    } else if (region->sizes[i].work != work) {
        faults[OTHER_WORK] = true;
        return 0;
    }
    return &region->sizes[i];
}

void region_begin(const char *name, uint64_t work, uint64_t bytes)
{
    if (!has_clock)
        has_clock = hal_timer_start() == 0;
    if (depth++ > 0) {
        faults[NESTED] = true;
        return;
    }
    under_way = 0;
    if (!is_name(name))
        faults[NAME] = true;
    else if (has_clock) {
        struct region *region = region_of(name);

        under_way = region ? size_of(region, work, bytes) : 0;
    }
    if (under_way)
        begin_ticks = hal_timer_now_ticks();
}

void region_end(void)
{
    uint64_t ticks = depth == 1 && under_way
                         ? measure_between_ticks(begin_ticks, hal_timer_now_ticks())
                         : MEASURE_NONE;

    if (depth == 0) {
        faults[NOT_BEGUN] = true;
        return;
    }
    depth--;
    if (ticks != MEASURE_NONE && ticks > 0 && under_way->n_ticks < REGION_TIMINGS)
        under_way->ticks[under_way->n_ticks++] = ticks;
}

bool region_has_clock(void)
{
    return has_clock;
}

/* ---- the series ---- */

static void send_counts(struct probe_run *run, const struct size *size)
{
    /* Work as additions; elements and lines that the bytes are; no checksum. */
    const uint64_t values[] = { size->work, 0,
                                0,          0,
                                0,          0,
                                0,          size->bytes / ELEMENT_BYTES,
                                0,          (size->bytes + LINE_BYTES - 1) / LINE_BYTES,
                                0,          size->bytes,
                                0,          0 };

    probe_event_wide(run, size->bytes, values, sizeof values / sizeof values[0]);
}

static void send_timings(struct probe_run *run, uint64_t n, const uint64_t *ticks, unsigned n_ticks)
{
    const uint64_t x[] = { n, n == 0 };

    if (n_ticks > 0)
        probe_sample(run, x, 2, 1, ticks, n_ticks);
}

/* What a region costs in which nothing is done. */
static void send_overhead(struct probe_run *run)
{
    static struct size empty;

    empty.n_ticks = 0;
    for (unsigned i = 0; i < REGION_TIMINGS; i++) {
        under_way = &empty;
        depth = 1;
        begin_ticks = hal_timer_now_ticks();
        region_end();
    }
    send_timings(run, 0, empty.ticks, empty.n_ticks);
}

static void send_region(struct probe_run *run, const struct region *region)
{
    const struct probe_word words[] = {
        { "name", region->name }, { "variant", "region" }, { "type", "f64" },
        { "state", "warm" },      { "contexts", "1" },     { "space", "unified" },
        { "spec", "00000000" },   { "line", "64" },        { 0, 0 },
    };

    probe_series_words(run, run->name, words);
    for (unsigned i = 0; i < region->n_sizes; i++)
        if (region->sizes[i].n_ticks > 0)
            send_counts(run, &region->sizes[i]);
        else
            probe_skip(run, region->sizes[i].bytes, RECORD_END_CLOCK_TOO_COARSE);
    send_overhead(run);
    for (unsigned i = 0; i < region->n_sizes; i++)
        send_timings(run, region->sizes[i].bytes, region->sizes[i].ticks, region->sizes[i].n_ticks);
    probe_done(run, run->name, RECORD_END_OK);
}

static unsigned points(const struct plan *plan)
{
    unsigned n = 0;

    (void)plan;
    for (unsigned i = 0; i < n_regions; i++)
        n += regions[i].n_sizes + 1;
    return n;
}

static enum record_end run(struct probe_run *run)
{
    faults[NESTED] |= depth > 0;
    depth = 0;
    for (unsigned i = 0; i < FAULTS; i++) {
        const char *const note[] = { "region: ", fault_texts[i], 0 };

        if (faults[i])
            probe_note(run->out, note);
    }
    for (unsigned i = 0; i < n_regions; i++)
        send_region(run, &regions[i]);
    return n_regions > 0 ? RECORD_END_OK : RECORD_END_NOTHING;
}

const struct probe probe_region = {
    .rank = 95,
    .about = "regions of this program",
    .points = points,
    .run = run,
};
