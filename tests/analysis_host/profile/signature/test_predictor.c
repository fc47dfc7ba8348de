/* The bank on branches whose rates are known. */
#include "random.h"
#include "signature/predictor.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { BRANCHES = 100000, PC = 0x1000, TARGET = 0x2000 };

/* Times that each predictor was wrong in the second half of BRANCHES of what NEXT gives. */
static void rates(bool (*next)(unsigned i), unsigned wrong[SIGNATURE_PREDICTORS])
{
    struct predictor_bank *bank = predictor_new();

    for (unsigned i = 0; i < SIGNATURE_PREDICTORS; i++)
        wrong[i] = 0;
    for (unsigned i = 0; i < BRANCHES; i++) {
        uint8_t missed = predictor_branch(bank, PC, next(i), TARGET);
        for (unsigned p = 0; p < SIGNATURE_PREDICTORS && i >= BRANCHES / 2; p++)
            wrong[p] += missed >> p & 1;
    }
    free(bank);
}

static bool always(unsigned i)
{
    (void)i;
    return true;
}

static bool every_seventh(unsigned i)
{
    return i % 7 == 0;
}

static struct random numbers = { 1 };

static bool at_random(unsigned i)
{
    (void)i;
    return random_below(&numbers, 2);
}

/* A pattern of random outcomes, 600 long. */
static bool long_pattern(unsigned i)
{
    struct random once = { i % 600 + 1 };

    return random_below(&once, 2);
}

static void steady_branches(void **state)
{
    unsigned wrong[SIGNATURE_PREDICTORS];

    (void)state;
    rates(always, wrong);
    for (unsigned i = 0; i < SIGNATURE_PREDICTORS; i++)
        assert_int_equal(wrong[i], 0);
}

/* Without history the seventh is missed each time; with it, never. */
static void short_patterns(void **state)
{
    unsigned wrong[SIGNATURE_PREDICTORS];

    (void)state;
    rates(every_seventh, wrong);
    assert_in_range(wrong[0], BRANCHES / 2 / 7 - 1, BRANCHES / 2 / 7 + 1);
    for (unsigned i = 1; i < SIGNATURE_PREDICTORS; i++)
        assert_int_equal(wrong[i], 0);
}

static void random_branches(void **state)
{
    unsigned wrong[SIGNATURE_PREDICTORS];

    (void)state;
    rates(at_random, wrong);
    for (unsigned i = 0; i < SIGNATURE_PREDICTORS; i++)
        assert_in_range(wrong[i], BRANCHES / 5, BRANCHES * 3 / 10);
}

static void larger_ones_learn_more(void **state)
{
    unsigned wrong[SIGNATURE_PREDICTORS];

    (void)state;
    rates(long_pattern, wrong);
    assert_true(wrong[0] > BRANCHES / 6);
    assert_true(wrong[3] < BRANCHES / 200);
    assert_true(wrong[3] <= wrong[2] && wrong[2] <= wrong[1]);
}

/* A jump that goes round five targets: the last one is always wrong, the path is right. */
static void indirect_jumps(void **state)
{
    struct predictor_bank *bank = predictor_new();
    unsigned wrong[SIGNATURE_PREDICTORS] = { 0 };

    (void)state;
    for (unsigned i = 0; i < BRANCHES; i++) {
        uint8_t missed = predictor_indirect(bank, PC, TARGET + 16 * (i % 5));
        for (unsigned p = 0; p < SIGNATURE_PREDICTORS && i >= BRANCHES / 2; p++)
            wrong[p] += missed >> p & 1;
    }
    assert_int_equal(wrong[0], BRANCHES / 2);
    for (unsigned p = 1; p < SIGNATURE_PREDICTORS; p++)
        assert_int_equal(wrong[p], 0);
    free(bank);
}

/* Loops of 9 and of 150 rounds in turn, beside which a branch at random comes up now and then: most
 * find what they found before. SUM of what was wrong is that of a bank that looks all up anew. */
static void repeated_histories(void **state)
{
    struct predictor_bank *bank = predictor_new();
    struct random random = { 3 };
    uint64_t sum = 0;

    (void)state;
    for (unsigned i = 0; i < 20 * BRANCHES; i++) {
        unsigned at = i % 1000, inner = at < 850 ? at % 9 : at - 850;
        bool steady = i / BRANCHES % 4 < 2 || random_below(&random, 50);
        bool taken = steady ? inner != 0 : random_below(&random, 2);
        sum = sum * 31 + predictor_branch(bank,
                                          PC + (at < 850 ? 0U
                                                : steady ? 32U
                                                         : 16U),
                                          taken, TARGET + inner % 2);
    }
    assert_int_equal(sum, UINT64_C(0xf0afefd7c45550b5));
    free(bank);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady_branches), cmocka_unit_test(short_patterns),
        cmocka_unit_test(random_branches), cmocka_unit_test(larger_ones_learn_more),
        cmocka_unit_test(indirect_jumps),  cmocka_unit_test(repeated_histories)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
