/* The analyses of clock, cache and line as they answer for whole runs. */
#include "analysis/analysis.h"
#include "made_run.h"
#include "result/query.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

extern const struct analysis analysis_clock, analysis_cache_levels, analysis_cache_line;

enum { KIB = 1024, MIB = 1024 * KIB, OPS = 1000 };

static struct made_run made;
static struct results results;

static int drop(void **state)
{
    (void)state;
    results_free(&results);
    return 0;
}

static const struct result *answer(const char *id)
{
    const struct result *r = result_find_text(&results, id);

    if (r == NULL)
        fail_msg("no %s", id);
    return r;
}

static void is_number(const char *id, double value)
{
    const struct result *r = answer(id);

    if (r->kind != RESULT_NUMBER || fabs(r->value - value) > 1e-6 * fabs(value) + 1e-9)
        fail_msg("%s: %g, expected %g (%s)", id, r->value, value, r->note);
    assert_true(r->confidence > 0 && r->confidence <= 1);
    assert_true(!r->has_bounds || (r->low <= r->value && r->value <= r->high));
}

/* Not determined, and a reason that holds WHY. */
static void is_unknown(const char *id, const char *why)
{
    const struct result *r = answer(id);

    if (r->kind != RESULT_NULL || strstr(r->note, why) == NULL)
        fail_msg("%s: %s, expected %s", id, r->note, why);
    assert_true(r->confidence == 0 && !r->has_nominal && !r->has_bounds);
}

/* ---- clock ---- */

static void clock_of(uint64_t hz, uint64_t add_ticks, uint64_t xor_ticks)
{
    results_free(&results);
    made_begin(&made, hz);
    made_chain(&made, 0, 1000, add_ticks);
    made_chain(&made, 1, 1000, xor_ticks);
    infer_one(&analysis_clock, &made.run, METHOD_ROBUST, &results);
}

static void frequency_is_the_slope(void **state)
{
    (void)state;
    clock_of(1000000000, 500, 500); /* half a nanosecond an addition, whatever a timing costs */
    is_number("cpu.frequency", 2e9);
    assert_true(answer("cpu.frequency")->evidence > 0.9);
    assert_string_equal(answer("cpu.frequency")->note, "");
    assert_string_equal(answer("cpu.frequency")->unit, "Hz");
}

static void chains_that_disagree_are_doubted(void **state)
{
    (void)state;
    clock_of(1000000000, 250, 500);
    is_number("cpu.frequency", 4e9);
    assert_true(answer("cpu.frequency")->evidence <= 0.5);
    assert_non_null(strstr(answer("cpu.frequency")->note, "2.00"));
    clock_of(1000000000, 500, 510);
    assert_true(answer("cpu.frequency")->evidence > 0.9);
}

static void clock_of_unknown_rate_has_no_frequency(void **state)
{
    (void)state;
    clock_of(0, 500, 500);
    is_unknown("cpu.frequency", "rate");
}

/* 2500 GHz: the clock's rate is a thousand times too high. */
static void clock_that_cannot_be_is_doubted_with_the_cause(void **state)
{
    (void)state;
    clock_of(2500000000000, 1000, 1000);
    is_unknown("cpu.frequency", "off by about 1000");
    clock_of(9000000000, 1000, 1000);
    is_number("cpu.frequency", 9e9);
}

static void chain_without_samples_has_no_frequency(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "add_chain");
    made_key(&made, "kind", 0);
    infer_one(&analysis_clock, &made.run, METHOD_ROBUST, &results);
    is_unknown("cpu.frequency", "add_chain");
}

static void nothing_measured_is_nothing_said(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    infer_one(&analysis_clock, &made.run, METHOD_ROBUST, &results);
    infer_one(&analysis_cache_levels, &made.run, METHOD_ROBUST, &results);
    infer_one(&analysis_cache_line, &made.run, METHOD_ROBUST, &results);
    assert_int_equal(results.n, 0);
}

static void made_floor(uint64_t hz)
{
    results_free(&results);
    made_begin(&made, hz);
    made_series(&made, "timer_floor");
    made_key(&made, "kind", 0);
    made_sample(&made, 0, 0, 1, (uint64_t[]){ 0, 30, 20, 0, 50 }, 5);
    made_series(&made, "timer_floor");
    made_key(&made, "kind", 1);
    made_sample(&made, 16, 0, 16, (uint64_t[]){ 480, 400 }, 2);
    infer_one(&analysis_clock, &made.run, METHOD_ROBUST, &results);
}

