/* The probe `pattern`: names, series, sizes, checks, what is left out and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "captured.h"
#include "fake.h"
#include "planted_kernels.h"
#include "program.h"
#include <string.h>

static int begin(void **state)
{
    static const uint64_t step_ticks[] = { 1, 100, 100, 100, 100 };

    (void)state;
    fake_reset();
    fake.timer.steps = step_ticks;
    fake.timer.n_steps = sizeof step_ticks / sizeof step_ticks[0];
    fake.timer.hz = 1000000;
    return 0;
}

static void run(const char *words, struct log *log)
{
    (void)begin(NULL);
    assert_int_equal(program_run(words), 0);
    captured_read(fake.console.out, fake.console.n_out, log);
    assert_int_equal(log->n_problems, 0);
}

static const char *key(const struct log_series *s, const char *name)
{
    return log_key_text(s->keys, s->n_keys, name);
}

/* The series of PROBE and VARIANT, on CONTEXTS; the test fails without it. */
static const struct log_series *series(const struct log *log, const char *probe,
                                       const char *variant, const char *contexts)
{
    for (size_t i = 0; i < log->run.n_series; i++) {
        const struct log_series *s = &log->run.series[i];

        if (strcmp(s->probe, probe) == 0 && strcmp(key(s, "variant"), variant) == 0 &&
            strcmp(key(s, "contexts"), contexts) == 0)
            return s;
    }
    fail_msg("no series of %s", variant);
    return NULL;
}

#define TRIAD "--quick --only pattern pattern=triad capacity=1K,4K "

static void names_that_are_not_there_are_refused(void **state)
{
    static const char *const words[] = { "pattern=foo",    "pattern=triad,foo",
                                         "pattern=triad.", "pattern=.plain",
                                         "pattern=tria",   "pattern=triad.plainer" };

    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char line[80] = "--also pattern ";

        (void)begin(NULL);
        assert_int_equal(program_run(strcat(line, words[i])), 2);
        if (strstr(fake.console.complaints, ": no such pattern; in this image: triad other") ==
                NULL &&
            strstr(fake.console.complaints, ": no such pattern; did you mean triad") == NULL)
            fail_msg("%s: %s", words[i], fake.console.complaints);
    }
    (void)begin(NULL);
    assert_int_equal(program_run("--also pattern space=own"), 2);
    assert_non_null(strstr(fake.console.complaints, "there are: unified independent cyclic"));
    (void)begin(NULL);
    assert_int_equal(program_run("--also pattern schedule=fast"), 2);
    assert_non_null(strstr(fake.console.complaints, "there are: static dynamic guided"));
}

static void lists_names_and_variants(void **state)
{
    (void)state;
    assert_int_equal(program_run("--list --only pattern"), 0);
    assert_non_null(strstr(fake.console.out, "      pattern=triad: plain dealt wrong\n"
                                             "      pattern=other: plain\n"));
}

/* Values of all E of x, joined. */
static unsigned values_of(const struct log_series *s, uint64_t x, uint64_t values[32])
{
    unsigned n = 0;

    for (size_t i = 0; i < s->n_events; i++)
        for (size_t k = 0; s->events[i].x == x && k < s->events[i].n_values; k++)
            values[n++] = s->events[i].values[k];
    return n;
}

static void counts_and_checks_come_before_timings(void **state)
{
    struct log log = { 0 };
    uint64_t values[32];

    (void)state;
    run(TRIAD "n=100", &log);
    const struct log_series *s = series(&log, "pattern", "plain", "1");
    assert_string_equal(key(s, "spec"), "12345678");
    assert_string_equal(key(s, "state"), "warm");
    assert_int_equal(values_of(s, 100, values), 14);
    assert_true(values[0] == 100 && values[5] == 200 && values[7] == 300 && values[9] == 39);
    assert_true(values[11] == planted_triad.bytes(100));
    assert_int_equal(values_of(s, 8, values), 14);
    assert_true((values[12] << 32 | values[13]) == planted_triad.expected[0].check);
    assert_true(s->samples[0].x[0] == 0 && s->samples[0].x[1] == 1);
    assert_true(s->samples[1].x[0] == 100 && s->samples[1].x[1] == 0);
    assert_int_equal(s->samples[1].n_ticks, 5);
    assert_int_equal(s->n_samples, 2);
    log_free(&log);
}

/* What was timed again of the fastest sizes has the keys of its series and again, is of sizes that
 * these timed, and has its chain beside. */
