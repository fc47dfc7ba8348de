/* The program `probes` from its words to its exit status, on a board that lies. */
#include "captured.h"
#include "fake.h"
#include "program.h"
#include "run/probe.h"
#include <hal/alloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Short steps are seldom, so that one reading is long enough for chains that take no time here. */
static const uint64_t step_ticks[] = { 1, 100, 100, 100, 100, 100, 100 };

static struct log parsed;

static int begin(void **state)
{
    (void)state;
    fake_reset();
    fake.timer.steps = step_ticks;
    fake.timer.n_steps = sizeof step_ticks / sizeof step_ticks[0];
    fake.timer.hz = 1000000;
    parsed = (struct log){ 0 };
    return 0;
}

static int end(void **state)
{
    (void)state;
    log_free(&parsed);
    fake_reset();
    return 0;
}

static void parse(void)
{
    captured_read(fake.console.out, fake.console.n_out, &parsed);
    for (size_t i = 0; i < parsed.n_problems; i++)
        fail_msg("%s: %s", parsed.problems[i].what, parsed.problems[i].cost);
}

static unsigned count_series(const char *probe)
{
    unsigned n = 0;

    for (size_t i = 0; i < parsed.run.n_series; i++)
        n += strcmp(parsed.run.series[i].probe, probe) == 0;
    return n;
}

/* The reader holds END's number against the sentences before it: no problem means it is right. */
static void run_is_a_complete_stream(void **state)
{
    static const char *const keys[] = { "format", "target",  "hal",      "arch", "word", "cores",
                                        "clock",  "tick_hz", "tick_min", "os",   "cc",   "build" };

    (void)state;
    assert_int_equal(program_run("--only timer_floor,add_chain"), 0);
    parse();
    assert_true(parsed.run.complete);
    assert_string_equal(parsed.run.status, "ok");
    assert_int_equal(parsed.foreign_lines, 0);
    assert_int_equal(parsed.run.n_plan, 2);
    assert_int_equal(count_series("timer_floor"), 2);
    assert_int_equal(count_series("add_chain"), 3);
    assert_int_equal(parsed.run.n_series, 5);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        assert_non_null(log_key_text(parsed.run.keys, parsed.run.n_keys, keys[i]));
    assert_int_equal(log_key_number(parsed.run.keys, parsed.run.n_keys, "tick_hz", 0), 1000000);
    assert_int_equal(log_key_number(parsed.run.keys, parsed.run.n_keys, "tick_min", 0), 1);
}

static void every_series_is_done_and_counted(void **state)
{
    (void)state;
    assert_int_equal(program_run("--quick max=64K"), 0);
    parse();
    assert_true(parsed.run.complete);
    unsigned n_wanted = 0;
    for (unsigned i = 0; i < probe_table_count; i++) {
        bool wanted = !probe_table[i].probe->optional;

        n_wanted += wanted;
        assert_int_equal(count_series(probe_table[i].name) > 0, wanted);
    }
    assert_int_equal(parsed.run.n_plan, n_wanted);
    for (size_t i = 0; i < parsed.run.n_series; i++) {
        const struct log_series *s = &parsed.run.series[i];
        bool ok = strcmp(s->status, "ok") == 0;

        assert_false(s->damaged);
        if (!ok && strncmp(s->status, "skip:", 5) != 0)
            fail_msg("%s: %s", s->probe, s->status);
        assert_true(ok == (s->n_samples + s->n_events > 0));
    }
    assert_int_equal(fake.memory.blocks, 0); /* all memory was given back */
}

/* A progress bar that is off by more than half would lie. The fake clock has no caches to find. */
static void plan_is_near_what_is_sent(void **state)
{
    (void)state;
    assert_int_equal(program_run("--quick max=1M capacity=16K,256K"), 0);
    parse();
    for (size_t p = 0; p < parsed.run.n_plan; p++) {
        const char *probe = parsed.run.plan[p].key;
        uint64_t planned = log_key_number(parsed.run.plan, parsed.run.n_plan, probe, 0), sent = 0;

        for (size_t i = 0; i < parsed.run.n_series; i++) {
            const struct log_series *s = &parsed.run.series[i];
            const char *beside = log_key_text(s->keys, s->n_keys, "beside");

            if (strcmp(beside ? beside : s->probe, probe) == 0)
                sent += s->points_announced;
        }
        if (sent > 0 && (2 * planned < sent || planned > 2 * sent)) /* 0: skipped, and says so */
            fail_msg("%s: %llu planned, %llu sent", probe, (unsigned long long)planned,
                     (unsigned long long)sent);
    }
}

