/* The probes of the processor on a board that lies: what they send, and what they do where the
 * clock is coarse, goes back, or memory is short. */
#include "analysis/analysis.h"
#include "captured.h"
#include "fake.h"
#include "lib/live_kernel.h"
#include "lib/measure.h"
#include "lib/op_kernel.h"
#include "planted_ops.h"
#include "result/query.h"
#include "run/probe.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const struct probe probe_ops, probe_live_ranges, probe_mlp, probe_branch, probe_icache,
    probe_peaks, probe_shared_units;
extern const struct analysis analysis_ops, analysis_registers;

static const struct {
    const char *name;
    const struct probe *probe;
} all[] = { { "ops", &probe_ops },
            { "live_ranges", &probe_live_ranges },
            { "peaks", &probe_peaks },
            { "mlp", &probe_mlp },
            { "branch", &probe_branch },
            { "icache", &probe_icache },
            { "shared_units", &probe_shared_units } };

enum { PROBES = sizeof all / sizeof all[0], STEP_TICKS = 64, KIB = 1024 };

static struct plan plan;
static unsigned visits; /* calls of again() between the run and the end */
static struct captured sent;
static struct log parsed;
static struct results results;

static int drop(void **state)
{
    (void)state;
    results_free(&results);
    log_free(&parsed);
    parsed = (struct log){ 0 };
    free(sent.bytes);
    sent = (struct captured){ 0 };
    return 0;
}

/* Each reading of the clock is long enough for what takes no time here. */
static int begin(void **state)
{
    (void)drop(state);
    fake_reset();
    fake.timer.step_ticks = STEP_TICKS;
    plan = (struct plan){
        .tick_min = 1, .sample_ticks = STEP_TICKS, .seed = 1, .effort = EFFORT_NORMAL
    };
    planted_ops[PLANTED_ADD] = (struct planted_op){ 1, 1, 3 };
    planted_ops[PLANTED_MUL] = (struct planted_op){ 4, 1, 3 };
    planted_ops[PLANTED_DIV] = (struct planted_op){ 21, 20, 3 };
    planted_live_ticks = 1000;
    visits = 0;
    return 0;
}

/* Runs PROBE, and what it times again. */
static enum record_end run_to_end(const struct probe *probe, struct probe_run *one)
{
    enum record_end end = probe->run(one);

    for (unsigned i = 0; i < visits && probe->extra && probe->extra->again; i++)
        probe->extra->again(one);
    if (probe->extra && probe->extra->send_again)
        probe->extra->send_again(one);
    return end;
}

/* Runs probe NAME and reads its stream, which has to be sound. */
static enum record_end run(const char *name)
{
    struct record_out out = { .put = captured_put, .ctx = &sent };
    struct probe_run one = { .out = &out, .name = name, .plan = &plan, .rng = plan.seed };
    enum record_end end = RECORD_END_OK;

    (void)drop(NULL);
    record_begin_run(&out);
    record_key_number(&out, "format", RECORD_FORMAT);
    record_end(&out);
    for (unsigned i = 0; i < PROBES; i++)
        if (strcmp(all[i].name, name) == 0)
            end = run_to_end(all[i].probe, &one);
    uint32_t before = out.seq;
    record_begin(&out, "END");
    record_number(&out, before);
    record_text(&out, "ok");
    record_sum(&out);
    record_end(&out);
    captured_read(sent.bytes, sent.n, &parsed);
    /* A made-up clock of coarse steps goes on with its readings, not with what is timed. */
    for (size_t i = 0; i < parsed.n_problems; i++)
        if (fake.timer.granularity_ticks <= 1 || strstr(parsed.problems[i].what, "0 ticks") == NULL)
            fail_msg("%s: %s", name, parsed.problems[i].what);
    assert_true(parsed.run.complete);
    return end;
}

static const char *key(const struct log_series *s, const char *name)
{
    return log_key_text(s->keys, s->n_keys, name);
}

