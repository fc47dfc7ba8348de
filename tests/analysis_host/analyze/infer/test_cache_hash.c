/* Sizes of a level that holds lines wherever they lie, from two sweeps of planted costs. */
#include "analysis/analysis.h"
#include "made_run.h"
#include "result/query.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { OPS = 1000, KIB = 1024, L1 = 4, L2 = 12, MEMORY = 150, STRIDE = 256 };

extern const struct analysis analysis_cache_hash;

static struct made_run made;
static struct results out;

static void add_number(struct result_id id, double value)
{
    struct result *r = result_add(&out, id);

    r->value = r->nominal = r->low = r->high = value;
    r->has_nominal = r->has_bounds = true;
    r->evidence = 1;
}

static void begin(double size)
{
    out = (struct results){ 0 };
    add_number(id_of(CACHE_LEVELS), 2);
    add_number(id_at(CACHE_SIZE, 1), 32 * KIB);
    add_number(id_at(CACHE_SIZE, 2), size);
    add_number(id_at(CACHE_LATENCY, 1), L1);
    add_number(id_at(CACHE_LATENCY, 2), L2);
    add_number(id_of(MEMORY_LATENCY), MEMORY);
    made_begin(&made, 1000000000);
    made_chain(&made, 0, OPS, OPS); /* a cycle is a tick */
}

/* A sweep at STRIDE whose rise to memory is half way at HALF bytes; MORE: what translations add. */
static void plant(uint64_t stride, double half, double more)
{
    made_series(&made, "cache_size");
    made_key(&made, "stride", stride);
    made_key(&made, "page", 4096);
    for (uint64_t x = 64 * KIB; x <= 16384 * KIB; x += x / 4) {
        double share = 1 / (1 + pow(half / (double)x, 4));

        made_point(&made, x, 0, OPS, (uint64_t)((L2 + share * (MEMORY - L2 + more)) * OPS));
    }
}

static const struct result *infer(void)
{
    infer_one(&analysis_cache_hash, &made.run, METHOD_ROBUST, &out);
    return result_find(&out, id_at(CACHE_SIZE, 2));
}

static void twice_the_bytes_at_twice_the_stride_are_lines(void **state)
{
    (void)state;
    begin(2048 * KIB);
    plant(STRIDE, 2048 * KIB, 0);
    plant(2 * STRIDE, 4096 * KIB, 0);
    const struct result *r = infer();
    assert_true(r->nominal == 512 * KIB);
    assert_true(r->low < 512 * KIB && r->high >= 2048 * KIB);
    assert_true(r->evidence <= 0.5);
    assert_true(cache_counts_lines(&out, 2));
    assert_non_null(strstr(r->note, "it holds 8192 lines wherever they lie"));
    results_free(&out);
}

static void assert_kept(void)
{
    const struct result *r = infer();

    assert_true(r->value == 2048 * KIB && r->evidence == 1);
    assert_false(cache_counts_lines(&out, 2));
    results_free(&out);
}

static void the_same_bytes_at_twice_the_stride_are_bytes(void **state)
{
    (void)state;
    begin(2048 * KIB);
    plant(STRIDE, 2048 * KIB, 0);
    plant(2 * STRIDE, 2048 * KIB, 0);
    assert_kept();
}

/* Other frames move a rise, and half as many lines of a page share a translation. */
static void draws_and_translations_are_no_hash(void **state)
{
    (void)state;
    begin(2048 * KIB);
    plant(STRIDE, 2048 * KIB, 0);
    plant(2 * STRIDE, 2400 * KIB, 40);
    assert_kept();
}

static void one_sweep_tells_nothing(void **state)
{
    (void)state;
    begin(2048 * KIB);
    plant(STRIDE, 2048 * KIB, 0);
    assert_kept();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twice_the_bytes_at_twice_the_stride_are_lines),
        cmocka_unit_test(the_same_bytes_at_twice_the_stride_are_bytes),
        cmocka_unit_test(draws_and_translations_are_no_hash),
        cmocka_unit_test(one_sweep_tells_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