static void clocks_own_step_and_cost(void **state)
{
    (void)state;
    made_floor(2000000000);
    is_number("timer.step", 10); /* a step of nothing is none */
    is_number("timer.read", 12.5);
    made_floor(0);
    is_unknown("timer.step", "rate");
    is_unknown("timer.read", "rate");
}

static void clock_without_steps_is_unknown(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "timer_floor");
    made_key(&made, "kind", 0);
    made_sample(&made, 0, 0, 1, (uint64_t[]){ 0, 0 }, 2);
    infer_one(&analysis_clock, &made.run, METHOD_ROBUST, &results);
    is_unknown("timer.step", "all 2 pairs of readings were 0 ticks apart");
    is_unknown("timer.read", "no usable");
}

/* ---- cache ---- */

static uint64_t usual_cycles(uint64_t bytes)
{
    return bytes <= 32 * KIB ? 4 : bytes <= 512 * KIB ? 14 : 100;
}

static uint64_t beyond_first_cycles(uint64_t bytes)
{
    return usual_cycles(bytes) - 4;
}

static uint64_t same_cycles(uint64_t bytes)
{
    (void)bytes;
    return 5;
}

/* cache_size of 8 points an octave up to 16 MiB; a cycle is two ticks of 1 GHz. */
static void made_sizes(uint64_t cycles(uint64_t), bool reference)
{
    made_begin(&made, 1000000000);
    if (reference)
        made_chain(&made, 0, 1000, 2000);
    made_series(&made, "cache_size");
    for (uint64_t octave = KIB; octave <= 8 * MIB; octave *= 2)
        for (uint64_t k = 0; k < 8; k++)
            made_point(&made, octave + octave / 8 * k, 0, OPS,
                       OPS * 2 * cycles(octave + octave / 8 * k));
}

static struct log_series *sizes_series(void)
{
    return &made.series[log_find_series(&made.run, "cache_size", 0)];
}

static void planted_caches(enum method method, const char *name)
{
    made_sizes(usual_cycles, true);
    infer_one(&analysis_cache_levels, &made.run, method, &results);
    is_number("cache.levels", 2);
    is_number("cache.1.size", 32 * KIB);
    is_number("cache.2.size", 512 * KIB);
    is_number("cache.1.latency", 4);
    is_number("cache.2.latency", 14);
    is_number("memory.latency", 100);
    assert_true(answer("cache.1.size")->has_nominal);
    assert_string_equal(answer("cache.1.size")->method, name);
    assert_string_equal(answer("cache.1.size")->probe, "cache_size");
    assert_true(fabs(answer("memory.latency")->ns - 200) < 1e-6);
    assert_null(result_find_text(&results, "cache.3.size"));
}

static void both_methods_find_clean_levels(void **state)
{
    (void)state;
    planted_caches(METHOD_ROBUST, "levels");
    results_free(&results);
    planted_caches(METHOD_PAPER, "qt_clustering");
}

/* A low outlier erases all plateaus before it for the published rule, and none for the other. */
static void low_point_misleads_the_published_rule_only(void **state)
{
    (void)state;
    for (enum method method = METHOD_ROBUST; method <= METHOD_PAPER; method++) {
        made_sizes(usual_cycles, true);
        sizes_series()->samples[90].ticks[0] /= 30;
        infer_one(&analysis_cache_levels, &made.run, method, &results);
        assert_true((answer("cache.levels")->value == 2) == (method == METHOD_ROBUST));
        results_free(&results);
    }
}

static void table_of_increments_has_sizes_and_no_latency(void **state)
{
    (void)state;
    made_sizes(beyond_first_cycles, false);
    made_key(&made, "increment", 1);
    infer_one(&analysis_cache_levels, &made.run, METHOD_ROBUST, &results);
    is_number("cache.levels", 2);
    is_number("cache.1.size", 32 * KIB);
    is_number("cache.2.size", 512 * KIB);
    is_unknown("cache.1.latency", "increment");
    is_unknown("cache.2.latency", "increment");
    is_unknown("memory.latency", "increment");
}

static void without_reference_latency_is_in_nanoseconds_only(void **state)
{
    (void)state;
    made_sizes(usual_cycles, false);
    infer_one(&analysis_cache_levels, &made.run, METHOD_ROBUST, &results);
    is_number("cache.1.size", 32 * KIB);
    is_unknown("cache.1.latency", "no reference chain");
    assert_true(answer("cache.1.latency")->ns == 8);
    assert_true(answer("memory.latency")->ns == 200);
}