static void only_limits_the_probes(void **state)
{
    (void)state;
    assert_int_equal(program_run("--only=add_chain"), 0);
    parse();
    assert_int_equal(parsed.run.n_series, 3);
    assert_int_equal(count_series("add_chain"), 3);
}

static void probe_without_memory_is_skipped_and_says_so(void **state)
{
    (void)state;
    fake.memory.limit_bytes = 8192;
    assert_int_equal(program_run("--quick --only cache_size,cache_line,add_chain"), 0);
    parse();
    assert_true(parsed.run.complete);
    for (size_t i = 0; i < parsed.run.n_series; i++) {
        const struct log_series *s = &parsed.run.series[i];
        bool skipped = strcmp(s->probe, "add_chain") != 0;

        assert_string_equal(s->status, skipped ? "skip:not enough memory" : "ok");
    }
    assert_int_equal(count_series("cache_size"), 1);
    assert_int_equal(count_series("cache_line"), 1);
}

/* A sanitizer, or the heap's own checks, sees a probe that goes beyond what it was granted. */
static void any_memory_and_any_option_end_in_a_whole_stream(void **state)
{
    static const size_t limits_bytes[] = { 1, 20000, 65536, 1 << 20 };
    static const char *const words[] = {
        "--quick",
        "--quick line=16",
        "--quick line=4096",
        "--quick page=512",
        "--quick page=1G",
        "--quick max=5000 line=32",
        "--thorough max=8K",
        "--quick line=4K page=512",
        "--quick capacity=1K,3K,1021K ways=128,31,7",
        "--quick capacity=1G ways=128",
        "--quick pages=256K distance=16M",
        "--quick pages=16 distance=4K time=1",
    };

    for (size_t i = 0; i < sizeof limits_bytes / sizeof limits_bytes[0]; i++)
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
            (void)end(state);
            (void)begin(state);
            fake.memory.limit_bytes = limits_bytes[i];
            assert_int_equal(program_run(words[k]), 0);
            parse();
            assert_true(parsed.run.complete);
            assert_int_equal(fake.memory.blocks, 0);
        }
}

static void output_that_breaks_is_an_error(void **state)
{
    static const size_t places[] = { 0, 1, 100, 500, 2000 };

    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        (void)begin(state);
        fake.console.fail_after_bytes = places[i];
        assert_int_equal(program_run("--only timer_floor,add_chain"), 4);
        assert_int_equal(fake.console.n_out, places[i]);
        assert_non_null(strstr(fake.console.complaints, "could not be written"));
    }
}

/* Whatever byte is the last that leaves, the end is never told as a good one. */
static void last_bytes_count(void **state)
{
    (void)state;
    assert_int_equal(program_run("--only add_chain"), 0);
    size_t whole = fake.console.n_out;
    for (size_t lost = 1; lost < 40; lost++) {
        (void)begin(state);
        fake.console.fail_after_bytes = whole - lost;
        assert_int_equal(program_run("--only add_chain"), 4);
    }
}

static unsigned count_texts(const char *text, const char *what)
{
    unsigned n = 0;

    for (; (text = strstr(text, what)) != NULL; text++)
        n++;
    return n;
}

static void notes_of_the_port_are_sent(void **state)
{
    static const char *const notes[] = {
        "on: caches",
        "a,b*c$d%e",
        "words that go on and on, and on, and on, and on, and on, and on, and on, and on, and on, "
        "and "
        "on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and "
        "on",
        NULL,
    };

    (void)state;
    fake.report.notes = notes;
    assert_int_equal(program_run("--only add_chain"), 0);
    parse();
    assert_true(parsed.run.complete);
    assert_int_equal(count_texts(fake.console.out, ",NOTE,"), 3);
    assert_non_null(strstr(fake.console.out, ",NOTE,on:%20caches*"));
    assert_non_null(strstr(fake.console.out, ",NOTE,a%2Cb%2Ac%24d%25e*"));
}

static void which_machine_it_is_are_keys_of_the_run(void **state)
{
    static const struct hal_identity known[] = { { "node", "n 7", false },
                                                 { "model", "Fast, 9*", false } };

    (void)state;
    fake.identity.at = known;
    fake.identity.n = 2;
    assert_int_equal(program_run("--only add_chain"), 0);
    parse();
    assert_string_equal(log_key_text(parsed.run.keys, parsed.run.n_keys, "node"), "n 7");
    assert_string_equal(log_key_text(parsed.run.keys, parsed.run.n_keys, "model"), "Fast, 9*");
}

