/* Answers about kernels, from series whose times and counts are planted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/analysis.h"
#include "captured.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include "result/remedy.h"
#include "result/verdict.h"
#include "run/probe.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK = 77, TIMINGS = 5, LAPS = 10 };

static const char *cache_state, *flush, *counted_only; /* of the series that are sent */
static struct captured sent;
static struct record_out out;
static struct probe_run run;
static struct log log_read_back;
static struct results results;

extern const struct analysis analysis_pattern, analysis_kernels, analysis_kernel_threads;

static void add_chain(void)
{
    const uint64_t x = 1, few[] = { 64 + 20 }, many[] = { 6400 + 20 };
    const struct probe_key keys[] = { { "kind", 0 }, { 0, 0 } };

    probe_series(&run, "add_chain", keys);
    probe_sample(&run, &x, 1, 64, few, 1);
    probe_sample(&run, &x, 1, 6400, many, 1);
    probe_done(&run, "add_chain", RECORD_END_OK);
}

static int begin(void **state)
{
    (void)state;
    cache_state = "warm";
    flush = counted_only = NULL;
    sent = (struct captured){ 0 };
    out = (struct record_out){ .put = captured_put, .ctx = &sent };
    run = (struct probe_run){ .out = &out, .name = "pattern" };
    results = (struct results){ 0 };
    record_begin_run(&out);
    record_key_number(&out, "format", 1);
    record_key_number(&out, "tick_hz", 1000000000);
    record_end(&out);
    add_chain();
    return 0;
}

static int end(void **state)
{
    (void)state;
    results_free(&results);
    log_free(&log_read_back);
    free(sent.bytes);
    return 0;
}

/* Begins a series of NAME and VARIANT; one of chunks where DEALT. */
static void kernel(const char *name, const char *variant, const char *contexts, const char *space,
                   const char *barrier, const char *chunk)
{
    const struct probe_word words[] = { { "name", name },       { "variant", variant },
                                        { "type", "f64" },      { "state", cache_state },
                                        { "flush", flush },     { "contexts", contexts },
                                        { "space", space },     { "chunk", chunk },
                                        { "barrier", barrier }, { "spec", "12345678" },
                                        { "line", "64" },       { 0, 0 } };

    probe_series_words(&run, "pattern", words);
}

/* The counts of a triad at N, and a check; so many bytes as a triad has on lines. */
static void counts(uint64_t n, uint64_t check)
{
    const uint64_t v[] = { n, n, 0, 0, 0, 2 * n, n, 3 * n, n, 3 * n / 8, n / 8, 24 * n, 0, check };

    probe_event_wide(&run, n, v, sizeof v / sizeof v[0]);
}

/* Timings of a run of N, EACH ticks and a few that are disturbed; OVERHEAD: of n = 0. */
static void timings(uint64_t n, uint64_t each)
{
    const uint64_t x[] = { n, n == 0 };
    const uint64_t t[TIMINGS] = { each * LAPS, each * LAPS, each * LAPS + 1, each * LAPS * 3,
                                  each * LAPS };

    probe_sample(&run, x, 2, LAPS, t, TIMINGS);
}

static void done(void)
{
    probe_done(&run, "pattern", RECORD_END_OK);
}

/* A whole series of two sizes, which take FIRST and SECOND ticks. */
static void two_sizes(const char *name, const char *variant, const char *contexts,
                      const char *space, uint64_t first, uint64_t second, uint64_t check)
{
    kernel(name, variant, contexts, space, "no", strcmp(variant, "dealt") == 0 ? "1" : NULL);
    counts(800, check);
    counts(80000, check);
    timings(0, 1);
    timings(800, first);
    timings(80000, second);
    done();
}

static void know(struct result_id id, double value)
{
    struct result *r = result_add(&results, id);

    r->value = value;
    r->confidence = 1;
}

/* A machine that does PEAK fused operations of f64 a cycle, adds and multiplies half as many, and
 * reads MEMORY bytes a cycle from memory, 32 from its cache. */
