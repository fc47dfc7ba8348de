/* stats/calibration.h: shares and widenings by tables made here. */
#include "stats/calibration.h"
#include "table.h"

/* Rank 10 is evidence of one half, rank 23 certainty. */
static const struct calibration_count counts[] = {
    { "*", 10, 200, 100, { 0 }, { 0 } },
    { "*", 14, 300, 270, { 0 }, { 0 } },
    { "falls", 10, 100, 80, { 0 }, { 0 } },
    { "falls", 14, 100, 60, { 0 }, { 0 } },
    { "few", 14, 2, 2, { 0 }, { 0 } },
    { "half", 14, 2, 1, { 0 }, { 0 } },
    { "next/a", 10, 10, 9, { 10, 0, 0, 0, 0, 0, 0, 0 }, { 50, 0, 0, 50, 0, 0, 0, 0 } },
    { "next/b", 14, 0, 0, { 0 }, { 700, 0, 1, 0, 0, 0, 0, 0 } },
    { "next_but_one/a", 14, 0, 0, { 0 }, { 0, 0, 0, 0, 0, 0, 0, 12 } },
    { "often/a", 14, 0, 0, { 0 }, { 10000, 0, 200, 15, 0, 0, 0, 0 } },
    { "proven", 14, 998, 998, { 0 }, { 0 } },
    { "rises", 10, 98, 49, { 40, 0, 0, 0, 58, 0, 0, 0 }, { 0 } },
    { "rises", 14, 198, 196, { 180, 10, 8, 0, 0, 0, 0, 0 }, { 0 } },
    { "seldom/a", 14, 0, 0, { 0 }, { 9, 0, 0, 0, 0, 0, 0, 0 } },
    { "three_pairs/a", 14, 0, 0, { 0 }, { 60, 0, 0, 3, 0, 0, 0, 0 } },
    { "tried_on_two", 14, 998, 998, { 0 }, { 0 } },
    { "wild", 12, 20, 10, { 2, 0, 0, 0, 0, 0, 0, 18 }, { 0 } },
};
static const struct calibration_kind kinds[] = { { "proven", 3 }, { "tried_on_two", 2 } };
static const struct calibration table = { counts, COUNT(counts), kinds, COUNT(kinds) };

/* Evidence in the middle of RANK. */
static double evidence_of(unsigned rank)
{
    double odds = exp(-5 + 0.5 * (rank - 0.5));

    return odds / (1 + odds);
}

static void ranks_are_log_odds(void **state)
{
    (void)state;
    assert_int_equal(calibration_rank(0), 0);
    assert_int_equal(calibration_rank(NAN), 0);
    assert_int_equal(calibration_rank(1), CALIBRATION_RANKS - 1);
    assert_int_equal(calibration_rank(0.5), 10);
    for (unsigned rank = 1; rank + 1 < CALIBRATION_RANKS; rank++)
        assert_int_equal(calibration_rank(evidence_of(rank)), rank);
}

static void the_share_that_was_right_is_the_confidence(void **state)
{
    (void)state;
    /* Two answers are borrowed from all kinds: 101 of 202 there, 271 of 302. */
    assert_true(near(calibration_share(&table, "rises", evidence_of(10)), 50 / 100.0, 1e-9));
    assert_true(near(calibration_share(&table, "rises", evidence_of(14)),
                     calibration_limits.unproven, 1e-9)); /* 1 in 100 was wrong */
    assert_true(near(calibration_share(&table, "proven", evidence_of(14)),
                     (998 + 2 * 271 / 302.0) / 1000, 1e-9));
    assert_true(calibration_share(&table, "proven", 1) > 0.99);
}

/* However often one maker's cores bear it out. */
static void more_than_95_percent_takes_three_kinds_of_machine(void **state)
{
    (void)state;
    assert_true(
        near(calibration_share(&table, "tried_on_two", 1), calibration_limits.few_machines, 1e-9));
    assert_true(calibration_share(&table, "proven", 1) > calibration_limits.few_machines);
}

