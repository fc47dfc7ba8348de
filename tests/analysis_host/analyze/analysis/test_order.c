/* The order of analyses: each after those that it names, and a table that has none is refused. */
#include "analysis/analysis.h"
#include "log/read.h"
#include "result/query.h"
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* ---- several answers to one question ---- */

static void answer(struct results *out, double value)
{
    const struct result *known = result_find(out, id_at(CACHE_SIZE, 2));
    struct result r = known != NULL ? *known : (struct result){ 0 };

    if (known == NULL) {
        result_add(out, id_at(CACHE_SIZE, 2))->value = value;
        return;
    }
    r.value = value;
    result_revise(out, &r);
}

static void by_curve(const struct log_run *run, enum method method, struct results *out)
{
    (void)run, (void)method;
    answer(out, 1);
}

static void by_sets(const struct log_run *run, enum method method, struct results *out)
{
    (void)run, (void)method;
    answer(out, 2);
}

/* Answers how large the level is to the analysis that runs. */
static void seen(struct results *out, unsigned level)
{
    result_add(out, id_at(CACHE_LINE, level))->value = cache_measured(out, 2, CACHE_SIZE);
}

static void seen_by_curve(const struct log_run *run, enum method method, struct results *out)
{
    (void)run, (void)method;
    seen(out, 1);
}

static void seen_by_both(const struct log_run *run, enum method method, struct results *out)
{
    (void)run, (void)method;
    seen(out, 2);
}

static void revise_unread(const struct log_run *run, enum method method, struct results *out)
{
    struct result r = { .name = id_at(CACHE_SIZE, 2), .value = 3 };

    (void)run, (void)method;
    result_revise(out, &r);
}

/* Each reads what the analyses that it names answered, wherever these are in the table. */
static void an_analysis_reads_those_it_names(void **state)
{
    static const struct analysis curve = { .infer = by_curve },
                                 sets = { .after = { "curve" }, .infer = by_sets },
                                 early = { .after = { "curve" }, .infer = seen_by_curve },
                                 late = { .after = { "sets" }, .infer = seen_by_both };
    static const struct analysis_entry tables[][4] = {
        { { "curve", &curve }, { "sets", &sets }, { "early", &early }, { "late", &late } },
        { { "late", &late }, { "early", &early }, { "sets", &sets }, { "curve", &curve } },
        { { "sets", &sets }, { "late", &late }, { "curve", &curve }, { "early", &early } },
    };
    struct log_run run = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        struct results out = { 0 };

        assert_null(infer_table(tables[i], 4, &run, METHOD_ROBUST, &out));
        assert_int_equal(out.n, 3);
        assert_int_equal(out.n_problems, 0);
        assert_true(cache_measured(&out, 2, CACHE_SIZE) == 2);
        assert_true(cache_measured(&out, 1, CACHE_LINE) == 1);
        assert_true(cache_measured(&out, 2, CACHE_LINE) == 2);
        results_free(&out);
    }
}

/* Of two that know nothing of each other none can be preferred. */
static void two_that_ignore_each_other_are_a_problem(void **state)
{
    static const struct analysis curve = { .infer = by_curve }, other = { .infer = revise_unread };
    static const struct analysis_entry table[] = { { "curve", &curve }, { "other", &other } };
    struct log_run run = { 0 };
    struct results out = { 0 };

    (void)state;
    assert_null(infer_table(table, 2, &run, METHOD_ROBUST, &out));
    assert_int_equal(out.n, 1);
    assert_true(cache_measured(&out, 2, CACHE_SIZE) == 1);
    assert_int_equal(out.n_problems, 1);
    assert_string_equal(out.problems[0].what,
                        "cache.2.size: two analyses answer, and neither reads the other");
    results_free(&out);
}

/* ---- recordings ---- */

static int n_recordings;
static char **recordings;

/* Every answer of A is one of B. */
static void is_same(const struct results *a, const struct results *b)
{
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < a->n; i++) {
        const struct result *one = &a->at[i], *other = result_find(b, one->name);

        assert_non_null(other);
        assert_int_equal(one->kind, other->kind);
        assert_memory_equal(&one->value, &other->value, sizeof one->value);
        assert_memory_equal(&one->low, &other->low, sizeof one->low);
        assert_memory_equal(&one->high, &other->high, sizeof one->high);
        assert_memory_equal(&one->confidence, &other->confidence, sizeof one->confidence);
        assert_string_equal(one->text, other->text);
        assert_string_equal(one->note, other->note);
    }
}

/* No answer depends on the order of the table, which is that of file names. */
static void recordings_give_the_same_from_behind(void **state)
{
    struct analysis_entry table[64];
    unsigned n = analysis_table_count;

    (void)state;
    assert_true(n_recordings > 0);
    assert_true(n <= 64);
    for (unsigned i = 0; i < n; i++)
        table[i] = analysis_table[n - 1 - i];
    for (int k = 0; k < n_recordings; k++) {
        struct results forward = { 0 }, backward = { 0 };
        struct log log;
        int fd = open(recordings[k], O_RDONLY | O_CLOEXEC);

        assert_true(fd >= 0);
        assert_int_equal(log_read(&log, fd, 0), LOG_OK);
        close(fd);
        assert_null(infer_all(&log.run, METHOD_ROBUST, &forward));
        assert_null(infer_table(table, n, &log.run, METHOD_ROBUST, &backward));
        is_same(&forward, &backward);
        results_free(&forward);
        results_free(&backward);
        log_free(&log);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_comes_after_those_it_names),
        cmocka_unit_test(a_missing_name_is_told),
        cmocka_unit_test(a_circle_is_told),
        cmocka_unit_test(a_table_without_an_order_is_no_run),
        cmocka_unit_test(the_tables_own_order_holds),
        cmocka_unit_test(an_analysis_reads_those_it_names),
        cmocka_unit_test(two_that_ignore_each_other_are_a_problem),
        cmocka_unit_test(recordings_give_the_same_from_behind),
    };

    n_recordings = argc - 1;
    recordings = argv + 1;

    return cmocka_run_group_tests(tests, NULL, NULL);
}
