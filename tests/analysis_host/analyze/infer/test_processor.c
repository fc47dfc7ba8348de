/* Misses under way, branches, instruction cache: answers for planted samples. */
#include "analysis/analysis.h"
#include "made_ops.h"
#include "result/query.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

extern const struct analysis analysis_mlp, analysis_misses, analysis_branch, analysis_icache;

enum { OPS = 10000, KIB = 1024, CYCLE_TICKS = 2 };

static struct made_run made;
static struct results results;

static int begin(void **state)
{
    (void)state;
    made_begin(&made, 1000000000);
    return 0;
}

static int drop(void **state)
{
    (void)state;
    results_free(&results);
    return 0;
}

/* A point that costs TICKS an operation, in each of three timings. */
static void point(uint64_t x, uint64_t x2, double ticks)
{
    const uint64_t all = (uint64_t)llround(OPS * ticks);

    made_sample(&made, x, x2, OPS, (uint64_t[]){ all, all, all }, 3);
}

/* ---- mlp ---- */

static const unsigned chains[] = { 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32 };

/* A level whose loads take LATENCY ticks, MOST of them at a time. */
static void plant_level(unsigned level, double latency, unsigned most)
{
    made_series(&made, "mlp");
    made_key(&made, "level", level);
    for (size_t i = 0; i < sizeof chains / sizeof chains[0]; i++)
        point(chains[i], 0, latency / (chains[i] < most ? chains[i] : most));
}

static void infer_mlp(void)
{
    results_free(&results);
    infer_one(&analysis_mlp, &made.run, METHOD_ROBUST, &results);
}

static void planted_misses_are_counted_and_the_last_level_is_memory(void **state)
{
    (void)state;
    plant_level(1, 4, 8);
    plant_level(2, 14, 12);
    plant_level(3, 200, 24);
    infer_mlp();
    made_is(&results, "cache.1.mlp", 8, 0);
    made_is(&results, "cache.2.mlp", 12, 0);
    made_is(&results, "memory.mlp", 24, 0);
    assert_null(result_find(&results, id_at(CACHE_MLP, 3)));
    assert_true(made_answer(&results, "memory.mlp")->evidence >= 0.6);
}

static void know(struct result_id id, double value)
{
    struct result *r = result_add(&results, id);

    r->value = value;
    r->confidence = 1;
}

/* Random access as in "Applying the Roofline Model", chapter 5: a line of 64 bytes each 122 cycles,
 * 0.525 B/cycle; four of these at a time are four times that. */
static void random_access_moves_lines(void **state)
{
    (void)state;
    plant_level(1, 122, 4);
    made_chain(&made, 0, 1000, 1000);
    made_chain(&made, 0, 9000, 9000);
    results_free(&results);
    know(id_of(CACHE_LEVELS), 1);
    know(id_at(CACHE_SIZE, 1), 1024);
    know(id_at(CACHE_LINE, 1), 64);
    infer_one(&analysis_mlp, &made.run, METHOD_ROBUST, &results);
    made_is(&results, "bandwidth.memory.random_dependent", 0.525, 0.005);
    made_is(&results, "bandwidth.memory.random", 2.098, 0.02);
}

static void random_access_needs_the_line(void **state)
{
    (void)state;
    plant_level(1, 122, 4);
    infer_mlp();
    made_is_unknown(&results, "bandwidth.memory.random", "a word of the first level");
}

static void number_between_those_tried_is_their_ratio(void **state)
{
    (void)state;
    plant_level(1, 100, 14);
    infer_mlp();
    made_is(&results, "memory.mlp", 14, 0);
}

/* Misses that are many take longer each, as where they queue for memory: the gain falls short of
 * how many there are, the bend does not. */
static void slower_misses_are_counted_by_the_bend(void **state)
{
    (void)state;
    made_series(&made, "mlp");
    made_key(&made, "level", 1);
    for (size_t i = 0; i < sizeof chains / sizeof chains[0]; i++) {
        double alone = 400 + 6.0 * chains[i], n = chains[i];

        point(chains[i], 0, (n <= 16 ? alone : alone * n / 16) / n);
    }
    infer_mlp();
    made_is(&results, "memory.mlp", 16, 1);
    const struct result *r = made_answer(&results, "memory.mlp");
    assert_true(r->low >= 13 && r->low <= 16 && r->high >= 16 && r->high <= 18);
    assert_non_null(strstr(r->note, "throughput of one"));
}

