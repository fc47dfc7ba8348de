/* The published rule's numbers, and what the formulas make of boards that were measured. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tune/model.h"
#include "tune/rule.h"
#include "tune/space.h"
#include <string.h>

/* BlackjackBench, section 7: 16 registers, 32 KiB of doubles in lines of 8. */
static void test_published_numbers(void **state)
{
    (void)state;
    assert_int_equal(tune_square(16), 3);
    assert_int_equal(tune_square(32 * 1024 / 8), 63);
    struct tune_tile even = tune_even_tile(16);
    assert_int_equal(even.rows, 4);
    assert_int_equal(even.columns, 2);
    assert_int_equal(tune_square_of_lines(32 * 1024 / 8, 8), 56);
    assert_int_equal(tune_square_of_lines(48 * 1024 / 8, 8), 72);
    assert_int_equal(tune_square(2), 0);
}

/* Two machines of tables by hand: a server with 512-bit vectors, one of 2 MiB and one of 1 MiB. */
static struct tune_machine server(double l1, double l2, double l3, double memory)
{
    struct tune_machine m = { .levels = 3, .page = 4096, .overlapped = true, .has_read = true };
    const double bytes[] = { l1, l2, 32 << 20 }, latency[] = { 4, 14, 50, 300 };
    const double read[] = { 51.2, 32, l3, memory };

    for (unsigned i = 0; i < 4; i++) {
        m.level[i].latency = latency[i];
        m.level[i].read = read[i];
        m.level[i].line = 64;
        if (i < 3)
            m.level[i].bytes = m.level[i].low = m.level[i].high = bytes[i];
    }
    m.level[0].ways = 8;
    return m;
}

static struct tune_arithmetic wide(double interval, double load)
{
    struct tune_arithmetic a = { .bytes = 8,
                                 .lanes = 8,
                                 .latency = 4,
                                 .interval = interval,
                                 .load = load,
                                 .registers = 32,
                                 .fused = true };

    strcpy(a.type, "f64");
    return a;
}

/* One fused operation a cycle, 8.5 bytes a cycle from memory: 32 x 6 and about 302 deep. */
static void test_one_unit(void **state)
{
    struct tune_machine m = server(32 << 10, 1 << 20, 27, 8.5);
    struct tune_arithmetic a = wide(1, 1.25);
    struct tune_tile tile[4];

    (void)state;
    assert_true(tune_space_tiles(&m, &a, tile, 4) == 4);
    assert_int_equal(tile[0].rows, 32);
    assert_int_equal(tile[0].columns, 6);
    assert_false(tune_space_bounded(&m, &a, tile[0]));
    struct tune_blocks b = tune_space_rule(&m, &a, tile[0], false);
    assert_in_range(b.kc, 296, 308);
    /* 118 would do for B, as a panel of it stays in the last cache: half of the second level. */
    assert_in_range(b.mc, 192, 217);
}

/* Two units on 24 bytes a cycle: A's block is bound to half of the second level. */
static void test_two_units(void **state)
{
    struct tune_machine m = server(48 << 10, 2 << 20, 24, 10);
    struct tune_arithmetic a = wide(0.5, 0.5);
    struct tune_tile tile = { 32, 6 };

    (void)state;
    assert_true(tune_space_bounded(&m, &a, tile));
    struct tune_blocks b = tune_space_rule(&m, &a, tile, true);
    assert_true((double)b.mc * b.kc * 8 <= (1 << 20));
    assert_true((double)(b.mc + tile.rows) * b.kc * 8 > (1 << 20));
}

/* Registers bound the tile: what the formula takes fits them, and the next taller one does not. */
static void test_tiles_fit(void **state)
{
    struct tune_machine m = server(32 << 10, 1 << 20, 27, 8.5);
    struct tune_tile tile[64];

    (void)state;
    for (double registers = 3; registers <= 64; registers++) {
        struct tune_arithmetic a = wide(0.5, 0.5);
        a.registers = registers;
        unsigned n = tune_space_tiles(&m, &a, tile, 64);
        assert_true(n > 0);
        for (unsigned i = 0; i < n; i++)
            assert_true(tile[i].rows / 8 * (tile[i].columns + 1) + 1 <= registers);
    }
}

static void test_ladder_alone_counts(void **state)
{
    struct tune_machine m = server(32 << 10, 1 << 20, 27, 8.5);
    struct tune_arithmetic a = wide(1, 1.25);
    struct tune_tile tile[4];

    (void)state;
    a.tiles = tune_tiles_read("40x5/8x2", a.tile);
    assert_int_equal(a.tiles, 2);
    assert_int_equal(tune_space_tiles(&m, &a, tile, 4), 2);
    assert_int_equal(tile[0].rows, 40);
}

