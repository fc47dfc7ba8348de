/* Figures of caches, memory and translation. */
#include "draw.h"
#include "figure.h"
#include "report/format/value.h"
#include "result/query.h"
#include "result/regions.h"
#include "series/load_curve.h"
#include "series/point.h"
#include "series/throughput.h"
#include "specs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEVELS = 9 };

static double number_of(const struct figure_build *b, struct result_id id, double otherwise)
{
    const struct result *r = result_find(b->results, id);

    return r != NULL && r->kind == RESULT_NUMBER ? r->value : otherwise;
}

/* A key that is bytes, in words. */
static void bytes_of(char *to, const struct log_series *s, const char *key)
{
    format_number(to, (double)log_key_number(s->keys, s->n_keys, key, 0), "B");
}

/* ---- latency ---- */

static void mark_levels(struct figure_build *b)
{
    double from = figure_x_extreme(b->figure, -1), to = figure_x_extreme(b->figure, 1);
    char label[16], reported[16];

    for (unsigned i = 1; i < MOST_LEVELS; i++) {
        snprintf(label, sizeof label, "L%u", i);
        double size = number_of(b, id_at(CACHE_SIZE, i), NAN);
        figure_mark_x(b, id_at(CACHE_SIZE, i), label);
        snprintf(reported, sizeof reported, "OS: L%u", i);
        figure_mark_reported(b, id_at(CACHE_SIZE, i), reported);
        figure_mark_y(b, id_at(CACHE_LATENCY, i), label, from, isnan(size) ? to : size);
        if (!isnan(size))
            from = size;
    }
    figure_mark_y(b, id_of(MEMORY_LATENCY), "DRAM", from, to);
}

/* X2 is a number of chains at once, where a table has such columns: one chain waits for each load.
 */
static void draw_latency(struct figure_build *b)
{
    const struct log_series *s;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        struct figure_timings t = figure_timings(b, s, b->cycle);
        struct figure_timings one = figure_timings_at(&t, 0);
        char stride[FORMAT_CELL] = "";

        bytes_of(stride, s, "stride");
        if (*figure_key(s, "stride") != '\0')
            figure_add_line(b, s, &one, "every %s", stride);
        else
            figure_add_line(b, s, &one, "table %zu", b->figure->n_lines + 1);
        figure_group(b, "loads");
        free(t.at);
    }
    if (b->figure->n_lines > 0)
        mark_levels(b);
}

/* ---- line size ---- */

/* (apart - fits) / (outgrown - fits) at SPAN, 0 to 1.5: the share of a miss that scattered loads
 * cost; NaN: cannot tell. X2 of probe cache_line: 2048 fits, 0 does not, LINE is scattered. */
static double scattered_share(const struct figure_timings *t, double span, double line)
{
    struct figure_timings together = figure_timings_at(t, 2048);
    struct figure_timings outgrown = figure_timings_at(t, 0);
    struct figure_timings apart = figure_timings_at(t, line);
    double fits = figure_timings_median(&together, span);
    double rise = figure_timings_median(&outgrown, span) - fits;
    double share = (figure_timings_median(&apart, span) - fits) / rise;

    return rise > 0.1 * fits ? fmin(1.5, fmax(0, share)) : NAN;
}

/* The least of all spans is what counts: what is prefetched only makes loads miss. */
static double least_share(const struct figure_timings *t, double line)
{
    struct figure_timings spans = figure_timings_at(t, line);
    double least = INFINITY;

    for (size_t i = 0; i < spans.n; i++)
        least = fmin(least, scattered_share(t, spans.at[i].x, line));
    return least;
}

static struct figure_line *line_of_level(struct figure_build *b, const struct log_series *s)
{
    char name[24];

    snprintf(name, sizeof name, "L%.4s", figure_key(s, "level"));
    for (size_t i = 0; i < b->figure->n_lines; i++)
        if (strcmp(b->figure->line[i].name, name) == 0)
            return &b->figure->line[i];
    return figure_new_line(b, s, name);
}