/* Loads that wait for none start three a cycle, for 4 cycles each: 12, though 10 chains were as
 * many as there are registers for. */
static void first_cache_has_loads_by_their_rate(void **state)
{
    (void)state;
    plant_level(1, 4, 10);
    plant_level(2, 200, 24);
    results_free(&results);
    know(id_at(CACHE_LATENCY, 1), 4.0);
    know(id_op(OP_RTHROUGHPUT, "load", "i32"), 0.34);
    infer_one(&analysis_mlp, &made.run, METHOD_ROBUST, &results);
    made_is(&results, "cache.1.mlp", 12, 0);
    const struct result *r = made_answer(&results, "cache.1.mlp");
    assert_true(r->low <= 10 && r->high >= 12);
    made_is(&results, "memory.mlp", 24, 0);
}

static void one_at_a_time_is_one(void **state)
{
    (void)state;
    plant_level(1, 100, 1);
    infer_mlp();
    made_is(&results, "memory.mlp", 1, 0);
}

static void more_than_were_tried_is_told(void **state)
{
    (void)state;
    plant_level(1, 100, 64);
    infer_mlp();
    made_is(&results, "memory.mlp", 32, 0);
    assert_non_null(strstr(made_answer(&results, "memory.mlp")->note, "32 chains"));
}

static void disturbed_single_chain_is_doubted(void **state)
{
    (void)state;
    plant_level(1, 100, 8);
    for (unsigned r = 0; r < 3; r++)
        made.series[0].samples[0].ticks[r] *= 3;
    infer_mlp();
    assert_true(made_answer(&results, "memory.mlp")->evidence < 0.8);
    assert_non_null(strstr(made_answer(&results, "memory.mlp")->note, "disturbed"));
}

static void more_than_chains_can_do_is_unknown(void **state)
{
    (void)state;
    plant_level(1, 100, 32);
    for (unsigned r = 0; r < 3; r++)
        made.series[0].samples[0].ticks[r] *= 5;
    infer_mlp();
    made_is_unknown(&results, "memory.mlp", "disturbed");
}

static void mlp_without_single_chain_or_samples(void **state)
{
    (void)state;
    plant_level(1, 4, 8);
    plant_level(2, 100, 8);
    made.series[0].n_samples = 0;
    made.series[1].samples++;
    made.series[1].n_samples--;
    made.series[1].damaged = true;
    infer_mlp();
    assert_null(result_find(&results, id_at(CACHE_MLP, 1)));
    made_is_unknown(&results, "memory.mlp", "single chain");
    assert_true(made_answer(&results, "memory.mlp")->damaged);
}

/* Chains that registers hold, REGISTERS at most. */
static void plant_registers(unsigned level, double latency, unsigned most, unsigned registers)
{
    made_series(&made, "mlp");
    made_key(&made, "level", level);
    made_key(&made, "bytes", 1000 * level);
    made_key(&made, "registers", registers);
    for (unsigned n = 1; n <= registers; n++)
        point(n, 0, latency / (n < most ? n : most));
}

/* Loads of LEVEL that wait for nothing, one each INTERVAL ticks, after LATENCY. */
static void plant_stream(unsigned level, double latency, double interval)
{
    made_series(&made, "mlp");
    made_key_text(&made, "of", "stream");
    made_key(&made, "level", level);
    made_key(&made, "bytes", 1000 * level);
    for (unsigned n = 64; n <= 256; n *= 2)
        point(n, 0, interval + latency / n);
}

/* Of a second level that has more loads in flight than registers hold, loads that wait for nothing
 * tell; of the first, chains do. */
static void loads_that_wait_for_nothing_are_counted_where_registers_run_out(void **state)
{
    (void)state;
    plant_registers(1, 4, 8, 14);
    plant_registers(2, 14, 14, 14);
    plant_stream(2, 14, 0.5);
    plant_registers(3, 300, 40, 14);
    infer_mlp();
    made_is(&results, "cache.1.mlp", 8, 0);
    made_is(&results, "cache.2.mlp", 28, 0);
    assert_string_equal(made_answer(&results, "cache.2.mlp")->method, "latency_over_interval");
    made_is_unknown(&results, "memory.mlp", "14 or more");
}

