/* What is wanted of the next round: which answers, by which runs, and that none is asked twice. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/analysis.h"
#include "log/read.h"
#include "made_run.h"
#include "report/format/remedy.h"
#include "result/query.h"
#include "result/suggested.h"

static struct made_run made;
static struct results results;
static struct suggested suggested;
static struct log_key plan[3], keys[8];
static char line[SUGGESTED_LINE + 1];

static int set_up(void **state)
{
    static const char *const probes[] = { "cache_size", "cache_ways", "mlp" };

    (void)state;
    results_free(&results);
    made_begin(&made, 1000);
    for (size_t i = 0; i < 3; i++)
        plan[i] = (struct log_key){ (char *)(uintptr_t)probes[i], (char *)(uintptr_t) "1" };
    made.run.plan = plan;
    made.run.n_plan = 3;
    made.run.complete = made.run.has_first_crc = true;
    made.run.first_crc = 0xAB;
    made_series(&made, "cache_size");
    made_point(&made, 1024, 0, 1, 7000);
    made_series(&made, "mlp");
    made_point(&made, 1024, 0, 1, 1000);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    suggested_free(&suggested);
    results_free(&results);
    return 0;
}

static struct result *unknown(struct result_id id, const char *probe, struct remedy remedy)
{
    struct result *r = result_add(&results, id);

    snprintf(r->probe, sizeof r->probe, "%s", probe);
    result_unknown(r, "needs this", "met that", remedy);
    return r;
}

static struct result *number(struct result_id id, const char *probe, double value, double sure)
{
    struct result *r = result_add(&results, id);

    snprintf(r->probe, sizeof r->probe, "%s", probe);
    r->value = value;
    r->confidence = r->evidence = sure;
    return r;
}

static const char *first_line(void)
{
    suggested_free(&suggested);
    assert_int_equal(suggested_find(&suggested, &made.run, &results), 0);
    if (suggested.n_runs == 0)
        return "";
    (void)suggested_line(&suggested, 0, line);
    return line;
}

static void one_remedy_is_one_run(void **state)
{
    (void)state;
    unknown(id_of(TLB_PAGE), "tlb_page", remedy_up_to("tlb_page", "distance", 1 << 20));
    assert_string_equal(first_line(),
                        "--only timer_floor,add_chain,tlb_page distance=1M --round=2,000000AB");
    assert_int_equal(suggested.n_answers, 1);
    assert_string_equal(suggested.answer[0].result->id, "tlb.page");
}

static void what_nothing_would_tell_is_not_wanted(void **state)
{
    (void)state;
    unknown(id_at(CACHE_WAYS, 1), "cache_ways", remedy_never("its frames hide sets"));
    unknown(id_at(CACHE_WAYS, 2), "cache_ways", remedy_with("cache_ways", "capacity", "SIZE"));
    unknown(id_at(CACHE_WAYS, 3), "cache_ways",
            remedy_text("`probes` built with -D X=Y would tell"));
    number(id_of(TLB_PAGE), "tlb_page", 4096, 0.9);
    assert_string_equal(first_line(), "");
}

static void runs_are_merged(void **state)
{
    (void)state;
    unknown(id_of(TLB_LEVELS), "tlb_size", remedy_up_to("tlb_size", "pages", 8 * 1024));
    unknown(id_at(TLB_WAYS, 1), "tlb_size", remedy_up_to("tlb_page,tlb_size", "pages", 32 * 1024));
    unknown(id_at(TLB_WAYS, 2), "tlb_size", remedy_up_to("tlb_size", "pages", 9 * 1024));
    unknown(id_of(BRANCH_PENALTY), "branch", remedy_run("branch"));
    assert_string_equal(first_line(), "--only timer_floor,add_chain,tlb_size,tlb_page,branch "
                                      "pages=32K --round=2,000000AB");
    assert_int_equal(suggested.n_runs, 1);
    assert_int_equal(suggested.n_answers, 4);
}

static void values_that_exclude_each_other_are_two_runs(void **state)
{
    (void)state;
    unknown(id_at(TLB_WAYS, 1), "tlb_size", remedy_with("tlb_size", "page", "4K"));
    unknown(id_at(TLB_WAYS, 2), "tlb_size", remedy_with("tlb_size", "page", "64K"));
    (void)first_line();
    assert_int_equal(suggested.n_runs, 2);
}

/* With 7 and 1 s, four times as long each, mlp may join and cache_size not. */
static void thorough_takes_along_what_is_short(void **state)
{
    (void)state;
    unknown(id_of(CACHE_LEVELS), "cache_size", remedy_run("cache_size"));
    unknown(id_of(TLB_LEVELS), "tlb_size", remedy_thorough("tlb_size"));
    (void)first_line();
    assert_int_equal(suggested.n_runs, 2);
    assert_float_equal(suggested.run[0].seconds, 7, 1e-9);
    assert_true(suggested.run[0].seconds_least); /* of the samples: the log has no took.PROBE */
    results_free(&results);
    unknown(id_of(MEMORY_MLP), "mlp", remedy_run("branch"));
    unknown(id_of(TLB_LEVELS), "tlb_size", remedy_thorough("tlb_size"));
    assert_string_equal(first_line(), "--only timer_floor,add_chain,branch,tlb_size --thorough "
                                      "--round=2,000000AB");
    assert_int_equal(suggested.n_runs, 1);
}