static void know_ceilings(double peak, double memory)
{
    know(id_op(PEAK_RATE, "fma", "v256f64"), peak);
    know(id_op(PEAK_RATE, "add", "v256f64"), peak / 2);
    know(id_op(PEAK_RATE, "mul", "v256f64"), peak / 2);
    know(id_op(PEAK_RATE, "add", "f64"), peak / 8);
    know(id_op(PEAK_RATE, "mul", "f64"), peak / 8);
    know(id_moving(BANDWIDTH_ALONE, 1, "read"), 32);
    know(id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read"), memory);
}

static unsigned n_unsized; /* caches beyond them whose size was not found */

/* Infers from what was sent, on a machine with so many caches, of 32 KiB and 1 MiB. */
static void infer_with(unsigned n_caches)
{
    record_begin(&out, "END");
    record_number(&out, out.seq);
    record_text(&out, "ok");
    record_end(&out);
    captured_read(sent.bytes, sent.n, &log_read_back);
    struct result *levels = result_add(&results, id_of(CACHE_LEVELS));
    levels->value = n_caches + n_unsized;
    levels->confidence = 1;
    for (unsigned level = 1; level <= n_caches; level++)
        know(id_at(CACHE_SIZE, level), level == 1 ? 32768 : 1 << 20);
    for (unsigned level = n_caches + 1; level <= n_caches + n_unsized; level++)
        result_unknown(result_add(&results, id_at(CACHE_SIZE, level)), "a longer sweep", "128 MiB",
                       remedy_up_to("cache_size", "max", 512 << 20));
    n_unsized = 0;
    infer_one(&analysis_kernels, &log_read_back.run, METHOD_ROBUST, &results);
    infer_one(&analysis_pattern, &log_read_back.run, METHOD_ROBUST, &results);
    infer_one(&analysis_kernel_threads, &log_read_back.run, METHOD_ROBUST, &results);
}

static void infer(void)
{
    infer_with(1);
}

static const struct result *found(const char *id)
{
    const struct result *r = result_find_text(&results, id);

    if (r == NULL)
        fail_msg("no answer %s", id);
    return r;
}

static void assert_answer(const char *id, double value)
{
    const struct result *r = found(id);

    if (r->kind != RESULT_NUMBER || fabs(r->value - value) > 0.001 * value)
        fail_msg("%s is %g, not %g (%s)", id, r->value, value, r->note);
    /* What planted timings leave wide is doubtful. */
    assert_true(r->confidence > (r->high > 1.1 * r->low ? 0 : 0.5) && r->confidence < 1);
}

static void speed_size_and_intensity_are_those_of_the_best_size(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "1", "unified", 400, 160000, CHECK);
    infer();
    assert_answer("kernel.triad.plain.warm.best", 4);
    assert_answer("kernel.triad.plain.warm.at", 800);
    assert_answer("kernel.triad.plain.warm.intensity", 2.0 / 32);
    assert_answer("pattern.triad.plain.cache.1", 8 * 2400 / 400.0);
    assert_answer("pattern.triad.plain.memory", 8 * 240000 / 160000.0);
    assert_true(found("kernel.triad.plain.warm.best")->low <= 4);
    assert_true(found("kernel.triad.plain.warm.best")->high >= 4);
    assert_true(found("kernel.triad.plain.warm.intensity")->high == 2.0 / 32);
}

/* What was timed again of size 800 of the triad: a lap took EACH ticks in a third of all timings,
 * more in the others, and an addition of the chain beside them so many hundredths of a tick. */
static void timed_again(uint64_t each, uint64_t hundredths)
{
    const struct probe_word keys[] = { { "name", "triad" },
                                       { "variant", "plain" },
                                       { "type", "f64" },
                                       { "state", "warm" },
                                       { "contexts", "1" },
                                       { "space", "unified" },
                                       { "barrier", "no" },
                                       { "spec", "12345678" },
                                       { "line", "64" },
                                       { "again", "1" },
                                       { 0, 0 } };
    const uint64_t x[] = { 800, 0 };
    uint64_t t[20], chain[20];

    for (unsigned i = 0; i < 20; i++) {
        t[i] = i % 3 == 0 ? LAPS * each + i / 9 : LAPS * (each + 300 + 10 * i);
        chain[i] = 64 * hundredths;
    }
    probe_series_words(&run, "pattern", keys);
    probe_sample(&run, x, 2, LAPS, t, 20);
    done();
    probe_series_beside(&run, "add_chain", "pattern");
    probe_sample(&run, x, 2, 6400, chain, 20);
    probe_done(&run, "add_chain", RECORD_END_OK);
}

/* Timed again while others had the processor for most of the time: the best is what counts, and how
 * often it was seen says how sure that is. The clock was at two thirds of its speed then. */
static void what_was_timed_again_tells_of_a_quiet_machine(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "1", "unified", 800, 160000, CHECK);
    timed_again(600, 150);
    infer();
    assert_answer("kernel.triad.plain.warm.best", 4);
    assert_answer("kernel.triad.plain.warm.at", 800);
    assert_answer("pattern.triad.plain.cache.1", 8 * 2400 / 400.0);
    assert_non_null(strstr(found("kernel.triad.plain.warm.best")->note, "shared: "));
    assert_true(found("kernel.triad.plain.warm.best")->low > 3.9);
    assert_true(result_find_text(&results, "kernel.triad.plain.warm.2.best") == NULL);
}

/* A clock that was 2 percent faster than the run's is not another clock, so that ceilings are
 * compared in time; the speed is in its cycles. */
static void the_best_is_in_cycles_of_its_own_clock(void **state)
{
    (void)state;
    know_ceilings(16, 4);
    two_sizes("triad", "plain", "1", "unified", 800, 160000, CHECK);
    timed_again(392, 98);
    infer();
    assert_answer("kernel.triad.plain.warm.best", 4);
    assert_answer("kernel.triad.plain.warm.roof", 1600 / 392.0 / (32 * 1600 / 19200.0));
}