static void streams_that_show_fewer_leave_chains_alone(void **state)
{
    (void)state;
    plant_registers(1, 4, 8, 14);
    plant_registers(2, 14, 7, 14);
    plant_stream(2, 14, 4);
    plant_registers(3, 300, 10, 14);
    infer_mlp();
    made_is(&results, "cache.2.mlp", 7, 0);
    made_is(&results, "memory.mlp", 10, 0);
}

/* ---- misses ---- */

enum { PASSES = 32, BATCH = 64, HELD = 9 };

/* Batches of misses of LATENCY, BUFFERS at once, of which SHARED passes in 100 have half. */
static void plant_batches(double latency, unsigned buffers, unsigned shared)
{
    made_series(&made, "mlp");
    made_key_text(&made, "of", "batch");
    made_key(&made, "memory", 1);
    made_key(&made, "held", HELD);
    for (unsigned k = 1; k <= BATCH; k++) {
        static uint64_t all[BATCH][PASSES];
        uint64_t *ticks = all[k - 1];

        for (unsigned pass = 0; pass < PASSES; pass++) {
            unsigned half = pass * 37 % 100 < shared ? (buffers + 1) / 2 : buffers;
            unsigned noise = (pass * 7 + k * 13) % 11;

            ticks[pass] = (uint64_t)(latency * ((k - 1) / half + 1) + 2.0 * k + noise);
        }
        made_sample(&made, k, 0, k, ticks, 1);
        struct log_sample *s = &made.series[made.run.n_series - 1].samples[k - 1];
        s->ticks = ticks;
        s->n_ticks = PASSES;
    }
}

static void infer_misses(void)
{
    results_free(&results);
    infer_one(&analysis_mlp, &made.run, METHOD_ROBUST, &results);
    infer_one(&analysis_misses, &made.run, METHOD_ROBUST, &results);
}

static void miss_buffers_are_where_batches_step_up(void **state)
{
    static const unsigned buffers[] = { 1, 2, 4, 8, 10, 12, 16, 22, 24, 32 };

    (void)state;
    for (unsigned i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        made_begin(&made, 1000000000);
        plant_registers(1, 300, buffers[i], 14);
        plant_batches(300, buffers[i], 0);
        infer_misses();
        made_is(&results, "cache.1.mshr", buffers[i], 0);
        made_is(&results, "memory.mlp", buffers[i], 0);
        assert_true(made_answer(&results, "cache.1.mshr")->evidence >= 0.9);
    }
}

/* The buffers that a thread alone has, and that another one had a part of them. */
static void buffers_that_are_shared_at_times_are_those_of_one_thread(void **state)
{
    (void)state;
    plant_registers(1, 300, 12, 14);
    plant_batches(300, 12, 40);
    infer_misses();
    made_is(&results, "cache.1.mshr", 12, 0);
    assert_non_null(strstr(made_answer(&results, "cache.1.mshr")->note, "another thread"));
}

/* All misses in flight, or a step where the loop itself waits. */
static void batches_without_a_step_of_their_own_are_unknown(void **state)
{
    (void)state;
    plant_registers(1, 300, 14, 14);
    plant_batches(300, 1000, 0);
    infer_misses();
    made_is_unknown(&results, "cache.1.mshr", "none up to 64");
    made_is_unknown(&results, "memory.mlp", "14 or more");
    made_begin(&made, 1000000000);
    plant_registers(1, 300, 9, 14);
    plant_batches(300, HELD, 0);
    infer_misses();
    made_is_unknown(&results, "cache.1.mshr", "9 buffers or more");
    made_is(&results, "memory.mlp", 9, 0);
}

static void batches_without_one_miss_are_unknown(void **state)
{
    (void)state;
    plant_batches(300, 8, 0);
    made.series[0].samples++;
    made.series[0].n_samples--;
    infer_misses();
    made_is_unknown(&results, "cache.1.mshr", "numbers of misses");
    made.series[0].samples--;
    made.series[0].n_samples = 0;
    infer_misses();
    made_is_unknown(&results, "cache.1.mshr", "");
    made.series[0].n_samples = BATCH;
}

/* Logs of chains alone are answered as before, and say nothing of buffers. */
static void chains_alone_have_no_buffers(void **state)
{
    (void)state;
    plant_level(1, 4, 8);
    plant_level(2, 200, 24);
    infer_misses();
    assert_null(result_find(&results, id_at(CACHE_MSHR, 1)));
    made_is(&results, "memory.mlp", 24, 0);
}

/* ---- branch ---- */

