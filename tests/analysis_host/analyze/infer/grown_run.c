/* Runs with as many points, series or contexts as one likes. */
#include "grown_run.h"
#include "analysis/analysis.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OPS = 100000, PASSES = 3, CONTEXTS_MOST = 1024 };

static const double kib = 1024, mib = 1024 * 1024;

/* ---- parts of a run ---- */

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static struct log_series *last(struct log_run *run)
{
    return &run->series[run->n_series - 1];
}

static bool is_power_of_two(size_t n)
{
    return (n & (n - 1)) == 0;
}

static void series(struct log_run *run, const char *probe)
{
    if (is_power_of_two(run->n_series))
        run->series = must(realloc(run->series, 2 * (run->n_series + 1) * sizeof *run->series));
    run->series[run->n_series++] =
        (struct log_series){ .probe = must(strdup(probe)), .end = RECORD_END_OK };
}

static void add_key(struct log_key **keys, size_t *n, const char *key, const char *value)
{
    *keys = must(realloc(*keys, (*n + 1) * sizeof **keys));
    (*keys)[(*n)++] = (struct log_key){ must(strdup(key)), must(strdup(value)) };
}

static void text_key(struct log_run *run, const char *key, const char *value)
{
    add_key(&last(run)->keys, &last(run)->n_keys, key, value);
}

static void number_key(struct log_run *run, const char *key, uint64_t value)
{
    char text[24];

    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    text_key(run, key, text);
}

static uint64_t *ticks(struct log_run *run, size_t n)
{
    struct log_block *block = must(malloc(sizeof *block + n * sizeof *block->ticks));

    *block = (struct log_block){ .before = run->blocks, .n = n, .room = n };
    run->blocks = block;
    return block->ticks;
}

/* A point at the N_X numbers X that takes CYCLES an operation, in PASSES timings that differ by a
 * little. */
static void point(struct log_run *run, const uint64_t *x, unsigned n_x, double cycles)
{
    struct log_series *s = last(run);

    if (is_power_of_two(s->n_samples))
        s->samples = must(realloc(s->samples, 2 * (s->n_samples + 1) * sizeof *s->samples));
    struct log_sample *p = &s->samples[s->n_samples++];
    *p = (struct log_sample){
        .n_x = n_x, .ops = OPS, .n_ticks = PASSES, .ticks = ticks(run, PASSES)
    };
    memcpy(p->x, x, n_x * sizeof *x);
    for (unsigned i = 0; i < PASSES; i++)
        p->ticks[i] =
            (uint64_t)llround(cycles * OPS * (1 + 0.001 * (double)((s->n_samples + i) % 7)));
}

static void point1(struct log_run *run, uint64_t x, double cycles)
{
    point(run, &x, 1, cycles);
}

static void point2(struct log_run *run, uint64_t x, uint64_t x2, double cycles)
{
    const uint64_t both[2] = { x, x2 };

    point(run, both, 2, cycles);
}

static void point3(struct log_run *run, uint64_t x, uint64_t x2, uint64_t x3, double cycles)
{
    const uint64_t all[3] = { x, x2, x3 };

    point(run, all, 3, cycles);
}

static void event(struct log_run *run, uint64_t x, uint64_t value)
{
    struct log_series *s = last(run);

    if (is_power_of_two(s->n_events))
        s->events = must(realloc(s->events, 2 * (s->n_events + 1) * sizeof *s->events));
    struct log_event *e = &s->events[s->n_events++];
    *e = (struct log_event){ .x = x, .n_values = 1, .values = must(malloc(sizeof *e->values)) };
    e->values[0] = value;
}

/* A cycle is a tick. */
static void chain(struct log_run *run)
{
    series(run, "add_chain");
    number_key(run, "kind", 0);
    point1(run, OPS, 1);
}

/* ---- a machine: 32 KiB, 1 MiB, memory; 4 and 64 and 512 pages ---- */

