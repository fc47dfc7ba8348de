/* What bounds of a cache's size are worth, on accesses counted by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

#include "made_program.h"
#include "predict/levels.h"

/* Cache 2 has 16384 lines. 13777 to 16384, 16384 to 19484, and 2048 to 2435 of them. */
enum { BELOW = 40, BEYOND = 41, FAR_BELOW = 29 };

static struct machine machine;
static struct results results;
static struct result *size;
static struct levels levels;
static struct signature_memory memory;
static struct signature signature;
static double cause[CAUSES];

/* A thousand accesses of 14 cycles at the edge of cache 2, which may have half as many lines. */
static int begin(void **state)
{
    (void)state;
    made_machine(&machine, &results, 4, 200);
    size = result_add(&results, id_at(CACHE_SIZE, 2));
    size->kind = RESULT_NUMBER;
    size->value = size->high = 16384 * 64;
    size->low = 8192 * 64;
    size->has_bounds = true;
    memory = (struct signature_memory){ .count = 1000 };
    memory.distance[BELOW] = 1000;
    signature = (struct signature){ .memory = &memory, .n_memory = 1 };
    levels_make(&levels, &machine, &signature);
    for (unsigned c = 0; c < CAUSES; c++)
        cause[c] = 0;
    cause[CAUSE_CACHE_2] = 14000;
    return 0;
}

static int end(void **state)
{
    (void)state;
    results_free(&results);
    return 0;
}

static void near(double value, double wanted)
{
    if (!(fabs(value - wanted) <= 0.01 * wanted))
        fail_msg("%.0f in place of %.0f", value, wanted);
}

static void what_lies_between_the_bounds_may_come_from_memory(void **state)
{
    (void)state;
    near(edges_error(&levels, &signature, cause), 1000 * (100 - 14));
}

/* Half of the cycles passed beside others. */
static void it_counts_as_much_as_its_like_did(void **state)
{
    (void)state;
    cause[CAUSE_CACHE_2] = 7000;
    near(edges_error(&levels, &signature, cause), 500 * (100 - 14));
}

static void what_lies_elsewhere_does_not_matter(void **state)
{
    (void)state;
    memory.distance[BELOW] = 0;
    memory.distance[FAR_BELOW] = memory.distance[BEYOND] = 1000;
    near(edges_error(&levels, &signature, cause) + 1, 1);
}

/* The size is what an exclusive cache adds to those before it. */
static void bounds_of_an_exclusive_cache_are_its_own(void **state)
{
    (void)state;
    size->value -= 512 * 64;
    size->low -= 512 * 64;
    near(edges_error(&levels, &signature, cause), 1000 * (100 - 14));
}

static void without_bounds_there_is_none(void **state)
{
    (void)state;
    size->has_bounds = false;
    assert_true(edges_error(&levels, &signature, cause) == 0);
}

#define EDGES(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EDGES(what_lies_between_the_bounds_may_come_from_memory),
        EDGES(it_counts_as_much_as_its_like_did),
        EDGES(what_lies_elsewhere_does_not_matter),
        EDGES(bounds_of_an_exclusive_cache_are_its_own),
        EDGES(without_bounds_there_is_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
