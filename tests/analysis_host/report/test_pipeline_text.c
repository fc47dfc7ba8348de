/* The text's lines about what happens inside a processor. */
#include "report/text/sections.h"
#include "result/id.h"
#include "result/result.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
/* CMocka's needs those before it. */
#include <cmocka.h>

static void add(struct results *out, struct result_id id, double value)
{
    struct result *r = result_add(out, id);

    r->kind = RESULT_NUMBER;
    r->value = value;
    r->confidence = 1;
}

static void text_is(struct results *results, const char *wanted)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    assert_non_null(out);
    text_pipeline(out, results);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, wanted);
    free(text);
    results_free(results);
}

static void code_is_told_by_level_in_either_order(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    add(&out, id_at(FETCH_LATENCY, 1), 2);
    add(&out, id_at(FETCH_SEQUENTIAL, MEMORY_LEVEL), 9);
    add(&out, id_at(FETCH_LATENCY, 2), 5);
    text_is(&out,
            "FETCH      random line from L1 2.0 cy, L2 5.0 cy; sequential from memory 9.0 cy\n");
}

static void one_order_alone_is_told_alone(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    add(&out, id_at(FETCH_SEQUENTIAL, 2), 3);
    text_is(&out, "FETCH      sequential from L2 3.0 cy\n");
}

static void parts_of_a_line_that_are_not_there_are_left_out(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    add(&out, id_of(STORE_FORWARD_FAILED), 18);
    add(&out, id_of(BYPASS_INT_TO_FP), 3.5);
    text_is(&out, "FORWARDING load wider than store 18.0 cy, int-to-FP move 3.5 cy\n");
}

static void nothing_is_said_of_nothing(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    text_is(&out, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_is_told_by_level_in_either_order),
        cmocka_unit_test(one_order_alone_is_told_alone),
        cmocka_unit_test(parts_of_a_line_that_are_not_there_are_left_out),
        cmocka_unit_test(nothing_is_said_of_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
