/* Counts events that the user names, once a trial has shown that their counters count. */
#include "events.h"
#include "hal/alloc.h"
#include "hal/cache.h"
#include "parallel_run.h"

enum {
    LAPS = 10000,    /* of a loop, for counters of instructions, of cycles and of operations */
    MOST_A_LAP = 16, /* instructions */
    LINES = 256,
    LINE_APART = 256, /* bytes: two lines of any cache, or the next but one */
    STEP = 149,       /* lines, in no order that a prefetcher follows */
    MOST_A_LINE = 4,  /* lines read for one that is asked for */
    PAGES = 4096,     /* more than a TLB has entries */
    PAGE_APART = 4096 + 64,
};

enum proof { UNPROVED, PROVED, REFUTED };

static struct {
    unsigned n;
    char names[HAL_EVENTS][HAL_EVENT_BYTES];
    enum proof proof[HAL_EVENTS];
    uint64_t counts[PARALLEL_MOST][HAL_EVENTS];
} events;

/* ---- the key ---- */

static const char *no_list(const void *of, unsigned i)
{
    (void)of;
    (void)i;
    return 0;
}

static bool is_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == ':' || c == '.' || c == '-' || c == '=';
}

static bool may_be_name(const void *of, const char *text, size_t n)
{
    (void)of;
    for (size_t i = 0; i < n; i++)
        if (!is_letter(text[i]))
            return false;
    return n > 0 && n < HAL_EVENT_BYTES;
}

static void take_events(struct plan *plan, const char *text)
{
    plan->events = text;
}

static const struct probe_words words = {
    .at = no_list,
    .has = may_be_name,
    .lacking = "not a name of an event: 1 to 47 letters, digits, '_', ':', '.', '-' and '='",
    .take = take_events,
};

const struct probe_option events_key = {
    .key = "events",
    .value = "NAME,...",
    .about = "up to four events of the core, counted around each timing",
    .wanted = "names of the architecture, of perf, or rN, as in events=r11",
    .n_values = OPTION_VALUES,
    .words = &words,
};

/* ---- trials ---- */

static void spin(void)
{
    for (unsigned left = LAPS; left > 0; left--)
        __asm__ volatile("" : : : "memory");
}

/* Without an operating system the processor may have no floating-point unit. */
static void multiply(void)
{
#if HAL_LIMIT_SYSTEM
    volatile double factor = 0.5;
    double product = 1, by = factor;

    for (unsigned left = LAPS; left > 0; left--) {
        product *= by;
        __asm__ volatile("" : : : "memory");
    }
    factor = product;
#endif
}

/* Reads a word at each of N places, APART bytes from each other, in an order without strides. */
static void walk(const volatile char *at, unsigned n, size_t apart)
{
    for (unsigned i = 0, place = 0; i < n; i++, place = (place + STEP) % n)
        (void)at[place * apart];
}

/* What the last event counted between begin and end. */
static uint64_t last_count(void)
{
    uint64_t counts[HAL_EVENTS] = { 0 };

    hal_events_end(counts);
    return counts[events.n];
}

static enum proof is_within(uint64_t count, uint64_t least, uint64_t most)
{
    return count >= least && count <= most ? PROVED : REFUTED;
}

static enum proof try_loop(enum hal_event_kind kind)
{
    if (kind == HAL_EVENT_FLOPS && !HAL_LIMIT_SYSTEM)
        return UNPROVED;
    hal_events_begin();
    if (kind == HAL_EVENT_FLOPS)
        multiply();
    else
        spin();
    uint64_t count = last_count();

    if (kind == HAL_EVENT_CYCLES)
        return is_within(count, LAPS / 4, HAL_EVENT_LOST - 1);
    return is_within(count, LAPS, (uint64_t)MOST_A_LAP * LAPS);
}

/* A walk over lines that were flushed, or over more pages than a TLB knows. Where nothing can be
 * flushed, or pages are large, the walk proves nothing. */