static double share(double x, double size)
{
    return fmin(1, fmax(0, (x - size) * 9 / x));
}

static double latency(double bytes)
{
    return 4 + 10 * share(bytes, 32 * kib) + 100 * share(bytes, mib);
}

static double translation(double pages)
{
    return 6 * (pages > 64) + 20 * share(pages, 512);
}

/* The I-th of N whole numbers from LOW up to about HIGH, evenly apart in logarithm where there is
 * room. */
static uint64_t spread(size_t i, size_t n, double low, double high)
{
    return (uint64_t)(low * pow(high / low, (double)i / (double)n)) + i;
}

static void sizes(struct log_run *run, uint64_t stride, size_t n)
{
    series(run, "cache_size");
    number_key(run, "stride", stride);
    for (size_t i = 0; i < n; i++) {
        uint64_t bytes = spread(i, n, kib, 16 * mib);

        point1(run, bytes,
               latency((double)bytes) + 2 * (double)stride / 128 * share((double)bytes, 256 * kib));
    }
}

static void few_sizes(struct log_run *run)
{
    sizes(run, 64, 60);
}

/* ---- what grows ---- */

static void sizes_and_wide(struct log_run *run, size_t n)
{
    sizes(run, 64, n);
    sizes(run, 128, n);
}

/* Noise that no model fits. */
static void rugged_sizes(struct log_run *run, size_t n)
{
    series(run, "cache_size");
    for (size_t i = 0; i < n; i++) {
        uint64_t bytes = spread(i, n, kib, 16 * mib);
        double octave = log2((double)bytes) - 10;

        point1(run, bytes, 4 + octave * octave * octave / 10 + (double)(i * 7919 % 101) / 1000);
    }
}

/* Gaps of an octave, and all points after them. */
static void sparse_sizes(struct log_run *run, size_t n)
{
    series(run, "cache_size");
    for (uint64_t bytes = 1024; bytes <= 32768; bytes *= 2)
        point1(run, bytes, 4);
    for (size_t i = 0; i < n; i++) {
        uint64_t bytes = spread(i, n, 80 * kib, 16 * mib);

        point1(run, bytes, 10 + 0.2 * pow((double)bytes / kib, 0.6));
    }
}

static void several_chains(struct log_run *run, size_t n)
{
    series(run, "cache_size");
    for (size_t i = 0; i < n / 2; i++) {
        uint64_t bytes = spread(i, n / 2, kib, 16 * mib);

        point2(run, bytes, 1, latency((double)bytes));
        point2(run, bytes, 8, latency((double)bytes) / 4);
    }
}

static void lines_points(struct log_run *run, size_t n)
{
    static const uint64_t apart[] = { 16, 32, 64, 128, 256 };

    few_sizes(run);
    series(run, "cache_line");
    for (size_t i = 0; i < n; i++)
        point2(run, 64 + i / 5, apart[i % 5], 4 + (double)(i % 5));
}

static void lines_series(struct log_run *run, size_t n)
{
    few_sizes(run);
    for (size_t i = 0; i < n; i++) {
        series(run, "cache_line");
        number_key(run, "line", 32);
        number_key(run, "level", i);
        point2(run, 48 * 1024, 0, 20);
    }
}

static void ways_series(struct log_run *run, size_t n)
{
    few_sizes(run);
    for (size_t i = 0; i < n; i++) {
        series(run, "cache_ways");
        number_key(run, "level", i % 20 + 1);
        number_key(run, "capacity", 32768 + i % 7000);
        number_key(run, "stride", 4096);
        point2(run, 8, 0, 14);
        point2(run, 8, 1, 4);
    }
}

static void ways_points(struct log_run *run, size_t n)
{
    few_sizes(run);
    series(run, "cache_ways");
    number_key(run, "level", 1);
    number_key(run, "capacity", 32768);
    number_key(run, "stride", 4096);
    for (size_t i = 0; i < n / 2; i++) {
        point2(run, i + 1, 0, i < 8 ? 4 : 14);
        point2(run, i + 1, 1, 4);
    }
}