static void add_share(struct figure_build *b, const struct log_series *s, double line, double share)
{
    struct figure_line *l = line_of_level(b, s);

    if (l == NULL)
        return;
    l->last_line = s->last_line;
    l->damaged |= s->damaged;
    for (size_t i = 0; i < l->n_points; i++)
        if (l->point[i].x == line) {
            l->point[i].middle = fmin(l->point[i].middle, share);
            return;
        }
    figure_add_point(b, l, line, share);
}

static void draw_line(struct figure_build *b)
{
    const struct log_series *s;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        double line = (double)log_key_number(s->keys, s->n_keys, "line", 0);
        struct figure_timings t = figure_timings(b, s, b->cycle);
        double share = line > 0 ? least_share(&t, line) : INFINITY;

        if (share < INFINITY)
            add_share(b, s, line, share);
        free(t.at);
    }
    for (unsigned i = 1; i < MOST_LEVELS && b->figure->n_lines > 0; i++) {
        char label[16];
        snprintf(label, sizeof label, "L%u", i);
        figure_mark_x(b, id_at(CACHE_LINE, i), label);
    }
}

/* ---- differences of two kinds at the same x ---- */

/* Takes the median of kind 1 from the timings of kind 0. */
static struct figure_timings beyond_control(const struct figure_timings *t)
{
    struct figure_timings own = figure_timings_at(t, 0), control = figure_timings_at(t, 1);
    struct figure_timings out = { own.at, 0 };
    double x = NAN, less = NAN;

    for (size_t i = 0; i < own.n; i++) {
        if (own.at[i].x != x) {
            x = own.at[i].x;
            less = figure_timings_median(&control, x);
        }
        if (isnan(less))
            continue;
        out.at[out.n] = own.at[i];
        out.at[out.n++].y -= less;
    }
    return out;
}

static void draw_ways(struct figure_build *b)
{
    const struct log_series *s;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        struct figure_timings t = figure_timings(b, s, b->cycle);
        struct figure_timings extra = beyond_control(&t);
        char stride[FORMAT_CELL], level[16];

        bytes_of(stride, s, "stride");
        snprintf(level, sizeof level, "L%.4s", figure_key(s, "level"));
        if (log_key_number(s->keys, s->n_keys, "spread", 0) == 0 &&
            figure_add_line(b, s, &extra, "%s every %s", level, stride) != NULL)
            figure_group(b, level);
        free(t.at);
    }
    for (unsigned i = 1; i < MOST_LEVELS && b->figure->n_lines > 0; i++) {
        char label[24];
        snprintf(label, sizeof label, "L%u ways", i);
        figure_mark_x(b, id_at(CACHE_WAYS, i), label);
    }
}

/* ---- translation ---- */

static void draw_tlb(struct figure_build *b)
{
    const struct log_series *s;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        struct figure_timings t = figure_timings(b, s, b->cycle);
        struct figure_timings extra = beyond_control(&t);
        char stride[FORMAT_CELL];

        bytes_of(stride, s, "stride");
        figure_add_line(b, s, &extra, "pages of %s", stride);
        free(t.at);
    }
    if (b->figure->n_lines == 0)
        return;
    double from = figure_x_extreme(b->figure, -1), to = figure_x_extreme(b->figure, 1);
    double first = number_of(b, id_at(TLB_ENTRIES, 1), from);
    double second = number_of(b, id_at(TLB_ENTRIES, 2), to);
    figure_mark_x(b, id_at(TLB_ENTRIES, 1), "L1 TLB");
    figure_mark_x(b, id_at(TLB_ENTRIES, 2), "L2 TLB");
    figure_mark_y(b, id_at(TLB_PENALTY, 2), "L2 TLB", first, second);
    figure_mark_y(b, id_of(TLB_WALK), "page walk", second, to);
}

/* Few enough lines to tell apart: the memories with the most slot sizes are the larger ones. */
static void add_memories(struct figure_build *b, const struct log_series *s,
                         struct figure_timings *t)
{
    enum { MOST_MEMORIES = 5 };
    size_t memories = 0, first = 0;

