/* Answers from other tools' tables: which table is read, and what is in doubt. */
#include "analysis/analysis.h"
#include "log/read.h"
#include "result/query.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { TEXT_BYTES = 1 << 14 };

#define RAMLAT "       size:  1x32 1xPTR\n"
#define TINY   "block size : single random read / dual random read"

/* A log that is being written, and what it says. */
struct tables {
    char text[TEXT_BYTES];
    size_t n;
    struct log log;
    struct results out;
};

static void add(struct tables *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct tables *t, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    int n = vsnprintf(t->text + t->n, sizeof t->text - t->n, format, list);
    va_end(list);
    assert_true(n > 0 && (size_t)n < sizeof t->text - t->n);
    t->n += (size_t)n;
}

/* Analyses the first table of T. */
static void ask(struct tables *t)
{
    char name[] = "/tmp/other_tables.XXXXXX";
    int fd = mkstemp(name);

    assert_true(fd >= 0);
    unlink(name);
    assert_int_equal(write(fd, t->text, t->n), t->n);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    assert_int_equal(log_read(&t->log, fd, 0), LOG_OK);
    close(fd);
    log_keep_series(&t->log.run, 0);
    assert_null(infer_all(&t->log.run, METHOD_ROBUST, &t->out));
}

static void forget(struct tables *t)
{
    results_free(&t->out);
    log_free(&t->log);
    *t = (struct tables){ .n = 0 };
}

static const struct result *answer(const struct tables *t, const char *id)
{
    const struct result *r = result_find_text(&t->out, id);

    assert_non_null(r);
    return r;
}

static void assert_says(const struct result *r, const char *words)
{
    if (strstr(r->note, words) == NULL)
        fail_msg("%s: \"%s\" does not say \"%s\"", r->id, r->note, words);
}

/* What a load costs in BYTES: 32 KiB at 1.25 ns, 512 KiB at 4, 8 MiB at 12, memory at 90. */
static double chase(double bytes)
{
    return bytes <= 32768 ? 1.25 : bytes <= 524288 ? 4 : bytes <= 8 << 20 ? 12 : 90;
}

/* Adds a table of lat_mem_rd whose loads cost PART of what misses add, up to 64 MiB. */
static void add_strides(struct tables *t, unsigned stride, double part)
{
    add(t, "\"stride=%u\n", stride);
    for (unsigned bytes = 1024; bytes <= 64 << 20; bytes *= 2)
        add(t, "%.5f %.3f\n", bytes / 1048576.0, 1.25 + (chase(bytes) - 1.25) * part);
    add(t, "\n");
}

static void the_table_whose_loads_miss_is_read(void **state)
{
    static struct tables t;

    (void)state;
    add_strides(&t, 16, 0.25);
    add_strides(&t, 64, 1);
    add_strides(&t, 256, 1.1);
    ask(&t);
    assert_int_equal(log_series_number(&t.log.run.series[0], "stride"), 64);
    assert_int_equal((int)answer(&t, "cache.1.size")->value, 32768);
    assert_int_equal((int)answer(&t, "cache.3.size")->value, 8 << 20);
    forget(&t);

    /* A strided walk that is prefetched, and a walk at random whose head says 16. */
    add_strides(&t, 128, 0.05);
    add_strides(&t, 16, 1);
    ask(&t);
    assert_int_equal(log_series_number(&t.log.run.series[0], "stride"), 16);
    forget(&t);
}

static void walks_that_hide_misses_are_in_doubt(void **state)
{
    static struct tables t;

    (void)state;
    add_strides(&t, 128, 0.05);
    ask(&t);
    assert_says(answer(&t, "cache.levels"), "lines are prefetched along the stride of 128 B");
    assert_true(answer(&t, "cache.levels")->confidence <= 0.5);
    forget(&t);

    add_strides(&t, 16, 0.25);
    ask(&t);
    assert_says(answer(&t, "cache.1.size"), "loads are 16 B apart: several share a line");
    assert_string_equal(answer(&t, "cache.1.size")->method, "levels_in_doubt");
    forget(&t);

    add_strides(&t, 64, 1);
    ask(&t);
    assert_null(strstr(answer(&t, "cache.1.size")->note, "apart"));
    assert_string_equal(answer(&t, "cache.1.size")->method, "levels");
    forget(&t);
}

static void a_table_that_ends_in_a_rise_has_no_memory(void **state)
{
    static const double costs[] = {
        1.5, 1.5, 1.5, 1.5, 7.5, 16.3, 17.1, 17.2, 42, 79, 79.2, 94, 111
    };
    static struct tables t;

    (void)state;
    add(&t, RAMLAT);
    for (unsigned i = 0; i < sizeof costs / sizeof costs[0]; i++)
        add(&t, "%uk: 2.1 %.3f\n", 4u << i, costs[i]);
    ask(&t);
    assert_says(answer(&t, "memory.latency"),
                "at least 111 ns: costs rise by 18 % in the last octave, which ends at 16 MiB");
    assert_says(answer(&t, "cache.levels"), "costs rise by 18 % in the last octave");
    assert_true(answer(&t, "cache.levels")->confidence <= 0.5);
    forget(&t);
}