/* Of a first run of 8 s a further one gets no longer than 4 s by what it takes along. */
static void a_further_run_is_shorter_than_the_first(void **state)
{
    (void)state;
    keys[0] = (struct log_key){ (char *)(uintptr_t) "took.cache_size", (char *)(uintptr_t) "7000" };
    keys[1] = (struct log_key){ (char *)(uintptr_t) "took.mlp", (char *)(uintptr_t) "1000" };
    made.run.keys = keys;
    made.run.n_keys = 2;
    unknown(id_of(MEMORY_MLP), "mlp", remedy_run("mlp"));
    unknown(id_of(CACHE_LEVELS), "cache_size", remedy_run("cache_size"));
    assert_string_equal(first_line(), "--only timer_floor,add_chain,mlp --round=2,000000AB");
    assert_int_equal(suggested.n_runs, 2);
    made.run.n_keys = 0;
    (void)first_line();
    assert_int_equal(suggested.n_runs, 1);
}

/* Of a quick run of 8 s a further one gets no longer than 1.6 s, also by one probe alone. */
static void after_a_quick_run_the_next_is_quicker(void **state)
{
    (void)state;
    keys[0] = (struct log_key){ (char *)(uintptr_t) "took.cache_size", (char *)(uintptr_t) "5000" };
    keys[1] = (struct log_key){ (char *)(uintptr_t) "took.mlp", (char *)(uintptr_t) "1000" };
    keys[2] = (struct log_key){ (char *)(uintptr_t) "took.ops", (char *)(uintptr_t) "2000" };
    keys[3] = (struct log_key){ (char *)(uintptr_t) "effort", (char *)(uintptr_t) "quick" };
    made.run.keys = keys;
    made.run.n_keys = 4;
    unknown(id_of(CACHE_LEVELS), "cache_size", remedy_run("cache_size"));
    unknown(id_of(MEMORY_MLP), "mlp", remedy_run("mlp"));
    assert_string_equal(first_line(), "--only timer_floor,add_chain,mlp --round=2,000000AB");
    assert_int_equal(suggested.n_runs, 1);
}

/* With --thorough mlp takes 15 times its 0.2 s of a quick run, cache_size 60 s. */
static void a_long_thorough_run_is_left_to_a_person(void **state)
{
    (void)state;
    keys[0] = (struct log_key){ (char *)(uintptr_t) "took.cache_size", (char *)(uintptr_t) "4000" };
    keys[1] = (struct log_key){ (char *)(uintptr_t) "took.mlp", (char *)(uintptr_t) "200" };
    keys[2] = (struct log_key){ (char *)(uintptr_t) "took.ops", (char *)(uintptr_t) "3800" };
    keys[3] = (struct log_key){ (char *)(uintptr_t) "effort", (char *)(uintptr_t) "quick" };
    made.run.keys = keys;
    made.run.n_keys = 4;
    unknown(id_at(CACHE_WAYS, 2), "cache_ways", remedy_thorough("cache_size"));
    unknown(id_of(MEMORY_MLP), "mlp", remedy_thorough("mlp"));
    assert_string_equal(first_line(),
                        "--only timer_floor,add_chain,mlp --thorough --round=2,000000AB");
    assert_int_equal(suggested.n_runs, 1);
    assert_float_equal(suggested.run[0].seconds, 3, 1e-9);
    assert_int_equal(suggested.n_answers, 1);
}

