/* compact_sets_length() and compact_sets(): the published measurement of capacity and
 * associativity. */
#include "model/compact_sets.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LENGTH_OF(...)                                                                             \
    compact_sets_length((const struct compact_sets_point[]){ __VA_ARGS__ },                        \
                        sizeof((const struct compact_sets_point[]){ __VA_ARGS__ }) /               \
                            sizeof(struct compact_sets_point),                                     \
                        above)

static void a_set_is_compact_up_to_the_first_that_costs_more(void **state)
{
    double above = 0;

    (void)state;
    assert_true(LENGTH_OF({ 1, 4 }, { 8, 4 }, { 9, 14 }, { 10, 14 }) == 8);
    assert_true(LENGTH_OF({ 1, 4 }, { 128, 4 }, { 129, 4.4 }, { 130, 4.8 }) == 129);
    /* No superset of a set that is not compact is compact: lines that fit again do not count. */
    assert_true(LENGTH_OF({ 1, 13 }, { 33, 13 }, { 34, 27 }, { 35, 13 }) == 33);
}

static void nothing_that_ends_has_no_length(void **state)
{
    double above = 0;

    (void)state;
    assert_true(LENGTH_OF({ 1, 4 }, { 8, 4 }, { 40, 4.1 }) == 0);
}

static void what_the_level_before_holds_is_passed_over(void **state)
{
    double above = 2;

    (void)state;
    assert_true(LENGTH_OF({ 1, 3 }, { 2, 3 }, { 3, 13 }, { 17, 13 }, { 18, 40 }) == 17);
    assert_true(LENGTH_OF({ 1, 3 }, { 2, 3 }) == 0);
}

static void the_least_stride_at_which_the_length_ends_is_a_way(void **state)
{
    const struct compact_sets_stride power3[] = { { 256, 257 }, { 512, 129 }, { 1024, 129 } };
    const struct compact_sets_stride ended[] = { { 512, 129 }, { 1024, 129 } };
    const struct compact_sets_stride endless[] = { { 256, 512 }, { 512, 256 }, { 1024, 128 } };
    const struct compact_sets_stride hidden[] = { { 256, 0 }, { 512, 0 }, { 1024, 0 } };
    struct compact_sets_cache cache;

    (void)state;
    assert_true(compact_sets(&cache, power3, 3));
    assert_true(cache.ways == 129 && cache.bytes == 66048);
    assert_false(compact_sets(&cache, ended, 2));
    assert_false(compact_sets(&cache, endless, 3));
    assert_false(compact_sets(&cache, hidden, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_is_compact_up_to_the_first_that_costs_more),
        cmocka_unit_test(nothing_that_ends_has_no_length),
        cmocka_unit_test(what_the_level_before_holds_is_passed_over),
        cmocka_unit_test(the_least_stride_at_which_the_length_ends_is_a_way),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