static void visits(struct log_run *run, size_t n)
{
    few_sizes(run);
    series(run, "cache_policy");
    number_key(run, "ways", 8);
    number_key(run, "stride", 4096);
    number_key(run, "groups", 1);
    for (size_t i = 0; i < n; i++)
        event(run, i % 16, i % 17);
    for (unsigned i = 0; i < 16; i++) {
        point2(run, i, 0, 8);
        point2(run, i, 1, 4);
    }
}

static void written(struct log_run *run, size_t n)
{
    few_sizes(run);
    series(run, "write_policy");
    for (size_t i = 0; i < n; i++)
        point1(run, i, 4 + (double)(i % 3));
}

static void page_points(struct log_run *run, size_t n)
{
    series(run, "tlb_page");
    for (size_t i = 0; i < n; i++) {
        uint64_t stride = 64u << i % 16, loads = 8 + i / 16;
        double pages = fmax(1, (double)stride * (double)loads / 4096);

        point2(run, stride, loads, 4 + translation(fmin(pages, (double)loads)));
    }
}

static void page_regions(struct log_run *run, size_t n)
{
    series(run, "tlb_page");
    for (size_t i = 0; i < n; i++)
        point2(run, 64 + i, 64 + i * 7 % 1000, 4 + (double)(i % 5));
}

static void pages(struct log_run *run, size_t n)
{
    series(run, "tlb_size");
    number_key(run, "stride", 4096);
    number_key(run, "control", 64);
    for (size_t i = 0; i < n / 2; i++) {
        uint64_t n_pages = spread(i, n / 2, 4, 2048);

        point2(run, n_pages, 0, 4 + translation((double)n_pages));
        point2(run, n_pages, 1, 4);
    }
}

static void ops_series(struct log_run *run, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char type[32];

        series(run, "ops");
        snprintf(type, sizeof type, "v%zuf32", i);
        text_key(run, "op", i % 2 ? "add" : "fma");
        text_key(run, "type", type);
        text_key(run, "with", "add");
        point2(run, 0, 0, 1);
        point2(run, 1, 32, 4);
        point2(run, 1, 16, 2);
    }
}

static void ops_points(struct log_run *run, size_t n)
{
    series(run, "ops");
    text_key(run, "op", "add");
    text_key(run, "type", "i32");
    point2(run, 0, 0, 1);
    for (size_t i = 0; i < n; i++)
        point2(run, i + 1, 32, 4);
}

static void peaks_series(struct log_run *run, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char type[32];

        series(run, "peaks");
        snprintf(type, sizeof type, "v%zuf32", 32 * (i / 2));
        text_key(run, "type", type);
        text_key(run, "mix", i % 2 ? "balanced" : "fma");
        point3(run, 1, 0, 0, 1);
        point3(run, 1, 4, 3, 2);
        point3(run, 2, 4, 3, 2);
    }
}

static void peaks_points(struct log_run *run, size_t n)
{
    series(run, "peaks");
    text_key(run, "type", "f64");
    text_key(run, "mix", "add");
    for (size_t i = 0; i < n; i++)
        point3(run, i % 7 + 1, i / 7, 1, 2);
}

static void live_series(struct log_run *run, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char type[32];

        series(run, "live_ranges");
        snprintf(type, sizeof type, "t%zu", i);
        text_key(run, "type", type);
        point1(run, 1, 1);
    }
}

static void mlp_series(struct log_run *run, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        series(run, "mlp");
        number_key(run, "level", i % 1000 + 1);
        point1(run, 1, 4);
    }
}

static void mlp_points(struct log_run *run, size_t n)
{
    series(run, "mlp");
    number_key(run, "level", 1);
    for (size_t i = 0; i < n; i++)
        point1(run, i + 1, 4);
}

