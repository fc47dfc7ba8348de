/* What probes of the pipeline and of the operating system tell, from runs put together by hand. */
#include "analysis/analysis.h"
#include "made_ops.h"
#include "result/query.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { OPS = 512, PASSES = 9 };

extern const struct analysis analysis_branch, analysis_first_touch;

static struct made_run made;
static struct results out;

static int begin(void **state)
{
    (void)state;
    results_free(&out);
    out = (struct results){ 0 };
    made_begin(&made, 1000000000); /* a tick is a nanosecond */
    return 0;
}

static int end(void **state)
{
    (void)state;
    results_free(&out);
    return 0;
}

/* ---- first_touch ---- */

/* Passes of TICKS an operation, of which one was interrupted and one is a little faster. */
static void passes(uint64_t x, uint64_t ticks)
{
    for (unsigned i = 0; i < PASSES; i++)
        made_point(&made, x, 0, OPS, OPS * (i == 2 ? 9 * ticks : i == 5 ? ticks - 1 : ticks));
}

static void touch_series(const char *of)
{
    made_series(&made, "first_touch");
    made_key_text(&made, "of", of);
}

static void system_takes_what_was_planted(void **state)
{
    (void)state;
    touch_series("own");
    passes(0, 1300);
    passes(1, 250);
    touch_series("file");
    passes(0, 160);
    touch_series("call");
    passes(0, 190);
    infer_one(&analysis_first_touch, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "first_touch.page", 1300, 0.001);
    made_is(&out, "first_touch.return", 250, 0.001);
    made_is(&out, "first_touch.file", 160, 0.001);
    made_is(&out, "os.call", 190, 0.001);
    const struct result *r = made_answer(&out, "first_touch.page");
    assert_true(r->low == 1299 && r->high == 1300 && r->evidence > 0.7 && r->evidence < 1);
}

static void passes_that_differ_are_doubted(void **state)
{
    (void)state;
    touch_series("own");
    for (unsigned i = 1; i <= PASSES; i++)
        made_point(&made, 0, 0, OPS, OPS * 1000 * i);
    infer_one(&analysis_first_touch, &made.run, METHOD_ROBUST, &out);
    assert_true(made_answer(&out, "first_touch.page")->evidence < 0.4);
    made_is_unknown(&out, "first_touch.return", "");
}

static void board_without_a_system_has_none(void **state)
{
    (void)state;
    made_series(&made, "first_touch");
    made.series[made.run.n_series - 1].end = RECORD_END_NO_OS;
    infer_one(&analysis_first_touch, &made.run, METHOD_ROBUST, &out);
    assert_int_equal(made_answer(&out, "first_touch.page")->kind, RESULT_NONE);
    assert_int_equal(made_answer(&out, "os.call")->kind, RESULT_NONE);
    assert_null(result_find(&out, id_of(FIRST_TOUCH_RETURN)));
}

static void clock_of_unknown_rate_leaves_it_open(void **state)
{
    (void)state;
    made_begin(&made, 0);
    touch_series("call");
    passes(0, 190);
    infer_one(&analysis_first_touch, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "os.call", "rate of the clock");
}

/* ---- jumps ---- */

/* Jumps of 4 cycles; a wrong guess costs 20 more, which patterns of more than LEARNT and more than
 * TARGETS in turn have always. */
static void plant_jumps(unsigned learnt, unsigned targets)
{
    made_chain(&made, 0, 1000, 1000);
    made_series(&made, "branch");
    made_key(&made, "kind", 2);
    made_point(&made, 0, 0, 6400, 6400 * 4);
    made_point(&made, 1, 0, 6400, 6400 * 4 + 6300 * 20);
    for (unsigned kind = 3; kind < 5; kind++) {
        made_series(&made, "branch");
        made_key(&made, "kind", kind);
        for (unsigned x = 1; x <= (kind == 3 ? 4096 : 64); x *= 2)
            made_point(&made, x, 0, OPS, OPS * (x <= (kind == 3 ? learnt : targets) ? 4 : 24));
    }
}

static void planted_jumps_are_found(void **state)
{
    (void)state;
    plant_jumps(512, 32);
    infer_one(&analysis_branch, &made.run, METHOD_ROBUST, &out);
    made_is(&out, "branch.indirect.penalty", 20, 0.001);
    made_is(&out, "branch.indirect.pattern", 512, 0);
    made_is(&out, "branch.indirect.targets", 32, 0);
    assert_true(made_answer(&out, "branch.indirect.pattern")->high == 1023);
    assert_null(result_find(&out, id_of(BRANCH_PENALTY)));
}

static void log_without_jumps_says_nothing_of_them(void **state)
{
    (void)state;
    plant_jumps(512, 32);
    made.run.n_series = 1;
    infer_one(&analysis_branch, &made.run, METHOD_ROBUST, &out);
    assert_int_equal(out.n, 0);
}

static void jumps_without_a_cycle_are_unknown(void **state)
{
    (void)state;
    plant_jumps(512, 32);
    made.series[0].n_samples = 0;
    infer_one(&analysis_branch, &made.run, METHOD_ROBUST, &out);
    made_is_unknown(&out, "branch.indirect.penalty", "a cycle is 0 ticks");
    made_is(&out, "branch.indirect.targets", 32, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(planted_jumps_are_found, begin),
        cmocka_unit_test_setup(log_without_jumps_says_nothing_of_them, begin),
        cmocka_unit_test_setup(jumps_without_a_cycle_are_unknown, begin),
        cmocka_unit_test_setup(system_takes_what_was_planted, begin),
        cmocka_unit_test_setup(passes_that_differ_are_doubted, begin),
        cmocka_unit_test_setup(board_without_a_system_has_none, begin),
        cmocka_unit_test_setup(clock_of_unknown_rate_leaves_it_open, begin),
    };

    return cmocka_run_group_tests(tests, NULL, end);
}