static void the_fastest_sizes_are_timed_again(void **state)
{
    struct log log = { 0 };
    unsigned n = 0;

    (void)state;
    run(TRIAD, &log);
    const struct log_series *first = series(&log, "pattern", "plain", "1");
    for (size_t i = 0; i + 1 < log.run.n_series; i++) {
        const struct log_series *s = &log.run.series[i];

        if (strcmp(s->probe, "pattern") != 0 || !key(s, "again") ||
            strcmp(key(s, "variant"), "plain") != 0)
            continue;
        n++;
        assert_string_equal(key(s, "contexts"), "1");
        assert_string_equal(key(s, "spec"), key(first, "spec"));
        assert_string_equal(s[1].probe, "add_chain");
        assert_true(s->n_samples >= 2 && s[1].n_samples == s->n_samples);
        for (size_t k = 0; k < s->n_samples; k++) {
            bool known = false;

            for (size_t j = 1; j < first->n_samples; j++)
                known |= first->samples[j].x[0] == s->samples[k].x[0];
            assert_true(known && s->samples[k].x[1] == 0 && s->samples[k].n_ticks >= 2);
        }
    }
    assert_int_equal(n, 1);
    log_free(&log);
}

static void a_variant_that_computes_something_else_shows(void **state)
{
    struct log log = { 0 };
    uint64_t right[32], wrong[32];

    (void)state;
    run(TRIAD "n=100", &log);
    (void)values_of(series(&log, "pattern", "plain", "1"), 100, right);
    (void)values_of(series(&log, "pattern", "wrong", "1"), 100, wrong);
    assert_memory_equal(right, wrong, 12 * sizeof right[0]);
    assert_true(right[12] != wrong[12] || right[13] != wrong[13]);
    log_free(&log);
}

static void sizes_go_from_the_smallest_past_the_last_cache(void **state)
{
    struct log log = { 0 };

    (void)state;
    run(TRIAD, &log);
    const struct log_series *s = series(&log, "pattern", "plain", "1");
    const struct log_sample *last = &s->samples[s->n_samples - 1];
    assert_true(s->samples[1].x[0] <= 8);
    assert_in_range(planted_triad.bytes(last[-1].x[0]), 8192, 16384);
    assert_in_range(planted_triad.bytes(last->x[0]), 32768, 65536 + 3 * 64); /* a line more each */
    assert_int_equal(s->n_skips, 0);
    log_free(&log);
    run("--quick --only pattern pattern=triad.dealt capacity=1K,4K exact=1", &log);
    s = series(&log, "pattern", "dealt", "1");
    for (size_t i = 1; i < s->n_samples; i++)
        assert_true((s->samples[i].x[0] & (s->samples[i].x[0] - 1)) == 0);
    assert_string_equal(key(s, "chunk"), "1");
    log_free(&log);
}

static void what_does_not_fit_is_left_out_with_its_reason(void **state)
{
    struct log log = { 0 };

    (void)state;
    run(TRIAD "n=10,1M max=64K", &log);
    const struct log_series *s = series(&log, "pattern", "plain", "1");
    assert_int_equal(s->n_skips, 1);
    assert_true(s->skips[0].x == 1 << 20);
    assert_int_equal(s->skips[0].end, RECORD_END_NO_MEMORY);
    assert_true(fake.memory.most_held_bytes < (size_t)1 << 20);
    assert_non_null(strstr(fake.console.out, "asks%20for%20more%20memory"));
    log_free(&log);
    run("--quick --only pattern pattern=other n=3,4,101", &log);
    s = series(&log, "pattern", "plain", "1");
    assert_int_equal(s->n_skips, 2);
    assert_int_equal(s->skips[0].end, RECORD_END_NOTHING);
    assert_non_null(strstr(fake.console.out, "size%20that%20it%20does%20not%20take"));
    log_free(&log);
}

static void traffic_is_sent_where_the_port_counts(void **state)
{
    struct log log = { 0 };
    uint64_t values[32];

    (void)begin(state);
    fake.traffic.levels = 2;
    assert_int_equal(program_run(TRIAD "n=100"), 0);
    captured_read(fake.console.out, fake.console.n_out, &log);
    const struct log_series *s = series(&log, "traffic", "plain", "1");
    assert_string_equal(key(s, "of"), "pattern");
    assert_string_equal(key(s, "by"), "fake");
    assert_int_equal(values_of(s, 100, values), 6);
    assert_true(values[0] == 2 && values[1] == 20 && values[2] == 4 && values[3] == 40);
    assert_true(values[4] == 64 && values[5] == 64);
    assert_null(log_key_text(s->keys, s->n_keys, "only"));
    for (size_t i = 0; i < log.run.n_series; i++)
        assert_string_not_equal(log.run.series[i].probe, "walks");
    log_free(&log);
}

/* Each reading of the first level tells of seven more. */
static void walks_are_sent_where_the_port_counts_them(void **state)
{
    struct log log = { 0 };
    uint64_t values[32];

    (void)begin(state);
    fake.traffic.levels = 1;
    fake.traffic.walks = true;
    assert_int_equal(program_run(TRIAD "n=100"), 0);
    captured_read(fake.console.out, fake.console.n_out, &log);
    const struct log_series *s = series(&log, "walks", "plain", "1");
    assert_string_equal(key(s, "of"), "pattern");
    assert_int_equal(values_of(s, 100, values), 1);
    assert_true(values[0] == 7);
    log_free(&log);
}

