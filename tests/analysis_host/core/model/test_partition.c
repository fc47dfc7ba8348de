/* Groups of items: joined in any order, counted and measured. */
#include "model/partition.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { ITEMS = 6 };

static void check_sizes(const unsigned *group, size_t groups, size_t least, size_t most)
{
    struct partition_sizes sizes = partition_sizes(group, ITEMS);

    assert_int_equal(sizes.groups, groups);
    assert_int_equal(sizes.least, least);
    assert_int_equal(sizes.most, most);
}

static void joins_and_counts(void **state)
{
    unsigned group[ITEMS];

    (void)state;
    partition_apart(group, ITEMS);
    check_sizes(group, 6, 1, 1);
    partition_join(group, ITEMS, 5, 3);
    partition_join(group, ITEMS, 1, 5);
    check_sizes(group, 4, 1, 3);
    assert_int_equal(group[1], 1);
    assert_int_equal(group[3], 1);
    assert_int_equal(group[5], 1);
    partition_join(group, ITEMS, 3, 1); /* are one already */
    check_sizes(group, 4, 1, 3);
    partition_join(group, ITEMS, 0, 2);
    partition_join(group, ITEMS, 4, 2);
    check_sizes(group, 2, 3, 3);
}

static void no_items(void **state)
{
    (void)state;
    struct partition_sizes sizes = partition_sizes(NULL, 0);

    assert_int_equal(sizes.groups, 0);
    assert_int_equal(sizes.least, 0);
    assert_int_equal(sizes.most, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(joins_and_counts),
        cmocka_unit_test(no_items),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
