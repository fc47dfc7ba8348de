/* stats/evidence.h: shares between 0 and 1, whatever is given. */
#include "stats/evidence.h"
#include "table.h"

static void agreement_is_laplaces_rule(void **state)
{
    (void)state;
    assert_true(near(evidence_agreement(0, 0), 0.5, 1e-12));
    assert_true(near(evidence_agreement(8, 8), 0.9, 1e-12));
    assert_true(near(evidence_agreement(0, 8), 0.1, 1e-12));
}

static void nearness_is_a_ratio(void **state)
{
    (void)state;
    assert_true(near(evidence_near(2, 8), 0.25, 1e-12) && near(evidence_near(8, 2), 0.25, 1e-12));
    assert_true(evidence_near(3, 3) == 1);
    assert_true(evidence_near(0, 3) == 0 && evidence_near(-1, -1) == 0);
    assert_true(evidence_near(NAN, 1) == 0 && evidence_near(1, INFINITY) == 0);
}

static void a_margin_is_a_share_of_the_rival(void **state)
{
    (void)state;
    assert_true(near(evidence_margin(1, 4), 0.75, 1e-12));
    assert_true(evidence_margin(0, 1) == 1 && evidence_margin(1, INFINITY) == 1);
    assert_true(evidence_margin(1, 1) == 0 && evidence_margin(2, 1) == 0);
    assert_true(evidence_margin(NAN, 1) == 0 && evidence_margin(1, NAN) == 0);
}

static void evidence_stays_between_0_and_1(void **state)
{
    (void)state;
    assert_true(evidence_clamp(-1) == 0 && evidence_clamp(2) == 1 && evidence_clamp(NAN) == 0);
    assert_true(near(evidence_clamp(0.3), 0.3, 1e-12));
    assert_true(near(evidence_doubted(0.8), 0.4, 1e-12));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agreement_is_laplaces_rule),
        cmocka_unit_test(nearness_is_a_ratio),
        cmocka_unit_test(a_margin_is_a_share_of_the_rival),
        cmocka_unit_test(evidence_stays_between_0_and_1),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