    for (size_t i = 0; i < t->n; i++)
        memories += i == 0 || t->at[i].x2 != t->at[i - 1].x2;
    for (size_t i = 0; i < t->n; i = first) {
        struct figure_timings same = figure_timings_at(t, t->at[i].x2);
        char memory[FORMAT_CELL];

        first = i + same.n;
        if (memories-- > MOST_MEMORIES)
            continue;
        format_number(memory, same.at[0].x2, "B");
        figure_add_line(b, s, &same, "%s", memory);
    }
}

/* One memory for all boards: the largest whose slots begin below a page, mostly of 4 KiB. */
static void choose_memory(struct figure_build *b)
{
    double page = number_of(b, id_of(TLB_PAGE), 4096);
    size_t chosen = b->figure->n_lines;

    for (; chosen > 1; chosen--) {
        const struct figure_line *l = &b->figure->line[chosen - 1];
        if (l->n_points > 0 && l->point[0].x < page)
            break;
    }
    for (size_t i = 0; i < b->figure->n_lines; i++)
        snprintf(b->figure->line[i].group, sizeof b->figure->line->group, "%s",
                 i + 1 == chosen ? "memory" : "");
}

static void draw_page(struct figure_build *b)
{
    const struct log_series *s;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        struct figure_timings t = figure_timings(b, s, b->cycle), sparse = { t.at, 0 };
        double packed = (double)log_key_number(s->keys, s->n_keys, "control", 0);

        for (size_t i = 0; i < t.n; i++)
            if (t.at[i].x != packed) {
                t.at[sparse.n] = t.at[i];
                t.at[sparse.n++].x2 = t.at[i].x * t.at[i].x2;
            }
        figure_timings_sort(&sparse);
        add_memories(b, s, &sparse);
        free(t.at);
    }
    choose_memory(b);
    if (b->figure->n_lines > 0)
        figure_mark_x(b, id_of(TLB_PAGE), "page");
}

/* ---- memory-level parallelism ---- */

/* The last level that was tried is memory where it is beyond the caches. */
static void draw_mlp(struct figure_build *b)
{
    double levels = number_of(b, id_of(CACHE_LEVELS), INFINITY), most = 0;
    const struct log_series *s;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        struct figure_timings t = figure_timings(b, s, b->cycle);
        char bytes[FORMAT_CELL], level[16];

        if (log_key_text(s->keys, s->n_keys, "of") != NULL) { /* not chains */
            free(t.at);
            continue;
        }
        bytes_of(bytes, s, "bytes");
        snprintf(level, sizeof level, "L%.4s", figure_key(s, "level"));
        most = (double)log_key_number(s->keys, s->n_keys, "level", 0);
        if (figure_add_line(b, s, &t, "%s", bytes) != NULL)
            figure_group(b, level);
        free(t.at);
    }
    if (levels < most)
        figure_group(b, "DRAM");
    for (unsigned i = 1; i < MOST_LEVELS && b->figure->n_lines > 0; i++) {
        char label[16];
        snprintf(label, sizeof label, "L%u", i);
        figure_mark_x(b, id_at(CACHE_MLP, i), label);
    }
    if (b->figure->n_lines > 0)
        figure_mark_x(b, id_of(MEMORY_MLP), "DRAM");
    for (size_t i = 0; i < b->figure->n_marks; i++) /* ranges of all levels lie over each other */
        b->figure->mark[i].low = b->figure->mark[i].high = b->figure->mark[i].at;
}

/* ---- loaded latency ---- */

/* Kinds of series of the probe whose other threads read, and those whose others copy. */
enum { OTHERS_READ = 0, OTHERS_ODD = 1 };

/* Puts what the other threads moved, GB/s, in place of their number in the loads of T, ascending;
 * returns for how many numbers that is known. OTHERS: ticks a byte of all others together. */
static size_t put_bandwidth(struct figure_timings *loads, const struct figure_timings *others,
                            double hz)
{
    size_t numbers = 0, kept = 0;
    double last = NAN, moved = 0;

    for (size_t i = 0; i < loads->n; i++) {
        double m = loads->at[i].x, ticks = m > 0 ? figure_timings_median(others, m) : INFINITY;

        if (!(ticks > 0))
            continue;
        if (m != last) {
            moved = hz / 1e9 / ticks;
            numbers++;
        }
        last = m;
        loads->at[kept] = loads->at[i];
        loads->at[kept++].x = moved;
    }
    loads->n = kept;
    return numbers;
}

