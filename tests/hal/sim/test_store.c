/* Cost of stores by write policy, and the lines that they leave modified. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>

#include "walk.h"

#define KIB ((uint64_t)1 << 10)
#define MIB ((uint64_t)1 << 20)

enum { FIRST = 4, SECOND = 10, MEMORY = 100, WAY = 4 * 1024, WAY_2 = 32 * 1024 };

/* 8 ways of 4 KiB before 8 ways of 32 KiB. */
static struct sim_model *two(const char *first, const char *second)
{
    char text[512];

    snprintf(text, sizeof text,
             "[cache 1]\nsize = 32K\nways = 8\nline = 64\nlatency = %d\n%s\n"
             "[cache 2]\nsize = 256K\nways = 8\nline = 64\nlatency = %d\n%s\n"
             "[memory]\nlatency = %d\n",
             FIRST, first, SECOND, second, MEMORY);
    return walk_model(text, 16 * MIB);
}

static uint64_t cycles_of(struct sim_model *m, uint64_t at,
                          void (*access)(struct sim_model *model, uint64_t at_bytes))
{
    uint64_t before = sim_model_clock_16ths(m);

    access(m, at);
    return (sim_model_clock_16ths(m) - before) / SIM_16THS;
}

static uint64_t store(struct sim_model *m, uint64_t at)
{
    return cycles_of(m, at, sim_model_store);
}

static uint64_t load(struct sim_model *m, uint64_t at)
{
    return cycles_of(m, at, sim_model_load);
}

/* Lines STEP bytes apart that begin at FROM, by loads. */
static void overrun(struct sim_model *m, uint64_t from, uint64_t step, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sim_model_load(m, from + i * step);
}

static void store_takes_as_long_as_it_must_reach(void **state)
{
    static const struct {
        const char *first, *second;
        uint64_t missed, again;
        uint64_t loaded; /* by a load after the first store */
    } cases[] = {
        { "", "", MEMORY, FIRST, FIRST },
        { "write = through", "", MEMORY, SECOND, FIRST },
        { "write = through", "write = through", MEMORY, MEMORY, FIRST },
        { "allocate = no", "", MEMORY, SECOND, SECOND },
        { "allocate = no", "allocate = no", MEMORY, MEMORY, MEMORY },
        { "", "allocate = no", MEMORY, FIRST, FIRST },
        { "allocate = no\nwrite = through", "write = through", MEMORY, MEMORY, SECOND },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sim_model *m = two(cases[i].first, cases[i].second);

        assert_int_equal(store(m, 64), cases[i].missed);
        assert_int_equal(store(m, 64), cases[i].again);
        assert_int_equal(load(m, 64), cases[i].loaded);
        sim_model_free(m);
    }
}

static void stored_lines_cost_the_store_that_drives_them_out(void **state)
{
    (void)state;
    struct sim_model *m = two("", "");
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(store(m, i * WAY), MEMORY);
    assert_int_equal(store(m, 8 * WAY), MEMORY + SECOND);
    assert_int_equal(load(m, 0), SECOND);                 /* drives line 1 out in no time */
    assert_int_equal(store(m, 9 * WAY), MEMORY + SECOND); /* line 2 */
    sim_model_free(m);

    m = two("write = through", "");
    for (unsigned i = 0; i < 9; i++)
        assert_int_equal(store(m, i * WAY), MEMORY);
    sim_model_free(m);

    /* Lines that leave the first level are written through the second. */
    m = two("", "write = through");
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(store(m, i * WAY), MEMORY);
    assert_int_equal(store(m, 8 * WAY), MEMORY + MEMORY);
    sim_model_free(m);
}

/* A line that was read again after it left is as good as new. */
static void a_line_is_written_back_once(void **state)
{
    (void)state;
    struct sim_model *m = two("", "");
    store(m, 0);
    overrun(m, WAY, WAY, 8);
    assert_int_equal(load(m, 0), SECOND);
    overrun(m, WAY, WAY, 7);
    assert_int_equal(store(m, 16 * WAY), MEMORY); /* drives out line 0 */
    assert_int_equal(load(m, 0), SECOND);
    sim_model_free(m);
}

static void dirt_moves_with_the_line_of_an_exclusive_pair(void **state)
{
    (void)state;
    struct sim_model *m = two("", "inclusion = exclusive");
    assert_int_equal(store(m, 0), MEMORY);
    overrun(m, WAY_2, WAY_2, 8); /* line 0 is in the second level, and only there */
    assert_int_equal(load(m, 0), SECOND);
    overrun(m, WAY_2, WAY_2, 7);
    assert_int_equal(store(m, 16 * WAY_2), MEMORY + SECOND);
    sim_model_free(m);
}

static void inclusive_level_takes_dirty_lines_with_it(void **state)
{
    (void)state;
    struct sim_model *m = two("", "inclusion = inclusive");
    assert_int_equal(store(m, 0), MEMORY);
    for (unsigned i = 1; i < 8; i++) { /* keeps line 0 in the first level, where it is newest */
        load(m, i * WAY_2);
        load(m, 0);
    }
    assert_int_equal(store(m, 8 * WAY_2), MEMORY + MEMORY);
    assert_int_equal(load(m, 0), MEMORY);
    sim_model_free(m);
}

static void stores_of_a_flat_memory_are_accesses_like_others(void **state)
{
    (void)state;
    struct sim_model *m = walk_model("[memory]\nlatency = 7\n", 16 * MIB);
    assert_int_equal(store(m, 64), 7);
    assert_int_equal(load(m, 64), 7);
    assert_int_equal(store(m, UINT64_MAX), 0);
    sim_model_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(store_takes_as_long_as_it_must_reach),
        cmocka_unit_test(stored_lines_cost_the_store_that_drives_them_out),
        cmocka_unit_test(a_line_is_written_back_once),
        cmocka_unit_test(dirt_moves_with_the_line_of_an_exclusive_pair),
        cmocka_unit_test(inclusive_level_takes_dirty_lines_with_it),
        cmocka_unit_test(stores_of_a_flat_memory_are_accesses_like_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