/* The chain that was timed beside the kernels, an addition of which took so many hundredths. */
static void chain_beside(uint64_t hundredths, unsigned timings_of_it)
{
    const uint64_t x[] = { 800, 0 };
    uint64_t t[2 * TIMINGS * TIMINGS];

    for (unsigned i = 0; i < timings_of_it; i++)
        t[i] = 64 * hundredths + (i == 3 ? 5000 : 0);
    probe_series_beside(&run, "add_chain", "pattern");
    probe_sample(&run, x, 2, 6400, t, timings_of_it);
    probe_done(&run, "add_chain", RECORD_END_OK);
}

/* The run's own chain took a tick for each addition, at another clock. */
static void a_cycle_is_that_of_the_chain_beside(void **state)
{
    (void)state;
    know_ceilings(16, 4);
    two_sizes("triad", "plain", "1", "unified", 400, 160000, CHECK);
    chain_beside(92, 20);
    two_sizes("triad", "tiled", "1", "unified", 400, 160000, CHECK);
    chain_beside(101, 20);
    two_sizes("triad", "short", "1", "unified", 400, 160000, CHECK);
    chain_beside(92, 4);
    infer();
    assert_answer("kernel.triad.plain.warm.best", 4 * 0.92);
    assert_answer("kernel.triad.tiled.warm.best", 4);
    assert_answer("kernel.triad.short.warm.best", 4);
    assert_answer("kernel.triad.plain.warm.roof", found("kernel.triad.tiled.warm.roof")->value);
}

/* A cache that is larger than it seems keeps a part of the smaller arrays. */
static void memory_is_told_by_the_largest_arrays(void **state)
{
    (void)state;
    kernel("triad", "plain", "1", "unified", "no", NULL);
    static const uint64_t n[] = { 8000, 80000 }, each[] = { 8000, 160000 };
    for (unsigned i = 0; i < 2; i++) {
        counts(n[i], CHECK);
        timings(n[i], each[i]);
    }
    done();
    infer();
    assert_answer("pattern.triad.plain.memory", 24 * 80000 / 160000.0);
}

/* Levels and orders are compared in warm caches, and what was flushed never with what a walk left.
 */
static void states_have_answers_of_their_own(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "1", "unified", 400, 160000, CHECK);
    cache_state = "code";
    flush = "line";
    two_sizes("triad", "plain", "1", "unified", 800, 320000, CHECK);
    flush = "walk";
    two_sizes("triad", "plain", "1", "unified", 1600, 320000, CHECK);
    two_sizes("triad", "tiled", "1", "unified", 100, 100, CHECK);
    infer();
    assert_answer("kernel.triad.plain.warm.best", 4);
    assert_answer("kernel.triad.plain.code.best", 2);
    assert_answer("kernel.triad.plain.code_walk.best", 1);
    assert_answer("pattern.triad.plain.cache.1", 8 * 2400 / 400.0);
    assert_null(result_find_text(&results, "pattern.triad.tiled.cache.1"));
    assert_null(result_find_text(&results, "pattern.triad.tiled.speedup"));
}

/* At 50 KiB half of the arrays may be left in 32 KiB; at 100 KiB of them 1 MiB has all. */
static void sizes_near_an_edge_do_not_speak_for_a_level(void **state)
{
    (void)state;
    kernel("triad", "plain", "1", "unified", "no", NULL);
    static const uint64_t n[] = { 800, 2133, 4267, 8533 }, each[] = { 200, 600, 3200, 6000 };
    for (unsigned i = 0; i < 4; i++) {
        counts(n[i], CHECK);
        timings(n[i], each[i]);
    }
    done();
    infer_with(2);
    assert_answer("pattern.triad.plain.cache.1", 24 * 800 / 200.0);
    assert_answer("pattern.triad.plain.cache.2", 24 * 8533 / 6000.0);
}

static void a_level_with_sizes_near_its_edges_alone_is_doubtful(void **state)
{
    (void)state;
    kernel("triad", "plain", "1", "unified", "no", NULL);
    counts(2133, CHECK);
    timings(2133, 600);
    done();
    infer_with(2);
    const struct result *r = found("pattern.triad.plain.cache.2");
    assert_true(fabs(r->value - 24 * 2133 / 600.0) < 0.01);
    assert_true(r->evidence <= 0.5);
    assert_non_null(strstr(r->note, "part of it may be in the level before"));
}

/* One size where one pass of the plain order was disturbed is no speedup of 4. */
static void a_speedup_is_the_median_of_the_passes(void **state)
{
    static const uint64_t plain[] = { 4000, 1000, 1000, 1000, 1000 };
    static const uint64_t tiled[] = { 1000, 1000, 1000, 1000, 1000 };
    const uint64_t x[] = { 800, 0 };

    (void)state;
    two_sizes("triad", "plain", "1", "unified", 400, 150000, CHECK);
    two_sizes("triad", "tiled", "1", "unified", 400, 100000, CHECK);
    kernel("heat", "plain", "1", "unified", "no", NULL);
    counts(800, CHECK);
    probe_sample(&run, x, 2, 1, plain, TIMINGS);
    done();
    kernel("heat", "tiled", "1", "unified", "no", NULL);
    counts(800, CHECK);
    probe_sample(&run, x, 2, 1, tiled, TIMINGS);
    done();
    infer();
    assert_answer("pattern.triad.tiled.speedup", 1.5);
    assert_answer("pattern.heat.tiled.speedup", 1);
    assert_true(found("pattern.heat.tiled.speedup")->high == 4);
}