static const struct log_series *series_of(const char *op, const char *type)
{
    for (size_t i = 0; i < parsed.run.n_series; i++)
        if (strcmp(key(&parsed.run.series[i], "op"), op) == 0 &&
            strcmp(key(&parsed.run.series[i], "type"), type) == 0)
            return &parsed.run.series[i];
    fail_msg("no series of %s on %s", op, type);
    return NULL;
}

static void is_number(const char *id, double value)
{
    const struct result *r = result_find_text(&results, id);

    assert_non_null(r);
    if (r->kind != RESULT_NUMBER || fabs(r->value - value) > 1e-6)
        fail_msg("%s: %g, expected %g (%s)", id, r->value, value, r->note);
}

/* ---- ops ---- */

static void each_operation_is_a_series(void **state)
{
    (void)state;
    assert_int_equal(run("ops"), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 4);
    assert_null(key(series_of("add", "i32"), "with"));
    assert_string_equal(key(series_of("div", "i32"), "with"), "add");
    assert_string_equal(series_of("div", "f64")->status, "skip:no instruction");
    assert_int_equal(series_of("div", "f64")->n_samples, 0);
    assert_string_equal(series_of("mul", "f64")->status, "ok");
}

/* Whole and half lap of each number of streams, the reference once, all in every round. */
static void whole_and_half_laps_are_sent(void **state)
{
    const struct log_series *s;
    const struct log_sample *p;

    (void)state;
    (void)run("ops");
    s = series_of("mul", "f64");
    assert_true(s->n_samples % 2 == 1);
    for (size_t i = 0; i + 1 < s->n_samples; i++) {
        p = &s->samples[i];
        assert_int_equal(p->x[0], ops_streams((unsigned)i / 2));
        assert_int_equal(p->x[1], ops_steps((unsigned)p->x[0]) >> i % 2);
        assert_true(p->ops % (p->x[0] * p->x[1]) == 0);
        assert_int_equal(p->n_ticks, 12);
    }
    p = &s->samples[s->n_samples - 1];
    assert_true(p->x[0] == 0 && p->x[1] == 0 && p->n_ticks == 12);
}

static void quick_takes_fewer_rounds(void **state)
{
    (void)state;
    plan.effort = EFFORT_QUICK;
    (void)run("ops");
    assert_int_equal(series_of("mul", "f64")->samples[0].n_ticks, 6);
}

/* More streams are tried while they are a gain: none where one operation at a time is all. */
static void streams_end_where_they_gain_nothing(void **state)
{
    (void)state;
    planted_ops[PLANTED_MUL] = (struct planted_op){ 30, 30, 0 };
    (void)run("ops");
    assert_true(series_of("mul", "f64")->n_samples < series_of("div", "i32")->n_samples + 4);
    assert_true(series_of("mul", "f64")->n_samples < 2 * OPS_KERNELS - 4);
    planted_ops[PLANTED_MUL] = (struct planted_op){ 40, 1, 0 };
    (void)run("ops");
    assert_int_equal(series_of("mul", "f64")->n_samples, 2 * OPS_KERNELS + 1);
}

/* The reference chain takes no time but a reading: 64 of its additions 64 ticks. */
static void planted_latencies_come_back(void **state)
{
    (void)state;
    (void)run("ops");
    infer_one(&analysis_ops, &parsed.run, METHOD_ROBUST, &results);
    is_number("op.add.i32.latency", 1);
    is_number("op.mul.f64.latency", 4);
    is_number("op.div.i32.latency", 20);
    is_number("op.mul.f64.rthroughput", 1);
    is_number("op.mul.f64.in_flight", 4);
    assert_int_equal(result_find_text(&results, "op.div.f64.latency")->kind, RESULT_NONE);
}

/* Of each set the fastest kernels, whole laps, half ones of the fastest, and the chain, as often as
 * there were visits. */
