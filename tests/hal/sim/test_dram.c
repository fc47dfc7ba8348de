/* The model of DRAM against arithmetic: rows, banks, refresh. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>

#include "dram.h"
#include "walk.h"

#define MIB ((uint64_t)1 << 20)

enum { HIT = 100, CLOSED = 150, CONFLICT = 200, MHZ = 1000 };

static struct sim_model *with_dram(const char *keys)
{
    char text[512];

    snprintf(text, sizeof text,
             "[machine]\nmhz = %d\n[cache 1]\nsize = 4K\nways = 4\nline = 64\nlatency = 4\n"
             "[memory]\nlatency = %d\n[dram]\nhit = %d\nclosed = %d\nrow = 4K\n%s",
             MHZ, CONFLICT, HIT, CLOSED, keys);
    return walk_model(text, 16 * MIB);
}

/* Cycles of a load of AT, which no cache has. */
static uint64_t load(struct sim_model *m, uint64_t at)
{
    sim_model_flush(m, 0, at, 1);
    uint64_t before = sim_model_clock_16ths(m);
    sim_model_load(m, at);
    return (sim_model_clock_16ths(m) - before) / SIM_16THS;
}

/* Row 1 begins at 16K: four banks of 4K. Bank = bit 12, bit 13 ^ bit 14. */
static void a_load_pays_for_the_state_of_its_bank(void **state)
{
    struct sim_model *m = with_dram("bits = 12 13^14\n");

    (void)state;
    assert_int_equal(load(m, 0), CLOSED);
    assert_int_equal(load(m, 64), HIT);
    assert_int_equal(load(m, 4096), CLOSED);   /* another bank */
    assert_int_equal(load(m, 0), HIT);         /* whose row stayed open */
    assert_int_equal(load(m, 16384), CLOSED);  /* bit 14: bank 2 */
    assert_int_equal(load(m, 8192), CONFLICT); /* bit 13: bank 2, row 0 */
    assert_int_equal(load(m, 16384), CONFLICT);
    assert_int_equal(load(m, 16384 + 8192), CONFLICT); /* bits 13 and 14: bank 0, row 1 */
    assert_int_equal(load(m, 0), CONFLICT);
    sim_model_free(m);
}

static void a_refresh_delays_loads_and_closes_rows(void **state)
{
    struct sim_model *m = with_dram("refresh = 0.00001\nrefresh_lasts = 0.0000005\n");

    (void)state;
    assert_int_equal(load(m, 0), 500 + CLOSED); /* the clock began with one */
    assert_int_equal(load(m, 0), HIT);
    sim_model_compute(m, 10000 - 500 - CLOSED - HIT + 100); /* 100 cycles into the next */
    assert_int_equal(load(m, 0), 400 + CLOSED);
    sim_model_compute(m, 10000);
    assert_int_equal(load(m, 0), CLOSED);
    sim_model_free(m);
}

static void an_idle_row_is_closed(void **state)
{
    struct sim_model *m = with_dram("idle = 0.000001\n");

    (void)state;
    assert_int_equal(load(m, 0), CLOSED);
    sim_model_compute(m, 999);
    assert_int_equal(load(m, 0), HIT);
    sim_model_compute(m, 1000);
    assert_int_equal(load(m, 0), CLOSED);
    sim_model_free(m);
}

static void functions_of_bits_are_read(void **state)
{
    static const char *const bad[] = {
        "13^", "^13", "13 x", "40", "13^^14", "0,1", "1 2 3 4 5 6 7 8 9 10 11"
    };
    uint64_t mask[SIM_BANK_BITS];

    (void)state;
    assert_int_equal(sim_dram_masks("13^17 6 14^15^16", mask), 3);
    assert_int_equal(mask[0], 1 << 13 | 1 << 17);
    assert_int_equal(mask[1], 1 << 6);
    assert_int_equal(mask[2], 7 << 14);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (sim_dram_masks(bad[i], mask) != 0)
            fail_msg("%s is read", bad[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_pays_for_the_state_of_its_bank),
        cmocka_unit_test(a_refresh_delays_loads_and_closes_rows),
        cmocka_unit_test(an_idle_row_is_closed),
        cmocka_unit_test(functions_of_bits_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
