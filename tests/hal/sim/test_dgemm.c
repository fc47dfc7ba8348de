/* Matrix multiplication on the model, against the traffic that the thesis "Applying the Roofline
 * Model" foretells (6.1.3), on its two machines: to the line, with page frames in a row; and what
 * frames in random order do to it. Without an argument what a few seconds allow; with "all" the
 * thesis' own sizes. */
#include "machine.h"
#include "model.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 8, LINE = 64, WORDS = LINE / WORD, PAGE = 4096 };

static struct sim_model *model;
static uint64_t side;

/* A, B and C, each in a row of lines, one after the other. */
static uint64_t place(unsigned matrix, uint64_t row, uint64_t column)
{
    return WORD * (matrix * side * side + row * side + column);
}
enum { A, B, C };

static void load(unsigned matrix, uint64_t row, uint64_t column)
{
    sim_model_load(model, place(matrix, row, column));
}

static void store(unsigned matrix, uint64_t row, uint64_t column)
{
    sim_model_store(model, place(matrix, row, column));
}

/* ---- orders ---- */

/* An element of C stays in a register while it is summed. */
static void ijk(void)
{
    for (uint64_t i = 0; i < side; i++)
        for (uint64_t j = 0; j < side; j++) {
            load(C, i, j);
            for (uint64_t k = 0; k < side; k++) {
                load(A, i, k);
                load(B, k, j);
            }
            store(C, i, j);
        }
}

static void ikj(void)
{
    for (uint64_t i = 0; i < side; i++)
        for (uint64_t k = 0; k < side; k++) {
            load(A, i, k);
            for (uint64_t j = 0; j < side; j++) {
                load(B, k, j);
                load(C, i, j);
                store(C, i, j);
            }
        }
}

static uint64_t block;

/* Rows FROM to TO of C, a block of columns after the other. */
static void block_of_rows(uint64_t from, uint64_t to)
{
    for (uint64_t first = 0; first < side; first += block)
        for (uint64_t i = from; i < to; i++)
            for (uint64_t j = first; j < first + block; j++) {
                load(C, i, j);
                for (uint64_t k = 0; k < side; k++) {
                    load(A, i, k);
                    load(B, k, j);
                }
                store(C, i, j);
            }
}

static void blocked(void)
{
    for (uint64_t i = 0; i < side; i += block)
        block_of_rows(i, i + block);
}

/* ---- machines ---- */

/* The thesis' two. */
static const char *const yonah = "yonah", *const core2duo = "core2duo-e6600";
static const char *name;

/* Reads the machine NAME; the second level of CACHE bytes in place of its own. */
static void read_machine(struct sim_machine *machine, uint64_t cache, bool random)
{
    char error[200], file[200];

    snprintf(file, sizeof file, "%s/%s.machine", MACHINES_DIR, name);
    assert_int_equal(sim_machine_read(machine, file, error, sizeof error), 0);
    machine->cache[1].size_bytes = cache;
    machine->frames = random ? SIM_RANDOM_FRAMES : SIM_CONTIGUOUS;
}

/* Runs ORDER on matrices of N by N in cold caches. */
static void run(const struct sim_machine *machine, uint64_t n, void (*order)(void))
{
    uint64_t bytes = (3 * n * n * WORD + PAGE - 1) / PAGE * PAGE;

    side = n;
    model = sim_model_new(machine, bytes);
    assert_non_null(model);
    sim_model_map(model, 0, bytes, false);
    order();
}

static uint64_t lines_in(uint64_t cache, bool random, uint64_t n, void (*order)(void))
{
    struct sim_machine machine;

    read_machine(&machine, cache, random);
    run(&machine, n, order);
    uint64_t in = sim_model_in_lines(model, 1);
    sim_model_free(model);
    return in;
}

/* ---- the models of 6.1.3 ---- */

enum { YONAH = 2 << 20, CORE_2 = 4 << 20, QUARTER = 512 << 10, SMALL = 128 << 10 };

/* While B fits, each matrix comes once: 3 n^2 / 8 lines. */
static void assert_compulsory(uint64_t cache, uint64_t n)
{
    assert_int_equal(lines_in(cache, false, n, ijk), 3 * n * n / WORDS);
}

/* Beyond, B comes anew for every row of C: (n^3 + 2 n^2) / 8. */
static void assert_b_again(uint64_t cache, uint64_t n)
{
    assert_int_equal(lines_in(cache, false, n, ijk), (n * n * n + 2 * n * n) / WORDS);
}

