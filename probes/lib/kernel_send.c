/* Sends what was measured of kernels. */
#include "kernel_send.h"
#include "events.h"

enum { WORDS = 15, NUMBER = 21 };

/* Keys of a series, and room for those that are numbers. */
struct keys {
    char contexts[NUMBER], chunk[NUMBER], line[NUMBER], levels[NUMBER], spec[9];
    struct probe_word words[WORDS + 5];
};

static const char *decimal(char to[NUMBER], uint64_t value)
{
    char *at = &to[NUMBER - 1];

    *at = '\0';
    do
        *--at = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    return at;
}

static const char *hexadecimal(char to[9], uint32_t value)
{
    for (unsigned i = 0; i < 8; i++)
        to[i] = "0123456789ABCDEF"[value >> (28 - 4 * i) & 15];
    to[8] = '\0';
    return to;
}

const char *const kernel_states[KERNEL_STATES + 1] = {
    [KERNEL_WARM] = "warm", [KERNEL_DATA] = "data", [KERNEL_CODE] = "code", [KERNEL_COLD] = "cold"
};

static const char *space_of(const struct kernel_series *series)
{
    if (series->own)
        return "independent";
    return series->kernel->space == KERNEL_CYCLIC ? "cyclic" : "unified";
}

static const char *model_of(const struct kernel_series *series)
{
    if (!series->model)
        return 0;
    return series->contexts == 1                    ? "seq"
           : series->kernel->space == KERNEL_CYCLIC ? "farm"
                                                    : "static";
}

/* The schedule by which chunks are dealt; NULL: contexts have stretches, or the space says it. */
static const char *schedule_of(const struct kernel *k)
{
    static const char *const names[] = { "static", "dynamic", "guided" };

    return k->chunk > 0 && k->space != KERNEL_CYCLIC ? names[k->schedule] : 0;
}

/* Fills KEYS with those of SERIES, after the N words that are there. */
static void fill_keys(struct keys *keys, const struct kernel_series *series, unsigned n)
{
    const struct kernel *k = series->kernel;
    bool dealt = k->chunk > 0;
    const struct probe_word words[WORDS] = {
        { "name", k->name },
        { "variant", k->variant },
        { "type", k->type },
        { "state", kernel_states[series->state] },
        { "flush", series->flush },
        { "contexts", decimal(keys->contexts, series->contexts) },
        { "space", space_of(series) },
        { "model", model_of(series) },
        { "schedule", schedule_of(k) },
        { "chunk", dealt ? decimal(keys->chunk, k->chunk) : 0 },
        { "barrier", k->barrier ? "yes" : "no" },
        { "spec", hexadecimal(keys->spec, k->spec) },
        { "line", decimal(keys->line, k->line_bytes) },
        { "again", series->again ? "1" : 0 },
        { 0, 0 },
    };

    for (unsigned i = 0; i < WORDS; i++)
        keys->words[n + i] = words[i];
}

/* ---- the kernel's own series ---- */

static void send_counts(struct probe_run *run, const struct kernel *kernel,
                        const struct kernel_point *point)
{
    uint64_t values[KERNEL_COUNTS + 3];

    for (unsigned i = 0; i < KERNEL_COUNTS; i++)
        values[i] = kernel->count ? kernel->count((enum kernel_count)i, point->n) : 0;
    values[KERNEL_COUNTS] = kernel->bytes(point->n);
    values[KERNEL_COUNTS + 1] = point->check >> 32;
    values[KERNEL_COUNTS + 2] = point->check & UINT32_MAX;
    probe_event_wide(run, point->n, values, KERNEL_COUNTS + 3);
}

static void send_ticks(struct probe_run *run, const struct kernel_point *point, uint64_t ops,
                       const uint64_t *ticks)
{
    const uint64_t x[] = { point->n, point->n == 0 };

    if (point->n_ticks > 0)
        probe_sample(run, x, 2, ops, ticks, point->n_ticks);
}

void kernel_send_keys(struct probe_run *run, const char *probe, const struct kernel_series *series)
{
    struct keys keys;

    fill_keys(&keys, series, 0);
    probe_series_words(run, probe, keys.words);
}

static void send_series(struct probe_run *run, const struct kernel_series *series)
{
    kernel_send_keys(run, run->name, series);
    for (unsigned i = 0; i < series->n_points; i++)
        if (series->points[i].absent)
            continue;
        else if (series->points[i].left_out == RECORD_END_OK)
            send_counts(run, series->kernel, &series->points[i]);
        else
            probe_skip(run, series->points[i].n, series->points[i].left_out);
    send_ticks(run, &series->overhead, series->overhead.laps, series->overhead.ticks);
    for (unsigned i = 0; i < series->n_points; i++)
        send_ticks(run, &series->points[i], series->points[i].laps, series->points[i].ticks);
    probe_done(run, run->name, RECORD_END_OK);
}

static void send_reference(struct probe_run *run, const struct kernel_series *series, uint64_t ops)
{
    probe_series_beside(run, "add_chain", run->name);
    send_ticks(run, &series->overhead, ops, series->overhead.reference_ticks);
    for (unsigned i = 0; i < series->n_points; i++)
        send_ticks(run, &series->points[i], ops, series->points[i].reference_ticks);
    probe_done(run, "add_chain", RECORD_END_OK);
}