static enum proof try_walk(enum hal_event_kind kind)
{
    bool lines = kind == HAL_EVENT_LINES;
    unsigned n = lines ? LINES : PAGES;
    size_t apart = lines ? LINE_APART : PAGE_APART, n_bytes = n * apart;
    struct hal_block block;
    enum proof proof = UNPROVED;

    if (hal_alloc(&block, n_bytes, PAGE_APART - 64, HAL_PAGES_BASE) != 0)
        return UNPROVED;
    for (size_t i = 0; i < n_bytes; i += 64)
        ((volatile char *)block.start)[i] = 1;
    if (!lines || hal_cache_flush(block.start, n_bytes) == 0) {
        hal_events_begin();
        walk(block.start, n, apart);
        uint64_t count = last_count();

        proof = is_within(count, n / 8 * 7, (uint64_t)MOST_A_LINE * n);
        if (!lines && proof == REFUTED)
            proof = UNPROVED;
    }
    hal_free(&block);
    return proof;
}

static enum proof try_event(enum hal_event_kind kind)
{
    switch (kind) {
    case HAL_EVENT_CYCLES:
    case HAL_EVENT_INSTRUCTIONS:
    case HAL_EVENT_FLOPS:
        return try_loop(kind);
    case HAL_EVENT_LINES:
    case HAL_EVENT_TLB:
        return try_walk(kind);
    default:
        return UNPROVED;
    }
}

/* ---- events of a run ---- */

static void send_lacking(struct probe_run *run, const char *name, const char *why)
{
    const struct probe_word keys[] = {
        { "of", run->name }, { "event", name }, { "why", why }, { 0, 0 }
    };
    const char *const note[] = { run->name, ": event ", name, " is not counted: ", why, 0 };

    probe_note(run->out, note);
    probe_series_words(run, "events", keys);
    probe_done(run, "events", RECORD_END_NOTHING);
}

static const char *add(const char *name)
{
    enum hal_event_kind kind = HAL_EVENT_OTHER;
    const char *why = hal_event_add(name, &kind);

    if (why)
        return why;
    events.proof[events.n] = try_event(kind);
    if (events.proof[events.n] == REFUTED) {
        hal_event_drop();
        return "its counter does not advance by what a trial does";
    }
    events.n++;
    return 0;
}

void events_open(struct probe_run *run)
{
    const char *at = run->plan->events;

    events.n = 0;
    while (at && *at) {
        char name[HAL_EVENT_BYTES];
        size_t n = 0;

        for (; *at && *at != ',' && n + 1 < sizeof name; at++)
            name[n++] = *at;
        name[n] = '\0';
        at += *at == ',';
        const char *why = events.n < HAL_EVENTS ? add(name) : "four are counted at once";

        if (why)
            send_lacking(run, name, why);
        else
            for (size_t i = 0; i <= n; i++)
                events.names[events.n - 1][i] = name[i];
    }
}

void events_close(void)
{
    for (; events.n > 0; events.n--)
        hal_event_drop();
}

unsigned events_count(void)
{
    return events.n;
}

const char *events_name_at(unsigned i)
{
    return events.names[i];
}

bool events_proved(unsigned i)
{
    return events.proof[i] == PROVED;
}

void events_begin(unsigned context)
{
    (void)context;
    if (events.n > 0)
        hal_events_begin();
}

void events_end(unsigned context)
{
    if (events.n > 0)
        hal_events_end(events.counts[context]);
}

void events_sum(unsigned n, uint64_t counts[HAL_EVENTS])
{
    for (unsigned i = 0; i < events.n; i++) {
        counts[i] = 0;
        for (unsigned k = 0; k < n && counts[i] != HAL_EVENT_LOST; k++) {
            uint64_t more = events.counts[k][i];

            counts[i] = more == HAL_EVENT_LOST ? HAL_EVENT_LOST : counts[i] + more;
        }
    }
}