static void branches(struct log_run *run, size_t n)
{
    for (uint64_t kind = 0; kind < 2; kind++) {
        series(run, "branch");
        number_key(run, "kind", kind);
        for (size_t i = 0; i < n / 2; i++)
            point1(run, i, 1 + 5 * (double)(i > 8));
    }
}

static void code_points(struct log_run *run, size_t n)
{
    series(run, "icache");
    for (size_t i = 0; i < n; i++)
        point2(run, 1024 + i, 1, 2);
}

static void contexts_series(struct log_run *run, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        series(run, "contexts");
        number_key(run, "kind", i % 3);
        point1(run, 1, 1);
        point1(run, 2, 2);
    }
}

static void contexts_points(struct log_run *run, size_t n)
{
    series(run, "contexts");
    number_key(run, "kind", 0);
    for (size_t i = 0; i < n; i++)
        point1(run, i + 1, 1 + (double)i / 4);
}

static void cores(struct log_run *run, size_t n)
{
    char text[24];

    snprintf(text, sizeof text, "%zu", n < CONTEXTS_MOST ? n : CONTEXTS_MOST);
    add_key(&run->keys, &run->n_keys, "cores", text);
}

/* Points of pairs that are 1, 2 ... apart, N in all; BYTES: 0, x has two numbers. */
static void pairs_of(struct log_run *run, size_t n, size_t contexts, uint64_t bytes)
{
    for (size_t apart = 0, i = 0; i < n && apart < contexts; apart++)
        for (size_t a = 0; a + apart < contexts && i < n; a++, i++) {
            const uint64_t x[3] = { bytes, a, a + apart };

            point(run, bytes > 0 ? x : x + 1, bytes > 0 ? 3 : 2,
                  20 + 10 * (double)(a / 4 != (a + apart) / 4) + 2 * (double)(i % 5));
        }
}

static void processors(struct log_run *run, size_t n)
{
    cores(run, n);
    series(run, "smp_smt");
    pairs_of(run, n, n, 0);
}

static void near_contexts(struct log_run *run, size_t n)
{
    cores(run, n / 8);
    series(run, "core_to_core");
    pairs_of(run, n, n / 8, 0);
}

static void shared_caches(struct log_run *run, size_t n)
{
    few_sizes(run);
    cores(run, n / 16);
    series(run, "sharing");
    pairs_of(run, n / 2, n / 16, 24 * 1024);
    pairs_of(run, n / 2, n / 16, 768 * 1024);
}

static void slots(struct log_run *run, size_t n)
{
    series(run, "timeslice");
    for (size_t i = 0; i < n; i++)
        event(run, i, 1000000 + i * 7919 % 1000);
}

static void moved_points(struct log_run *run, size_t n)
{
    few_sizes(run);
    series(run, "bandwidth");
    number_key(run, "level", 1);
    number_key(run, "kind", 0);
    for (size_t i = 0; i < n; i++) {
        const uint64_t x[4] = { 1, 16384, i, 1 };

        point(run, x, 4, 1);
    }
}

static void moved_series(struct log_run *run, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t x[4] = { 1, 16384, 1, 1 };

        series(run, "bandwidth");
        number_key(run, "level", i / 5 % 1000 + 1);
        number_key(run, "kind", i % 5);
        point(run, x, 4, 1);
    }
}

static void distances(struct log_run *run, size_t n)
{
    series(run, "numa");
    for (size_t i = 0; i < n; i++) {
        const uint64_t x[3] = { i % 64, i / 64 % 16, i % 2 };

        point(run, x, 3, 100);
    }
}

static void disturbed(struct log_run *run, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        series(run, "loaded_latency");
        number_key(run, "level", 1);
        number_key(run, "kind", 0);
        point2(run, 0, 0, 100);
        point2(run, 1, 0, 120);
    }
}

static void timers(struct log_run *run, size_t n)
{
    series(run, "timer_floor");
    number_key(run, "kind", 0);
    for (size_t i = 0; i < n; i++)
        point1(run, i, 20);
}

static void chains(struct log_run *run, size_t n)
{
    for (size_t i = 0; i < n; i++)
        chain(run);
}