/* Lines of two levels at N = 80000: IN and OUT over the last border. */
static void traffic(const char *variant, uint64_t in, uint64_t out_lines)
{
    const struct probe_word words[] = { { "of", "pattern" },    { "name", "triad" },
                                        { "variant", variant }, { "state", "warm" },
                                        { "by", "model" },      { 0, 0 } };
    const uint64_t v[] = { 5 * in, out_lines, in, out_lines, 64, 64 };

    probe_series_words(&run, "traffic", words);
    probe_event_wide(&run, 80000, v, 6);
    probe_done(&run, "traffic", RECORD_END_OK);
}

static void an_order_that_is_faster_says_how_many_lines_it_saves(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "1", "unified", 400, 160000, CHECK);
    traffic("plain", 30000, 10000);
    two_sizes("triad", "tiled", "1", "unified", 800, 80000, CHECK);
    traffic("tiled", 3000, 1000);
    infer();
    const struct result *r = found("pattern.triad.tiled.traffic");
    assert_true(r->value == 10);
    assert_non_null(strstr(r->note, "40000 lines and 4000 at n = 80000"));
    assert_null(result_find_text(&results, "pattern.triad.plain.traffic"));
}

static void orders_are_held_against_the_first_one(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "1", "unified", 400, 160000, CHECK);
    two_sizes("triad", "tiled", "1", "unified", 800, 80000, CHECK);
    infer();
    assert_answer("pattern.triad.tiled.speedup", 2);
    assert_answer("pattern.triad.tiled.speedup.at", 80000);
    assert_null(result_find_text(&results, "pattern.triad.plain.speedup"));
}

static void orders_without_a_common_size_name_the_run_that_would_tell(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "1", "unified", 400, 160000, CHECK);
    kernel("triad", "tiled", "1", "unified", "no", NULL);
    counts(1600, CHECK);
    timings(1600, 800);
    done();
    infer();
    const struct result *r = found("pattern.triad.tiled.speedup");
    assert_int_equal(r->kind, RESULT_NULL);
    assert_non_null(strstr(format_remedy(&r->remedy).text, "pattern=triad"));
}

static void an_order_that_never_pays_says_so(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "1", "unified", 400, 160000, CHECK);
    two_sizes("triad", "tiled", "1", "unified", 800, 200000, CHECK);
    infer();
    assert_answer("pattern.triad.tiled.speedup", 0.8);
}

static void a_kernel_that_computes_something_else_has_no_speed(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "1", "unified", 400, 160000, CHECK);
    two_sizes("triad", "wrong", "1", "unified", 100, 1000, CHECK + 1);
    infer();
    const struct result *r = found("kernel.triad.wrong.warm.best");
    assert_int_equal(r->kind, RESULT_NULL);
    assert_non_null(strstr(r->note, "computes something else than plain at n = 800"));
    assert_true(r->contradicts);
    assert_null(result_find_text(&results, "pattern.triad.wrong.speedup"));
    assert_null(result_find_text(&results, "pattern.triad.wrong.memory"));
    verdict_contradictions(&results);
    assert_false(verdict_contradicts(&results));
    assert_true(results.n_problems > 0); /* wrong code or memory, and no doubt of a time */
}

static void the_text_is_right_where_the_first_order_is_not(void **state)
{
    const struct probe_word words[] = { { "of", "pattern" }, { "name", "triad" }, { 0, 0 } };
    const uint64_t check[] = { 0, CHECK };

    (void)state;
    probe_series_words(&run, "expected", words);
    probe_event_wide(&run, 800, check, 2);
    probe_done(&run, "expected", RECORD_END_OK);
    two_sizes("triad", "plain", "1", "unified", 400, 160000, CHECK + 1);
    two_sizes("triad", "tiled", "1", "unified", 400, 160000, CHECK);
    infer();
    assert_non_null(strstr(found("kernel.triad.plain.warm.best")->note, "than the text"));
    assert_answer("kernel.triad.tiled.warm.best", 4);
}

static void sharing_is_held_against_arrays_of_ones_own(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "1", "unified", 400, 160000, CHECK);
    two_sizes("triad", "dealt", "1", "cyclic", 500, 160000, CHECK);
    two_sizes("triad", "dealt", "2", "cyclic", 900, 90000, CHECK);
    two_sizes("triad", "dealt", "2", "independent", 300, 80000, 0);
    infer();
    assert_answer("pattern.triad.sharing", 3);
    assert_answer("kernel.triad.dealt.warm.2.best", 160000 / 90000.0);
}