static void damage_is_told_with_every_answer(void **state)
{
    (void)state;
    for (enum method method = METHOD_ROBUST; method <= METHOD_PAPER; method++) {
        made_sizes(usual_cycles, true);
        sizes_series()->damaged = true;
        infer_one(&analysis_cache_levels, &made.run, method, &results);
        assert_true(results.n >= 6);
        for (size_t i = 0; i < results.n; i++)
            assert_true(results.at[i].damaged);
        results_free(&results);
    }
}

static void no_step_is_no_cache_and_says_how_far(void **state)
{
    (void)state;
    made_sizes(same_cycles, true);
    infer_one(&analysis_cache_levels, &made.run, METHOD_ROBUST, &results);
    is_number("cache.levels", 0);
    is_number("memory.latency", 5);
    assert_non_null(strstr(answer("cache.levels")->note, "no step up to"));
    assert_null(result_find_text(&results, "cache.1.size"));
}

/* Nothing tells that 512 KiB are of the second level. */
static void working_sets_that_begin_above_the_first_level_have_no_levels(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_chain(&made, 0, 1000, 2000);
    made_series(&made, "cache_size");
    for (uint64_t bytes = 64 * KIB; bytes <= 16 * MIB; bytes *= 2)
        made_point(&made, bytes, 0, OPS, OPS * 2 * usual_cycles(bytes));
    infer_one(&analysis_cache_levels, &made.run, METHOD_ROBUST, &results);
    is_unknown("cache.levels", "the least is 64 KiB");
    assert_null(result_find_text(&results, "cache.1.size"));
    is_number("memory.latency", 100);
}

static void series_without_samples_is_unknown(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    made_series(&made, "cache_size");
    infer_one(&analysis_cache_levels, &made.run, METHOD_ROBUST, &results);
    is_unknown("cache.levels", "no usable sample");
}

/* ---- line ---- */

struct line_machine {
    double latency[3]; /* of two caches and memory */
    uint64_t bytes[2];
    uint64_t line[2]; /* that one miss brings */
    uint64_t room[2]; /* that it takes; less than it brings where the rest is prefetched */
};

/* Cost of a load of PAIRS pairs EXTENT bytes apart: half of the loads are first halves. */
static double pair_cycles(const struct line_machine *m, uint64_t pairs, uint64_t extent)
{
    double cost[2];

    for (unsigned half = 0; half < 2; half++) {
        unsigned level = 0;

        while (level < 2) {
            uint64_t lines = pairs * (extent > m->line[level] ? 2 : 1);

            if (lines * m->line[level] <= m->bytes[level])
                break; /* the whole chain fits */
            level++;
            if (half == 1 && extent <= m->line[level - 1]) {
                for (level = 0; extent > m->line[level]; level++)
                    ; /* its first half brought it this near */
                break;
            }
        }
        cost[half] = m->latency[level];
    }
    return (cost[0] + cost[1]) / 2;
}

/* Cost of a load of one of the chains over SPAN, by PIECE (probes/cache_line). */
static double room_cycles(const struct line_machine *m, uint64_t line, uint64_t span,
                          uint64_t piece)
{
    unsigned level = 0;

    while (level < 2) {
        bool whole = piece == 0 || (piece == line && m->room[level] > line);

        if ((whole ? span : span / 2) <= m->bytes[level])
            break;
        level++;
    }
    return m->latency[level];
}

static const struct line_machine usual_machine = {
    { 4, 14, 100 }, { 32 * KIB, 512 * KIB }, { 64, 64 }, { 64, 64 }
};

static void made_rooms(const struct line_machine *m, uint64_t line)
{
    made_series(&made, "cache_line");
    made_key(&made, "line", line);
    for (unsigned level = 0; level < 2; level++) {
        uint64_t span = m->bytes[level] / 1024 * 1536;
        const uint64_t pieces[] = { 2048, line, 0 };

        for (unsigned k = 0; k < 3; k++)
            made_point(&made, span, pieces[k], OPS,
                       (uint64_t)lround(OPS * room_cycles(m, line, span, pieces[k])));
    }
}