/* A curve that is too coarse to show the second level. */
static void one_level_of_a_coarse_curve_is_no_evidence(void **state)
{
    static const double costs[] = { 1.5,  1.5, 1.5, 1.5, 1.5, 4.7,   8.5,   15.8,
                                    22.3, 95,  115, 133, 142, 146.8, 147.1, 150 };
    static struct tables t;

    (void)state;
    add(&t, RAMLAT);
    for (unsigned i = 0; i < sizeof costs / sizeof costs[0]; i++)
        add(&t, "%uk: 2.1 %.3f\n", 4u << i, costs[i]);
    ask(&t);
    assert_int_equal((int)answer(&t, "cache.1.size")->value, 65536);
    assert_true(answer(&t, "cache.levels")->confidence <= 0.5);
    forget(&t);
}

/* Adds a table of random reads: 32 KiB, then 8 ns; 512 KiB, then 120 ns; small pages cost WALK
 * more from 128 KiB on. */
static void add_random(struct tables *t, const char *pages, double walk)
{
    add(t, "%s%s\n", TINY, pages);
    for (unsigned i = 0; i < 17; i++) {
        double b = 1024 << i, cost = 8 * fmax(0, 1 - 32768 / b) + 112 * fmax(0, 1 - 524288 / b) +
                                     walk * fmax(0, 1 - 131072 / b);
        add(t, "%10.0f : %6.1f ns          /  %6.1f ns \n", b, cost, 1.3 * cost);
    }
    add(t, "\n");
}

static void random_reads_miss_by_half_at_twice_the_size(void **state)
{
    static struct tables t;

    (void)state;
    add_random(&t, "", 2);
    ask(&t);
    assert_int_equal((int)answer(&t, "cache.levels")->value, 2);
    assert_int_equal((int)answer(&t, "cache.1.size")->value, 32768);
    assert_int_equal((int)answer(&t, "cache.2.size")->value, 524288);
    assert_string_equal(answer(&t, "cache.1.size")->method, "random_reads");
    assert_says(answer(&t, "memory.latency"), "the table gives the increment over it only: 122");
    forget(&t);
}

static void large_pages_are_preferred_where_granted(void **state)
{
    static struct tables t;

    (void)state;
    add_random(&t, ", [MADV_NOHUGEPAGE]", 6);
    add_random(&t, ", [MADV_HUGEPAGE]", 0);
    ask(&t);
    assert_string_equal(log_key_text(t.log.run.series[0].keys, t.log.run.series[0].n_keys, "pages"),
                        "hugepage");
    forget(&t);
    add_random(&t, ", [MADV_NOHUGEPAGE]", 6);
    add_random(&t, ", [MADV_HUGEPAGE]", 6);
    ask(&t);
    assert_string_equal(log_key_text(t.log.run.series[0].keys, t.log.run.series[0].n_keys, "pages"),
                        "nohugepage");
    forget(&t);
}

/* A step that may be page walks: what comes after it is not numbered. */
static void a_step_that_may_be_walks_ends_the_answers(void **state)
{
    static struct tables t;

    (void)state;
    add_random(&t, "", 10);
    ask(&t);
    assert_int_equal((int)answer(&t, "cache.1.size")->value, 32768);
    assert_int_equal(answer(&t, "cache.levels")->kind, RESULT_NULL);
    assert_says(answer(&t, "cache.levels"), "one from 128 KiB on may be TLB misses");
    assert_null(result_find_text(&t.out, "cache.3.size"));
    forget(&t);
}

static void no_step_is_no_number_of_levels(void **state)
{
    static struct tables t;

    (void)state;
    add(&t, TINY "\n");
    for (unsigned i = 0; i < 12; i++)
        add(&t, "%u : 0.0 ns / 0.0 ns\n", 1024u << i);
    ask(&t);
    assert_int_equal(answer(&t, "cache.levels")->kind, RESULT_NULL);
    assert_says(answer(&t, "cache.levels"), "no step up to 2 MiB");
    forget(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_whose_loads_miss_is_read),
        cmocka_unit_test(walks_that_hide_misses_are_in_doubt),
        cmocka_unit_test(a_table_that_ends_in_a_rise_has_no_memory),
        cmocka_unit_test(one_level_of_a_coarse_curve_is_no_evidence),
        cmocka_unit_test(random_reads_miss_by_half_at_twice_the_size),
        cmocka_unit_test(large_pages_are_preferred_where_granted),
        cmocka_unit_test(no_step_is_no_number_of_levels),
        cmocka_unit_test(a_step_that_may_be_walks_ends_the_answers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