static void sharing_needs_two_contexts(void **state)
{
    (void)state;
    two_sizes("triad", "dealt", "1", "cyclic", 500, 160000, CHECK);
    infer();
    assert_int_equal(found("pattern.triad.sharing")->kind, RESULT_NULL);
    assert_non_null(strstr(found("pattern.triad.sharing")->note, "dealt ran on 1"));
}

static void a_barrier_costs_what_an_empty_run_does(void **state)
{
    (void)state;
    kernel("triad", "shared", "1", "unified", "yes", NULL);
    timings(0, 5);
    done();
    kernel("triad", "shared", "2", "unified", "yes", NULL);
    timings(0, 205);
    done();
    infer();
    assert_answer("pattern.triad.barrier", 200);
}

static void the_best_number_of_streams_is_found_by_level(void **state)
{
    (void)state;
    two_sizes("streams_2", "plain", "1", "unified", 400, 160000, CHECK);
    two_sizes("streams_3", "plain", "1", "unified", 300, 180000, CHECK + 1);
    two_sizes("streams_11", "plain", "1", "unified", 350, 120000, CHECK + 2);
    infer();
    assert_answer("pattern.streams.best.cache.1", 3);
    assert_answer("pattern.streams.best.memory", 11);
}

static void kernels_that_only_move_have_no_operations(void **state)
{
    const uint64_t v[] = { 0, 0, 0, 0, 0, 800, 800, 1600, 800, 200, 100, 12800, 0, CHECK };

    (void)state;
    kernel("copy", "plain", "1", "unified", "no", NULL);
    probe_event_wide(&run, 800, v, sizeof v / sizeof v[0]);
    timings(800, 400);
    done();
    infer();
    assert_null(result_find_text(&results, "kernel.copy.plain.warm.best"));
    assert_answer("pattern.copy.plain.cache.1", 8 * 1600 / 400.0);
}

/* ---- under the roof ---- */

static void assert_name(const char *id, const char *name)
{
    const struct result *r = found(id);

    if (r->kind != RESULT_NAME || strcmp(r->text, name) != 0)
        fail_msg("%s is %s, not %s (%s)", id, r->text, name, r->note);
}

/* One size, of arrays of 1.92 MB, which takes TICKS: 160000 operations on 2.56 MB of lines in and
 * out. */
static void one_size(const char *variant, const char *contexts, uint64_t ticks)
{
    kernel("triad", variant, contexts, "unified", "no", NULL);
    counts(80000, CHECK);
    timings(80000, ticks);
    done();
}

static void a_kernel_at_the_bandwidth_of_memory_is_held_by_it(void **state)
{
    (void)state;
    one_size("plain", "1", 680000); /* 2.56 MB at 4 bytes a cycle take 640000 */
    know_ceilings(16, 4);
    infer();
    assert_answer("kernel.triad.plain.warm.roof", 640 / 680.0);
    assert_name("kernel.triad.plain.warm.limit", "memory");
    assert_true(found("kernel.triad.plain.warm.roof")->high > 640 / 680.0 * 0.999);
}

static void a_kernel_in_the_cache_is_held_by_the_cache(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "1", "unified", 620, 990000, CHECK);
    know_ceilings(16, 4);
    infer();
    /* 800 elements: 3 accesses each of 8 bytes, 32 bytes a cycle: 600 cycles. */
    assert_answer("kernel.triad.plain.warm.roof", 600 / 620.0);
    assert_name("kernel.triad.plain.warm.limit", "cache.1");
}

static void a_kernel_that_adds_as_it_multiplies_meets_the_imbalance(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "1", "unified", 1650, 990000, CHECK);
    know_ceilings(1, 4);
    know(id_op(PEAK_RATE, "fma", "v512f64"), 1.2);
    know(id_op(PEAK_RATE, "add", "v512f64"), 0.5);
    know(id_op(PEAK_RATE, "mul", "v512f64"), 0.5);
    infer();
    assert_name("kernel.triad.plain.warm.limit", "imbalance");
    assert_answer("kernel.triad.plain.warm.roof", 1600 / 1650.0 / 1.2);
}

static void a_kernel_below_every_ceiling_has_a_doubt_for_its_limit(void **state)
{
    (void)state;
    one_size("plain", "1", 2000000);
    know_ceilings(16, 4);
    infer();
    const struct result *r = found("kernel.triad.plain.warm.limit");
    assert_int_equal(r->kind, RESULT_NULL);
    assert_non_null(strstr(r->note, "is 32 % of memory"));
    assert_non_null(strstr(format_remedy(&r->remedy).text, "latency"));
}

static void a_kernel_beyond_the_reach_of_the_tlb_may_wait_for_translation(void **state)
{
    (void)state;
    one_size("plain", "1", 2000000);
    know_ceilings(16, 4);
    know(id_of(TLB_LEVELS), 1);
    know(id_at(TLB_ENTRIES, 1), 64);
    know(id_of(TLB_PAGE), 4096);
    infer();
    assert_non_null(
        strstr(format_remedy(&found("kernel.triad.plain.warm.limit")->remedy).text, "translation"));
}

