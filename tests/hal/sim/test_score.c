/* Operations in a window: which start past others that wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "walk.h"

#define BOARD                                                                                      \
    "[machine]\nmhz = 1000\n[memory]\nlatency = 100\n[op add.i32]\nlatency = 1\nunits = 4\n"       \
    "[cpu]\nissue = 4\nwindow = 320\n"

enum { ROW = 384, ROWS = 50, ADD = SIM_ADD * SIM_TYPES + SIM_I32 };

/* Operations by which rows overlap, each of which waits for the one before in its row. */
static double overlap_on(const char *board)
{
    struct sim_model *m = walk_model(board, (uint64_t)1 << 20);
    uint64_t begin = sim_model_clock_16ths(m), last = begin;

    for (unsigned row = 0; row < ROWS; row++) {
        uint64_t ready = begin;
        for (unsigned i = 0; i < ROW; i++)
            ready = sim_model_operate(m, ADD, ready);
        last = ready > last ? ready : last;
    }
    sim_model_free(m);
    return ROW - (double)(last - begin) / SIM_16THS / ROWS;
}

static void in_order_rows_do_not_overlap(void **state)
{
    (void)state;
    assert_true(overlap_on(BOARD) < 6);
}

static void rows_overlap_by_those_that_are_looked_at(void **state)
{
    (void)state;
    double few = overlap_on(BOARD "ahead = 48\n"), many = overlap_on(BOARD "ahead = 96\n");

    assert_true(few > 44 && few < 49);
    assert_true(many > 90 && many < 97);
}

/* However many are looked at, those that may wait are all. */
static void no_more_are_looked_at_than_wait(void **state)
{
    (void)state;
    double overlap = overlap_on(BOARD "ahead = 96\nwaiting = 40\n");

    assert_true(overlap > 36 && overlap < 41);
}

/* Four units start four a cycle, whichever order they are taken in. */
static void units_start_as_many_as_they_are(void **state)
{
    (void)state;
    struct sim_model *m = walk_model(BOARD "ahead = 48\n", (uint64_t)1 << 20);
    uint64_t begin = sim_model_clock_16ths(m), last = begin;

    for (unsigned i = 0; i < 4000; i++) {
        uint64_t ready = sim_model_operate(m, ADD, begin);
        last = ready > last ? ready : last;
    }
    double cycles = (double)(last - begin) / SIM_16THS;
    assert_true(cycles > 999 && cycles < 1003);
    sim_model_free(m);
}

/* Cycles of a lap of additions on LIVE variables of TYPE. */
static double lap(unsigned type, unsigned live)
{
    struct sim_model *m = walk_model("[machine]\nmhz = 1000\n[memory]\nlatency = 100\n[cpu]\n"
                                     "registers = 12\nregisters_real = 20\n",
                                     (uint64_t)1 << 20);
    uint64_t ready[64] = { 0 }, begin = sim_model_clock_16ths(m);

    for (unsigned i = 0; i < 100 * live; i++) {
        unsigned to = i % live, from = (i + live - live / 2) % live;

        ready[to] = sim_model_add_live(m, type, live, to, ready[to], from, ready[from]);
    }
    double cycles = (double)(sim_model_clock_16ths(m) - begin) / SIM_16THS / 100;
    sim_model_free(m);
    return cycles;
}

/* One variable more than there are registers puts two of them in memory: two loads and a store each
 * a lap. */
static void variables_without_registers_are_loaded_and_stored(void **state)
{
    (void)state;
    for (unsigned live = 6; live <= 30; live++) {
        unsigned words = live > 12 ? live - 11 : 0, reals = live > 20 ? live - 19 : 0;

        assert_true(fabs(lap(SIM_I32, live) - live - 3 * words) < 0.1);
        assert_true(fabs(lap(SIM_F64, live) - live - 3 * reals) < 0.1);
    }
}

/* Cycles from a miss until an operation after BETWEEN others has entered, which waits for none. */
static double entered_after(const char *board, unsigned between)
{
    struct sim_model *m = walk_model(board, (uint64_t)1 << 20);
    uint64_t begin = sim_model_clock_16ths(m);

    (void)sim_model_start(m, begin, 1000 * SIM_16THS);
    for (unsigned i = 0; i < between; i++)
        (void)sim_model_operate(m, ADD, begin);
    double cycles = (double)(sim_model_operate(m, ADD, begin) - begin) / SIM_16THS;
    sim_model_free(m);
    return cycles;
}

