/* The analysis of TLBs on planted ones: curves made by arithmetic, not by a simulator. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/analysis.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PASSES = 5, OPS = 100000, MOST_SAMPLES = 1024, PAGE = 4096 };

struct planted {
    unsigned levels;
    double entries[3], ways[3]; /* ways 0: fully associative */
    double cost[3];             /* of a miss in this level in all, cycles */
    double noise;               /* relative, one-sided, of each timing */
    uint64_t refined;           /* points at so many pages and one more; 0: none */
    double cache_lines;         /* lines beyond which ten cycles more are due; 0: never */
};

struct made {
    struct log_run run;
    struct log_series series[3];
    struct log_key run_keys[1], size_keys[3], page_keys[1];
    struct log_sample samples[3][MOST_SAMPLES];
    uint64_t ticks[3][MOST_SAMPLES][PASSES];
    uint64_t rng;
};

static double uniform(struct made *m)
{
    m->rng = m->rng * 6364136223846793005u + 1442695040888963407u;
    return (double)(m->rng >> 40) / (1 << 24);
}

static double share(double pages, double entries, double ways)
{
    if (ways == 0)
        return pages > entries;
    return fmin(1, fmax(0, (pages - entries) * (ways + 1) / pages));
}

/* Cycles that translation adds to a load where PAGES are visited in turn. */
static double translation(const struct planted *p, double pages)
{
    double cost = 0, before = 0;

    for (unsigned k = 0; k < p->levels; k++) {
        cost += (p->cost[k] - before) * share(pages, p->entries[k], p->ways[k]);
        before = p->cost[k];
    }
    return cost;
}

static double caches(const struct planted *p, double lines)
{
    return 4 + (p->cache_lines > 0 ? 10 * share(lines, p->cache_lines, 8) : 0);
}

static void plant(struct made *m, unsigned s, const struct planted *p, uint64_t x, uint64_t x2,
                  double cycles)
{
    struct log_series *series = &m->series[s];
    struct log_sample *sample = &m->samples[s][series->n_samples];
    uint64_t *ticks = m->ticks[s][series->n_samples++];

    assert_in_range(series->n_samples, 1, MOST_SAMPLES);
    *sample = (struct log_sample){ .x = { x, x2 }, .n_x = 2, .ops = OPS, .ticks = ticks };
    sample->n_ticks = PASSES;
    for (unsigned i = 0; i < PASSES; i++)
        ticks[i] = (uint64_t)(cycles * OPS * (1 + p->noise * uniform(m)));
}

static void plant_size(struct made *m, const struct planted *p, uint64_t n)
{
    plant(m, 1, p, n, 0, caches(p, (double)n) + translation(p, (double)n));
    plant(m, 1, p, n, 1, caches(p, (double)n) + translation(p, (double)n / 16) / 16);
}

static void plant_sizes(struct made *m, const struct planted *p)
{
    for (uint64_t octave = 4; octave <= 4096; octave *= 2)
        for (uint64_t k = 0; k < 16; k++) {
            uint64_t n = octave + octave * (k / 2) / 8 + k % 2;

            if (octave < 16 && k > 1)
                continue;
            plant_size(m, p, n);
        }
    for (uint64_t k = 0; p->refined > 0 && k < 2; k++)
        plant_size(m, p, p->refined + k);
}

static void plant_pages(struct made *m, const struct planted *p)
{
    for (uint64_t stride = 256; stride <= 65536; stride *= 2)
        for (uint64_t n = 16; n <= 4096; n *= 2) {
            double part = fmin(1, (double)stride / PAGE);
            double pages = fmax(1, (double)n * part);

            plant(m, 2, p, stride, n, caches(p, (double)n) + part * translation(p, pages));
        }
}

static struct made *make(const struct planted *p)
{
    static char names[3][16] = { "add_chain", "tlb_size", "tlb_page" };
    static char words[5][8] = { "tick_hz", "stride", "4096", "control", "256" };
    static char hz[] = "1000000000";
    struct made *m = calloc(1, sizeof *m);

    assert_non_null(m);
    m->rng = 5;
    m->run_keys[0] = (struct log_key){ words[0], hz };
    m->size_keys[0] = (struct log_key){ words[1], words[2] };
    m->size_keys[1] = m->page_keys[0] = (struct log_key){ words[3], words[4] };
    for (unsigned s = 0; s < 3; s++)
        m->series[s] = (struct log_series){ .probe = names[s], .samples = m->samples[s] };
    m->series[1].keys = m->size_keys;
    m->series[1].n_keys = 2;
    m->series[2].keys = m->page_keys;
    m->series[2].n_keys = 1;
    m->run = (struct log_run){ .keys = m->run_keys, .n_keys = 1, .series = m->series };
    m->run.n_series = 3;
    static char kind[] = "kind", zero[] = "0";
    m->size_keys[2] = (struct log_key){ kind, zero };
    m->series[0].keys = &m->size_keys[2];
    m->series[0].n_keys = 1;
    plant(m, 0, &(struct planted){ 0 }, OPS, 0, 1);
    plant_sizes(m, p);
    plant_pages(m, p);
    return m;
}