static void a_kernel_above_its_roof_is_a_problem(void **state)
{
    (void)state;
    one_size("plain", "1", 500000);
    know_ceilings(16, 4);
    infer();
    assert_true(found("kernel.triad.plain.warm.roof")->value > 1.2);
    assert_true(found("kernel.triad.plain.warm.roof")->contradicts);
    verdict_contradictions(&results);
    assert_true(verdict_contradicts(&results));
}

static void what_caches_may_keep_is_no_problem(void **state)
{
    (void)state;
    /* 36 KB of arrays, of which 32 KiB may stay: nearly nothing need come from memory. */
    kernel("triad", "plain", "1", "unified", "no", NULL);
    counts(1500, CHECK);
    timings(1500, 3000);
    done();
    know_ceilings(16, 4);
    infer();
    const struct result *r = found("kernel.triad.plain.warm.roof");
    assert_true(r->kind == RESULT_NUMBER && r->value < 1 && !r->contradicts);
    assert_non_null(strstr(r->note, "caches kept a part"));
}

static void cold_data_come_from_memory(void **state)
{
    (void)state;
    cache_state = "cold";
    flush = "line";
    kernel("triad", "plain", "1", "unified", "no", NULL);
    counts(800, CHECK);
    timings(800, 6600); /* 25600 bytes at 4 a cycle take 6400 */
    done();
    know_ceilings(16, 4);
    infer();
    assert_name("kernel.triad.plain.cold.limit", "memory");
    assert_answer("kernel.triad.plain.cold.roof", 64 / 66.0);
}

/* The sizes of the two outer caches, and with them their bandwidths, are not known. */
static void caches_without_a_size_leave_an_upper_bound_of_the_roof(void **state)
{
    (void)state;
    cache_state = "cold";
    flush = "line";
    n_unsized = 2;
    kernel("triad", "plain", "1", "unified", "no", NULL);
    counts(800, CHECK);
    timings(800, 6600);
    done();
    know_ceilings(16, 4);
    infer();
    assert_answer("kernel.triad.plain.cold.roof", 64 / 66.0);
    assert_name("kernel.triad.plain.cold.limit", "memory");
    const char *note = "upper bound of the roof: bandwidth of cache.2, cache.3 is not known";
    assert_non_null(strstr(found("kernel.triad.plain.cold.roof")->note, note));
    assert_non_null(strstr(found("kernel.triad.plain.cold.limit")->note, note));
}

/* Nothing was measured of memory: the run that would tell has the sweep that sizes the caches. */
static void memory_without_bandwidth_names_what_would_tell(bool ran, const char *wanted,
                                                           const char *remedy)
{
    struct result_id read = id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read");

    cache_state = "cold";
    flush = "line";
    n_unsized = 1;
    kernel("triad", "plain", "1", "unified", "no", NULL);
    counts(800, CHECK);
    timings(800, 6600);
    done();
    know(id_op(PEAK_RATE, "fma", "v256f64"), 16);
    if (ran)
        result_unknown(result_add(&results, read), "a rate", "none",
                       remedy_up_to("bandwidth", "max", 512 << 20));
    infer();
    const struct result *r = found("kernel.triad.plain.cold.roof");
    assert_int_equal(r->kind, RESULT_NULL);
    assert_non_null(strstr(r->note, wanted));
    assert_non_null(strstr(format_remedy(&r->remedy).text, remedy));
}

static void bandwidth_that_did_not_run_would_tell(void **state)
{
    (void)state;
    memory_without_bandwidth_names_what_would_tell(
        false, "0 answers of bandwidth, none is bandwidth.memory.read",
        "`probes --only timer_floor,add_chain,cache_size,ops,bandwidth,pattern max=512M`");
}

static void bandwidth_that_ran_names_its_own_remedy(void **state)
{
    (void)state;
    memory_without_bandwidth_names_what_would_tell(
        true, "bandwidth.memory.read is not determined",
        "`probes --only timer_floor,add_chain,bandwidth max=512M`");
}

static void several_contexts_have_the_roof_of_several(void **state)
{
    (void)state;
    one_size("plain", "2", 430000);
    know_ceilings(16, 4);
    know(id_together(MEMORY_LEVEL, "read", 2), 6);
    infer();
    assert_answer("kernel.triad.plain.warm.2.roof", 2560 / 6.0 / 430);
    assert_name("kernel.triad.plain.warm.2.limit", "memory");
}

/* The first cache gives each context 32; beside other programs both together got 10. */
static void a_cache_of_ones_own_gives_each_context_as_much(void **state)
{
    (void)state;
    one_size("plain", "2", 40000);
    know_ceilings(1000, 1000);
    know(id_together(1, "read", 2), 10);
    know(id_at(CACHE_SHARED_BY, 1), 1);
    infer();
    assert_answer("kernel.triad.plain.warm.2.roof", 1920 / 64.0 / 40);
}