static void fastest_kernels_are_timed_again_after_other_probes(void **state)
{
    (void)state;
    visits = 4;
    assert_int_equal(run("ops"), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 4 + 3);
    for (size_t i = 4; i < 7; i++) {
        const struct log_series *s = &parsed.run.series[i];
        const struct log_sample *last = &s->samples[s->n_samples - 1];

        assert_string_equal(key(s, "again"), "1");
        assert_string_equal(
            key(s, "op"), key(&parsed.run.series[i - 3], "op")) /* the missing one is sent first */;
        assert_in_range(s->n_samples, 3, 4);
        assert_int_equal(s->samples[0].x[1], ops_steps((unsigned)s->samples[0].x[0]));
        assert_int_equal(s->samples[1].x[0], s->samples[0].x[0]);
        assert_int_equal(2 * s->samples[1].x[1], s->samples[0].x[1]);
        assert_true(last->x[0] == 0 && last->x[1] == 0);
        for (size_t k = 0; k < s->n_samples; k++)
            assert_int_equal(s->samples[k].n_ticks, 8);
    }
    assert_int_equal(fake.memory.blocks, 0);
    infer_one(&analysis_ops, &parsed.run, METHOD_ROBUST, &results);
    is_number("op.mul.f64.rthroughput", 1);
    is_number("op.div.i32.latency", 20);
}

/* ---- live_ranges ---- */

static void live_ranges_sends_each_number_of_variables(void **state)
{
    (void)state;
    assert_int_equal(run("live_ranges"), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 2);
    const struct log_series *s = &parsed.run.series[0], *chain = &parsed.run.series[1];
    assert_string_equal(chain->probe, "add_chain");
    assert_string_equal(key(chain, "beside"), "live_ranges");
    assert_int_equal(chain->samples[0].n_ticks, s->samples[0].n_ticks);
    assert_string_equal(key(s, "type"), "i32");
    assert_int_equal(s->n_samples, PLANTED_LIVES);
    for (unsigned k = 0; k < PLANTED_LIVES; k++) {
        const struct live_row *row = &live_table[0].row[k];
        bool counted = row->live != 4;

        assert_int_equal(s->samples[k].x[0], row->live);
        assert_int_equal(s->samples[k].n_x, counted ? 2 : 1);
        if (counted)
            assert_int_equal(s->samples[k].x[1] > 0, row->live > PLANTED_HELD);
        assert_int_equal(s->samples[k].n_ticks, LIVE_ROUNDS);
        assert_true(s->samples[k].ops % row->adds == 0);
    }
    infer_one(&analysis_registers, &parsed.run, METHOD_ROBUST, &results);
    is_number("regs.i32", PLANTED_HELD);
}

/* ---- peaks ---- */

/* The reference chain first, then each kernel once; the clock's series before all others. */
static void peaks_sends_each_kernel_and_the_clock(void **state)
{
    static const uint64_t depths[] = { 0, 2, 4, 8 };

    (void)state;
    assert_int_equal(run("peaks"), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 3);
    const struct log_series *clock = &parsed.run.series[0], *fma = &parsed.run.series[2];
    assert_string_equal(key(clock, "mix"), "clock");
    assert_string_equal(key(clock, "type"), "v128f32");
    assert_int_equal(clock->n_samples, 5); /* the chain twice, and three transitions */
    for (size_t i = 2; i < 5; i++)
        assert_int_equal(clock->samples[i].x[0], 2);
    assert_string_equal(key(fma, "mix"), "fma");
    assert_int_equal(fma->n_samples, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(fma->samples[i].x[0], 1);
        assert_int_equal(fma->samples[i].x[1], depths[i]);
        assert_int_equal(fma->samples[i].x[1] * fma->samples[i].x[2], i > 0 ? 24 : 0);
        assert_int_equal(fma->samples[i].n_ticks, 12);
    }
    assert_int_equal(fma->samples[3].ops % 24, 0);
    assert_int_equal(fake.memory.blocks, 0);
}