/* Two numbers of other threads, none and all, are a row of a table and no curve. */
static void draw_loaded(struct figure_build *b)
{
    enum { FEWEST = 3 };
    const struct log_series *s;
    double hz = point_tick_hz(b->run);

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL && hz > 0;) {
        uint64_t kind = log_key_number(s->keys, s->n_keys, "kind", OTHERS_ODD);
        struct figure_timings t = figure_timings(b, s, b->cycle), raw = figure_timings(b, s, 1);
        struct figure_timings loads = figure_timings_at(&t, 0), others = figure_timings_at(&raw, 1);
        char bytes[FORMAT_CELL];

        bytes_of(bytes, s, "bytes");
        if (kind % 2 != OTHERS_ODD && put_bandwidth(&loads, &others, hz) >= FEWEST) {
            figure_timings_sort(&loads);
            figure_add_line(b, s, &loads, "%s, others %s", bytes,
                            kind == OTHERS_READ ? "read" : "copy");
        }
        free(t.at);
        free(raw.at);
    }
}

/* Of a series of probe loaded_curve: "DRAM", "L3". */
static void level_name(char to[16], const struct figure_build *b, const struct log_series *s)
{
    unsigned level = throughput_chased_level(b->results, s, throughput_board_level(s),
                                             throughput_deepest(b->run, s->probe));

    if (level == MEMORY_LEVEL)
        snprintf(to, 16, "DRAM");
    else
        snprintf(to, 16, "L%u", level);
}

/* A line for each mix: all timings of a pace lie at the bandwidth of its median. */
static void draw_loaded_curve(struct figure_build *b)
{
    static const char *const mixes[] = { "read 1:0", NULL, "copy 1:1", "triad 2:1",
                                         "non-temporal write" };
    const struct log_series *s;
    double hz = point_tick_hz(b->run);

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL && hz > 0;) {
        uint64_t kind = log_key_number(s->keys, s->n_keys, "kind", OTHERS_ODD);
        struct load_curve c = load_curve_of(s, load_curve_line_bytes(b->results));
        struct figure_timings t = figure_timings(b, s, b->cycle);
        struct figure_timings loads = figure_timings_at(&t, 0);
        char level[16];

        level_name(level, b, s);
        for (size_t i = 0; i < loads.n; i++) {
            double bandwidth = 0;
            for (unsigned k = 0; k < c.n; k++)
                bandwidth = c.at[k].pace == loads.at[i].x ? c.at[k].bandwidth : bandwidth;
            loads.at[i].x = bandwidth * hz / 1e9;
        }
        figure_timings_sort(&loads);
        if (kind < sizeof mixes / sizeof mixes[0] && mixes[kind] != NULL &&
            figure_add_line(b, s, &loads, "%s, %s", level, mixes[kind]) != NULL)
            figure_group(b, mixes[kind]);
        free(t.at);
    }
}

/* ---- bandwidth over the working set ---- */

/* Turns ticks a byte into GB/s; X2 is a number of threads. */
static void put_rates(struct figure_timings *t, double hz)
{
    for (size_t i = 0; i < t->n; i++)
        t->at[i].y = hz / 1e9 / t->at[i].y;
    figure_timings_sort(t);
}

static void draw_bandwidth(struct figure_build *b)
{
    static const char *const ops[] = { "read", "write", "copy" };
    const struct log_series *s;
    double hz = point_tick_hz(b->run);

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL && hz > 0;) {
        uint64_t kind = log_key_number(s->keys, s->n_keys, "kind", UINT64_MAX);
        struct figure_timings t = figure_timings(b, s, 1);
        double threads = 0;

        for (size_t i = 0; i < t.n && kind < sizeof ops / sizeof ops[0]; i++) {
            if (t.at[i].x2 == threads)
                continue;
            threads = t.at[i].x2;
            struct figure_timings same = figure_timings_at(&t, threads);
            put_rates(&same, hz);
            if (figure_add_line(b, s, &same, "%s, %.0f thread%s", ops[kind], threads,
                                threads > 1 ? "s" : "") != NULL)
                figure_group(b, threads > 1 ? "" : ops[kind]);
        }
        free(t.at);
    }
    for (unsigned i = 1; i < MOST_LEVELS && b->figure->n_lines > 0; i++) {
        char label[16];
        snprintf(label, sizeof label, "L%u", i);
        figure_mark_x(b, id_at(CACHE_SIZE, i), label);
    }
}