static void what_fits_comes_once(void **state)
{
    (void)state;
    assert_compulsory(QUARTER, 200);
    name = core2duo;
    assert_compulsory(SMALL, 104);
}

static void beyond_the_cache_one_matrix_comes_for_every_row(void **state)
{
    (void)state;
    assert_b_again(QUARTER, 280);
    name = core2duo;
    assert_b_again(SMALL, 160);
}

/* B comes anew for every block of rows, the others once: (2 n^2 + n^3 / block) / 8. */
static void assert_blocked(uint64_t cache, uint64_t n, uint64_t rows)
{
    block = rows;
    assert_int_equal(lines_in(cache, false, n, blocked), (2 * n * n + n * n * n / rows) / WORDS);
}

static void blocks_move_one_matrix_once_a_block(void **state)
{
    (void)state;
    assert_blocked(QUARTER, 280, 40);
    name = core2duo;
    assert_blocked(SMALL, 160, 20);
}

/* ---- frames ---- */

static void frames_in_random_order_miss_from_half_of_the_cache_on(void **state)
{
    uint64_t small = 144, half = 200; /* a matrix of 162 KiB and of 313 KiB, in 512 KiB */

    (void)state;
    assert_int_equal(lines_in(QUARTER, false, half, ikj), 3 * half * half / WORDS);
    uint64_t below = lines_in(QUARTER, true, small, ikj);
    uint64_t above = lines_in(QUARTER, true, half, ikj);
    print_message("lines by those of the text: %.3f and %.3f\n",
                  (double)below / (double)(3 * small * small / WORDS),
                  (double)above / (double)(3 * half * half / WORDS));
    assert_true(below <= 3 * small * small / WORDS * 12 / 10);
    assert_true(above > 3 * half * half / WORDS * 2);
}

/* ---- translation ---- */

/* Walks of the page table when ijk runs: those that are counted, and what the clock gains by their
 * penalty. */
static uint64_t walks(uint64_t cache, uint64_t n)
{
    struct sim_machine machine;
    uint64_t clock[2], counted = 0, each = 0;

    for (unsigned i = 0; i < 2; i++) {
        read_machine(&machine, cache, false);
        each = machine.walk_16ths;
        machine.walk_16ths = i * each;
        run(&machine, n, ijk);
        clock[i] = sim_model_clock_16ths(model);
        counted = sim_model_walks(model);
        sim_model_free(model);
    }
    assert_int_equal(counted, (clock[1] - clock[0]) / each);
    return counted;
}

static void assert_walked_to_once(uint64_t cache, uint64_t n)
{
    assert_int_equal(walks(cache, n), 3 * (n * n * WORD / PAGE));
}

static void while_a_matrix_fits_the_tlb_each_page_is_walked_to_once(void **state)
{
    (void)state;
    assert_walked_to_once(YONAH, 128); /* whole pages */
    assert_walked_to_once(YONAH, 192);
    name = core2duo;
    assert_walked_to_once(CORE_2, 128);
    assert_walked_to_once(CORE_2, 192);
}

/* ---- the thesis' own sizes ---- */

static void the_sizes_of_the_thesis(void **state)
{
    (void)state;
    assert_compulsory(YONAH, 400);  /* 60000 */
    assert_b_again(YONAH, 600);     /* 27090000 */
    assert_blocked(YONAH, 600, 50); /* 630000 */
    name = core2duo;
    assert_compulsory(CORE_2, 600); /* B of 2.9 MB fits here */
    assert_b_again(CORE_2, 840);
    assert_blocked(CORE_2, 800, 50);
}

static int begin(void **state)
{
    (void)state;
    name = yonah;
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_fits_comes_once, begin),
        cmocka_unit_test_setup(beyond_the_cache_one_matrix_comes_for_every_row, begin),
        cmocka_unit_test_setup(blocks_move_one_matrix_once_a_block, begin),
        cmocka_unit_test_setup(frames_in_random_order_miss_from_half_of_the_cache_on, begin),
        cmocka_unit_test_setup(while_a_matrix_fits_the_tlb_each_page_is_walked_to_once, begin),
    };
    const struct CMUnitTest all[] = { cmocka_unit_test_setup(the_sizes_of_the_thesis, begin) };

    if (argc > 1 && strcmp(argv[1], "all") == 0)
        return cmocka_run_group_tests(all, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