/* Branches of 1 cycle, PENALTY more for each misprediction: none in patterns up to LEARNT, half of
 * the branches in longer ones. */
static void plant_branches(double penalty, unsigned learnt, unsigned most)
{
    made_chain(&made, 0, 1000, 1000 * CYCLE_TICKS);
    made_series(&made, "branch");
    made_key(&made, "kind", 0);
    point(0, 0, 3 * CYCLE_TICKS);
    point(1, 0, (3 + penalty / 2) * CYCLE_TICKS);
    made_series(&made, "branch");
    made_key(&made, "kind", 1);
    for (unsigned n = 1; n <= most; n *= 2) {
        point(n, 0, (n <= learnt ? 1 : 1 + penalty / 2) * CYCLE_TICKS);
        point(n * 3 / 2 + (n == 1), 0,
              (n * 3 / 2 + (n == 1) <= learnt ? 1 : 1 + penalty / 2) * CYCLE_TICKS);
    }
}

static void infer_branch(void)
{
    results_free(&results);
    infer_one(&analysis_branch, &made.run, METHOD_ROBUST, &results);
}

static void planted_branches_are_found(void **state)
{
    (void)state;
    plant_branches(14, 2048, 65536);
    infer_branch();
    made_is(&results, "branch.penalty", 14, 0.001);
    made_is(&results, "branch.history", 2048, 0);
    assert_true(made_answer(&results, "branch.history")->high == 3071);
}

static void nothing_longer_tried_is_told(void **state)
{
    (void)state;
    plant_branches(14, 1 << 20, 4096);
    infer_branch();
    made_is(&results, "branch.history", 6144, 0);
    assert_non_null(strstr(made_answer(&results, "branch.history")->note, "no longer"));
    assert_true(made_answer(&results, "branch.history")->evidence < 0.8);
}

static void machine_without_penalty_is_unknown(void **state)
{
    (void)state;
    plant_branches(0, 16, 4096);
    infer_branch();
    made_is_unknown(&results, "branch.penalty", "random: 3 cycles, one direction: 3 cycles");
    made_is_unknown(&results, "branch.history", "not known");
}

static void branches_without_cycle_points_or_pattern(void **state)
{
    (void)state;
    plant_branches(14, 16, 4096);
    made.series[0].n_samples = 0; /* the reference */
    made.series[2].damaged = true;
    infer_branch();
    made_is_unknown(&results, "branch.penalty", "a cycle is 0 ticks");
    made_is(&results, "branch.history", 16, 0);
    assert_true(made_answer(&results, "branch.history")->damaged);

    (void)begin(state);
    plant_branches(14, 16, 4096);
    made.series[1].n_samples = 1;
    infer_branch();
    made_is_unknown(&results, "branch.penalty", "1 of 2 points");
    made_is_unknown(&results, "branch.history", "not known");

    (void)begin(state);
    plant_branches(14, 16, 4096);
    made.run.n_series = 2; /* the table's series was lost */
    infer_branch();
    assert_null(result_find(&results, id_of(BRANCH_HISTORY)));
}

/* ---- icache ---- */

/* Footprints up to MOST KiB: code within a cache of KIB has its usual cost, all other code FETCH
 * times that. */
static void plant_code(double kib, double most, double fetch)
{
    made_series(&made, "icache");
    for (double k = 2; k <= most; k *= 1.19) {
        uint64_t bytes = (uint64_t)(k * KIB);

        point(bytes, 1, k <= kib ? 1 : fmin(fetch, 1 + (fetch - 1) * (k / kib - 1)));
        point(bytes, 16, 1);
    }
}

static void infer_icache(void)
{
    results_free(&results);
    infer_one(&analysis_icache, &made.run, METHOD_ROBUST, &results);
}

static void planted_instruction_cache_is_found(void **state)
{
    (void)state;
    for (double kib = 8; kib <= 64; kib *= 2) {
        (void)begin(state);
        plant_code(kib, 400, 3);
        infer_icache();
        made_is(&results, "icache.1.size", kib * KIB, 0.2);
        assert_true(made_answer(&results, "icache.1.size")->nominal == kib * KIB);
    }
}

/* Where lines of one set tell no ways, what footprints show may be a cache of decoded instructions.
 */
