/* Kernels: the paper's own example, and traces of known answers. */
#include "profile/finish.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { A, B, X, Y, SYMBOLS };

/* a.x.y.x.y.b.x.y.x.y (section II.B) */
static const uint32_t paper[] = { A, X, Y, X, Y, B, X, Y, X, Y };
enum { PAPER = sizeof paper / sizeof *paper };

static void paper_two_answers(void **state)
{
    const uint8_t xy[SYMBOLS] = { [X] = 1, [Y] = 1 };
    const uint8_t bxy[SYMBOLS] = { [B] = 1, [X] = 1, [Y] = 1 };

    (void)state;
    assert_int_equal(extract_longest(paper, PAPER, xy, NULL), 4);
    assert_int_equal(extract_longest(paper, PAPER, bxy, NULL), 9);
}

static void paper_kernel(void **state)
{
    const uint8_t want[SYMBOLS] = { [B] = 1, [X] = 1, [Y] = 1 };
    uint8_t set[SYMBOLS];

    (void)state;
    assert_int_equal(extract_from_sequence(paper, PAPER, SYMBOLS, NULL, set), 9);
    assert_memory_equal(set, want, SYMBOLS);
}

/* Ten rounds of (outer, then inner ten times), between a beginning and an end that weigh as much.
 */
static void nested_loops(void **state)
{
    enum { BEGIN, OUTER, INNER, END, N };
    const uint32_t weight[N] = { 50, 3, 5, 50 };
    const uint8_t want[N] = { [OUTER] = 1, [INNER] = 1 };
    uint32_t sequence[112];
    uint8_t set[N];
    size_t n = 0;

    (void)state;
    sequence[n++] = BEGIN;
    for (unsigned i = 0; i < 10; i++) {
        sequence[n++] = OUTER;
        for (unsigned k = 0; k < 10; k++)
            sequence[n++] = INNER;
    }
    sequence[n++] = END;
    assert_int_equal(extract_from_sequence(sequence, n, N, weight, set), 10 * (3 + 10 * 5));
    assert_memory_equal(set, want, N);
}

static void one_block(void **state)
{
    const uint32_t sequence[] = { 0, 0, 0 };
    uint8_t set[1];

    (void)state;
    assert_int_equal(extract_from_sequence(sequence, 3, 1, NULL, set), 3);
    assert_int_equal(set[0], 1);
}

static void nothing_ran(void **state)
{
    const uint32_t sequence[] = { 0 };
    uint8_t set[1] = { 1 };

    (void)state;
    assert_int_equal(extract_from_sequence(sequence, 0, 1, NULL, set), 0);
    assert_int_equal(set[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(paper_two_answers),
                                        cmocka_unit_test(paper_kernel),
                                        cmocka_unit_test(nested_loops), cmocka_unit_test(one_block),
                                        cmocka_unit_test(nothing_ran) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