static const struct result *get(const struct results *r, const char *id)
{
    const struct result *one = result_find_text(r, id);

    if (one == NULL)
        fail_msg("%s is not reported", id);
    return one;
}

static void expect(const struct results *r, const char *id, double value, double within)
{
    const struct result *one = get(r, id);

    if (one->kind != RESULT_NUMBER || fabs(one->value - value) > within)
        fail_msg("%s is %g (%s), should be %g", id, one->value, one->note, value);
    assert_true(one->confidence > 0 && one->confidence <= 1);
    if (one->has_bounds)
        assert_true(one->low <= one->value && one->value <= one->high);
}

static void hold(const struct planted *p)
{
    struct made *m = make(p);
    struct results r = { 0 };
    char id[48];

    infer_all(&m->run, METHOD_ROBUST, &r);
    expect(&r, "tlb.page", PAGE, 0);
    expect(&r, "tlb.levels", p->levels, 0);
    for (unsigned k = 0; k < p->levels; k++) {
        snprintf(id, sizeof id, "tlb.%u.entries", k + 1);
        expect(&r, id, p->entries[k], 0);
        snprintf(id, sizeof id, "tlb.%u.ways", k + 1);
        expect(&r, id, p->ways[k] > 0 ? p->ways[k] : p->entries[k], 0);
        snprintf(id, sizeof id, "tlb.%u.penalty", k + 1);
        double penalty = k > 0 ? p->cost[k - 1] : 0;
        expect(&r, id, penalty, fmax(0.5, 0.03 * penalty));
    }
    expect(&r, "tlb.walk", p->cost[p->levels - 1], fmax(0.5, 0.03 * p->cost[p->levels - 1]));
    results_free(&r);
    free(m);
}

static void one_level_in_full_associativity(void **state)
{
    (void)state;
    hold(&(struct planted){ .levels = 1, .entries = { 64 }, .ways = { 0 }, .cost = { 30 } });
    hold(&(struct planted){ .levels = 1, .entries = { 48 }, .ways = { 0 }, .cost = { 6 } });
}

static void entries_that_no_tlb_has_tell_no_ways(void **state)
{
    struct made *m = make(&(struct planted){
        .levels = 1, .entries = { 148 }, .ways = { 0 }, .cost = { 30 }, .refined = 148 });
    struct results r = { 0 };

    (void)state;
    infer_all(&m->run, METHOD_ROBUST, &r);
    expect(&r, "tlb.1.entries", 148, 0);
    assert_true(get(&r, "tlb.1.ways")->kind != RESULT_NUMBER);
    assert_non_null(strstr(get(&r, "tlb.1.ways")->note, "moved by a disturbance"));
    results_free(&r);
    free(m);
}

static void two_levels_of_sets(void **state)
{
    (void)state;
    hold(&(struct planted){
        .levels = 2, .entries = { 64, 512 }, .ways = { 4, 4 }, .cost = { 7, 35 } });
    hold(&(struct planted){
        .levels = 2, .entries = { 64, 1536 }, .ways = { 4, 6 }, .cost = { 7, 35 } });
    hold(&(struct planted){
        .levels = 2, .entries = { 32, 128 }, .ways = { 0, 2 }, .cost = { 6, 40 } });
}

static void noise_of_a_hundredth_hides_nothing(void **state)
{
    (void)state;
    hold(&(struct planted){
        .levels = 2, .entries = { 64, 512 }, .ways = { 0, 4 }, .cost = { 7, 35 }, .noise = 0.01 });
}

/* As many entries as the first cache has lines: both steps lie at one place. */
static void a_cache_that_ends_with_the_tlb_is_no_level(void **state)
{
    (void)state;
    hold(&(struct planted){ .levels = 2,
                            .entries = { 64, 512 },
                            .ways = { 4, 4 },
                            .cost = { 7, 35 },
                            .cache_lines = 512 });
}

/* A TLB's step at the place of a cache's, much lower, which stays beyond the cache's. */
static void a_low_step_beneath_a_cache_is_a_level(void **state)
{
    (void)state;
    hold(&(struct planted){ .levels = 2,
                            .entries = { 128, 512 },
                            .ways = { 4, 2 },
                            .cost = { 4, 28 },
                            .cache_lines = 128 });
}