/* The best two and the chain, as often as there were visits. */
static void peaks_are_timed_again_after_other_probes(void **state)
{
    (void)state;
    visits = 5;
    assert_int_equal(run("peaks"), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 5);
    for (size_t i = 3; i < 5; i++) {
        const struct log_series *s = &parsed.run.series[i];

        assert_string_equal(key(s, "again"), "1");
        assert_string_equal(key(s, "mix"), key(&parsed.run.series[i - 2], "mix"));
        assert_int_equal(s->n_samples, 3);
        assert_int_equal(s->samples[0].x[1], 0);
        for (size_t k = 0; k < 3; k++)
            assert_int_equal(s->samples[k].n_ticks, 10);
    }
    assert_int_equal(fake.memory.blocks, 0);
}

static void peaks_without_memory_says_so(void **state)
{
    (void)state;
    fake.memory.limit_bytes = 0;
    assert_int_equal(run("peaks"), RECORD_END_NO_MEMORY);
}

/* ---- mlp ---- */

/* The chains of LEVEL; NULL: none were sent. */
static const struct log_series *chains_of(unsigned level)
{
    for (size_t i = 0; i < parsed.run.n_series; i++) {
        const struct log_series *s = &parsed.run.series[i];

        if (log_key_text(s->keys, s->n_keys, "of") == NULL &&
            log_key_number(s->keys, s->n_keys, "level", 0) == level)
            return s;
    }
    return NULL;
}

static const struct log_series *mlp_series_of(const char *of)
{
    for (size_t i = 0; i < parsed.run.n_series; i++)
        if (log_key_text(parsed.run.series[i].keys, parsed.run.series[i].n_keys, "of") != NULL &&
            strcmp(key(&parsed.run.series[i], "of"), of) == 0)
            return &parsed.run.series[i];
    return NULL;
}

static void mlp_has_a_series_for_each_level_and_one_for_memory(void **state)
{
    /* An outer cache of more than seven times the nearer one may be shared: less than half of it.
     */
    static const uint64_t bytes[] = { 2 * KIB, 16 * KIB, 4 * 32 * KIB };

    (void)state;
    plan.n_caches = 2;
    plan.cache_bytes[0] = 4 * KIB;
    plan.cache_bytes[1] = 32 * KIB;
    plan.max_bytes = 256 * KIB;
    assert_int_equal(run("mlp"), RECORD_END_OK);
    for (unsigned level = 0; level < 3; level++) {
        const struct log_series *s = chains_of(level + 1);

        assert_non_null(s);
        assert_true(log_key_number(s->keys, s->n_keys, "registers", 0) >= 5);

        assert_int_equal(log_key_number(s->keys, s->n_keys, "level", 0), level + 1);
        assert_int_equal(log_key_number(s->keys, s->n_keys, "bytes", 0), bytes[level]);
        assert_true(s->n_samples > 5);
        for (size_t i = 0; i < s->n_samples; i++)
            assert_true(s->samples[i].ops % s->samples[i].x[0] == 0);
    }
    assert_int_equal(fake.memory.blocks, 0);
}

/* Batches of 1 to the most loads, each of as many batches, once in each pass. */
static void mlp_sends_batches_of_each_number_of_loads(void **state)
{
    (void)state;
    plan.n_caches = 1;
    plan.cache_bytes[0] = 4 * KIB;
    plan.max_bytes = 256 * KIB;
    assert_int_equal(run("mlp"), RECORD_END_OK);
    const struct log_series *s = mlp_series_of("batch");
    assert_non_null(s);
    const uint64_t batches = log_key_number(s->keys, s->n_keys, "batches", 0);
    assert_true(batches > 0 && s->n_samples >= 16);
    for (size_t i = 0; i < s->n_samples; i++) {
        assert_int_equal(s->samples[i].x[0], i + 1);
        assert_int_equal(s->samples[i].ops, batches * (i + 1));
        assert_int_equal(s->samples[i].n_ticks, s->samples[0].n_ticks);
    }
    assert_true(s->samples[0].n_ticks >= 12);
}

