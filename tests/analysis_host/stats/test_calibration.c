/* stats/calibration.h: shares and widenings by tables made here. */
#include "stats/calibration.h"
#include "table.h"

/* Rank 10 is evidence of one half, rank 23 certainty. */
static const struct calibration_count counts[] = {
    { "*", 10, 200, 100, { 0 } },
    { "*", 14, 300, 270, { 0 } },
    { "falls", 10, 100, 80, { 0 } },
    { "falls", 14, 100, 60, { 0 } },
    { "few", 14, 2, 2, { 0 } },
    { "half", 14, 2, 1, { 0 } },
    { "proven", 14, 998, 998, { 0 } },
    { "rises", 10, 98, 49, { 40, 0, 0, 0, 58, 0, 0, 0 } },
    { "rises", 14, 198, 196, { 180, 10, 8, 0, 0, 0, 0, 0 } },
    { "wild", 12, 20, 10, { 2, 0, 0, 0, 0, 0, 0, 18 } },
};
static const struct calibration table = { counts, COUNT(counts) };

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
    assert_true(near(calibration_share(&table, "rises", evidence_of(14)), CALIBRATION_UNPROVEN,
                     1e-9)); /* 1 in 100 was wrong */
    assert_true(near(calibration_share(&table, "proven", evidence_of(14)),
                     (998 + 2 * 271 / 302.0) / 1000, 1e-9));
    assert_true(calibration_share(&table, "proven", 1) > 0.99);
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
        near(calibration_share(&table, "few", evidence_of(14)), CALIBRATION_UNPROVEN, 1e-9));
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
    assert_true(calibration_share(&table, "new", 1) <= CALIBRATION_UNPROVEN);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_are_log_odds),
        cmocka_unit_test(the_share_that_was_right_is_the_confidence),
        cmocka_unit_test(more_evidence_is_never_less_right),
        cmocka_unit_test(few_answers_are_completed_by_those_of_all_kinds),
        cmocka_unit_test(below_all_that_was_counted_the_odds_fall),
        cmocka_unit_test(what_was_never_counted_is_not_sure),
        cmocka_unit_test(bounds_are_widened_until_nine_of_ten_hold),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