static void test_broken_ladders(void **state)
{
    static const char *const bad[] = { "",     "4",       "x",    "4x",   "0x6",   "4x0",
                                       "4x6/", "4x6,8x2", "4x6 ", "-4x6", "4x999", "4x6//8x2" };
    struct tune_tile tile[TUNE_TILES];

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(tune_tiles_read(bad[i], tile), 0);
}

/* Sums of a dot product: loads bind, not the latency alone. */
static void test_dot(void **state)
{
    struct tune_machine m = server(32 << 10, 1 << 20, 27, 8.5);
    struct tune_arithmetic a = wide(1, 1.25);
    struct tune_ranked r;

    (void)state;
    extern const struct tune_rule tune_dot;
    tune_rank(&tune_dot, &m, &a, &r);
    assert_int_equal(r.at[0].choice.rows, 2);
    a = wide(0.5, 0.5);
    tune_rank(&tune_dot, &m, &a, &r);
    assert_int_equal(r.at[0].choice.rows, 4);
}

/* Where columns are a power of two apart, ways times sets hit is the best tile. */
static void test_transpose(void **state)
{
    struct tune_machine m = server(32 << 10, 1 << 20, 27, 8.5);
    struct tune_arithmetic a = wide(1, 1.25);

    (void)state;
    assert_true(tune_transpose_cost(&m, &a, 8, true) < tune_transpose_cost(&m, &a, 16, true));
    assert_true(tune_transpose_cost(&m, &a, 32, false) < tune_transpose_cost(&m, &a, 8, false));
    assert_true(tune_transpose_cost(&m, &a, 32, false) < tune_transpose_cost(&m, &a, 128, false));
}

/* A second level of 256 KiB or 4 MiB: what either end takes is a candidate. */
static void test_doubt(void **state)
{
    struct tune_machine m = server(32 << 10, 1 << 20, 27, 8.5);
    struct tune_arithmetic a = wide(0.5, 0.5);
    struct tune_ranked r;

    (void)state;
    extern const struct tune_rule tune_gemm;
    tune_rank(&tune_gemm, &m, &a, &r);
    assert_false(r.in_doubt);
    m.level[1].low = 256 << 10;
    m.level[1].high = 4 << 20;
    m.level[1].in_doubt = true;
    tune_rank(&tune_gemm, &m, &a, &r);
    assert_true(r.in_doubt);
    assert_int_not_equal(r.at[0].choice.mc, r.at[1].choice.mc);
    assert_true(r.n <= TUNE_RANKS);
}

/* A is copied beyond three quarters of the second level, and earlier where its pages are more than
 * the first TLB knows. */
static void test_direct_products(void **state)
{
    struct tune_machine m = server(32 << 10, 1 << 20, 24, 8.5);
    struct tune_arithmetic a = wide(1, 1);
    struct tune_ranked r;

    (void)state;
    extern const struct tune_rule tune_gemm;
    tune_rank(&tune_gemm, &m, &a, &r);
    assert_int_equal(r.at[0].choice.direct_bytes, 768 << 10);
    m.tlbs = 1;
    m.tlb[0].entries = 64;
    tune_rank(&tune_gemm, &m, &a, &r);
    assert_int_equal(r.at[0].choice.direct_bytes, 256 << 10);
    m.large_pages = true;
    tune_rank(&tune_gemm, &m, &a, &r);
    assert_int_equal(r.at[0].choice.direct_bytes, 768 << 10);
}

/* Without caches nothing is packed; loops that only caches need are left out. */
static void test_no_caches(void **state)
{
    struct tune_machine m = { .page = 4096 };
    struct tune_arithmetic a = wide(1, 1);
    struct tune_ranked r;

    (void)state;
    m.level[0] = (struct tune_level){ .line = 64, .latency = 100, .read = 1 };
    extern const struct tune_rule tune_gemm, tune_transpose;
    tune_rank(&tune_gemm, &m, &a, &r);
    assert_true(r.n > 0);
    assert_true(r.at[0].choice.direct_bytes == UINT64_MAX);
    tune_rank(&tune_transpose, &m, &a, &r);
    assert_int_equal(r.n, 0);
    assert_true(*r.why != '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_numbers),
        cmocka_unit_test(test_one_unit),
        cmocka_unit_test(test_two_units),
        cmocka_unit_test(test_tiles_fit),
        cmocka_unit_test(test_ladder_alone_counts),
        cmocka_unit_test(test_broken_ladders),
        cmocka_unit_test(test_dot),
        cmocka_unit_test(test_transpose),
        cmocka_unit_test(test_doubt),
        cmocka_unit_test(test_direct_products),
        cmocka_unit_test(test_no_caches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
