/* signature_distance_least(): sixteen first, then four groups an octave, none empty. */
#include "signature/signature.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static void starts_with_sixteen(void **state)
{
    (void)state;
    assert_int_equal(signature_distance_least(0), 0);
    assert_int_equal(signature_distance_least(1), 16);
    assert_int_equal(signature_distance_least(2), 19);
    assert_int_equal(signature_distance_least(3), 23);
    assert_int_equal(signature_distance_least(4), 27);
}

static void doubles_every_four(void **state)
{
    (void)state;
    for (unsigned code = 1, octave = 0; code <= SIGNATURE_GROUPS; code += 4, octave++)
        assert_int_equal(signature_distance_least(code), UINT64_C(16) << octave);
}

static void grows(void **state)
{
    (void)state;
    for (unsigned code = 0; code < SIGNATURE_GROUPS; code++)
        assert_true(signature_distance_least(code) < signature_distance_least(code + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(starts_with_sixteen),
                                        cmocka_unit_test(doubles_every_four),
                                        cmocka_unit_test(grows) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