/* ---- companions ---- */

static bool was_counted(const struct kernel_point *point)
{
    return point->left_out == RECORD_END_OK && !point->checked_only && !point->absent;
}

static void send_traffic(struct probe_run *run, const struct kernel_series *series, unsigned levels)
{
    struct keys keys;
    uint64_t values[3 * PLAN_CACHES];
    struct hal_traffic now = { 0 };
    bool in_only = hal_traffic_read(levels - 1, &now) == 0 && now.in_only;

    keys.words[0] = (struct probe_word){ "of", run->name };
    keys.words[1] = (struct probe_word){ "by", hal_traffic_name() };
    keys.words[2] = (struct probe_word){ "levels", decimal(keys.levels, levels) };
    keys.words[3] = (struct probe_word){ "only", in_only ? "in" : 0 };
    fill_keys(&keys, series, 4);
    probe_series_words(run, "traffic", keys.words);
    for (unsigned i = 0; i < series->n_points; i++) {
        const struct kernel_point *point = &series->points[i];

        if (!was_counted(point))
            continue;
        for (unsigned level = 0; level < levels; level++) {
            values[2 * level] = point->moved[level].in_lines;
            values[2 * level + 1] = point->moved[level].out_lines;
            values[2 * levels + level] = point->moved[level].line_bytes;
        }
        probe_event_wide(run, point->n, values, 3 * levels);
    }
    probe_done(run, "traffic", RECORD_END_OK);
}

static void send_walks(struct probe_run *run, const struct kernel_series *series)
{
    struct keys keys;

    keys.words[0] = (struct probe_word){ "of", run->name };
    keys.words[1] = (struct probe_word){ "by", hal_traffic_name() };
    fill_keys(&keys, series, 2);
    probe_series_words(run, "walks", keys.words);
    for (unsigned i = 0; i < series->n_points; i++) {
        const struct kernel_point *point = &series->points[i];

        if (was_counted(point))
            probe_event_wide(run, point->n, &point->moved[0].walks, 1);
    }
    probe_done(run, "walks", RECORD_END_OK);
}

/* One E for some timings each: n, laps, and what was counted in each timing, as S has them. */
static void send_event_counts(struct probe_run *run, const struct kernel_point *point,
                              unsigned event)
{
    enum { LAPS, COUNTS, IN_A_SENTENCE = 7 };
    uint64_t values[COUNTS + IN_A_SENTENCE] = { [LAPS] = point->laps };

    for (unsigned i = 0; i < point->n_ticks;) {
        unsigned n = 0;

        while (i < point->n_ticks && n < IN_A_SENTENCE)
            values[COUNTS + n++] = point->events[event][i++];
        probe_event_wide(run, point->n, values, COUNTS + n);
    }
}

static void send_event(struct probe_run *run, const struct kernel_series *series, unsigned event)
{
    char contexts[NUMBER];
    const struct probe_word keys[] = {
        { "of", run->name },
        { "by", hal_events_name() },
        { "event", events_name_at(event) },
        { "proved", events_proved(event) ? "yes" : "no" },
        { "name", series->kernel->name },
        { "variant", series->kernel->variant },
        { "state", kernel_states[series->state] },
        { "contexts", decimal(contexts, series->contexts) },
        { 0, 0 },
    };

    probe_series_words(run, "events", keys);
    send_event_counts(run, &series->overhead, event);
    for (unsigned i = 0; i < series->n_points; i++)
        send_event_counts(run, &series->points[i], event);
    probe_done(run, "events", RECORD_END_OK);
}

static bool walks_are_counted(void)
{
    struct hal_traffic now = { 0 };

    return hal_traffic_read(0, &now) == 0 && now.walks_counted;
}

/* False where the port counts one context's lines and SERIES ran on several. */
static bool counts_all(const struct kernel_series *series)
{
    struct hal_traffic now = { 0 };

    return series->contexts == 1 || hal_traffic_read(0, &now) != 0 || !now.one_context;
}

void kernel_send(struct probe_run *run, const struct kernel_series *series, uint64_t reference_ops)
{
    unsigned levels = hal_traffic_levels() < PLAN_CACHES ? hal_traffic_levels() : PLAN_CACHES;

    send_series(run, series);
    if (reference_ops > 0)
        send_reference(run, series, reference_ops);
    if (levels > 0 && counts_all(series))
        send_traffic(run, series, levels);
    if (levels > 0 && walks_are_counted())
        send_walks(run, series);
    for (unsigned i = 0; i < events_count(); i++)
        send_event(run, series, i);
}

void kernel_send_expected(struct probe_run *run, const struct kernel *first)
{
    const struct probe_word words[] = {
        { "of", run->name }, { "name", first->name }, { "type", first->type }, { 0, 0 }
    };

    if (first->n_expected == 0)
        return;
    probe_series_words(run, "expected", words);
    for (unsigned i = 0; i < first->n_expected && i < KERNEL_EXPECTED; i++) {
        const uint64_t values[] = { first->expected[i].check >> 32,
                                    first->expected[i].check & UINT32_MAX };

        probe_event_wide(run, first->expected[i].n, values, 2);
    }
    probe_done(run, "expected", RECORD_END_OK);
}
