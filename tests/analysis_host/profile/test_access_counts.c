/* Counters of what instructions accessed, kept in a pool: each is found again, also beyond 32 bits.
 */
#include "profile/plugin/access_counts.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct counts_pool pool;

/* Counter I is counted I % 7 + 1 times. */
static uint64_t times_of(unsigned counter)
{
    return counter % 7 + 1;
}

static void depths_are(const uint64_t depth[SIGNATURE_SETS][SIGNATURE_DEEP + 1], unsigned from)
{
    for (unsigned k = 0; k < SIGNATURE_SETS; k++)
        for (unsigned d = 0; d <= SIGNATURE_DEEP; d++)
            assert_int_equal(depth[k][d], times_of(from + d * COUNTS_DEPTH_SETS + k));
}

static void each_counter_has_its_place(void **state)
{
    struct access_counts *m = counts_new();
    struct signature_memory row = { 0 };

    (void)state;
    for (unsigned i = 0; i < COUNTS_COUNTERS; i++)
        for (uint64_t k = 0; k < times_of(i); k++)
            counts_add_to(&pool, m, i, 1);
    counts_add(m, &row);
    for (unsigned i = 0; i < SIGNATURE_GROUPS; i++) {
        assert_int_equal(row.distance[i], times_of(COUNTS_DISTANCE + i));
        assert_int_equal(row.page_distance[i], times_of(COUNTS_PAGE_DISTANCE + i));
    }
    assert_int_equal(row.cold + row.lines + row.cold_pages, 0); /* which are not counted here */
    depths_are(row.depth, COUNTS_DEPTH);
    depths_are(row.page_depth, COUNTS_PAGE_DEPTH);
    counts_free(m);
    counts_pool_free(&pool);
}

static void what_was_not_met_is_0(void **state)
{
    struct access_counts *m = counts_new();
    struct signature_memory row = { 0 };

    (void)state;
    m->same_page = 5;
    m->first_of_set = 3;
    counts_add(m, &row);
    assert_int_equal(row.page_distance[0], 5);
    assert_int_equal(row.page_depth[2][0], 5);
    assert_int_equal(row.depth[1][0], 3);
    assert_int_equal(row.distance[0] + row.cold + row.cold_pages, 0);
    counts_free(m);
}

static void counters_go_beyond_32_bits(void **state)
{
    struct access_counts *m = counts_new();
    struct signature_memory row = { 0 };

    (void)state;
    counts_add_to(&pool, m, COUNTS_DISTANCE + 20, 1);
    m->chunk[(COUNTS_DISTANCE + 20) / COUNTS_CHUNK][(COUNTS_DISTANCE + 20) % COUNTS_CHUNK] =
        UINT32_MAX;
    counts_add_to(&pool, m, COUNTS_DISTANCE + 20, 1);
    counts_add_to(&pool, m, COUNTS_DISTANCE + 20, 7);
    counts_add(m, &row);
    assert_true(row.distance[20] == (UINT64_C(1) << 32) + 7);
    assert_int_equal(row.distance[19] + row.distance[21], 0);
    counts_free(m);
    counts_pool_free(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_counter_has_its_place),
        cmocka_unit_test(what_was_not_met_is_0),
        cmocka_unit_test(counters_go_beyond_32_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
