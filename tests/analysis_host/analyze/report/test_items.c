/* The text's lines whose items have labels in ids.def. */
#include "report/format/wrap.h"
#include "report/text/sections.h"
#include "result/id.h"
#include "result/result.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* CMocka's needs those before it. */
#include <cmocka.h>

static void add(struct results *out, struct result_id id, double value)
{
    struct result *r = result_add(out, id);

    r->kind = RESULT_NUMBER;
    r->value = value;
    r->confidence = 1;
}

static char *text_of(struct results *results)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    assert_non_null(out);
    text_core(out, results);
    text_system(out, results);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void text_is(struct results *results, const char *wanted)
{
    char *text = text_of(results);

    assert_string_equal(text, wanted);
    free(text);
    results_free(results);
}

static void levels_share_a_head(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    add(&out, id_at(FETCH_LATENCY, 1), 2);
    add(&out, id_at(FETCH_LATENCY, 2), 5);
    add(&out, id_at(FETCH_LATENCY, MEMORY_LEVEL), 60);
    add(&out, id_at(FETCH_SEQUENTIAL, MEMORY_LEVEL), 9); /* -v alone */
    text_is(&out, "CORE  instruction fetch, random line L1i 2 c, L2 5 c, DRAM 60 c\n");
}

static void types_of_one_value_share_it(void **state)
{
    static const char *const types[] = { "i32", "i64", "f64", "v256f32" };
    struct results out = { .n = 0 };

    (void)state;
    for (size_t i = 0; i < 4; i++)
        add(&out, id_type(REGISTERS, types[i]), i < 2 ? 14 : 16);
    text_is(&out, "CORE  registers for C 14 i32/i64, 16 f64/v256f32\n");
}

static void parts_of_a_line_that_are_not_there_are_left_out(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    add(&out, id_of(STORE_FORWARD_FAILED), 18);
    add(&out, id_of(OS_SYSCALL), 93.4);
    result_add(&out, id_of(OS_STAT))->kind = RESULT_NONE;
    add(&out, id_of(OS_READDIR), 193);
    text_is(&out, "CORE  store-to-load forwarding load wider than store 18 c\n"
                  "OS COSTS, ns  syscall 93.4, readdir 193/entry\n");
}

static void ranges_are_shown_where_they_decide(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    for (enum quantity q = CORE_ROB_ENTRIES; q <= CORE_SCHEDULER_FP_ENTRIES; q++) {
        add(&out, id_of(q), 212);
        out.at[out.n - 1].has_bounds = true;
        out.at[out.n - 1].low = 202;
        out.at[out.n - 1].high = 224;
    }
    out.at[0].confidence = 0.5;
    text_is(&out, "CORE  ROB ~212 (202-224); scheduler 212 int, 212 FP\n");
}

/* Whatever the width, an item stays whole where a line has room for it. */
static void items_are_not_broken(void **state)
{
    struct results out = { .n = 0 };

    (void)state;
    for (unsigned level = 1; level < 9; level++)
        add(&out, id_at(CACHE_MLP, level), 10 + level);
    for (unsigned columns = 40; columns < 100; columns++) {
        format_set_columns(columns);
        char *text = text_of(&out), item[8];
        for (const char *p = text; *p != '\0'; p += strcspn(p, "\n") + 1)
            assert_true(strcspn(p, "\n") <= columns);
        for (unsigned level = 2; level < 9; level++) {
            snprintf(item, sizeof item, "L%u %u", level, 10 + level);
            assert_non_null(strstr(text, item));
        }
        free(text);
    }
    format_set_columns(0);
    results_free(&out);
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
        cmocka_unit_test(levels_share_a_head),
        cmocka_unit_test(types_of_one_value_share_it),
        cmocka_unit_test(parts_of_a_line_that_are_not_there_are_left_out),
        cmocka_unit_test(ranges_are_shown_where_they_decide),
        cmocka_unit_test(items_are_not_broken),
        cmocka_unit_test(nothing_is_said_of_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