static void footprints_without_sets_tell_nothing(void **state)
{
    (void)state;
    plant_code(32, 400, 3);
    results_free(&results);
    result_unknown(result_add(&results, id_at(ICACHE_WAYS, 1)), "needs", "none",
                   (struct remedy){ .kind = REMEDY_UNSAID });
    infer_one(&analysis_icache, &made.run, METHOD_ROBUST, &results);
    made_is_unknown(&results, "icache.1.size", "lines of one set tell no ways");
}

static void code_that_always_fits_is_unknown(void **state)
{
    (void)state;
    plant_code(64, 60, 3);
    infer_icache();
    made_is_unknown(&results, "icache.1.size", "the most there is");
}

/* Makes what code from FROM KiB on costs that much more, as another cache's end does. */
static void plant_another(double from, double more)
{
    struct log_series *s = &made.series[made.run.n_series - 1];

    for (size_t i = 0; i < s->n_samples; i += 2)
        for (size_t r = 0; s->samples[i].x[0] > from * KIB && r < s->samples[i].n_ticks; r++)
            s->samples[i].ticks[r] += (uint64_t)((double)s->samples[i].ticks[r] * more);
}

/* A cache of decoded instructions before it, translations after it: which rise is whose? */
static void two_rises_are_not_told_apart(void **state)
{
    (void)state;
    for (double from = 24; from <= 96; from *= 2) {
        (void)begin(state);
        plant_code(8, 400, 1.6);
        plant_another(from, 0.6);
        infer_icache();
        made_is_unknown(&results, "icache.1.size", "has come by");
    }
}

static void edge_that_footprints_hardly_reach_is_unknown(void **state)
{
    (void)state;
    plant_code(64, 190, 3);
    infer_icache();
    made_is_unknown(&results, "icache.1.size", "needs footprints of 4 times");
}

static void little_code_is_unknown(void **state)
{
    (void)state;
    plant_code(32, 5, 3);
    made.series[0].damaged = true;
    infer_icache();
    made_is_unknown(&results, "icache.1.size", "little code");
    assert_true(made_answer(&results, "icache.1.size")->damaged);
}

/* Without the repeated runs nothing tells a slow mixture from a missing one. */
static void code_without_its_repetition_is_left_out(void **state)
{
    (void)state;
    plant_code(32, 400, 3);
    for (size_t i = 1; i < made.series[0].n_samples; i += 2)
        made.series[0].samples[i].n_ticks = 0;
    infer_icache();
    made_is_unknown(&results, "icache.1.size", "points are such");
}

static void nothing_measured_is_nothing_said(void **state)
{
    (void)state;
    infer_mlp();
    infer_branch();
    infer_icache();
    made_series(&made, "icache"); /* skipped */
    infer_icache();
    assert_int_equal(results.n, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, drop)
    const struct CMUnitTest tests[] = {
        TEST(planted_misses_are_counted_and_the_last_level_is_memory),
        TEST(number_between_those_tried_is_their_ratio),
        TEST(random_access_moves_lines),
        TEST(random_access_needs_the_line),
        TEST(one_at_a_time_is_one),
        TEST(more_than_were_tried_is_told),
        TEST(disturbed_single_chain_is_doubted),
        TEST(more_than_chains_can_do_is_unknown),
        TEST(slower_misses_are_counted_by_the_bend),
        TEST(first_cache_has_loads_by_their_rate),
        TEST(mlp_without_single_chain_or_samples),
        TEST(loads_that_wait_for_nothing_are_counted_where_registers_run_out),
        TEST(streams_that_show_fewer_leave_chains_alone),
        TEST(miss_buffers_are_where_batches_step_up),
        TEST(buffers_that_are_shared_at_times_are_those_of_one_thread),
        TEST(batches_without_a_step_of_their_own_are_unknown),
        TEST(batches_without_one_miss_are_unknown),
        TEST(chains_alone_have_no_buffers),
        TEST(planted_branches_are_found),
        TEST(nothing_longer_tried_is_told),
        TEST(machine_without_penalty_is_unknown),
        TEST(branches_without_cycle_points_or_pattern),
        TEST(planted_instruction_cache_is_found),
        TEST(footprints_without_sets_tell_nothing),
        TEST(code_that_always_fits_is_unknown),
        TEST(two_rises_are_not_told_apart),
        TEST(edge_that_footprints_hardly_reach_is_unknown),
        TEST(little_code_is_unknown),
        TEST(code_without_its_repetition_is_left_out),
        TEST(nothing_measured_is_nothing_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
