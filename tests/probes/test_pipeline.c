/* Probes of the pipeline and of the operating system on a board that lies: what they send. */
#include "captured.h"
#include "fake.h"
#include "hal/code.h"
#include "run/probe.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const struct probe probe_bypass, probe_fetch, probe_os_costs, probe_store_forward,
    probe_icache_ways, probe_issue, probe_reorder_buffer, probe_core_queues;

enum { STEP_TICKS = 64, KIB = 1024 };

static struct plan plan;
static struct captured sent;
static struct log parsed;

static int drop(void **state)
{
    (void)state;
    log_free(&parsed);
    parsed = (struct log){ 0 };
    free(sent.bytes);
    sent = (struct captured){ 0 };
    return 0;
}

static int begin(void **state)
{
    (void)drop(state);
    fake_reset();
    fake.timer.step_ticks = STEP_TICKS;
    plan = (struct plan){ .tick_min = 1,
                          .sample_ticks = STEP_TICKS,
                          .seed = 1,
                          .max_bytes = 128 * KIB,
                          .effort = EFFORT_NORMAL };
    return 0;
}

/* Runs PROBE and reads its stream, which has to be sound. */
static enum record_end run(const char *name, const struct probe *probe)
{
    struct record_out out = { .put = captured_put, .ctx = &sent };
    struct probe_run one = { .out = &out, .name = name, .plan = &plan, .rng = plan.seed };

    (void)drop(NULL);
    record_begin_run(&out);
    record_key_number(&out, "format", RECORD_FORMAT);
    record_end(&out);
    enum record_end end = probe->run(&one);
    uint32_t before = out.seq;
    record_begin(&out, "END");
    record_number(&out, before);
    record_text(&out, "ok");
    record_sum(&out);
    record_end(&out);
    captured_read(sent.bytes, sent.n, &parsed);
    for (size_t i = 0; i < parsed.n_problems; i++)
        fail_msg("%s: %s", name, parsed.problems[i].what);
    assert_true(parsed.run.complete);
    return end;
}

static const char *key(size_t series, const char *name)
{
    const struct log_series *s = &parsed.run.series[series];

    return log_key_text(s->keys, s->n_keys, name);
}

/* ---- os_costs ---- */

static void os_costs_sends_pages_and_calls(void **state)
{
    (void)state;
    fake.untouched.there = true;
    assert_int_equal(run("os_costs", &probe_os_costs), RECORD_END_OK);
    static const struct {
        const char *of;
        uint64_t points;
    } wanted[] = { { "own", 2 },  { "copied", 2 }, { "file", 1 }, { "map", 1 },  { "call", 1 },
                   { "read", 1 }, { "write", 1 },  { "find", 1 }, { "open", 1 }, { "list", 1 } };
    assert_int_equal(parsed.run.n_series, 11);
    for (size_t i = 0; i < 10; i++) {
        assert_string_equal(key(i, "of"), wanted[i].of);
        for (uint64_t x = 0; x < 3; x++)
            assert_int_equal(captured_timings(&parsed.run.series[i], x),
                             x < wanted[i].points ? 16 : 0);
    }
    assert_int_equal(parsed.run.series[0].samples[0].ops, 512);
    assert_int_equal(parsed.run.series[9].samples[0].ops % 3, 0); /* entries of the folder */
    assert_string_equal(key(10, "of"), "grow");
    assert_int_equal(captured_timings(&parsed.run.series[10], 1), 16);
    assert_int_equal(captured_timings(&parsed.run.series[10], 32), 16);
    assert_int_equal(parsed.run.series[10].samples[0].ops, 64);
    assert_int_equal(fake.untouched.file_pages, 0);
    assert_int_equal(fake.memory.blocks, 0);
}

static void os_costs_without_a_system_or_a_file(void **state)
{
    (void)state;
    assert_int_equal(run("os_costs", &probe_os_costs), RECORD_END_NO_OS);
    assert_int_equal(parsed.run.n_series, 0);
    fake.untouched.there = fake.untouched.no_file = true;
    assert_int_equal(run("os_costs", &probe_os_costs), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 3);
    assert_string_equal(key(2, "of"), "call");
}

static void os_costs_by_a_clock_that_goes_back(void **state)
{
    static const uint64_t back_and_forth[] = { 500, (uint64_t)-400 };

    (void)state;
    fake.untouched.there = true;
    fake.timer.now_ticks = 1000000;
    fake.timer.steps = back_and_forth;
    fake.timer.n_steps = 2;
    (void)run("os_costs", &probe_os_costs);
    /* Of three readings in a row one lies before the one before it. */
    assert_int_equal(captured_timings(&parsed.run.series[0], 0) +
                         captured_timings(&parsed.run.series[0], 1),
                     16);
    assert_int_equal(fake.memory.blocks, 0);
}

/* ---- chains and mixes ---- */

static const struct log_series *only_series(void)
{
    assert_int_equal(parsed.run.n_series, 1);
    return &parsed.run.series[0];
}