/* ---- memories that the board names ---- */

/* A point for each kind of access, numbered from 1. */
static void draw_regions(struct figure_build *b)
{
    const struct log_series *s;
    struct region_facts facts;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL;) {
        struct figure_timings t = figure_timings(b, s, b->cycle);

        for (size_t i = 0; i < t.n; i++)
            t.at[i].x += 1;
        if (region_read(&facts, s))
            figure_add_line(b, s, &t, "%s", facts.name);
        free(t.at);
    }
}

/* ---- rows of DRAM ---- */

enum { NOT_TIMED = 65535 };

/* What pairs of lines took, nanoseconds, of series S: sums of so many timings. To be freed. */
static double *pairs_ns(const struct figure_build *b, const struct log_series *s, size_t *n)
{
    double tick_ns = 1e9 / point_tick_hz(b->run);
    double timings = fmax(1, (double)log_series_number(s, "timings"));
    size_t room = 1;

    for (size_t i = 0; i < s->n_events; i++)
        room += s->events[i].n_values;
    for (size_t i = 0; i < s->n_samples; i++)
        room += s->samples[i].n_ticks;
    double *at = malloc(room * sizeof *at);
    *n = 0;
    for (size_t i = 0; i < s->n_events && at != NULL; i++)
        for (size_t k = 0; k < s->events[i].n_values; k++)
            if (s->events[i].values[k] < NOT_TIMED)
                at[(*n)++] = (double)s->events[i].values[k] / timings * tick_ns;
    for (size_t i = 0; i < s->n_samples && at != NULL; i++)
        for (size_t k = 0; k < s->samples[i].n_ticks; k++)
            if (s->samples[i].ticks[k] < NOT_TIMED)
                at[(*n)++] = (double)s->samples[i].ticks[k] / timings * tick_ns;
    return at;
}

static void draw_row_pairs(struct figure_build *b)
{
    const struct log_series *s;

    for (size_t at = 0; (s = figure_series(b, &at)) != NULL && point_tick_hz(b->run) > 0;) {
        bool again = log_series_number(s, "retest") != 0;
        size_t n = 0;

        if ((log_series_number(s, "pairs") == 0 && !again) || log_series_number(s, "within") != 0)
            continue;
        double *ns = pairs_ns(b, s, &n);
        if (n > 0)
            figure_add_histogram(b, s, again ? "the slowest again" : "pairs", ns, n);
        free(ns);
    }
}