static void a_cache_that_contexts_share_gives_what_they_got_together(void **state)
{
    (void)state;
    one_size("plain", "2", 40000);
    know_ceilings(1000, 1000);
    know(id_together(1, "read", 2), 48);
    know(id_at(CACHE_SHARED_BY, 1), 2);
    infer();
    assert_answer("kernel.triad.plain.warm.2.roof", 1920 / 48.0 / 40);
}

static void without_peaks_the_roof_names_the_run_that_would_tell(void **state)
{
    (void)state;
    one_size("plain", "1", 680000);
    infer();
    assert_int_equal(found("kernel.triad.plain.warm.roof")->kind, RESULT_NULL);
    assert_non_null(strstr(format_remedy(&found("kernel.triad.plain.warm.roof")->remedy).text,
                           "ops,bandwidth,pattern"));
    assert_int_equal(found("kernel.triad.plain.warm.limit")->kind, RESULT_NULL);
}

/* Lines counted below one level: N_IN in, N_OUT out, of 64 bytes. */
static void counted(uint64_t n, uint64_t n_in, uint64_t n_out)
{
    const struct probe_word words[] = { { "of", "pattern" },      { "by", "model" },
                                        { "levels", "1" },        { "name", "triad" },
                                        { "variant", "plain" },   { "type", "f64" },
                                        { "state", cache_state }, { "contexts", "1" },
                                        { "only", counted_only }, { 0, 0 } };
    const uint64_t v[] = { n_in, n_out, 64 };

    probe_series_words(&run, "traffic", words);
    probe_event_wide(&run, n, v, 3);
    probe_done(&run, "traffic", RECORD_END_OK);
}

static void counted_lines_come_before_those_of_the_text(void **state)
{
    (void)state;
    one_size("plain", "1", 2700000);
    counted(80000, 120000, 40000); /* four times those of the text */
    know_ceilings(16, 4);
    infer();
    assert_answer("kernel.triad.plain.warm.intensity", 160000 / 10240000.0);
    assert_string_equal(found("kernel.triad.plain.warm.intensity")->method, "counted");
    assert_answer("kernel.triad.plain.warm.roof", 2560 / 2700.0);
    assert_name("kernel.triad.plain.warm.limit", "memory");
}

static void where_lines_out_are_not_counted_the_text_has_them(void **state)
{
    (void)state;
    counted_only = "in";
    one_size("plain", "1", 2700000);
    counted(80000, 120000, 0); /* and 10000 written */
    know_ceilings(16, 4);
    infer();
    assert_answer("kernel.triad.plain.warm.intensity", 160000 / (130000 * 64.0));
    assert_non_null(
        strstr(found("kernel.triad.plain.warm.intensity")->note, "lines out are those"));
}

static void lines_that_move_again_may_be_conflicts(void **state)
{
    (void)state;
    one_size("plain", "1", 6000000);
    counted(80000, 120000, 40000);
    know_ceilings(16, 4);
    infer();
    assert_non_null(
        strstr(format_remedy(&found("kernel.triad.plain.warm.limit")->remedy).text, "conflict"));
}

static void fewer_lines_than_the_text_touches_are_a_doubt(void **state)
{
    (void)state;
    cache_state = "cold";
    one_size("plain", "1", 680000);
    counted(80000, 10000, 10000);
    know_ceilings(16, 4);
    infer();
    const struct result *r = found("kernel.triad.plain.cold.intensity");
    assert_non_null(strstr(r->note, "fewer lines came in than the text touches"));
    assert_true(r->evidence < 0.5);
}

/* Four threads gain most at the second size: that is the size of the whole curve. */
static void the_curve_over_threads_has_one_size(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "4", "unified", 200, 50000, CHECK);
    two_sizes("triad", "plain", "1", "unified", 400, 160000, CHECK);
    two_sizes("triad", "plain", "2", "unified", 200, 100000, CHECK);
    two_sizes("triad", "dealt", "1", "cyclic", 400, 160000, CHECK);
    two_sizes("triad", "dealt", "2", "cyclic", 250, 160000, CHECK);
    infer();
    assert_answer("kernel.triad.plain.warm.2.speedup", 1.6);
    assert_answer("kernel.triad.plain.warm.4.speedup", 3.2);
    assert_answer("kernel.triad.plain.warm.2.speedup.at", 80000);
    assert_answer("kernel.triad.plain.warm.4.speedup.at", 80000);
    assert_answer("kernel.triad.dealt.warm.2.speedup", 1.6);
    assert_answer("kernel.triad.dealt.warm.2.speedup.at", 800);
    assert_non_null(strstr(found("kernel.triad.plain.warm.4.speedup")->note, "static, n = 80000"));
    assert_non_null(strstr(found("kernel.triad.dealt.warm.2.speedup")->note, "farm, n = 800"));
}