static void who_counts_lines_in_alone_says_so(void **state)
{
    struct log log = { 0 };

    (void)begin(state);
    fake.traffic.levels = 1;
    fake.traffic.in_only = true;
    assert_int_equal(program_run(TRIAD "n=100"), 0);
    captured_read(fake.console.out, fake.console.n_out, &log);
    assert_string_equal(key(series(&log, "traffic", "plain", "1"), "only"), "in");
    log_free(&log);
}

/* Returns the number of series of events that are of EVENT, and one of them in *FOUND. */
static unsigned events_of(const struct log *log, const char *event, const struct log_series **found)
{
    unsigned n = 0;

    for (size_t i = 0; i < log->run.n_series; i++)
        if (strcmp(log->run.series[i].probe, "events") == 0 &&
            strcmp(key(&log->run.series[i], "event"), event) == 0) {
            *found = &log->run.series[i];
            n++;
        }
    return n;
}

/* The fake counts 15000 of the first event and 7 of the second, whatever runs. */
static void events_are_counted_around_each_timing(void **state)
{
    struct log log = { 0 };
    const struct log_series *s = NULL;
    uint64_t values[64];

    (void)begin(state);
    fake.events.most = 2;
    fake.events.kind[0] = HAL_EVENT_INSTRUCTIONS;
    fake.events.counts[0] = 15000;
    fake.events.counts[1] = 7;
    assert_int_equal(program_run(TRIAD "n=100 events=ops,others"), 0);
    captured_read(fake.console.out, fake.console.n_out, &log);
    assert_true(events_of(&log, "ops", &s) > 0);
    assert_string_equal(key(s, "of"), "pattern");
    assert_string_equal(key(s, "by"), "fake");
    assert_string_equal(key(s, "proved"), "yes");
    const struct log_series *own = series(&log, "pattern", key(s, "variant"), key(s, "contexts"));
    unsigned n = values_of(s, 100, values);
    const struct log_sample *timed = NULL;
    for (size_t i = 0; i < own->n_samples; i++)
        if (own->samples[i].x[0] == 100)
            timed = &own->samples[i];
    assert_non_null(timed);
    unsigned counts = 0;
    for (unsigned i = 0; i < n; i++)
        counts += values[i] == 15000;
    assert_int_equal(values[0], timed->ops); /* laps, then a count for each timing */
    assert_int_equal(counts, timed->n_ticks);
    assert_true(events_of(&log, "others", &s) > 0);
    assert_string_equal(key(s, "proved"), "no");
    assert_int_equal(fake.events.n, 0);
    log_free(&log);
}

static void events_that_are_not_counted_have_a_reason(void **state)
{
    struct log log = { 0 };
    const struct log_series *s = NULL;

    (void)begin(state);
    fake.events.most = 1;
    fake.events.kind[0] = HAL_EVENT_INSTRUCTIONS;
    fake.events.counts[0] = 5; /* of a loop of 10000 laps */
    assert_int_equal(program_run(TRIAD "n=100 events=_none,ops"), 0);
    captured_read(fake.console.out, fake.console.n_out, &log);
    assert_int_equal(events_of(&log, "_none", &s), 1);
    assert_string_equal(key(s, "why"), "none by the script");
    assert_int_equal(events_of(&log, "ops", &s), 1);
    assert_string_equal(key(s, "why"), "its counter does not advance by what a trial does");
    log_free(&log);
}

static void where_nobody_counts_lines_a_note_says_why(void **state)
{
    (void)begin(state);
    assert_int_equal(program_run(TRIAD "n=100"), 0);
    fake.console.out[fake.console.n_out - 1] = '\0';
    assert_non_null(
        strstr((const char *)fake.console.out,
               "NOTE,pattern:%20lines%20are%20not%20counted:%20none%20by%20the%20script"));
}

/* The fake's clock goes on alike whether lines were flushed or not: the flush did nothing. */
static void a_flush_that_does_nothing_is_replaced_by_a_walk(void **state)
{
    struct log log = { 0 };

    (void)begin(state);
    fake.cache.flushes_lines = fake.cache.flushes_code = true;
    assert_int_equal(program_run(TRIAD "n=100 state=warm,data,code,cold"), 0);
    captured_read(fake.console.out, fake.console.n_out, &log);
    assert_true(fake.cache.flushes > 0);
    fake.console.out[fake.console.n_out - 1] = '\0';
    assert_non_null(strstr((const char *)fake.console.out,
                           "NOTE,pattern:%20lines%20cannot%20be%20flushed%20here"));
    for (size_t i = 0; i < log.run.n_series; i++) {
        const struct log_series *s = &log.run.series[i];

        if (strcmp(s->probe, "pattern") != 0 || strcmp(key(s, "variant"), "plain") != 0)
            continue;
        if (strcmp(key(s, "state"), "warm") == 0) {
            assert_null(log_key_text(s->keys, s->n_keys, "flush"));
            continue;
        }
        assert_string_equal(key(s, "flush"), "walk");
        assert_int_equal(s->n_skips, 0);
    }
    log_free(&log);
}