/* ---- kernels ---- */

/* A series of kernel NAME.VARIANT, as probe pattern sends it. */
static void kernel_series(struct log_run *run, const char *name, const char *variant)
{
    series(run, "pattern");
    text_key(run, "name", name);
    text_key(run, "variant", variant);
    text_key(run, "type", "f64");
    text_key(run, "state", "warm");
    text_key(run, "space", "unified");
    number_key(run, "contexts", 1);
    number_key(run, "line", 64);
}

/* A size of a triad: counts, then timings. */
static void kernel_size(struct log_run *run, uint64_t n)
{
    const uint64_t counts[] = { n, n, 0, 0, 0, 2 * n, n, 3 * n, n, 3 * n / 8, n / 8, 24 * n, 0, 1 };

    event(run, n, 0);
    struct log_event *e = &last(run)->events[last(run)->n_events - 1];
    e->values = must(realloc(e->values, sizeof counts));
    memcpy(e->values, counts, sizeof counts);
    e->n_values = sizeof counts / sizeof counts[0];
    point2(run, n, 0, (double)n);
}

static void numbered(char to[24], const char *word, size_t i)
{
    snprintf(to, 24, "%s%zu", word, i);
}

static void kernel_names(struct log_run *run, size_t n)
{
    few_sizes(run);
    for (size_t i = 0; i < n; i++) {
        char name[24];

        numbered(name, "k", i);
        kernel_series(run, name, "plain");
        kernel_size(run, 500);
        kernel_size(run, 5000);
    }
}

static void kernel_variants(struct log_run *run, size_t n)
{
    few_sizes(run);
    for (size_t i = 0; i < n; i++) {
        char variant[24];

        numbered(variant, "v", i);
        kernel_series(run, "triad", variant);
        kernel_size(run, 500);
        kernel_size(run, 5000);
    }
}

/* Shuffled, so that no size comes where the last one's place would tell. */
static void kernel_sizes(struct log_run *run, size_t n)
{
    few_sizes(run);
    for (unsigned k = 0; k < 2; k++) {
        kernel_series(run, "triad", k == 0 ? "plain" : "tiled");
        for (size_t i = 0; i < n / 2; i++)
            kernel_size(run, 1000 + i * 7919 % 30011);
    }
}

