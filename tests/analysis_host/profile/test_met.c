/* Counters of what instructions met, kept in pieces: each is found again, also beyond 32 bits. */
#include "profile/plugin/met.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct met_pieces pieces;

/* Counter I is counted I % 7 + 1 times. */
static uint64_t times_of(unsigned counter)
{
    return counter % 7 + 1;
}

static void depths_are(const uint64_t depth[SIGNATURE_SETS][SIGNATURE_DEEP + 1], unsigned from)
{
    for (unsigned k = 0; k < SIGNATURE_SETS; k++)
        for (unsigned d = 0; d <= SIGNATURE_DEEP; d++)
            assert_int_equal(depth[k][d], times_of(from + d * MET_DEPTH_SETS + k));
}

static void each_counter_has_its_place(void **state)
{
    struct met *m = met_new();
    struct signature_memory row = { 0 };

    (void)state;
    for (unsigned i = 0; i < MET_COUNTERS; i++)
        for (uint64_t k = 0; k < times_of(i); k++)
            met_count(&pieces, m, i, 1);
    met_add(m, &row);
    for (unsigned i = 0; i < SIGNATURE_GROUPS; i++) {
        assert_int_equal(row.distance[i], times_of(MET_DISTANCE + i));
        assert_int_equal(row.page_distance[i], times_of(MET_PAGE_DISTANCE + i));
    }
    assert_int_equal(row.cold + row.lines + row.cold_pages, 0); /* which are not counted here */
    depths_are(row.depth, MET_DEPTH);
    depths_are(row.page_depth, MET_PAGE_DEPTH);
    met_free(m);
    met_pieces_free(&pieces);
}

static void what_was_not_met_is_0(void **state)
{
    struct met *m = met_new();
    struct signature_memory row = { 0 };

    (void)state;
    m->same_page = 5;
    m->first_of_set = 3;
    met_add(m, &row);
    assert_int_equal(row.page_distance[0], 5);
    assert_int_equal(row.page_depth[2][0], 5);
    assert_int_equal(row.depth[1][0], 3);
    assert_int_equal(row.distance[0] + row.cold + row.cold_pages, 0);
    met_free(m);
}

static void counters_go_beyond_32_bits(void **state)
{
    struct met *m = met_new();
    struct signature_memory row = { 0 };

    (void)state;
    met_count(&pieces, m, MET_DISTANCE + 20, 1);
    m->piece[(MET_DISTANCE + 20) / MET_PIECE][(MET_DISTANCE + 20) % MET_PIECE] = UINT32_MAX;
    met_count(&pieces, m, MET_DISTANCE + 20, 1);
    met_count(&pieces, m, MET_DISTANCE + 20, 7);
    met_add(m, &row);
    assert_true(row.distance[20] == (UINT64_C(1) << 32) + 7);
    assert_int_equal(row.distance[19] + row.distance[21], 0);
    met_free(m);
    met_pieces_free(&pieces);
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