/* Loads that wait for nothing, of a cache from the second on that has room for a lap of them. */
static void mlp_sends_streams_of_outer_caches(void **state)
{
    (void)state;
    plan.n_caches = 2;
    plan.cache_bytes[0] = 32 * KIB;
    plan.cache_bytes[1] = 256 * KIB;
    plan.max_bytes = 1024 * KIB;
    assert_int_equal(run("mlp"), RECORD_END_OK);
    const struct log_series *s = mlp_series_of("stream");
    assert_non_null(s);
    assert_int_equal(log_key_number(s->keys, s->n_keys, "level", 0), 2);
    assert_int_equal(s->n_samples, 3);
    assert_int_equal(s->samples[2].x[0], 256);
    assert_int_equal(s->samples[2].ops, 256);
}

/* Lines that are not flushed are used once: of memory that is not much more than the cache, none
 * are. */
static void mlp_leaves_batches_out_where_memory_is_small(void **state)
{
    (void)state;
    plan.n_caches = 1;
    plan.cache_bytes[0] = 64 * KIB;
    plan.max_bytes = 256 * KIB;
    assert_int_equal(run("mlp"), RECORD_END_OK);
    assert_null(mlp_series_of("batch"));
}

static void mlp_without_caches_measures_memory_alone(void **state)
{
    (void)state;
    plan.max_bytes = 256 * KIB;
    assert_int_equal(run("mlp"), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 1);
}

/* Of a board that has less memory than four times its last cache, what is there; of one that has
 * no more than the cache, nothing. */
static void mlp_takes_what_memory_there_is(void **state)
{
    (void)state;
    plan.n_caches = 1;
    plan.cache_bytes[0] = 128 * KIB;
    plan.max_bytes = 256 * KIB;
    (void)run("mlp");
    assert_int_equal(parsed.run.n_series, 2);
    plan.max_bytes = 128 * KIB;
    (void)run("mlp");
    assert_int_equal(parsed.run.n_series, 1);
}

static void mlp_without_memory_is_skipped(void **state)
{
    (void)state;
    fake.memory.limit_bytes = 1000;
    assert_int_equal(run("mlp"), RECORD_END_NO_MEMORY);
    assert_int_equal(parsed.run.n_series, 0);
}

/* ---- branch ---- */

static void branch_sends_generated_and_patterns(void **state)
{
    const struct log_series *s;

    (void)state;
    assert_int_equal(run("branch"), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 6);
    s = &parsed.run.series[0];
    assert_int_equal(log_key_number(s->keys, s->n_keys, "kind", 9), 0);
    assert_int_equal(s->n_samples, 2);
    assert_true(s->samples[0].x[0] == 0 && s->samples[1].x[0] == 1);
    s = &parsed.run.series[1];
    assert_int_equal(log_key_number(s->keys, s->n_keys, "kind", 9), 1);
    assert_int_equal(s->samples[0].x[0], 1);
    assert_int_equal(s->samples[s->n_samples - 1].x[0], 65536);
    for (size_t i = 1; i < s->n_samples; i++)
        assert_true(s->samples[i - 1].x[0] < s->samples[i].x[0]);
}

static void branch_sends_jumps_by_a_table(void **state)
{
    static const uint64_t most[] = { 1, 65536, 64 };

    (void)state;
    (void)run("branch");
    for (unsigned kind = 2; kind < 5; kind++) {
        const struct log_series *s = &parsed.run.series[kind];

        assert_int_equal(log_key_number(s->keys, s->n_keys, "kind", 9), kind);
        assert_int_equal(s->samples[0].x[0], kind > 2);
        assert_int_equal(s->samples[s->n_samples - 1].x[0], most[kind - 2]);
        for (size_t i = 1; i < s->n_samples; i++)
            assert_true(s->samples[i - 1].x[0] < s->samples[i].x[0]);
    }
}