static void made_lines(const struct line_machine *m, uint64_t least_pairs, uint64_t most_pairs)
{
    results_free(&results);
    made_begin(&made, 1000000000);
    made_chain(&made, 0, 1000, 1000);
    made_series(&made, "cache_line");
    for (uint64_t pairs = least_pairs; pairs <= most_pairs; pairs *= 2)
        for (uint64_t extent = 16; extent <= 512; extent *= 2)
            made_point(&made, pairs, extent, OPS,
                       (uint64_t)lround(OPS * pair_cycles(m, pairs, extent)));
}

static void made_lines_and_rooms(const struct line_machine *m)
{
    made_lines(m, 64, 65536);
    for (uint64_t line = 16; line <= 256; line *= 2)
        made_rooms(m, line);
}

static void know(const char *id, double value)
{
    result_add(&results, id_read(id))->value = value;
}

static void know_latencies(const struct line_machine *m)
{
    know("cache.levels", 2);
    know("cache.1.size", (double)m->bytes[0]);
    know("cache.2.size", (double)m->bytes[1]);
    know("cache.1.latency", m->latency[0]);
    know("cache.2.latency", m->latency[1]);
    know("memory.latency", m->latency[2]);
}

static void planted_lines_are_found(void **state)
{
    (void)state;
    for (uint64_t first = 16; first <= 256; first *= 2)
        for (uint64_t second = first; second <= 256; second *= 2) {
            struct line_machine m = usual_machine;

            m.line[0] = m.room[0] = first;
            m.line[1] = m.room[1] = second;
            made_lines_and_rooms(&m);
            know_latencies(&m);
            infer_one(&analysis_cache_line, &made.run, METHOD_ROBUST, &results);
            is_number("cache.1.line", (double)first);
            is_number("cache.2.line", (double)second);
            assert_true(answer("cache.1.line")->nominal == (double)first);
            assert_true(answer("cache.1.line")->evidence > 0.9);
            assert_true(answer("cache.2.line")->evidence > (second > first ? 0.4 : 0.85));
            /* Pairs of half as long lines would look so, too. */
            assert_true(answer("cache.2.line")->low ==
                        (double)(second > first ? second / 2 : first));
            assert_true(second == first || answer("cache.2.line")->evidence <= 0.5);
        }
}

/* Prefetched neighbours come together, but do not lengthen the line: only a line takes room. */
static void prefetched_lines_are_not_long(void **state)
{
    struct line_machine m = usual_machine;

    (void)state;
    m.line[0] = m.line[1] = m.room[1] = 128;
    made_lines_and_rooms(&m);
    know_latencies(&m);
    infer_one(&analysis_cache_line, &made.run, METHOD_ROBUST, &results);
    is_number("cache.1.line", 64);
    is_number("cache.2.line", 64);
    const struct result *r = answer("cache.2.line");
    assert_true(r->evidence <= 0.7);
    assert_true(r->has_bounds && r->low == 64 && r->high == 128);
    assert_non_null(strstr(r->note, "prefetched"));
}

/* Longer lines, or prefetched ones: without pairs nothing tells which. */
static void longer_line_without_pairs_is_doubted(void **state)
{
    struct line_machine m = usual_machine;

    (void)state;
    m.line[1] = m.room[1] = 256;
    made_lines_and_rooms(&m);
    made.series[1].n_samples = 0;
    know_latencies(&m);
    infer_one(&analysis_cache_line, &made.run, METHOD_ROBUST, &results);
    is_number("cache.2.line", 256);
    const struct result *r = answer("cache.2.line");
    assert_false(r->has_nominal);
    assert_true(r->has_bounds && r->low == 64 && r->high == 256);
    assert_true(r->evidence <= 0.5);
}

/* Two levels taken for one: the samples are those of the nearer. */
static void level_of_doubtful_size_has_a_line(void **state)
{
    (void)state;
    made_lines_and_rooms(&usual_machine);
    know_latencies(&usual_machine);
    results.at[2].value = 8192 * KIB; /* cache.2.size */
    infer_one(&analysis_cache_line, &made.run, METHOD_ROBUST, &results);
    is_number("cache.2.line", 64);
    assert_true(answer("cache.2.line")->evidence <= 0.8);
}

static void lines_longer_than_all_tried_are_unknown(void **state)
{
    struct line_machine m = usual_machine;

    (void)state;
    m.line[1] = m.room[1] = 1024;
    made_lines_and_rooms(&m);
    know_latencies(&m);
    infer_one(&analysis_cache_line, &made.run, METHOD_ROBUST, &results);
    is_number("cache.1.line", 64);
    is_unknown("cache.2.line", "256 B");
}