/* Behind a miss 320 operations enter; beside a neighbour half as many. */
static void neighbour_has_half_of_the_window(void **state)
{
    static const char shared[] = BOARD "[noise]\nneighbour = 0.999\n";

    (void)state;
    assert_true(entered_after(BOARD, 310) < 200);
    assert_true(entered_after(BOARD, 325) > 900);
    assert_true(entered_after(shared, 150) < 200);
    assert_true(entered_after(shared, 170) > 900);
}

/* Cycles that N pairs of an addition and a multiplication of floats take, each of which needs
 * nothing of another. */
static double cycles_of_pairs(const char *ports_of_add, const char *ports_of_mul, unsigned n)
{
    char board[512];

    (void)snprintf(board, sizeof board,
                   "[memory]\nlatency = 100\n[cpu]\nissue = 8\nwindow = 200\n"
                   "[op add.i32]\nlatency = 1\nports = %s\n"
                   "[op mul.f32]\nlatency = 4\ninterval = 2\nports = %s\n",
                   ports_of_add, ports_of_mul);
    struct sim_model *m = walk_model(board, (uint64_t)1 << 20);
    uint64_t last = 0, begin = sim_model_clock_16ths(m);

    for (unsigned i = 0; i < n; i++) {
        uint64_t add = sim_model_operate(m, ADD, begin);
        uint64_t mul = sim_model_operate(m, SIM_MUL * SIM_TYPES + SIM_F32, begin);
        last = add > last ? add : last;
        last = mul > last ? mul : last;
    }
    sim_model_free(m);
    return (double)(last - begin) / SIM_16THS;
}

/* The port takes both where both name it, and words and floats share one, too; else the slower
 * operation decides. */
static void operations_share_the_ports_that_both_name(void **state)
{
    (void)state;
    assert_true(fabs(cycles_of_pairs("0", "0", 200) - 600) < 10);
    assert_true(fabs(cycles_of_pairs("0", "1", 200) - 400) < 10);
    assert_true(fabs(cycles_of_pairs("0 1", "1 15", 200) - 200) < 10);
    assert_true(fabs(cycles_of_pairs("0 1", "0 1", 200) - 300) < 10);
    assert_true(fabs(cycles_of_pairs("0 1", "1", 200) - 400) < 10);
}

/* The same of an addition that has an entry of QUEUE, as others between have. */
static double held_after(const char *board, enum sim_queue queue, unsigned between)
{
    struct sim_model *m = walk_model(board, (uint64_t)1 << 20);
    uint64_t begin = sim_model_clock_16ths(m), entered = begin;

    (void)sim_model_start(m, begin, 1000 * SIM_16THS);
    for (unsigned i = 0; i <= between; i++) {
        sim_model_hold(m, queue);
        entered = sim_model_operate(m, ADD, begin);
    }
    sim_model_free(m);
    return (double)(entered - begin) / SIM_16THS;
}

/* A queue of 40 entries: the miss has none, the 41st operation after it waits for the miss. What
 * has no entry enters. A neighbour has half of a queue of memory, and no registers. */
static void entries_are_held_until_an_operation_leaves(void **state)
{
    static const char *const keys[SIM_QUEUES] = { "load_queue", "store_queue", "free_registers",
                                                  "free_registers_real", "branches" };

    (void)state;
    for (unsigned q = 0; q < SIM_QUEUES; q++) {
        char board[1024];
        bool halved = q <= SIM_STORES;

        snprintf(board, sizeof board, "%s%s = 40\n", BOARD, keys[q]);
        assert_true(held_after(board, (enum sim_queue)q, 39) < 100);
        assert_true(held_after(board, (enum sim_queue)q, 40) > 900);
        assert_true(entered_after(board, 300) < 200);
        snprintf(board, sizeof board, "%s%s = 40\n[noise]\nneighbour = 0.999\n", BOARD, keys[q]);
        assert_true(held_after(board, (enum sim_queue)q, 19) < 100);
        assert_true((held_after(board, (enum sim_queue)q, 20) > 900) == halved);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_order_rows_do_not_overlap),
        cmocka_unit_test(rows_overlap_by_those_that_are_looked_at),
        cmocka_unit_test(no_more_are_looked_at_than_wait),
        cmocka_unit_test(units_start_as_many_as_they_are),
        cmocka_unit_test(variables_without_registers_are_loaded_and_stored),
        cmocka_unit_test(neighbour_has_half_of_the_window),
        cmocka_unit_test(operations_share_the_ports_that_both_name),
        cmocka_unit_test(entries_are_held_until_an_operation_leaves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