static void branch_sends_jumps_to_one_place_and_to_several(void **state)
{
    const struct log_series *s;

    (void)state;
    (void)run("branch");
    s = &parsed.run.series[5];
    assert_int_equal(log_key_number(s->keys, s->n_keys, "kind", 9), 5);
    assert_int_equal(s->n_samples, 2);
    assert_int_equal(s->samples[0].x[0], 1);
    assert_int_equal(s->samples[1].x[0], 4);
    for (size_t i = 0; i < 2; i++)
        assert_true(s->samples[i].ops >= 16 && s->samples[i].ops % 16 == 0);
}

/* ---- icache ---- */

static void icache_sends_footprints_once_and_repeated(void **state)
{
    (void)state;
    assert_int_equal(run("icache"), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 1);
    const struct log_series *s = &parsed.run.series[0];
    assert_true(s->n_samples >= 4 && s->n_samples % 2 == 0);
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];

        assert_int_equal(p->x[1], i % 2 ? 16 : 1);
        assert_true(p->x[0] >= 2 * KIB && p->ops % (p->x[0] * p->x[1]) == 0);
        assert_true(i < 2 || p->x[0] >= s->samples[i - 2].x[0]);
    }
}

/* ---- all of them ---- */

static void same_seed_is_same_stream(void **state)
{
    (void)state;
    plan.max_bytes = 128 * KIB;
    for (unsigned i = 0; i < PROBES; i++) {
        (void)begin(state);
        (void)run(all[i].name);
        struct captured first = sent;
        sent = (struct captured){ 0 };
        (void)begin(state);
        (void)run(all[i].name);
        assert_int_equal(sent.n, first.n);
        assert_memory_equal(sent.bytes, first.bytes, first.n);
        free(first.bytes);
    }
}

static void coarse_clock_is_survived(void **state)
{
    (void)state;
    fake.timer.granularity_ticks = 100;
    plan.sample_ticks = 100;
    plan.max_bytes = 128 * KIB;
    for (unsigned i = 0; i < PROBES; i++) {
        assert_int_equal(run(all[i].name), RECORD_END_OK);
        assert_true(parsed.run.n_series > 0);
        for (size_t k = 0; k < parsed.run.n_series; k++)
            assert_non_null(parsed.run.series[k].status);
    }
}

/* Every second reading lies before the one before. */
static void clock_that_goes_back_leaves_no_samples(void **state)
{
    static const uint64_t back_and_forth[] = { 500, (uint64_t)-400 };

    (void)state;
    plan.max_bytes = 128 * KIB;
    fake.timer.now_ticks = 1000000;
    fake.timer.steps = back_and_forth;
    fake.timer.n_steps = 2;
    for (unsigned set = 0; set < PLANTED_OPS; set++)
        planted_ops[set] = (struct planted_op){ 0 };
    planted_live_ticks = 0;
    for (unsigned i = 0; i < PROBES; i++) {
        (void)run(all[i].name);
        for (size_t k = 0; k < parsed.run.n_series; k++) {
            const struct log_series *s = &parsed.run.series[k];

            if (strcmp(s->status, "skip:no instruction") == 0)
                continue;
            if (strcmp(s->status, "fail:clock went back") != 0 || s->n_samples > 0)
                fail_msg("%s: %zu samples, %s", all[i].name, s->n_samples, s->status);
        }
    }
}

/* A single step back is read again. */
static void single_step_back_costs_nothing(void **state)
{
    (void)state;
    plan.max_bytes = 128 * KIB;
    for (unsigned i = 0; i < PROBES; i++) {
        (void)begin(state);
        fake.timer.now_ticks = 1000000;
        fake.timer.back_at_reading = 20;
        fake.timer.back_ticks = 100000;
        assert_int_equal(run(all[i].name), RECORD_END_OK);
        for (size_t k = 0; k < parsed.run.n_series; k++)
            assert_true(strstr(parsed.run.series[k].status, "fail") == NULL);
    }
}