/* The curve is in the log: with capacity= the board needs no other. */
static void a_curve_is_not_measured_twice(void **state)
{
    (void)state;
    unknown(id_at(CACHE_WAYS, 2), "cache_ways",
            remedy_with("cache_size,cache_ways", "capacity", "32K,1M"));
    assert_string_equal(first_line(), "--only timer_floor,add_chain,cache_ways capacity=32K,1M "
                                      "--round=2,000000AB");
    results_free(&results);
    unknown(id_at(CACHE_SIZE, 2), "cache_size", remedy_up_to("cache_size", "max", 1 << 30));
    assert_string_equal(first_line(),
                        "--only timer_floor,add_chain,cache_size max=1024M --round=2,000000AB");
}

static void doubts_are_measured_again_where_that_is_short(void **state)
{
    (void)state;
    number(id_of(CACHE_LEVELS), "cache_size", 1, 0.9);
    number(id_at(CACHE_SIZE, 1), "cache_size", 32768, 0.79); /* 7 s */
    number(id_of(MEMORY_MLP), "mlp", 5, 0.79);               /* 1 s */
    number(id_of(TLB_WALK), "tlb_page", 30, 0.1); /* another run is hardly that much better */
    assert_string_equal(first_line(),
                        "--only timer_floor,add_chain,mlp capacity=32K --round=2,000000AB");
    assert_int_equal(suggested.n_answers, 1);
}

static struct log_run asked_before(const char *key, const char *value)
{
    keys[0] = (struct log_key){ (char *)(uintptr_t) "round", (char *)(uintptr_t) "2" };
    keys[1] = (struct log_key){ (char *)(uintptr_t)key, (char *)(uintptr_t)value };
    return (struct log_run){ .keys = keys, .n_keys = 2, .plan = plan, .n_plan = 3 };
}

static void nothing_is_asked_twice(void **state)
{
    struct log_run round = asked_before("given.capacity", "32K,1M");

    (void)state;
    unknown(id_at(CACHE_WAYS, 2), "cache_ways",
            remedy_with("cache_size,cache_ways", "capacity", "32K,1M"));
    made.run.rounds = &round;
    made.run.n_rounds = 1;
    assert_string_equal(first_line(), "");
    round = asked_before("given.capacity", "32K,2M");
    assert_string_equal(first_line(), "--only timer_floor,add_chain,cache_ways capacity=32K,1M "
                                      "--round=3,000000AB");
    results_free(&results);
    unknown(id_at(CACHE_WAYS, 2), "cache_ways", remedy_thorough("cache_ways"));
    assert_true(*first_line() != '\0');
    round = asked_before("effort", "thorough");
    assert_string_equal(first_line(), "");
}

/* A run that was made and did not tell is no remedy any more. The answer stays open. */
static void what_was_run_and_did_not_tell_is_said(void **state)
{
    struct log_run round = asked_before("effort", "thorough");

    (void)state;
    made.run.rounds = &round;
    made.run.n_rounds = 1;
    unknown(id_at(CACHE_WAYS, 2), "cache_ways", remedy_thorough("cache_ways"));
    unknown(id_at(CACHE_WAYS, 3), "cache_ways", remedy_up_to("cache_ways", "pages", 8 * 1024));
    suggested_mark_tried(&made.run, &results);
    const struct result *tried = result_find(&results, id_at(CACHE_WAYS, 2)),
                        *other = result_find(&results, id_at(CACHE_WAYS, 3));

    assert_false(result_has_remedy(tried));
    assert_true(suggested_is_open(tried));
    assert_string_equal(format_note(tried).text,
                        "needs this; met that; `probes --only timer_floor,add_chain,cache_ways "
                        "--thorough` was run and did not tell");
    assert_true(result_has_remedy(other));
    assert_non_null(strstr(format_note(other).text, "pages=8K` would tell"));
}

/* A table of another tool has no first sentence that a round could name. */
static void a_log_without_a_name_has_no_rounds(void **state)
{
    (void)state;
    unknown(id_of(TLB_PAGE), "tlb_page", remedy_run("tlb_page"));
    made.run.has_first_crc = false;
    assert_string_equal(first_line(), "");
    made.run.has_first_crc = true;
    made.run.complete = false;
    assert_string_equal(first_line(), "");
}