static void issue_sends_each_mix_and_the_chain(void **state)
{
    const uint64_t words = sizeof(void *) > 4 ? 144 : 96;
    const uint64_t laps[] = { words, words + 48, words + 72, 16, 16, 16, 16, 16 };

    (void)state;
    assert_int_equal(run("issue", &probe_issue), RECORD_END_OK);
    for (uint64_t x = 0; x < 8; x++)
        assert_int_equal(captured_timings(only_series(), x), 32);
    assert_int_equal(captured_timings(only_series(), 9), 32);
    for (size_t i = 0; i < only_series()->n_samples; i++) {
        const struct log_sample *s = &only_series()->samples[i];

        assert_true(s->x[0] == 9 || s->ops % laps[s->x[0]] == 0);
    }
}

static void reorder_buffer_sends_one_chain_and_two(void **state)
{
    (void)state;
    assert_int_equal(run("reorder_buffer", &probe_reorder_buffer), RECORD_END_OK);
    assert_string_equal(key(0, "bytes"), "131072");
    assert_null(key(0, "of"));
    assert_int_equal(parsed.run.series[0].n_samples, 73);
    for (size_t i = 0; i < parsed.run.series[0].n_samples; i++) {
        assert_int_equal(parsed.run.series[0].samples[i].x[0], 8 * i);
        assert_int_equal(parsed.run.series[0].samples[i].n_ticks, 12);
    }
    plan.effort = EFFORT_QUICK;
    (void)run("reorder_buffer", &probe_reorder_buffer);
    assert_int_equal(parsed.run.series[0].n_samples, 37);
    assert_int_equal(fake.memory.blocks, 0);
    fake.memory.limit_bytes = 1000;
    assert_int_equal(run("reorder_buffer", &probe_reorder_buffer), RECORD_END_NO_MEMORY);
}

/* Points lie closer where few operations wait; the last has as many as the loop. */
static void reorder_buffer_sends_what_waits(void **state)
{
    static const struct {
        const char *of;
        uint64_t step, last;
    } wanted[] = { { "int", 3, 192 }, { "fp", 4, 256 } };

    (void)state;
    for (unsigned quick = 0; quick < 2; quick++) {
        plan.effort = quick == 1 ? EFFORT_QUICK : EFFORT_NORMAL;
        (void)run("reorder_buffer", &probe_reorder_buffer);
        assert_int_equal(parsed.run.n_series, 5);
        uint64_t samples = parsed.run.series[0].n_samples;
        for (size_t i = 0; i < 2; i++) {
            const struct log_series *s = &parsed.run.series[i + 1];

            assert_string_equal(key(i + 1, "of"), wanted[i].of);
            assert_int_equal(s->n_samples, quick == 1 ? 19 : 37);
            assert_int_equal(s->samples[0].x[0], 0);
            assert_int_equal(s->samples[1].x[0], wanted[i].step * (quick + 1));
            assert_int_equal(s->samples[s->n_samples - 1].x[0], wanted[i].last);
            samples += s->n_samples;
        }
        for (size_t i = 3; i < 5; i++) {
            const struct log_series *s = &parsed.run.series[i];

            assert_string_equal(key(i, "of"), i == 3 ? "int_rows" : "fp_rows");
            assert_int_equal(captured_timings(s, 0), 16);
            assert_int_equal(captured_timings(s, 384), 16);
            assert_int_equal(s->samples[0].ops % 384, 0);
            samples += s->n_samples;
        }
        assert_int_equal(probe_reorder_buffer.points(&plan), 2 * samples); /* as many later */
    }
}

static void forward_and_bypass_send_their_chains_in_turn(void **state)
{
    (void)state;
    (void)run("store_forward", &probe_store_forward);
    for (uint64_t x = 0; x < 4; x++)
        assert_int_equal(captured_timings(only_series(), x), 12);
    assert_int_equal(captured_timings(only_series(), 4), 0); /* no cache is known */
    assert_int_equal(captured_timings(only_series(), 99), 12);
    plan.n_caches = 1;
    plan.cache_bytes[0] = 3 * KIB;
    (void)run("store_forward", &probe_store_forward);
    assert_int_equal(captured_timings(only_series(), 4), 12);
    assert_int_equal(fake.memory.blocks, 0);
    (void)run("bypass", &probe_bypass);
    for (uint64_t x = 0; x < 6; x++)
        assert_int_equal(captured_timings(only_series(), x), 12);
    assert_int_equal(captured_timings(only_series(), 99), 12);
    assert_int_equal(only_series()->samples[0].ops % 8, 0);
}