static void an_anonymous_run_has_no_name(void **state)
{
    static const struct hal_identity known[] = { { "node", "n 7", false } };

    (void)state;
    fake.identity.at = known;
    fake.identity.n = 1;
    assert_int_equal(program_run("--anonymous --only add_chain"), 0);
    parse();
    assert_null(log_key_text(parsed.run.keys, parsed.run.n_keys, "node"));
}

static void an_anonymous_run_has_its_conditions(void **state)
{
    static const struct hal_identity known[] = { { "node", "n 7", false },
                                                 { "cpu_quota", "0.50", true } };

    (void)state;
    fake.identity.at = known;
    fake.identity.n = 2;
    assert_int_equal(program_run("--anonymous --only add_chain"), 0);
    parse();
    assert_null(log_key_text(parsed.run.keys, parsed.run.n_keys, "node"));
    assert_string_equal(log_key_text(parsed.run.keys, parsed.run.n_keys, "cpu_quota"), "0.50");
}

/* What threads that may not be pinned look like is not what it is called. */
static void refused_pinning_is_named(void **state)
{
    (void)state;
    fake.threads.contexts = 2;
    fake.threads.answer = HAL_THREAD_FAILED;
    fake.threads.error = "EACCES";
    assert_int_equal(program_run("--only timer_floor,add_chain,smp_smt"), 0);
    parse();
    assert_string_equal(log_key_text(parsed.run.keys, parsed.run.n_keys, "pinning"), "EACCES");
    assert_null(strstr(fake.console.out, "clock%20went%20back"));
    assert_non_null(
        strstr(fake.console.out, "DONE,smp_smt,0,skip:the%20system%20refuses%20pinning"));
}

/* A CPU that goes away while threads run takes their timings along. */
static void what_ran_elsewhere_is_no_timing(void **state)
{
    (void)state;
    fake.threads.contexts = 2;
    fake.threads.moved = true;
    assert_int_equal(program_run("--only timer_floor,add_chain,smp_smt"), 0);
    parse();
    assert_non_null(strstr(fake.console.out, ",NOTE,the%20CPU%20of%20context%200%20went%20away"));
    assert_null(strstr(fake.console.out, "DONE,smp_smt,0,ok"));
    assert_int_equal(parsed.run.series[log_find_series(&parsed.run, "smp_smt", 0)].n_samples, 0);
}

/* max= is why there is too little memory, not the board. */
static void a_limit_is_named(void **state)
{
    (void)state;
    fake.threads.contexts = 1;
    assert_int_equal(program_run("--only timer_floor,add_chain,cache_size max=4K"), 0);
    assert_non_null(strstr(fake.console.out, "skip:max=%20is%20too%20small"));
    assert_null(strstr(fake.console.out, "not%20enough%20memory"));
}

/* They may take several sentences, and none is cut. */
static void what_the_system_reports_are_keys_of_the_run(void **state)
{
    struct hal_os_reported reported[20];

    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        snprintf(reported[i].id, sizeof reported[i].id, "cache.%u.shared_by_and_longer", i);
        reported[i].value = UINT64_MAX - i;
    }
    fake.os_reported.source = "sysfs";
    fake.os_reported.at = reported;
    fake.os_reported.n = 20;
    assert_int_equal(program_run("--only add_chain"), 0);
    parse();
    assert_string_equal(log_key_text(parsed.run.keys, parsed.run.n_keys, "claims"), "sysfs");
    for (unsigned i = 0; i < 20; i++) {
        char key[60];
        snprintf(key, sizeof key, "claim.%.31s", reported[i].id);
        assert_true(log_key_number(parsed.run.keys, parsed.run.n_keys, key, 0) == UINT64_MAX - i);
    }
}

static void port_that_reports_nothing_sends_none(void **state)
{
    (void)state;
    assert_int_equal(program_run("--only add_chain"), 0);
    assert_null(strstr(fake.console.out, "claim"));
}

/* Wherever it comes, what is sent is whole, says what happened, and does not end well. */
static void fault_ends_the_run(void **state)
{
    (void)state;
    for (unsigned later = 0; later < 400; later += 37) {
        (void)end(state);
        (void)begin(state);
        fake.report.fault_at_reading = 2100 + later; /* measure_clock() takes 2001 */
        fake.report.fault = "data abort at PC 0x100, address 0x0";
        assert_int_equal(program_run("--only add_chain,timer_floor"), 3);
        parse();
        assert_string_equal(parsed.run.status, "fault");
        assert_int_equal(count_texts(fake.console.out, ",NOTE,data%20abort%20at%20PC%200x100"), 1);
    }
}

