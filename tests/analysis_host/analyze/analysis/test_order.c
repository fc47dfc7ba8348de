/* The order of analyses: each after those that it names, and a table that has none is refused. */
#include "analysis/analysis.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct analysis first = { .about = "" }, after_first = { .after = { "first" } },
                             after_both = { .after = { "middle", "first" } },
                             after_none_such = { .after = { "nowhere" } },
                             after_itself = { .after = { "itself" } };

static void each_comes_after_those_it_names(void **state)
{
    const struct analysis_entry table[] = { { "last", &after_both },
                                            { "middle", &after_first },
                                            { "first", &first } };
    unsigned order[3];

    (void)state;
    assert_null(analysis_order(table, 3, order));
    assert_int_equal(order[0], 2);
    assert_int_equal(order[1], 1);
    assert_int_equal(order[2], 0);
}

static void a_missing_name_is_told(void **state)
{
    const struct analysis_entry table[] = { { "first", &first }, { "lost", &after_none_such } };
    unsigned order[2];

    (void)state;
    assert_string_equal(analysis_order(table, 2, order), "lost");
}

static void a_circle_is_told(void **state)
{
    const struct analysis_entry table[] = { { "first", &first }, { "itself", &after_itself } };
    unsigned order[2];

    (void)state;
    assert_string_equal(analysis_order(table, 2, order), "itself");
}

/* Nothing is answered then, and nobody takes that for an answer. */
static void a_table_without_an_order_is_no_run(void **state)
{
    const struct analysis_entry table[] = { { "first", &first }, { "itself", &after_itself } };
    struct log_run run = { 0 };
    struct results out = { 0 };

    (void)state;
    assert_string_equal(infer_table(table, 2, &run, METHOD_ROBUST, &out), "itself");
    assert_int_equal(out.n, 0);
    assert_null(infer_all(&run, METHOD_ROBUST, &out));
    results_free(&out);
}

static void the_tables_own_order_holds(void **state)
{
    unsigned order[64];

    (void)state;
    assert_true(analysis_table_count > 10);
    assert_null(analysis_order(analysis_table, analysis_table_count, order));
    for (unsigned i = 0; i < analysis_table_count; i++) {
        assert_true(strlen(analysis_table[i].analysis->about) > 0);
        assert_true(strlen(analysis_table[i].analysis->probe) > 0);
        assert_true(strlen(analysis_table[i].analysis->method) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_comes_after_those_it_names),
        cmocka_unit_test(a_missing_name_is_told),
        cmocka_unit_test(a_circle_is_told),
        cmocka_unit_test(a_table_without_an_order_is_no_run),
        cmocka_unit_test(the_tables_own_order_holds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
