/* Work on other threads: each piece is done once, and all of it when the call returns. */
#include "analysis/parallel.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { PIECES = 1000 };

static unsigned done[PIECES + 1];

static void do_piece(void *of, size_t i)
{
    unsigned *each = of;

    each[i]++;
}

static void each_piece_is_done_once(void **state)
{
    static const size_t numbers[] = { 0, 1, 2, PARALLEL_MOST, PARALLEL_MOST + 1, PIECES };

    (void)state;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        memset(done, 0, sizeof done);
        parallel_each(numbers[k], do_piece, done);
        for (size_t i = 0; i <= PIECES; i++)
            assert_int_equal(done[i], i < numbers[k]);
    }
}

static void do_work(void *of)
{
    parallel_each(PIECES, do_piece, of);
}

static void work_is_done_at_its_end(void **state)
{
    struct parallel b;
    unsigned own[PIECES] = { 0 };

    (void)state;
    memset(done, 0, sizeof done);
    parallel_start(&b, do_work, done);
    do_work(own);
    parallel_end(&b);
    for (size_t i = 0; i < PIECES; i++) {
        assert_int_equal(done[i], 1);
        assert_int_equal(own[i], 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_piece_is_done_once),
        cmocka_unit_test(work_is_done_at_its_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