const struct figure_spec figure_memory[] = {
    { .name = "latency",
      .title = "Load-to-use latency over working set",
      .about = "A chain of dependent loads over a growing working set. The latency rises where the "
               "working set is larger than a cache. Dashed lines are measured cache sizes, dotted "
               "lines are sizes that the OS reports.",
      .probe = "cache_size",
      .kind = FIGURE_CURVE,
      .x_label = "working set",
      .x_unit = "B",
      .y_label = "load-to-use latency",
      .y_unit = "cycle",
      .log_x = true,
      .log_y = true,
      .draw = draw_latency },
    { .name = "line",
      .title = "Cache line size",
      .about =
          "Loads that touch one in every two lines of the tried size: their cost as a share of "
          "a miss. Near 0: the real line is not longer than the tried size.",
      .probe = "cache_line",
      .kind = FIGURE_BARS,
      .x_label = "line size tried",
      .x_unit = "B",
      .y_label = "share of a miss",
      .y_unit = "ratio",
      .draw = draw_line },
    { .name = "ways",
      .title = "Associativity",
      .about = "Cost of a load from lines that share a set, above the cost of a load from as many "
               "lines in different sets. It rises where the set has no more ways.",
      .probe = "cache_ways",
      .kind = FIGURE_CURVE,
      .x_label = "lines in one set",
      .x_unit = "count",
      .y_label = "extra latency",
      .y_unit = "cycle",
      .log_x = true,
      .draw = draw_ways },
    { .name = "tlb",
      .title = "TLB",
      .about =
          "Cost of a load that touches another page each time, above the cost of a load from as "
          "many lines on few pages. It rises where a TLB level has no more entries.",
      .probe = "tlb_size",
      .kind = FIGURE_CURVE,
      .x_label = "pages",
      .x_unit = "count",
      .y_label = "extra latency",
      .y_unit = "cycle",
      .log_x = true,
      .draw = draw_tlb },
    { .name = "page",
      .title = "Page size",
      .about =
          "One load in each slot of the same memory, for growing slots. Up to the page size the "
          "TLB misses a load double with the slot.",
      .probe = "tlb_page",
      .kind = FIGURE_CURVE,
      .x_label = "slot",
      .x_unit = "B",
      .y_label = "load",
      .y_unit = "cycle",
      .log_x = true,
      .log_y = true,
      .draw = draw_page },
    { .name = "mlp",
      .title = "Memory-level parallelism (MLP)",
      .about = "Time a load with several independent chains of loads. It falls until the level "
               "serves no more misses at once.",
      .probe = "mlp",
      .kind = FIGURE_CURVE,
      .x_label = "independent chains",
      .x_unit = "count",
      .y_label = "time a load",
      .y_unit = "cycle",
      .log_x = true,
      .log_y = true,
      .draw = draw_mlp },
    { .name = "loaded",
      .title = "Loaded latency over bandwidth",
      .about = "Load-to-use latency of one thread while a growing number of other threads stream, "
               "over the bandwidth of all other threads together.",
      .probe = "loaded_latency",
      .kind = FIGURE_CURVE,
      .x_label = "bandwidth of the others, GB/s",
      .x_unit = "count",
      .y_label = "load-to-use latency",
      .y_unit = "cycle",
      .alone = true,
      .draw = draw_loaded },
    { .name = "row_pairs",
      .title = "Rows of DRAM",
      .about = "Time of two loads of flushed lines, of random pairs of lines, and of the slowest "
               "pairs timed again. The upper mode: two rows of one bank.",
      .probe = "dram",
      .kind = FIGURE_HISTOGRAM,
      .x_label = "two loads, ns",
      .x_unit = "count",
      .y_label = "share of the pairs, %",
      .y_unit = "count",
      .draw = draw_row_pairs },
    { .name = "loaded_curve",
      .title = "Loaded latency over bandwidth, by mix",
      .about = "Load-to-use latency of one thread while all others read, copy or write at several "
               "paces, over the bandwidth of all threads together. It rises where requests queue "
               "for the memory.",
      .probe = "loaded_curve",
      .kind = FIGURE_CURVE,
      .x_label = "bandwidth of all threads, GB/s",
      .x_unit = "count",
      .y_label = "load-to-use latency",
      .y_unit = "cycle",
      .draw = draw_loaded_curve },
    { .name = "bandwidth",
      .title = "Bandwidth over working set",
      .about =
          "Bytes a second that one thread, and all threads together, read, write and copy over "
          "a growing working set of each thread. Dashed lines are measured cache sizes.",
      .probe = "bandwidth_sweep",
      .kind = FIGURE_CURVE,
      .x_label = "working set of each thread",
      .x_unit = "B",
      .y_label = "bandwidth, GB/s",
      .y_unit = "count",
      .log_x = true,
      .log_y = true,
      .draw = draw_bandwidth },
    { .name = "regions",
      .title = "Memory regions of the board",
      .about = "Cost of each region that the board names. 1: a dependent load; 2 and 3: a byte of "
               "32-bit and of the widest loads; 4: a store; 5 and 6: a byte of stores; 7: a jump "
               "with the two loads of its address; 8: one of these loads; 9: a byte of code.",
      .probe = "regions",
      .kind = FIGURE_CURVE,
      .x_label = "1 to 3 loads, 4 to 6 stores, 7 to 9 code",
      .x_unit = "count",
      .y_label = "access, or byte",
      .y_unit = "cycle",
      .log_y = true,
      .draw = draw_regions },
};
const size_t figure_memory_count = sizeof figure_memory / sizeof figure_memory[0];