static void clock_that_stands_is_an_error(void **state)
{
    (void)state;
    fake.timer.stuck = true;
    assert_int_equal(program_run(""), 1);
    assert_int_equal(fake.console.n_out, 0);
    assert_non_null(strstr(fake.console.complaints, "clock"));
}

static void help_tells_usage_and_statuses(void **state)
{
    static const char *const told[] = { "usage: probes", "--list",     "--only", "--quick",
                                        "--thorough",    "max=",       "line=",  "page=",
                                        "seed=",         "Exit status" };

    (void)state;
    fake.timer.stuck = true; /* nothing is measured for it */
    assert_int_equal(program_run("--help"), 0);
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        assert_non_null(strstr(fake.console.out, told[i]));
}

static void list_names_every_probe_by_rank(void **state)
{
    const char *last = NULL;

    (void)state;
    assert_int_equal(program_run("--list"), 0);
    for (unsigned rank = 0; rank < 1000; rank++)
        for (unsigned i = 0; i < probe_table_count; i++) {
            if (probe_table[i].probe->rank != rank)
                continue;
            char name[40]; /* as it begins a line: others may end or speak of it */
            snprintf(name, sizeof name, "\n%s: ", probe_table[i].name);
            const char *at = strncmp(fake.console.out, name + 1, strlen(name + 1)) == 0
                                 ? fake.console.out
                                 : strstr(fake.console.out, name);
            assert_non_null(at);
            assert_non_null(strstr(at, probe_table[i].probe->about));
            assert_true(last == NULL || at > last);
            last = at;
        }
}

static void wrong_word_is_usage(void **state)
{
    (void)state;
    assert_int_equal(program_run("--quik"), 2);
    assert_non_null(strstr(fake.console.complaints, "--quik"));
    assert_int_equal(fake.console.n_out, 0); /* the stream is not for messages */
}

static void no_words_at_all(void **state)
{
    char *nothing[] = { NULL };

    (void)state;
    fake.timer.stuck = true; /* so that it ends at once */
    assert_true(program_exits(nothing));
    assert_int_equal(fake.console.exit_status, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(run_is_a_complete_stream, begin, end),
        cmocka_unit_test_setup_teardown(every_series_is_done_and_counted, begin, end),
        cmocka_unit_test_setup_teardown(plan_is_near_what_is_sent, begin, end),
        cmocka_unit_test_setup_teardown(only_limits_the_probes, begin, end),
        cmocka_unit_test_setup_teardown(probe_without_memory_is_skipped_and_says_so, begin, end),
        cmocka_unit_test_setup_teardown(any_memory_and_any_option_end_in_a_whole_stream, begin,
                                        end),
        cmocka_unit_test_setup_teardown(output_that_breaks_is_an_error, begin, end),
        cmocka_unit_test_setup_teardown(last_bytes_count, begin, end),
        cmocka_unit_test_setup_teardown(notes_of_the_port_are_sent, begin, end),
        cmocka_unit_test_setup_teardown(which_machine_it_is_are_keys_of_the_run, begin, end),
        cmocka_unit_test_setup_teardown(an_anonymous_run_has_no_name, begin, end),
        cmocka_unit_test_setup_teardown(an_anonymous_run_has_its_conditions, begin, end),
        cmocka_unit_test_setup_teardown(refused_pinning_is_named, begin, end),
        cmocka_unit_test_setup_teardown(what_ran_elsewhere_is_no_timing, begin, end),
        cmocka_unit_test_setup_teardown(a_limit_is_named, begin, end),
        cmocka_unit_test_setup_teardown(what_the_system_reports_are_keys_of_the_run, begin, end),
        cmocka_unit_test_setup_teardown(port_that_reports_nothing_sends_none, begin, end),
        cmocka_unit_test_setup_teardown(fault_ends_the_run, begin, end),
        cmocka_unit_test_setup_teardown(clock_that_stands_is_an_error, begin, end),
        cmocka_unit_test_setup_teardown(help_tells_usage_and_statuses, begin, end),
        cmocka_unit_test_setup_teardown(list_names_every_probe_by_rank, begin, end),
        cmocka_unit_test_setup_teardown(wrong_word_is_usage, begin, end),
        cmocka_unit_test_setup_teardown(no_words_at_all, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
