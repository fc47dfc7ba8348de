/* Each context by itself, and large pages, from runs put together by hand. */
#include "analysis/analysis.h"
#include "made_run.h"
#include "result/query.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { PASSES = 9, OPS = 1000, TOGETHER = 0, LARGE = 1, BASE = 2 };

static struct made_run made;
static struct log_key run_keys[2];
static struct results out;

static void begin(const char *os)
{
    made_begin(&made, 1000000000); /* a tick is a nanosecond */
    run_keys[0] = made.run.keys[0];
    run_keys[1] = (struct log_key){ "os", (char *)(uintptr_t)os };
    made.run.keys = run_keys;
    made.run.n_keys = 2;
}

static void infer(void)
{
    out = (struct results){ 0 };
    infer_all(&made.run, METHOD_ROBUST, &out);
}

static int end(void **state)
{
    (void)state;
    results_free(&out);
    return 0;
}

/* A timing of KIND on CONTEXT: TICKS for 1000. */
static void visit(uint64_t context, uint64_t kind, uint64_t ticks)
{
    struct log_series *s = &made.run.series[made.run.n_series - 1];

    made_point(&made, context, kind, OPS, ticks);
    s->samples[s->n_samples - 1].n_x = 2;
}

/* Two contexts; the second one's own clock is as slow as it is itself. */
static void visit_two(void)
{
    made_series(&made, "each_context");
    for (unsigned pass = 0; pass < PASSES; pass++) {
        uint64_t late = pass == 4 ? 900 : pass; /* one was interrupted */

        visit(0, 0, 500 + late);
        visit(0, 1, 50000 + late);
        visit(0, 2, 500 + late);
        visit(1, 0, 500 + late);
        visit(1, 1, 40000 + late);
        visit(1, 2, 625 + late);
    }
}

static double value_of(const char *id)
{
    const struct result *r = result_find_text(&out, id);

    assert_non_null(r);
    assert_int_equal(r->kind, RESULT_NUMBER);
    assert_true(r->evidence > 0.5 && r->evidence < 1);
    assert_true(r->low <= r->value && r->value <= r->high);
    return r->value;
}

static bool is_near(double a, double b)
{
    return a > 0.98 * b && a < 1.02 * b;
}

/* A system gives all contexts one clock, so what each saw by itself is right. */
static void own_clock_under_a_system(void **state)
{
    (void)state;
    begin("linux");
    visit_two();
    infer();
    assert_true(is_near(value_of("context.0.cycle"), 0.5));
    assert_true(is_near(value_of("context.1.cycle"), 0.5));
    assert_true(is_near(value_of("context.0.memory.latency"), 100));
    assert_true(is_near(value_of("context.1.memory.latency"), 80));
}

/* On a bare board a slow core's counter is slow, too. */
static void from_outside_on_a_bare_board(void **state)
{
    (void)state;
    begin("none");
    visit_two();
    infer();
    assert_true(is_near(value_of("context.0.cycle"), 0.5));
    assert_true(is_near(value_of("context.1.cycle"), 0.625));
    const struct result *r = result_find_text(&out, "context.1.memory.latency");
    assert_true(is_near(r->ns, 80 * 0.625));
}

static void context_that_was_not_to_be_had(void **state)
{
    (void)state;
    begin("linux");
    made_series(&made, "each_context");
    visit(2, 1, 50000);
    infer();
    assert_int_equal(result_find_text(&out, "context.0.cycle")->kind, RESULT_NULL);
    assert_int_equal(result_find_text(&out, "context.2.memory.latency")->kind, RESULT_NULL);
    assert_null(result_find_text(&out, "context.3.cycle"));
}

static void ids_are_read(void **state)
{
    static const struct {
        const char *text;
        enum quantity quantity;
        unsigned context;
    } cases[] = { { "context.0.cycle", CONTEXT_CYCLE, 0 },
                  { "context.255.memory.latency", CONTEXT_LATENCY, 255 },
                  { "context.01.cycle", QUANTITY_UNKNOWN, 0 },
                  { "context.-1.cycle", QUANTITY_UNKNOWN, 0 } };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct result_id id = id_read(cases[i].text);

        assert_int_equal(id.quantity, cases[i].quantity);
        assert_int_equal(id.context, cases[i].context);
        assert_string_equal(id.text, cases[i].text);
    }
}

/* ---- huge pages ---- */

struct pages_case {
    const char *rule;
    uint64_t granted, ticks[3]; /* of 1000 loads, by kind; the last is 0: that kind did not come */
    const char *name;           /* NULL: not determined */
};

static const struct pages_case pages_cases[] = {
    { "as fast as lines side by side", 2 << 20, { 4000, 4020, 11000 }, "gained" },
    { "as slow as base pages, but granted", 2 << 20, { 4000, 10900, 11000 }, "none" },
    { "as slow as base pages, not granted", 4096, { 4000, 11000, 11000 }, "none" },
    { "fast though not granted", 4096, { 4000, 4000, 11000 }, "gained" },
    { "base pages are as fast", 2 << 20, { 4000, 4000, 4005 }, NULL },
    { "nothing to compare with", 2 << 20, { 4000, 4000, 0 }, NULL },
};

static void run_pages(const struct pages_case *c)
{
    begin("linux");
    made_series(&made, "huge_page");
    made_key(&made, "pages", 256);
    made_key(&made, "base", 4096);
    made_key(&made, "granted", c->granted);
    for (unsigned pass = 0; pass < PASSES; pass++)
        for (unsigned kind = TOGETHER; kind <= BASE; kind++)
            if (c->ticks[kind] > 0)
                made_point(&made, kind, 0, OPS, c->ticks[kind] + 10 * pass);
    infer();
}

static void huge_pages(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pages_cases / sizeof pages_cases[0]; i++) {
        const struct pages_case *c = &pages_cases[i];

        run_pages(c);
        const struct result *r = result_find(&out, id_of(HUGE_PAGE_TLB_REACH));
        assert_non_null(r);
        if (c->name == NULL ? r->kind != RESULT_NULL
                            : r->kind != RESULT_NAME || strcmp(r->text, c->name) != 0)
            fail_msg("%s: %s (%s)", c->rule, r->text, r->note);
        r = result_find(&out, id_of(HUGE_PAGE_GRANTED));
        assert_non_null(r);
        assert_string_equal(r->text, c->granted > 4096 ? "yes" : "no");
        results_free(&out);
        out = (struct results){ 0 };
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(own_clock_under_a_system, end),
        cmocka_unit_test_teardown(from_outside_on_a_bare_board, end),
        cmocka_unit_test_teardown(context_that_was_not_to_be_had, end),
        cmocka_unit_test(ids_are_read),
        cmocka_unit_test_teardown(huge_pages, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
