/* What levels bring at most: by the operation that moves most, lines that stores bring in counted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "result/query.h"
#include "result/remedy.h"
#include "series/roof.h"
#include <math.h>

static void expect(double found, double wanted)
{
    assert_true(fabs(found - wanted) <= 1e-9 * wanted);
}

static void add(struct results *r, struct result_id id, double value)
{
    struct result *one = result_add(r, id);

    one->kind = RESULT_NUMBER;
    one->value = value;
}

/* A first cache that triads get most of, and a memory whose stores move each line twice. */
static struct results bandwidths(void)
{
    struct results r = { 0 };

    add(&r, id_of(CACHE_LEVELS), 1);
    add(&r, id_at(CACHE_SIZE, 1), 48 << 10);
    add(&r, id_moving(BANDWIDTH_ALONE, 1, "read"), 128);
    add(&r, id_moving(BANDWIDTH_ALONE, 1, "triad"), 180);
    add(&r, id_moving(BANDWIDTH_ALONE, 1, "copy"), 126);
    add(&r, id_moving(BANDWIDTH_ALONE, 1, "write"), 64);
    add(&r, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read"), 10);
    add(&r, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "write"), 9);
    add(&r, id_together(MEMORY_LEVEL, "read", 2), 19);
    add(&r, id_together(MEMORY_LEVEL, "write", 2), 8);
    add(&r, id_peak("fma", "f64", 1), 1000);
    return r;
}

static void test_operation_that_moves_most(void **state)
{
    (void)state;
    struct results r = bandwidths();
    const char *op = "none";

    expect(roof_fastest(&r, 1, 1, &op), 240);
    assert_string_equal(op, "triad");
    expect(roof_fastest(&r, 1, MEMORY_LEVEL, &op), 18);
    assert_string_equal(op, "write");
    expect(roof_fastest(&r, 2, MEMORY_LEVEL, &op), 19);
    assert_string_equal(op, "read");
    op = "none";
    expect(roof_fastest(&r, 1, 2, &op), 0);
    assert_string_equal(op, "none");
    results_free(&r);
}

/* A triad in the first cache is as fast as that lets it, and so stands on the line that is drawn of
 * the fastest operation, above that of reads. */
static void test_no_roof_is_above_the_line(void **state)
{
    (void)state;
    enum { N = 512 };
    struct results r = bandwidths();
    struct roof_peaks peaks;
    struct roof roof;
    const char *op = "none";
    struct kernel_run run = { .type = "f64", .state = "warm", .contexts = 1, .element_bytes = 8 };
    struct kernel_point p = { .n = N };

    run.line_bytes = 64;
    p.count[KERNEL_ADDS] = p.count[KERNEL_MULS] = N;
    p.count[KERNEL_LOADS] = 2 * N;
    p.count[KERNEL_STORES] = N;
    p.count[KERNEL_ELEMENTS] = 3 * N;
    p.count[KERNEL_LINES] = 3 * N / 8;
    p.count[KERNEL_LINES_WRITTEN] = N / 8;
    p.count[KERNEL_BYTES] = 3 * N * 8;
    roof_peaks_read(&peaks, &r);
    roof_over(&roof, &peaks, &r, &run, &p);

    double intensity = kernel_work(&p) / kernel_compulsory_bytes(&run, &p);
    expect(roof.certain, 2 * 180 / 24.0);
    expect(roof.certain, roof_fastest(&r, 1, 1, &op) * intensity);
    assert_true(roof.certain > roof_rate(&r, 1, 1, "read") * intensity);
    results_free(&r);
}

/* A guest whose third cache has no size: nothing is known of its bandwidth. A cold kernel's roof is
 * memory's, and says which level is left out; one whose data are there has none. */
static void test_a_level_that_is_not_known_is_left_out(void **state)
{
    (void)state;
    enum { N = 512 };
    struct results r = { 0 };
    struct roof_peaks peaks;
    struct roof roof;
    struct kernel_run run = { .type = "f64", .state = "cold", .contexts = 1, .element_bytes = 8 };
    struct kernel_point p = { .n = N };

    result_add(&r, id_of(CACHE_LEVELS))->value = 3;
    result_add(&r, id_at(CACHE_SIZE, 1))->value = 32768;
    result_add(&r, id_at(CACHE_SIZE, 2))->value = 1 << 20;
    result_unknown(result_add(&r, id_at(CACHE_SIZE, 3)), "a share", "none", remedy_text("none"));
    result_add(&r, id_moving(BANDWIDTH_ALONE, 1, "read"))->value = 64;
    result_add(&r, id_moving(BANDWIDTH_ALONE, 2, "read"))->value = 32;
    result_add(&r, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read"))->value = 4;
    result_add(&r, id_op(PEAK_RATE, "fma", "f64"))->value = 16;
    run.line_bytes = 64;
    p.count[KERNEL_ADDS] = N;
    p.count[KERNEL_LOADS] = p.count[KERNEL_ELEMENTS] = N;
    p.count[KERNEL_LINES] = N / 8;
    p.count[KERNEL_BYTES] = N * 8;
    roof_peaks_read(&peaks, &r);

    roof_over(&roof, &peaks, &r, &run, &p);
    assert_null(roof.lacks);
    assert_int_equal(roof.left_out, 1 << 3);
    expect(roof.height, 4 / 8.0);
    assert_string_equal(roof_limit(&roof, 0.49)->name, "memory");

    struct result *memory = (struct result *)(uintptr_t)result_find(
        &r, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read"));
    memory->kind = RESULT_NULL;
    roof_over(&roof, &peaks, &r, &run, &p);
    assert_string_equal(roof.lacks, "bandwidth");
    expect(roof.height, 0);
    results_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operation_that_moves_most),
        cmocka_unit_test(test_no_roof_is_above_the_line),
        cmocka_unit_test(test_a_level_that_is_not_known_is_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