/* Pairs alone tell no line from what is prefetched. */
static void pairs_alone_give_no_line(void **state)
{
    (void)state;
    made_lines(&usual_machine, 64, 65536);
    know_latencies(&usual_machine);
    infer_one(&analysis_cache_line, &made.run, METHOD_ROBUST, &results);
    is_unknown("cache.1.line", "nothing measured");
    is_unknown("cache.2.line", "nearer level's line is not known");
}

static void line_needs_what_comes_before(void **state)
{
    (void)state;
    made_lines_and_rooms(&usual_machine);
    infer_one(&analysis_cache_line, &made.run, METHOD_ROBUST, &results);
    is_unknown("cache.1.line", "levels are not known");
}

static void line_series_without_samples_is_unknown(void **state)
{
    (void)state;
    made_begin(&made, 0);
    made_series(&made, "cache_line");
    infer_one(&analysis_cache_line, &made.run, METHOD_ROBUST, &results);
    is_unknown("cache.1.line", "no usable sample");
}

/* The published rule sees the largest buffer only, and so the largest line. */
static void published_rule_takes_the_largest_buffer(void **state)
{
    struct line_machine m = usual_machine;

    (void)state;
    made_lines(&m, 64, 65536);
    infer_one(&analysis_cache_line, &made.run, METHOD_PAPER, &results);
    assert_string_equal(answer("cache.1.line")->method, "biggest_relative_step");
    is_number("cache.1.line", 64);
    m.line[1] = 128;
    made_lines(&m, 64, 65536);
    infer_one(&analysis_cache_line, &made.run, METHOD_PAPER, &results);
    is_number("cache.1.line", 128);
}

static void damaged_pairs_are_told(void **state)
{
    (void)state;
    for (enum method method = METHOD_ROBUST; method <= METHOD_PAPER; method++) {
        made_lines(&usual_machine, 64, 65536);
        made.series[1].damaged = true;
        know_latencies(&usual_machine);
        infer_one(&analysis_cache_line, &made.run, method, &results);
        assert_true(answer("cache.1.line")->damaged);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(frequency_is_the_slope, drop),
        cmocka_unit_test_teardown(chains_that_disagree_are_doubted, drop),
        cmocka_unit_test_teardown(clock_of_unknown_rate_has_no_frequency, drop),
        cmocka_unit_test_teardown(clock_that_cannot_be_is_doubted_with_the_cause, drop),
        cmocka_unit_test_teardown(chain_without_samples_has_no_frequency, drop),
        cmocka_unit_test_teardown(nothing_measured_is_nothing_said, drop),
        cmocka_unit_test_teardown(clocks_own_step_and_cost, drop),
        cmocka_unit_test_teardown(clock_without_steps_is_unknown, drop),
        cmocka_unit_test_teardown(both_methods_find_clean_levels, drop),
        cmocka_unit_test_teardown(low_point_misleads_the_published_rule_only, drop),
        cmocka_unit_test_teardown(table_of_increments_has_sizes_and_no_latency, drop),
        cmocka_unit_test_teardown(without_reference_latency_is_in_nanoseconds_only, drop),
        cmocka_unit_test_teardown(damage_is_told_with_every_answer, drop),
        cmocka_unit_test_teardown(no_step_is_no_cache_and_says_how_far, drop),
        cmocka_unit_test_teardown(working_sets_that_begin_above_the_first_level_have_no_levels,
                                  drop),
        cmocka_unit_test_teardown(series_without_samples_is_unknown, drop),
        cmocka_unit_test_teardown(planted_lines_are_found, drop),
        cmocka_unit_test_teardown(prefetched_lines_are_not_long, drop),
        cmocka_unit_test_teardown(longer_line_without_pairs_is_doubted, drop),
        cmocka_unit_test_teardown(level_of_doubtful_size_has_a_line, drop),
        cmocka_unit_test_teardown(lines_longer_than_all_tried_are_unknown, drop),
        cmocka_unit_test_teardown(pairs_alone_give_no_line, drop),
        cmocka_unit_test_teardown(line_needs_what_comes_before, drop),
        cmocka_unit_test_teardown(line_series_without_samples_is_unknown, drop),
        cmocka_unit_test_teardown(published_rule_takes_the_largest_buffer, drop),
        cmocka_unit_test_teardown(damaged_pairs_are_told, drop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