static void more_evidence_is_never_less_right(void **state)
{
    double last = 0;

    (void)state;
    for (unsigned rank = 0; rank < CALIBRATION_RANKS; rank++) {
        double share = calibration_share(&table, "falls", evidence_of(rank));
        assert_true(share >= last - 1e-3);
        last = share;
    }
    assert_true(near(calibration_share(&table, "falls", evidence_of(14)), 0.7, 0.01));
}

static void few_answers_are_completed_by_those_of_all_kinds(void **state)
{
    (void)state;
    assert_true(
        near(calibration_share(&table, "half", evidence_of(14)), (1 + 2 * 271 / 302.0) / 4, 1e-9));
    assert_true(
        near(calibration_share(&table, "few", evidence_of(14)), calibration_limits.unproven, 1e-9));
}

static void below_all_that_was_counted_the_odds_fall(void **state)
{
    double lowest = calibration_share(&table, "few", evidence_of(14));
    double below = calibration_share(&table, "few", evidence_of(13));
    double far = calibration_share(&table, "few", 0);

    (void)state;
    assert_true(below < lowest && far < below && far >= 0 && far < 0.02);
}

static void what_was_never_counted_is_not_sure(void **state)
{
    static const struct calibration none = { 0 };

    (void)state;
    assert_true(calibration_share(&table, "new", 1) <= calibration_limits.unproven);
    assert_true(calibration_share(&table, "new", 0.2) <= 0.2);
    assert_true(near(calibration_share(&none, "new", 1), 0.5, 1e-9));
}

static void bounds_are_widened_until_nine_of_ten_hold(void **state)
{
    (void)state;
    /* 40 of 98 hold, and 48.2 more of the 58 that miss by 0.02 to 0.05 are to. */
    assert_true(near(calibration_widening(&table, "rises", evidence_of(10)),
                     0.02 + 0.03 * 48.2 / 58, 1e-12));
    assert_true(calibration_widening(&table, "rises", evidence_of(14)) == 0);
    assert_true(near(calibration_widening(&table, "wild", evidence_of(12)), 0.3, 1e-12));
    assert_true(calibration_widening(&table, "few", evidence_of(14)) == 0);
    assert_true(calibration_widening(&table, "new", 1) == 0);
}

/* Half of the next runs lay 0.03 to 0.1 beyond: nine tenths lie within four fifths of that. */
static void ranges_are_widened_until_they_hold_the_next_run(void **state)
{
    (void)state;
    assert_true(near(calibration_widening(&table, "next/a", evidence_of(10)), 0.03 + 0.07 * 40 / 50,
                     1e-12));
}

static void runs_of_one_machine_reach_as_far_as_all_but_one_in_640(void **state)
{
    (void)state;
    assert_true(near(calibration_reach(&table, "next"), 0.1, 1e-12)); /* all rules of the name */
    assert_true(near(calibration_reach(&table, "often"), 0.03, 1e-12));
    assert_true(near(calibration_reach(&table, "three_pairs"), 0.2, 1e-12)); /* few: one farther */
    assert_true(isinf(calibration_reach(&table, "next_but_one")));
    assert_true(isnan(calibration_reach(&table, "seldom")));
    assert_true(isnan(calibration_reach(&table, "proven")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_are_log_odds),
        cmocka_unit_test(the_share_that_was_right_is_the_confidence),
        cmocka_unit_test(more_than_95_percent_takes_three_kinds_of_machine),
        cmocka_unit_test(more_evidence_is_never_less_right),
        cmocka_unit_test(few_answers_are_completed_by_those_of_all_kinds),
        cmocka_unit_test(below_all_that_was_counted_the_odds_fall),
        cmocka_unit_test(what_was_never_counted_is_not_sure),
        cmocka_unit_test(bounds_are_widened_until_nine_of_ten_hold),
        cmocka_unit_test(ranges_are_widened_until_they_hold_the_next_run),
        cmocka_unit_test(runs_of_one_machine_reach_as_far_as_all_but_one_in_640),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
