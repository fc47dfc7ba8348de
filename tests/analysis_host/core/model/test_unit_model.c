/* Execution units: pairs judged by what their loops take, and the fewest units that explain all. */
#include "model/unit_model.h"
#include "model/unit_pair.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { OPS = 6 };

/* Judges loops of A and B at three ratios, which take what SHARED common units need, times SLOWER;
 * the core issues WIDTH operations a cycle. */
static struct unit_judgement judge(const struct unit_op *a, const struct unit_op *b,
                                   unsigned shared, double slower, double width)
{
    static const double ratio[] = { 1, 2, 0.5 };
    struct unit_pair_loop loop[3];

    for (unsigned i = 0; i < 3; i++) {
        double n = 32 * ratio[i] * a->units / a->busy, m = 32.0 * b->units / b->busy;
        loop[i] = (struct unit_pair_loop){ .a = n, .b = m, .front_end = (n + m) / width };
        loop[i].alone = fmax(n * a->busy / a->units, m * b->busy / b->units);
        const struct unit_loop_cost cost = { n, m, fmax(loop[i].alone, loop[i].front_end) };
        loop[i].cycles = slower * unit_model_cycles(&cost, a, b, shared);
    }
    return unit_pair_judge(loop, 3, a, b);
}

static void rates_give_units(void **state)
{
    (void)state;
    assert_int_equal(unit_op_of_interval(0.26).units, 4);
    assert_int_equal(unit_op_of_interval(0.5).units, 2);
    assert_int_equal(unit_op_of_interval(4.5).units, 1);
    assert_true(fabs(unit_op_of_interval(4.5).busy - 4.5) < 1e-9);
}

static void shared_and_separate_units_differ(void **state)
{
    const struct unit_op alu = { 4, 1 }, mul = { 1, 1 }, add = { 2, 1 }, div = { 1, 9 };

    (void)state;
    assert_int_equal(judge(&alu, &mul, 1, 1, 6).verdict, UNIT_SHARED);
    assert_int_equal(judge(&alu, &mul, 0, 1, 6).verdict, UNIT_APART);
    assert_int_equal(judge(&add, &add, 2, 1, 6).verdict, UNIT_SHARED);
    assert_int_equal(judge(&add, &add, 2, 1, 6).low, 2);
    assert_int_equal(judge(&add, &add, 1, 1, 6).verdict, UNIT_SHARED);
    assert_int_equal(judge(&add, &add, 1, 1, 6).high, 1);
    assert_int_equal(judge(&add, &add, 0, 1, 6).verdict, UNIT_APART);
    assert_int_equal(judge(&div, &div, 1, 1, 6).verdict, UNIT_SHARED);
    assert_int_equal(judge(&div, &mul, 0, 1, 6).verdict, UNIT_APART);
}

/* A scheduler that loses a tenth makes no shared unit of separate ones. */
static void slower_loops_are_not_shared_units(void **state)
{
    const struct unit_op alu = { 4, 1 }, mul = { 1, 1 }, add = { 2, 1 };

    (void)state;
    assert_int_not_equal(judge(&alu, &mul, 0, 1.1, 8).verdict, UNIT_SHARED);
    assert_int_not_equal(judge(&add, &add, 0, 1.1, 8).verdict, UNIT_SHARED);
}

/* Seven units are one too many for a core that issues six operations; one that issues a single one
 * shows nothing. */
static void issue_width_hides(void **state)
{
    const struct unit_op alu = { 4, 1 }, load = { 3, 1 }, one = { 1, 1 };

    (void)state;
    assert_int_equal(judge(&alu, &load, 0, 1, 6).verdict, UNIT_NOT_ALL);
    assert_int_equal(judge(&alu, &load, 0, 1, 8).verdict, UNIT_APART);
    assert_int_equal(judge(&one, &one, 0, 1, 1).verdict, UNIT_HIDDEN);
    assert_int_equal(judge(&one, &one, 1, 1, 1).verdict, UNIT_HIDDEN);
}

/* Facts of operations on the units of SETS, each pair exactly known. */
static struct unit_facts facts_of(const uint32_t sets[OPS])
{
    struct unit_facts f = { .n = OPS };

    for (unsigned i = 0; i < OPS; i++) {
        f.op[i] = (struct unit_op){ (unsigned)__builtin_popcount(sets[i]), 1 };
        for (unsigned j = i + 1; j < OPS; j++) {
            unsigned char n = (unsigned char)__builtin_popcount(sets[i] & sets[j]);
            f.shared[i][j] = (struct unit_shared){ n, n, 1 };
        }
    }
    return f;
}

/* Adds, shifts, products; sums, products and vectors of floats. */
static const uint32_t truth[OPS] = { 0x0f, 0x06, 0x02, 0x30, 0xc0, 0xf0 };

static void fewest_units_explain_all(void **state)
{
    struct unit_facts f = facts_of(truth);
    struct unit_model m;

    (void)state;
    assert_int_equal(unit_model_fit(&m, &f), 0);
    assert_int_equal(m.n_units, 8);
    assert_true(m.proven);
    assert_int_equal(m.n_dropped, 0);
    for (unsigned i = 0; i < OPS; i++)
        for (unsigned j = i + 1; j < OPS; j++)
            assert_int_equal(__builtin_popcount(m.units[i] & m.units[j]),
                             __builtin_popcount(truth[i] & truth[j]));
    assert_int_equal(unit_model_least(&f), 8);
}

/* A pair that no units explain is left out, the weakest of those that would do. */
static void contradictions_are_left_out(void **state)
{
    struct unit_facts f = facts_of(truth);
    struct unit_model m;

    (void)state;
    f.shared[1][2] = (struct unit_shared){ 0, 0, 0.5F }; /* yet of two units both are shared */
    f.op[2].units = 4;
    f.shared[0][2] = (struct unit_shared){ 4, 4, 1 };
    assert_int_equal(unit_model_fit(&m, &f), 0);
    assert_int_equal(m.n_dropped, 1);
    assert_int_equal(m.n_units, 8);
}

static void unknown_pairs_share_nothing(void **state)
{
    struct unit_facts f = { .n = 2, .op = { { 2, 1 }, { 3, 1 } } };
    struct unit_model m;

    (void)state;
    f.shared[0][1] = (struct unit_shared){ 0, 1, 0 };
    assert_int_equal(unit_model_fit(&m, &f), 0);
    assert_int_equal(m.n_units, 5);
    assert_int_equal(unit_model_least(&f), 3);
    f.n = 0;
    assert_int_equal(unit_model_fit(&m, &f), -1);
    assert_int_equal(m.n_units, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_give_units),
        cmocka_unit_test(shared_and_separate_units_differ),
        cmocka_unit_test(slower_loops_are_not_shared_units),
        cmocka_unit_test(issue_width_hides),
        cmocka_unit_test(fewest_units_explain_all),
        cmocka_unit_test(contradictions_are_left_out),
        cmocka_unit_test(unknown_pairs_share_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