/* Arrays of each thread's own share no work, and one that computes something else is no share. */
static void what_shares_no_work_has_no_curve(void **state)
{
    (void)state;
    two_sizes("triad", "plain", "1", "unified", 400, 160000, CHECK);
    two_sizes("triad", "own", "1", "independent", 400, 160000, CHECK);
    two_sizes("triad", "own", "2", "independent", 200, 80000, CHECK);
    two_sizes("triad", "plain", "2", "unified", 200, 80000, CHECK + 1);
    infer();
    assert_null(result_find_text(&results, "kernel.triad.own.warm.2.speedup"));
    assert_null(result_find_text(&results, "kernel.triad.plain.warm.2.speedup"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_curve_over_threads_has_one_size, begin, end),
        cmocka_unit_test_setup_teardown(what_shares_no_work_has_no_curve, begin, end),
        cmocka_unit_test_setup_teardown(speed_size_and_intensity_are_those_of_the_best_size, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_cycle_is_that_of_the_chain_beside, begin, end),
        cmocka_unit_test_setup_teardown(what_was_timed_again_tells_of_a_quiet_machine, begin, end),
        cmocka_unit_test_setup_teardown(memory_is_told_by_the_largest_arrays, begin, end),
        cmocka_unit_test_setup_teardown(states_have_answers_of_their_own, begin, end),
        cmocka_unit_test_setup_teardown(sizes_near_an_edge_do_not_speak_for_a_level, begin, end),
        cmocka_unit_test_setup_teardown(a_level_with_sizes_near_its_edges_alone_is_doubtful, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_speedup_is_the_median_of_the_passes, begin, end),
        cmocka_unit_test_setup_teardown(an_order_that_is_faster_says_how_many_lines_it_saves, begin,
                                        end),
        cmocka_unit_test_setup_teardown(orders_are_held_against_the_first_one, begin, end),
        cmocka_unit_test_setup_teardown(orders_without_a_common_size_name_the_run_that_would_tell,
                                        begin, end),
        cmocka_unit_test_setup_teardown(an_order_that_never_pays_says_so, begin, end),
        cmocka_unit_test_setup_teardown(a_kernel_that_computes_something_else_has_no_speed, begin,
                                        end),
        cmocka_unit_test_setup_teardown(the_text_is_right_where_the_first_order_is_not, begin, end),
        cmocka_unit_test_setup_teardown(sharing_is_held_against_arrays_of_ones_own, begin, end),
        cmocka_unit_test_setup_teardown(sharing_needs_two_contexts, begin, end),
        cmocka_unit_test_setup_teardown(a_barrier_costs_what_an_empty_run_does, begin, end),
        cmocka_unit_test_setup_teardown(the_best_number_of_streams_is_found_by_level, begin, end),
        cmocka_unit_test_setup_teardown(kernels_that_only_move_have_no_operations, begin, end),
        cmocka_unit_test_setup_teardown(a_kernel_at_the_bandwidth_of_memory_is_held_by_it, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_kernel_in_the_cache_is_held_by_the_cache, begin, end),
        cmocka_unit_test_setup_teardown(a_kernel_that_adds_as_it_multiplies_meets_the_imbalance,
                                        begin, end),
        cmocka_unit_test_setup_teardown(a_kernel_below_every_ceiling_has_a_doubt_for_its_limit,
                                        begin, end),
        cmocka_unit_test_setup_teardown(
            a_kernel_beyond_the_reach_of_the_tlb_may_wait_for_translation, begin, end),
        cmocka_unit_test_setup_teardown(a_kernel_above_its_roof_is_a_problem, begin, end),
        cmocka_unit_test_setup_teardown(what_caches_may_keep_is_no_problem, begin, end),
        cmocka_unit_test_setup_teardown(cold_data_come_from_memory, begin, end),
        cmocka_unit_test_setup_teardown(caches_without_a_size_leave_an_upper_bound_of_the_roof,
                                        begin, end),
        cmocka_unit_test_setup_teardown(bandwidth_that_did_not_run_would_tell, begin, end),
        cmocka_unit_test_setup_teardown(bandwidth_that_ran_names_its_own_remedy, begin, end),
        cmocka_unit_test_setup_teardown(several_contexts_have_the_roof_of_several, begin, end),
        cmocka_unit_test_setup_teardown(a_cache_of_ones_own_gives_each_context_as_much, begin, end),
        cmocka_unit_test_setup_teardown(a_cache_that_contexts_share_gives_what_they_got_together,
                                        begin, end),
        cmocka_unit_test_setup_teardown(without_peaks_the_roof_names_the_run_that_would_tell, begin,
                                        end),
        cmocka_unit_test_setup_teardown(the_best_is_in_cycles_of_its_own_clock, begin, end),
        cmocka_unit_test_setup_teardown(counted_lines_come_before_those_of_the_text, begin, end),
        cmocka_unit_test_setup_teardown(where_lines_out_are_not_counted_the_text_has_them, begin,
                                        end),
        cmocka_unit_test_setup_teardown(lines_that_move_again_may_be_conflicts, begin, end),
        cmocka_unit_test_setup_teardown(fewer_lines_than_the_text_touches_are_a_doubt, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