/* Each lap visits every line of its size once, with jumps in both orders, and without. */
static void code_goes_round_every_line(void **state)
{
    (void)state;
    assert_int_equal(run("fetch", &probe_fetch), RECORD_END_NOTHING);
    fake.code.there = true;
    fake.memory.base_page_bytes = 4096;
    assert_int_equal(run("fetch", &probe_fetch), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 3);
    assert_string_equal(key(0, "order"), "random");
    assert_string_equal(key(1, "order"), "line");
    assert_string_equal(key(2, "order"), "straight");
    assert_int_equal(fake.code.last_jumps, 128 * KIB / HAL_CODE_BYTES);
    for (size_t i = 0; i < parsed.run.series[0].n_samples; i++) {
        assert_int_equal(parsed.run.series[0].samples[i].x[0], 2 * KIB << i);
        assert_int_equal(parsed.run.series[0].samples[i].ops % (2 * KIB / 64 << i), 0);
    }
    assert_int_equal(parsed.run.series[0].n_samples, 7);
    assert_int_equal(fake.memory.blocks, 0);
    fake.code.never_runs = true;
    assert_int_equal(run("fetch", &probe_fetch), RECORD_END_NOTHING);
    assert_int_equal(fake.memory.blocks, 0);
}

/* Each kind of operations that the port writes, one chain first, then ascending numbers; code that
 * may not run, or a lack of memory, leaves nothing behind. */
static void core_queues_sends_each_kind(void **state)
{
    static const char *const kinds[] = { "nop",       "load",     "store",      "int",   "fp",
                                         "int_after", "fp_after", "load_after", "branch" };

    (void)state;
    assert_int_equal(run("core_queues", &probe_core_queues), RECORD_END_NOTHING);
    fake.code.there = true;
    fake.memory.base_page_bytes = 4096;
    assert_int_equal(run("core_queues", &probe_core_queues), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 9);
    for (size_t i = 0; i < 9; i++) {
        const struct log_series *s = &parsed.run.series[i];

        assert_string_equal(key(i, "of"), kinds[i]);
        assert_int_equal(s->samples[0].x[0], 0);
        assert_true(s->n_samples > 8 && s->n_samples <= 40);
        for (size_t k = 1; k < s->n_samples; k++)
            assert_true(s->samples[k].x[0] > s->samples[k - 1].x[0] && s->samples[k].x[0] <= 768);
    }
    assert_true(probe_core_queues.points(&plan) >= 9 * 30);
    probe_core_queues.extra->send_again(&(struct probe_run){ .name = "core_queues" });
    assert_int_equal(fake.memory.blocks, 0);
    fake.code.never_runs = true;
    assert_int_equal(run("core_queues", &probe_core_queues), RECORD_END_NOTHING);
    assert_int_equal(fake.memory.blocks, 0);
    fake.code.never_runs = false;
    fake.memory.limit_bytes = 1000;
    assert_int_not_equal(run("core_queues", &probe_core_queues), RECORD_END_OK);
    assert_int_equal(fake.memory.blocks, 0);
}

/* By both numbers of jumps all strides, and at each as many lines in sets of their own. */
static void lines_of_a_set_are_called(void **state)
{
    (void)state;
    assert_int_equal(run("icache_ways", &probe_icache_ways), RECORD_END_NOTHING);
    fake.code.there = true;
    fake.memory.base_page_bytes = 4096;
    assert_int_equal(run("icache_ways", &probe_icache_ways), RECORD_END_OK);
    assert_int_equal(parsed.run.n_series, 2);
    assert_string_equal(key(0, "jumps"), "4");
    assert_string_equal(key(1, "jumps"), "8");
    assert_int_equal(fake.code.last_jumps, 8);
    for (size_t i = 0; i < parsed.run.series[1].n_samples; i++) {
        const struct log_sample *p = &parsed.run.series[1].samples[i];

        assert_int_equal(p->x[0], 512 << i / 32);
        assert_int_equal(p->x[2], i % 2);
        assert_true(p->x[1] >= 1 && p->x[1] <= 24);
    }
    assert_int_equal(parsed.run.series[1].n_samples, 8 * 32);
    assert_int_equal(probe_icache_ways.points(&plan), 2 * 8 * 32);
    assert_int_equal(fake.memory.blocks, 0);
    fake.code.never_runs = true;
    assert_int_equal(run("icache_ways", &probe_icache_ways), RECORD_END_OK);
    assert_int_equal(parsed.run.series[0].end, RECORD_END_NOTHING);
    assert_int_equal(fake.memory.blocks, 0);
}

static int end(void **state)
{
    fake_reset();
    return drop(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(os_costs_sends_pages_and_calls, begin),
        cmocka_unit_test_setup(os_costs_without_a_system_or_a_file, begin),
        cmocka_unit_test_setup(issue_sends_each_mix_and_the_chain, begin),
        cmocka_unit_test_setup(reorder_buffer_sends_one_chain_and_two, begin),
        cmocka_unit_test_setup(reorder_buffer_sends_what_waits, begin),
        cmocka_unit_test_setup(forward_and_bypass_send_their_chains_in_turn, begin),
        cmocka_unit_test_setup(code_goes_round_every_line, begin),
        cmocka_unit_test_setup(core_queues_sends_each_kind, begin),
        cmocka_unit_test_setup(lines_of_a_set_are_called, begin),
        cmocka_unit_test_setup(os_costs_by_a_clock_that_goes_back, begin),
    };

    return cmocka_run_group_tests(tests, NULL, end);
}