static int put_nothing(void *ctx, const char *bytes, size_t n)
{
    (void)ctx;
    (void)bytes;
    (void)n;
    return -1;
}

static void broken_stream_ends_every_probe(void **state)
{
    (void)state;
    plan.max_bytes = 128 * KIB;
    for (unsigned i = 0; i < PROBES; i++) {
        struct record_out out = { .put = put_nothing };
        struct probe_run one = { .out = &out, .name = all[i].name, .plan = &plan, .rng = 1 };

        (void)run_to_end(all[i].probe, &one);
        assert_true(out.err != 0);
        assert_int_equal(fake.memory.blocks, 0);
    }
}

static void plan_promises_about_as_many_points(void **state)
{
    (void)state;
    plan.max_bytes = 128 * KIB;
    for (unsigned i = 0; i < PROBES; i++) {
        size_t n = 0;

        (void)run(all[i].name);
        for (size_t k = 0; k < parsed.run.n_series; k++)
            n += parsed.run.series[k].n_samples;
        unsigned promised = all[i].probe->points(&plan);
        assert_true(promised > 0 && n <= 2 * promised);
    }
}

/* Half laps are sent, too, and are half of what a lap takes without its loop. */
static void pairs_of_operations_are_series(void **state)
{
    enum { OPS = 48, HALF_TICKS = 36 };
    const struct log_series *s = NULL;
    double whole = 0, half = 0;

    (void)state;
    assert_int_equal(run("shared_units"), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 3);
    for (size_t i = 0; i < parsed.run.n_series; i++)
        s = key(&parsed.run.series[i], "other") != NULL ? &parsed.run.series[i] : s;
    assert_non_null(s);
    assert_string_equal(key(s, "other_type"), "f64");
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];
        double laps = (double)p->ops / (double)(p->x[0] + p->x[1]);
        *(p->x[0] == OPS ? &whole : &half) = (double)p->ticks[0] / laps;
        assert_int_equal(p->x[1] * 2, p->x[0]);
    }
    assert_true(whole > half && half >= HALF_TICKS);
    assert_true(whole - half > HALF_TICKS * 0.9 && whole - half < HALF_TICKS * 1.1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, drop)
    const struct CMUnitTest tests[] = {
        TEST(each_operation_is_a_series),
        TEST(pairs_of_operations_are_series),
        TEST(whole_and_half_laps_are_sent),
        TEST(quick_takes_fewer_rounds),
        TEST(streams_end_where_they_gain_nothing),
        TEST(planted_latencies_come_back),
        TEST(fastest_kernels_are_timed_again_after_other_probes),
        TEST(live_ranges_sends_each_number_of_variables),
        TEST(peaks_sends_each_kernel_and_the_clock),
        TEST(peaks_are_timed_again_after_other_probes),
        TEST(peaks_without_memory_says_so),
        TEST(mlp_has_a_series_for_each_level_and_one_for_memory),
        TEST(mlp_sends_batches_of_each_number_of_loads),
        TEST(mlp_sends_streams_of_outer_caches),
        TEST(mlp_leaves_batches_out_where_memory_is_small),
        TEST(mlp_without_caches_measures_memory_alone),
        TEST(mlp_takes_what_memory_there_is),
        TEST(mlp_without_memory_is_skipped),
        TEST(branch_sends_generated_and_patterns),
        TEST(branch_sends_jumps_by_a_table),
        TEST(branch_sends_jumps_to_one_place_and_to_several),
        TEST(icache_sends_footprints_once_and_repeated),
        TEST(same_seed_is_same_stream),
        TEST(coarse_clock_is_survived),
        TEST(clock_that_goes_back_leaves_no_samples),
        TEST(single_step_back_costs_nothing),
        TEST(broken_stream_ends_every_probe),
        TEST(plan_promises_about_as_many_points),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