static void no_translation_is_no_level_and_no_page(void **state)
{
    struct made *m = make(&(struct planted){ .cache_lines = 512 });
    struct results r = { 0 };

    (void)state;
    infer_all(&m->run, METHOD_ROBUST, &r);
    expect(&r, "tlb.levels", 0, 0);
    assert_int_equal(get(&r, "tlb.page")->kind, RESULT_NULL);
    assert_non_null(strstr(get(&r, "tlb.page")->note, "up to 64 KiB"));
    assert_non_null(
        strstr(format_remedy(&get(&r, "tlb.page")->remedy).text, "tlb_page distance=1M`"));
    assert_null(result_find_text(&r, "tlb.1.entries"));
    assert_null(result_find_text(&r, "tlb.walk"));
    results_free(&r);
    free(m);
}

static void what_noise_hides_is_not_denied(void **state)
{
    struct made *m =
        make(&(struct planted){ .levels = 1, .entries = { 64 }, .cost = { 3 }, .noise = 2 });
    struct results r = { 0 };

    (void)state;
    infer_all(&m->run, METHOD_ROBUST, &r);
    const struct result *levels = get(&r, "tlb.levels");
    if (levels->kind == RESULT_NUMBER)
        assert_int_equal((int)levels->value, 1);
    else
        assert_non_null(strstr(levels->note, "noise"));
    results_free(&r);
    free(m);
}

static void lost_points_are_told(void **state)
{
    struct made *m =
        make(&(struct planted){ .levels = 1, .entries = { 64 }, .ways = { 0 }, .cost = { 30 } });
    struct results r = { 0 };

    (void)state;
    for (size_t i = 0; i + 3 < m->series[1].n_samples; i += 3) /* every third one is lost */
        m->samples[1][i] = m->samples[1][i + 1];
    m->series[1].damaged = true;
    infer_all(&m->run, METHOD_ROBUST, &r);
    expect(&r, "tlb.levels", 1, 0);
    assert_true(get(&r, "tlb.levels")->damaged);
    assert_true(get(&r, "tlb.1.entries")->damaged);
    assert_true(get(&r, "tlb.1.entries")->low <= 64 && get(&r, "tlb.1.entries")->high >= 64);
    results_free(&r);
    free(m);
}

/* Few points are left: there is an answer all the same, and no fault. */
static void any_part_of_a_series_is_answered(void **state)
{
    struct made *m = make(&(struct planted){
        .levels = 2, .entries = { 64, 512 }, .ways = { 4, 4 }, .cost = { 7, 35 } });
    size_t sizes = m->series[1].n_samples, pages = m->series[2].n_samples;

    (void)state;
    for (size_t n = 0; n <= 60; n++)
        for (enum method method = METHOD_ROBUST; method <= METHOD_PAPER; method++) {
            struct results r = { 0 };

            m->series[1].n_samples = n < sizes ? n : sizes;
            m->series[2].n_samples = n < pages ? n : pages;
            infer_all(&m->run, method, &r);
            assert_non_null(result_find_text(&r, "tlb.levels"));
            results_free(&r);
        }
    free(m);
}

static void the_published_rules_find_full_associativity(void **state)
{
    struct made *m =
        make(&(struct planted){ .levels = 1, .entries = { 64 }, .ways = { 0 }, .cost = { 30 } });
    struct results r = { 0 };

    (void)state;
    infer_all(&m->run, METHOD_PAPER, &r);
    expect(&r, "tlb.levels", 1, 0);
    expect(&r, "tlb.1.entries", 64, 0);
    assert_string_equal(get(&r, "tlb.1.entries")->method, "qt_clustering");
    expect(&r, "tlb.page", PAGE, 0);
    results_free(&r);
    free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_level_in_full_associativity),
        cmocka_unit_test(entries_that_no_tlb_has_tell_no_ways),
        cmocka_unit_test(two_levels_of_sets),
        cmocka_unit_test(noise_of_a_hundredth_hides_nothing),
        cmocka_unit_test(a_cache_that_ends_with_the_tlb_is_no_level),
        cmocka_unit_test(a_low_step_beneath_a_cache_is_a_level),
        cmocka_unit_test(no_translation_is_no_level_and_no_page),
        cmocka_unit_test(what_noise_hides_is_not_denied),
        cmocka_unit_test(lost_points_are_told),
        cmocka_unit_test(any_part_of_a_series_is_answered),
        cmocka_unit_test(the_published_rules_find_full_associativity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
