/* Timings that are kept of one point: as many as there is room for, the least always. */
#include "lib/windows.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static unsigned count(const struct windows *w, uint32_t ticks)
{
    unsigned n = 0;

    for (unsigned i = 0; i < w->n; i++)
        n += w->ticks[i] == ticks;
    return n;
}

static void all_are_kept_while_there_is_room(void **state)
{
    struct windows w = { 0 };

    (void)state;
    for (unsigned i = 0; i < WINDOWS_MOST; i++)
        windows_keep(&w, 1000 + i);
    assert_int_equal(w.n, WINDOWS_MOST);
    assert_int_equal(w.least, 1000);
    assert_int_equal(w.ticks[WINDOWS_MOST - 1], 1000 + WINDOWS_MOST - 1);
}

static void later_ones_take_the_place_of_any_but_the_least(void **state)
{
    struct windows w = { 0 };

    (void)state;
    windows_keep(&w, 10);
    for (unsigned i = 0; i < 5 * WINDOWS_MOST; i++)
        windows_keep(&w, 20 + i / WINDOWS_MOST);
    assert_int_equal(w.n, WINDOWS_MOST);
    assert_int_equal(count(&w, 10), 1);
    assert_int_equal(count(&w, 20), 0);
    assert_true(count(&w, 24) > WINDOWS_MOST / 2);
    windows_keep(&w, 5);
    assert_int_equal(w.least, 5);
    assert_int_equal(count(&w, 5), 1);
}

static void what_is_no_timing_is_dropped(void **state)
{
    struct windows w = { 0 };

    (void)state;
    windows_keep(&w, 0);
    windows_keep(&w, UINT64_MAX);
    windows_keep(&w, (uint64_t)UINT32_MAX + 1);
    assert_int_equal(w.n, 0);
    windows_keep(&w, UINT32_MAX);
    assert_int_equal(w.n, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_kept_while_there_is_room),
        cmocka_unit_test(later_ones_take_the_place_of_any_but_the_least),
        cmocka_unit_test(what_is_no_timing_is_dropped),
    };

    return cmocka_run_group_tests(tests, 0, 0);
}
