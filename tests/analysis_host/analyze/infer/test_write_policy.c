/* write_policy tells write-back from write-through and who allocates, from planted costs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/analysis.h"
#include "planted_visits.h"
#include "report/format/remedy.h"
#include "result/query.h"

extern const struct analysis analysis_write_policy;

enum { KINDS = 5 };

/* Costs by kind, and the names they mean; NULL: none. */
static const struct {
    double cost[KINDS];
    const char *write, *allocate;
} cases[] = {
    { { 4, 4, 12, 4, 24 }, "back", "write" },
    { { 4, 12, 12, 4, 12 }, "through", "write" },
    { { 4, 12, 12, 12, 12 }, "through", "read" },
    { { 4, 4, 12, 12, 12 }, "back", "read" },
    { { 4, 1, 12, 5, 9 }, "back", "write" },
    { { 4, 8, 12, 8, 12 }, 0, 0 },
    { { 4, 4, 4.5, 4, 4 }, 0, 0 },
    /* Single-issue cores, whose loop around a store takes 9 cycles: a write-back core in RTL, and
     * the same written through. */
    { { 2.6, 11.2, 13.1, 2.7, 21.7 }, "back", "write" },
    { { 2.6, 21.7, 13.1, 2.7, 21.7 }, "through", "write" },
};

static void check(const struct results *out, const char *id, const char *want)
{
    const struct result *r = result_find_text(out, id);

    assert_non_null(r);
    assert_string_equal(r->unit, "name");
    assert_int_equal(r->kind, want ? RESULT_NAME : RESULT_NULL);
    if (want)
        assert_string_equal(r->text, want);
    else
        assert_true(*r->note != '\0' && strlen(format_remedy(&r->remedy).text) > 10);
}

static void hits_and_misses_tell(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct results out = { 0 };
        struct planted_log log;

        planted_begin(&log);
        planted_series(&log, "write_policy");
        for (unsigned kind = 0; kind < KINDS; kind++)
            planted_sample(&log, kind, 0, cases[i].cost[kind]);
        infer_one(&analysis_write_policy, &log.run, METHOD_ROBUST, &out);
        check(&out, "cache.1.write", cases[i].write);
        check(&out, "cache.1.allocate", cases[i].allocate);
        results_free(&out);
        planted_free(&log);
    }
}

static void missing_kind_is_null(void **state)
{
    struct results out = { 0 };
    struct planted_log log;

    (void)state;
    planted_begin(&log);
    planted_series(&log, "write_policy");
    planted_sample(&log, 0, 0, 4);
    infer_one(&analysis_write_policy, &log.run, METHOD_ROBUST, &out);
    check(&out, "cache.1.write", 0);
    check(&out, "cache.1.allocate", 0);
    results_free(&out);
    planted_free(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_and_misses_tell),
        cmocka_unit_test(missing_kind_is_null),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