/* Whatever is suggested, a bare board can be told it: 511 bytes, 32 words. */
static void lines_fit(void **state)
{
    static char probe[100][24];

    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        snprintf(probe[i], sizeof probe[i], "a_long_probe_name_%u", i);
        unknown(id_at(CACHE_WAYS, i + 1), "cache_ways",
                remedy_with(probe[i], result_words("key%u", i % 40).text, "1"));
    }
    (void)first_line();
    assert_in_range(suggested.n_runs, 2, SUGGESTED_RUNS);
    for (unsigned i = 0; i < suggested.n_runs; i++) {
        assert_in_range(suggested_line(&suggested, i, line), 3, SUGGESTED_WORDS);
        assert_in_range(strlen(line), 1, SUGGESTED_LINE);
        assert_string_equal(strrchr(line, ' '), " --round=2,000000AB");
    }
}

/* An image that calls probes by their former names is asked by these. */
static void former_images_are_asked_by_former_names(void **state)
{
    (void)state;
    unknown(id_of(OS_TIMESLICE), "timeslice", remedy_up_to("timeslice,mlp", "time", 60));
    assert_string_equal(first_line(), "--only timer_floor,add_chain,timeslice,mlp time=60 "
                                      "--round=2,000000AB");
    suggested_free(&suggested);
    made.run.has_former_names = true;
    assert_string_equal(first_line(), "--only timer_floor,add_chain,timeslot,mlp time=60 "
                                      "--round=2,000000AB");
    made.run.has_former_names = false;
}

/* The program `probes` takes what is wanted after each recording. */
static void probes_take_what_is_wanted(void **state)
{
    const char *program = getenv("PROBES"), *files = getenv("RECORDINGS");
    char shell[2 * SUGGESTED_LINE], names[8000];
    unsigned n = 0;

    (void)state;
    assert_non_null(program);
    assert_non_null(files);
    snprintf(names, sizeof names, "%s", files);
    for (char *rest = names, *name; (name = strsep(&rest, ":")) != NULL;) {
        struct log log = { 0 };
        struct results all = { 0 };

        assert_int_equal(log_read(&log, open(name, O_RDONLY), 0), LOG_OK);
        assert_null(infer_all(&log.run, METHOD_ROBUST, &all));
        suggested_free(&suggested);
        assert_int_equal(suggested_find(&suggested, &log.run, &all), 0);
        for (unsigned i = 0; i < suggested.n_runs; i++, n++) {
            assert_in_range(suggested_line(&suggested, i, line), 3, SUGGESTED_WORDS);
            snprintf(shell, sizeof shell, "%.400s --list %s >/dev/null", program, line);
            if (system(shell) != 0)
                fail_msg("%s wants %s", name, line);
        }
        results_free(&all);
        log_free(&log);
    }
    assert_in_range(n, 3, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_remedy_is_one_run, set_up),
        cmocka_unit_test_setup(what_nothing_would_tell_is_not_wanted, set_up),
        cmocka_unit_test_setup(runs_are_merged, set_up),
        cmocka_unit_test_setup(values_that_exclude_each_other_are_two_runs, set_up),
        cmocka_unit_test_setup(thorough_takes_along_what_is_short, set_up),
        cmocka_unit_test_setup(a_further_run_is_shorter_than_the_first, set_up),
        cmocka_unit_test_setup(after_a_quick_run_the_next_is_quicker, set_up),
        cmocka_unit_test_setup(a_long_thorough_run_is_left_to_a_person, set_up),
        cmocka_unit_test_setup(a_curve_is_not_measured_twice, set_up),
        cmocka_unit_test_setup(doubts_are_measured_again_where_that_is_short, set_up),
        cmocka_unit_test_setup(nothing_is_asked_twice, set_up),
        cmocka_unit_test_setup(what_was_run_and_did_not_tell_is_said, set_up),
        cmocka_unit_test_setup(a_log_without_a_name_has_no_rounds, set_up),
        cmocka_unit_test_setup(lines_fit, set_up),
        cmocka_unit_test_setup(former_images_are_asked_by_former_names, set_up),
        cmocka_unit_test(probes_take_what_is_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
