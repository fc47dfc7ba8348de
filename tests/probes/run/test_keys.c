/* Keys that probes declare, and optional probes: the program over a table of probes made for it. */
#include "captured.h"
#include "fake.h"
#include "program.h"
#include "run/options.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static uint64_t sizes[OPTION_VALUES], depth;
static unsigned n_sizes;

static void take_sizes(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)plan;
    memcpy(sizes, values, n * sizeof values[0]);
    n_sizes = n;
}

static void take_depth(struct plan *plan, const uint64_t *values, unsigned n)
{
    (void)plan;
    assert_int_equal(n, 1);
    depth = values[0];
}

static const struct probe_option size_key = { .key = "size",
                                              .value = "SIZE,...",
                                              .about = "of what is cut",
                                              .wanted = "growing sizes from 4 to 1K",
                                              .least = 4,
                                              .most = 1024,
                                              .ascending = true,
                                              .n_values = 3,
                                              .take = take_sizes },
                                 depth_key = { .key = "depth",
                                               .value = "N",
                                               .about = "of the cut",
                                               .wanted = "a power of two from 2 to 16",
                                               .least = 2,
                                               .most = 16,
                                               .power = true,
                                               .n_values = 1,
                                               .take = take_depth };

/* Words: big and small, each of which may be red. */
static const char *const colour_list[] = { "big", "small", NULL };
static const char *colours;

static const char *colour_at(const void *of, unsigned i)
{
    const char *const *words = of;

    return words[i];
}

static const char *colour_part(const void *of, unsigned i, unsigned k)
{
    (void)of;
    return k == 0 ? (i == 0 ? "red" : "blue") : NULL;
}

static bool has_colour(const void *of, const char *text, size_t n)
{
    (void)of;
    return (n == 3 && memcmp(text, "big", n) == 0) || (n == 5 && memcmp(text, "small", n) == 0) ||
           (n == 7 && memcmp(text, "big.red", n) == 0);
}

static void take_colours(struct plan *plan, const char *text)
{
    (void)plan;
    colours = text;
}

static const struct probe_words colour_words = { .of = colour_list,
                                                 .at = colour_at,
                                                 .part = colour_part,
                                                 .has = has_colour,
                                                 .lacking = "no such colour; there are:",
                                                 .take = take_colours };
static const struct probe_option colour_key = { .key = "colour",
                                                .value = "NAME,...",
                                                .about = "of it",
                                                .wanted = "names, as in colour=big.red",
                                                .words = &colour_words };

static unsigned no_points(const struct plan *plan)
{
    (void)plan;
    return 0;
}

static enum record_end run_series(struct probe_run *run)
{
    probe_series(run, run->name, 0);
    probe_done(run, run->name, RECORD_END_OK);
    return RECORD_END_OK;
}

static const struct probe_option *const cut_keys[] = { &size_key, &depth_key, 0 };
static const struct probe_option *const extra_keys[] = { &depth_key, &colour_key, 0 };

static const struct probe plain = { .rank = 3,
                                    .about = "takes no key",
                                    .points = no_points,
                                    .run = run_series },
                          cut = { .rank = 2,
                                  .about = "takes two",
                                  .options = cut_keys,
                                  .points = no_points,
                                  .run = run_series },
                          extra = { .rank = 1,
                                    .about = "is optional",
                                    .optional = true,
                                    .options = extra_keys,
                                    .points = no_points,
                                    .run = run_series };

/* In place of the table that the build generates. */
const struct probe_entry probe_table[] = { { "cut", &cut },
                                           { "extra", &extra },
                                           { "plain", &plain } };
const unsigned probe_table_count = 3;

static int begin_keys(void **state)
{
    static const uint64_t step_ticks[] = { 1, 100, 100, 100 };

    (void)state;
    fake_reset();
    fake.timer.steps = step_ticks;
    fake.timer.n_steps = sizeof step_ticks / sizeof step_ticks[0];
    fake.timer.hz = 1000000;
    n_sizes = 0;
    depth = 0;
    return 0;
}

static bool told(const char *text)
{
    return strstr(fake.console.out, text) != NULL;
}

static bool complained(const char *text)
{
    return strstr(fake.console.complaints, text) != NULL;
}

/* Which of the probes ran, in which order: the first letters of their names. */
static void ran(const char *words, const char *letters)
{
    char found[10];
    size_t n = 0;

    (void)begin_keys(NULL);
    assert_int_equal(program_run(words), 0);
    for (const char *at = fake.console.out; (at = strstr(at, ",PROBE,")) != NULL; at++)
        found[n++] = at[strlen(",PROBE,")];
    found[n] = '\0';
    assert_string_equal(found, letters);
}

static void optional_probes_run_where_they_are_named(void **state)
{
    (void)state;
    ran("", "cp");
    ran("--also extra", "ecp");
    ran("--also=extra", "ecp");
    ran("--only extra", "e");
    ran("--only plain --also extra", "ep");
    ran("--only plain --also extra,cut", "ecp");
    ran("--only plain,cut", "cp");
}

struct refused_case {
    const char *words, *message;
};