const struct growth_case growth_cases[] = {
    { "names of pattern", "pattern", METHOD_ROBUST, 500, kernel_names },
    { "variants of pattern", "pattern", METHOD_ROBUST, 500, kernel_variants },
    { "sizes of pattern", "pattern", METHOD_ROBUST, 3000, kernel_sizes },
    { "names of pattern, kernels", "kernels", METHOD_ROBUST, 500, kernel_names },
    { "variants of pattern, kernels", "kernels", METHOD_ROBUST, 500, kernel_variants },
    { "points of cache_size", "cache_levels", METHOD_ROBUST, 3000, sizes_and_wide },
    { "points of cache_size, rugged", "cache_levels", METHOD_ROBUST, 3000, rugged_sizes },
    { "points of cache_size after a gap", "cache_levels", METHOD_ROBUST, 3000, sparse_sizes },
    { "points of cache_size, 8 chains", "cache_levels", METHOD_ROBUST, 3000, several_chains },
    { "points of cache_size, paper", "cache_levels", METHOD_PAPER, 3000, sizes_and_wide },
    { "points of cache_line", "cache_line", METHOD_ROBUST, 3000, lines_points },
    { "series of cache_line", "cache_line", METHOD_ROBUST, 1000, lines_series },
    { "points of cache_ways", "cache_ways", METHOD_ROBUST, 3000, ways_points },
    { "series of cache_ways", "cache_ways", METHOD_ROBUST, 500, ways_series },
    { "series of cache_ways, paper", "cache_ways", METHOD_PAPER, 500, ways_series },
    { "visits of cache_policy", "cache_policy", METHOD_ROBUST, 3000, visits },
    { "points of write_policy", "write_policy", METHOD_ROBUST, 3000, written },
    { "points of tlb_page", "tlb_page", METHOD_ROBUST, 3000, page_points },
    { "regions of tlb_page, paper", "tlb_page", METHOD_PAPER, 3000, page_regions },
    { "points of tlb_size", "tlb", METHOD_ROBUST, 3000, pages },
    { "points of tlb_size, paper", "tlb", METHOD_PAPER, 3000, pages },
    { "series of ops", "ops", METHOD_ROBUST, 600, ops_series },
    { "points of ops", "ops", METHOD_ROBUST, 3000, ops_points },
    { "series of live_ranges", "registers", METHOD_ROBUST, 1000, live_series },
    { "series of mlp", "mlp", METHOD_ROBUST, 1000, mlp_series },
    { "points of mlp", "mlp", METHOD_ROBUST, 3000, mlp_points },
    { "points of branch", "branch", METHOD_ROBUST, 3000, branches },
    { "points of icache", "icache", METHOD_ROBUST, 3000, code_points },
    { "series of contexts", "contexts", METHOD_ROBUST, 1000, contexts_series },
    { "points of contexts", "contexts", METHOD_ROBUST, 3000, contexts_points },
    { "contexts of smp_smt", "contexts", METHOD_ROBUST, 128, processors },
    { "pairs of contexts", "topology", METHOD_ROBUST, 1000, near_contexts },
    { "contexts that share", "topology", METHOD_ROBUST, 2000, shared_caches },
    { "gaps of timeslice", "timeslice", METHOD_ROBUST, 3000, slots },
    { "points of bandwidth", "bandwidth", METHOD_ROBUST, 3000, moved_points },
    { "series of bandwidth", "bandwidth", METHOD_ROBUST, 1000, moved_series },
    { "ceilings of many types", "peak", METHOD_ROBUST, 600, ops_series },
    { "series of peaks", "peaks", METHOD_ROBUST, 600, peaks_series },
    { "points of peaks", "peaks", METHOD_ROBUST, 3000, peaks_points },
    { "points of numa", "numa", METHOD_ROBUST, 3000, distances },
    { "series of loaded_latency", "loaded_latency", METHOD_ROBUST, 1000, disturbed },
    { "points of timer_floor", "clock", METHOD_ROBUST, 3000, timers },
    { "series of add_chain", "clock", METHOD_ROBUST, 1000, chains },
};
const size_t n_growth_cases = sizeof growth_cases / sizeof growth_cases[0];

void grown_make(struct log_run *run, const struct growth_case *c, size_t n)
{
    *run = (struct log_run){ .complete = true };
    add_key(&run->keys, &run->n_keys, "tick_hz", "1000000000");
    chain(run);
    c->grow(run, n);
}

void grown_free(struct log_run *run)
{
    log_run_free(run);
}

static bool is_before(const struct analysis_entry *of, const char *name)
{
    for (unsigned i = 0; i < ANALYSIS_AFTER && of->analysis->after[i] != NULL; i++)
        if (strcmp(of->analysis->after[i], name) == 0)
            return true;
    return false;
}

double grown_time(struct log_run *run, const struct growth_case *c)
{
    const struct analysis_entry *of = analysis_table;
    struct results out = { 0 };
    unsigned order[64];

    while (strcmp(of->name, c->analysis) != 0)
        of++;
    if (analysis_table_count > 64 ||
        analysis_order(analysis_table, analysis_table_count, order) != NULL)
        abort();
    for (unsigned i = 0; i < analysis_table_count; i++)
        if (is_before(of, analysis_table[order[i]].name))
            infer_one(analysis_table[order[i]].analysis, run, c->method, &out);
    clock_t begin = clock();
    infer_one(of->analysis, run, c->method, &out);
    clock_t end = clock();
    results_free(&out);
    return (double)(end - begin) / CLOCKS_PER_SEC;
}