static void states_that_are_not_there_are_refused(void **state)
{
    (void)begin(state);
    assert_int_equal(program_run("--also pattern state=warm,tepid"), 2);
    assert_non_null(
        strstr(fake.console.complaints, "no such state; there are: warm data code cold"));
}

/* Two contexts would both do all of it, in the same arrays. */
static void work_that_cannot_be_shared_runs_on_one_context(void **state)
{
    struct log log = { 0 };

    (void)begin(state);
    fake.threads.contexts = 2;
    assert_int_equal(program_run(TRIAD "n=100 contexts=1,2"), 0);
    captured_read(fake.console.out, fake.console.n_out, &log);
    (void)series(&log, "pattern", "dealt", "2");
    (void)series(&log, "pattern", "plain", "1");
    for (size_t i = 0; i < log.run.n_series; i++)
        if (strcmp(log.run.series[i].probe, "pattern") == 0 &&
            strcmp(key(&log.run.series[i], "variant"), "plain") == 0)
            assert_string_equal(key(&log.run.series[i], "contexts"), "1");
    log_free(&log);
}

static void without_a_context_a_series_says_so(void **state)
{
    struct log log = { 0 };

    (void)begin(state);
    fake.threads.contexts = 2;
    fake.threads.answer = HAL_THREAD_FAILED;
    assert_int_equal(program_run(TRIAD "n=100"), 0);
    captured_read(fake.console.out, fake.console.n_out, &log);
    const struct log_series *s = series(&log, "pattern", "dealt", "2");
    assert_int_equal(s->n_samples, 0);
    assert_int_equal(s->skips[0].end, RECORD_END_ALONE);
    log_free(&log);
}

static unsigned count_in_stream(const char *words)
{
    unsigned n = 0;

    for (const char *at = fake.console.out; (at = strstr(at, words)) != NULL; at++)
        n++;
    return n;
}

/* Whoever watches a line on which nothing comes takes the board for dead after a while. */
static void a_long_silence_is_broken_by_notes(void **state)
{
    static const char note[] = "triad:%20sizes%20are%20being%20timed";
    static const char *const words = "--only pattern pattern=triad capacity=1K,4K";

    (void)begin(state);
    assert_int_equal(program_run(words), 0);
    assert_int_equal(count_in_stream(note), 0);
    (void)begin(state);
    fake.timer.hz = 1000; /* a step of the clock takes a tenth of a second then */
    assert_int_equal(program_run(words), 0);
    unsigned notes = count_in_stream(note);
    double seconds = (double)fake.timer.now_ticks / 1000;
    assert_true(notes >= 1);
    assert_true(30 * notes <= seconds); /* no more than one each half minute */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(names_that_are_not_there_are_refused, begin),
        cmocka_unit_test_setup(lists_names_and_variants, begin),
        cmocka_unit_test_setup(counts_and_checks_come_before_timings, begin),
        cmocka_unit_test_setup(the_fastest_sizes_are_timed_again, begin),
        cmocka_unit_test_setup(a_variant_that_computes_something_else_shows, begin),
        cmocka_unit_test_setup(sizes_go_from_the_smallest_past_the_last_cache, begin),
        cmocka_unit_test_setup(what_does_not_fit_is_left_out_with_its_reason, begin),
        cmocka_unit_test_setup(traffic_is_sent_where_the_port_counts, begin),
        cmocka_unit_test_setup(walks_are_sent_where_the_port_counts_them, begin),
        cmocka_unit_test_setup(who_counts_lines_in_alone_says_so, begin),
        cmocka_unit_test_setup(events_are_counted_around_each_timing, begin),
        cmocka_unit_test_setup(events_that_are_not_counted_have_a_reason, begin),
        cmocka_unit_test_setup(where_nobody_counts_lines_a_note_says_why, begin),
        cmocka_unit_test_setup(a_flush_that_does_nothing_is_replaced_by_a_walk, begin),
        cmocka_unit_test_setup(states_that_are_not_there_are_refused, begin),
        cmocka_unit_test_setup(work_that_cannot_be_shared_runs_on_one_context, begin),
        cmocka_unit_test_setup(without_a_context_a_series_says_so, begin),
        cmocka_unit_test_setup(a_long_silence_is_broken_by_notes, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