static const struct refused_case refused_cases[] = {
    { "size=3", "probes: size=3: not growing sizes from 4 to 1K" },
    { "size=1025", "probes: size=1025: not growing sizes from 4 to 1K" },
    { "size=4,5,6,7", "probes: size=4,5,6,7: not growing sizes from 4 to 1K" },
    { "size=5,4", "probes: size=5,4: not growing sizes from 4 to 1K" },
    { "depth=1", "probes: depth=1: not a power of two from 2 to 16" },
    { "depth=6", "probes: depth=6: not a power of two from 2 to 16" },
    { "depth=32", "probes: depth=32: not a power of two from 2 to 16" },
    { "depth=2,4", "probes: depth=2,4: not a power of two from 2 to 16" },
    { "width=2", "probes: width=2: no such option; the keys are: max= line= page= seed= "
                 "emulated= size= depth= colour=" },
    { "--also extra colour=", "probes: colour=: no such colour; there are: big small" },
    { "--also extra colour=big,green",
      "probes: colour=big,green: no such colour; there are: big small" },
    { "--also extra colour=big,", "probes: colour=big,: no such colour" },
    { "--also extra colour=small.red", "probes: colour=small.red: no such colour" },
    { "colour=big", "probes: colour=big: no probe of this run takes it; these do: extra" },
    { "siz=4", "probes: siz=4: no such option" },
    { "--only plain size=4", "probes: size=4: no probe of this run takes it; these do: cut" },
    { "--only plain depth=4",
      "probes: depth=4: no probe of this run takes it; these do: cut extra" },
    { "--only exta", "probes: --only exta: no such probe; did you mean extra?" },
    { "--quik", "probes: --quik: no such option; did you mean --quick?" },
    { "mxa=4K", "probes: mxa=4K: no such option; did you mean max?" },
    { "--also extra colour=bgi", "probes: colour=bgi: no such colour; did you mean big?" },
    { "--also nothing", "probes: --also nothing: no such probe" },
};

static void refusals_say_what_is_wanted(void **state)
{
    for (size_t i = 0; i < sizeof refused_cases / sizeof refused_cases[0]; i++) {
        (void)begin_keys(state);
        assert_int_equal(program_run(refused_cases[i].words), 2);
        if (!complained(refused_cases[i].message))
            fail_msg("%s: %s", refused_cases[i].words, fake.console.complaints);
        assert_int_equal(fake.console.n_out, 0);
    }
}

static void values_reach_their_owner(void **state)
{
    (void)state;
    assert_int_equal(program_run("size=4,100,1K depth=16"), 0);
    assert_int_equal(n_sizes, 3);
    assert_true(sizes[0] == 4 && sizes[1] == 100 && sizes[2] == 1024);
    assert_true(depth == 16);
    assert_int_equal(program_run("--only extra depth=2"), 0);
    assert_true(depth == 2);
    assert_int_equal(program_run("--only extra colour=small,big.red"), 0);
    assert_string_equal(colours, "small,big.red");
}

static void what_was_given_travels_in_the_run(void **state)
{
    struct log log = { 0 };

    (void)state;
    assert_int_equal(program_run("size=4,100 max=64K"), 0);
    captured_read(fake.console.out, fake.console.n_out, &log);
    assert_string_equal(log_key_text(log.run.keys, log.run.n_keys, "given.size"), "4,100");
    assert_string_equal(log_key_text(log.run.keys, log.run.n_keys, "given.max"), "64K");
    assert_null(log_key_text(log.run.keys, log.run.n_keys, "given.depth"));
    log_free(&log);
    (void)begin_keys(state);
    assert_int_equal(program_run(""), 0);
    assert_false(told("given."));
    assert_false(told("effort="));
    assert_false(told("round="));
}

static void rounds_and_times_travel_in_the_run(void **state)
{
    struct log log = { 0 };

    (void)state;
    fake.timer.hz = 1000;
    assert_int_equal(program_run("--thorough --round=3,0123ABCD --only plain"), 0);
    captured_read(fake.console.out, fake.console.n_out, &log);
    assert_string_equal(log_key_text(log.run.keys, log.run.n_keys, "effort"), "thorough");
    assert_int_equal(log_key_number(log.run.keys, log.run.n_keys, "round", 0), 3);
    assert_string_equal(log_key_text(log.run.keys, log.run.n_keys, "of"), "0123ABCD");
    assert_non_null(log_key_text(log.run.keys, log.run.n_keys, "took.plain"));
    assert_null(log_key_text(log.run.keys, log.run.n_keys, "took.cut"));
    log_free(&log);
    (void)begin_keys(state);
    /* Keys of the first round may be of probes that this one does not run. */
    assert_int_equal(program_run("--round=3,0123ABCD --only plain size=4"), 0);
}

static void help_and_list_read_the_keys(void **state)
{
    (void)state;
    assert_int_equal(program_run("--help"), 0);
    assert_true(told("  size=SIZE,...      of what is cut\n"
                     "                     growing sizes from 4 to 1K\n"
                     "                     (cut)\n"));
    assert_true(told("                     a power of two from 2 to 16\n"
                     "                     (cut, extra)\n"));
    (void)begin_keys(state);
    assert_int_equal(program_run("--list"), 0);
    assert_true(told("extra: is optional (optional)\n    depth=N colour=NAME,...\n"
                     "      colour=big: red\n      colour=small: blue\n"
                     "cut: takes two\n    size=SIZE,... depth=N\n"
                     "plain: takes no key\n"));
    (void)begin_keys(state);
    assert_int_equal(program_run("--list --only plain"), 0);
    assert_false(told("cut"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(optional_probes_run_where_they_are_named, begin_keys),
        cmocka_unit_test_setup(refusals_say_what_is_wanted, begin_keys),
        cmocka_unit_test_setup(values_reach_their_owner, begin_keys),
        cmocka_unit_test_setup(what_was_given_travels_in_the_run, begin_keys),
        cmocka_unit_test_setup(rounds_and_times_travel_in_the_run, begin_keys),
        cmocka_unit_test_setup(help_and_list_read_the_keys, begin_keys),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
