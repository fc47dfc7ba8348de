/* Replay of bursts made by hand: cycles as counted on fingers, and who pays for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "made_program.h"
#include "predict/core_model.h"

enum { K = 1000, FAR = 90 };

static struct machine machine;
static struct results results;
static struct core_model bursts;
static struct made_program *program;

static int begin(void **state)
{
    (void)state;
    program = made_program_new();
    made_machine(&machine, &results, 4, 100);
    return 0;
}

static int end(void **state)
{
    (void)state;
    free(program);
    results_free(&results);
    core_model_free(&bursts);
    return 0;
}

static const struct levels *made_levels(void)
{
    static struct levels levels;

    levels_make(&levels, &machine, &program->signature);
    return &levels;
}

/* Replays the program, whose last block is open; returns its cycles. */
static double cycles(void)
{
    made_program_end(program, END_CUT, false);
    assert_int_equal(
        core_model_replay(&bursts, &program->signature, made_levels(), 0, 1, CORE_MODEL_ALL), 0);
    return bursts.cycles;
}

static double due_to(enum cause cause)
{
    return bursts.place[0].cycles[cause];
}

static void near(double value, double wanted, double within)
{
    if (fabs(value - wanted) > within)
        fail_msg("%.3f in place of %.3f, to within %.3f", value, wanted, within);
}

/* All cycles are somebody's. */
static void check_sum(void)
{
    double sum = 0;

    for (unsigned c = 0; c < CAUSES; c++)
        sum += due_to((enum cause)c);
    near(sum, bursts.cycles, 1e-6 * bursts.cycles + 1e-9);
}

static void a_chain_takes_a_cycle_each(void **state)
{
    (void)state;
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, OP_ADD, 1, 1);
    near(cycles(), K, 2);
    near(due_to(CAUSE_DEPENDENCE), K, 2);
    check_sum();
}

/* Flags are joined before they select. */
static void selections_by_two_flags_take_two_cycles(void **state)
{
    (void)state;
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, OP_ADD, 1, 1)->idiom = i % 2 ? IDIOM_TWO_FLAGS : IDIOM_NONE;
    near(cycles(), 1.5 * K, 2);
    near(due_to(CAUSE_DEPENDENCE), 1.5 * K, 2);
    check_sum();
}

/* Every other operation of a chain chooses by signed order, in CYCLES_EACH. */
static double selections(double cycles_each)
{
    machine.selection = cycles_each;
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, OP_ADD, 1, 1)->idiom = i % 2 ? IDIOM_SIGNED : IDIOM_NONE;
    return cycles();
}

static void selections_by_signed_order_are_two_operations_on_some(void **state)
{
    (void)state;
    near(selections(2), 1.5 * K, 2);
}

static void selections_by_signed_order_are_one_on_others(void **state)
{
    (void)state;
    near(selections(1), K, 2);
}

static void addresses_of_three_parts_are_two_additions(void **state)
{
    (void)state;
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, OP_LEA, 1, 1);
    near(cycles(), 2 * K, 4);
    check_sum();
}

static void independent_ones_take_the_width(void **state)
{
    (void)state;
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, OP_ADD, 0, 1 + i % 40);
    near(cycles(), K / 4.0, 2);
    near(due_to(CAUSE_WIDTH), K / 4.0, 2);
    check_sum();
}

static void divisions_wait_for_their_unit(void **state)
{
    (void)state;
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, OP_DIV, 0, 1 + i % 40);
    near(cycles(), 6 * K, 15);
    near(due_to(CAUSE_UNIT), 6 * K, 20);
    check_sum();
}

/* By turns they take the sum of their intervals, of 7 and 4 cycles. */
static void roots_and_divisions_share_a_unit(void **state)
{
    (void)state;
    machine.cost[OP_FDIV][TYPE_F64][0] = (struct machine_cost){ 13, 4, true };
    machine.cost[OP_FSQRT][TYPE_F64][0] = (struct machine_cost){ 20, 7, true };
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, i % 2 ? OP_FDIV : OP_FSQRT, 0, 40 + i % 8)->type = TYPE_F64;
    near(cycles(), K * 11 / 2.0, 20);
    check_sum();
}

/* Additions on two units of the board, shifts on one: K of the former, and a shift after each
 * EVERY. */
static double additions_and_shifts(uint32_t add, uint32_t shift, unsigned every)
{
    machine.units[OP_ADD][0] = add;
    machine.units[OP_SHIFT][0] = shift;
    machine.cost[OP_ADD][TYPE_I64][0] = (struct machine_cost){ 1, 0.5, true };
    machine.cost[OP_SHIFT][TYPE_I64][0] = (struct machine_cost){ 1, 1, true };
    for (unsigned i = 0; i < K; i++) {
        made_program_add(program, OP_ADD, 0, 1 + i % 40)->type = TYPE_I64;
        if (i % every == 0)
            made_program_add(program, OP_SHIFT, 0, 1 + i % 40)->type = TYPE_I64;
    }
    return cycles();
}

static void operations_use_what_others_leave_of_their_units(void **state)
{
    (void)state;
    near(additions_and_shifts(3, 1, 2), (K + K / 2.0) / 2, 20);
    near(due_to(CAUSE_UNIT), (K + K / 2.0) / 2, 60);
    check_sum();
}

static void operations_of_separate_units_do_not_wait(void **state)
{
    (void)state;
    near(additions_and_shifts(3, 4, 2), K / 2.0, 20);
    check_sum();
}

/* Two of the three units that load store, too. */
static void stores_share_the_units_of_loads(void **state)
{
    (void)state;
    machine.units[OP_LOAD][0] = 7;
    machine.units[OP_STORE][0] = 3;
    machine.number[MACHINE_LOAD_RTHROUGHPUT].value = 1.0 / 3;
    machine.number[MACHINE_STORE_RTHROUGHPUT].value = 0.5;
    machine.number[MACHINE_STORE_QUEUE_ENTRIES].value = QUEUE_MOST;
    for (unsigned i = 0; i < 3 * K; i++) {
        made_program_add(program, i % 3 < 2 ? OP_LOAD : OP_STORE, 0, i % 3 < 2 ? 1 + i % 40 : 0);
        made_program_load(program, i % 3 < 2 ? 4096 : 8192, 0)->store = i % 3 == 2;
        program->code[i].loads = i % 3 < 2;
        program->code[i].stores = i % 3 == 2;
    }
    near(cycles(), K, 20);
}

/* Between registers of reals they do not pay the way to the others. */
static void conversions_between_reals_are_additions(void **state)
{
    (void)state;
    machine.cost[OP_FADD][TYPE_F64][0] = (struct machine_cost){ 2, 0.5, true };
    machine.cost[OP_CONVERT][TYPE_F64][0] = (struct machine_cost){ 7, 0.5, true };
    machine.number[MACHINE_BYPASS_ADD_TO_MUL].value = 0.5;
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, OP_CONVERT, 40, 40)->type = TYPE_F64;
    near(cycles(), 3 * K, 4);
    check_sum();
}

static void conversions_to_integers_take_what_the_probe_found(void **state)
{
    (void)state;
    machine.cost[OP_CONVERT][TYPE_F64][0] = (struct machine_cost){ 7, 0.5, true };
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, OP_CONVERT, i % 2 ? 1 : 40, i % 2 ? 40 : 1)->type = TYPE_F64;
    near(cycles(), 7 * K, 8);
    check_sum();
}

static void locked_operations_follow_each_other(void **state)
{
    (void)state;
    machine.number[MACHINE_ATOMIC_LATENCY].value = 20;
    machine.number[MACHINE_ROB_ENTRIES].value = 20;
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, OP_ATOMIC, 0, 1 + i % 8);
    near(cycles(), 20 * K, 25);
    check_sum();
}

/* Two misses with BETWEEN operations between them. */
static void two_misses(unsigned between)
{
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 0, FAR);
    for (unsigned i = 0; i < between; i++)
        made_program_add(program, OP_ADD, 0, 2 + i % 40);
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 1 << 20, FAR);
}

static void misses_in_the_window_overlap(void **state)
{
    (void)state;
    two_misses(40);
    near(cycles(), 100 + 42 / 4.0, 2);
    assert_true(due_to(CAUSE_MEMORY) > 96);
    check_sum();
}

static void misses_beyond_the_window_do_not(void **state)
{
    (void)state;
    two_misses(99);
    near(cycles(), 200, 3);
    near(due_to(CAUSE_MEMORY), 196, 3);
    check_sum();
}

/* The same with operations that wait for the first load, of which the machine keeps 20. */
static void misses_overlap_while_what_waits_has_room(void **state)
{
    (void)state;
    machine.number[MACHINE_SCHEDULER_INT_ENTRIES].value = 20;
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 0, FAR);
    for (unsigned i = 0; i < 20; i++)
        made_program_add(program, OP_ADD, 1, 2 + i);
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 1 << 20, FAR);
    near(cycles(), 100 + 22 / 4.0, 2);
    check_sum();
}

static void misses_beyond_what_may_wait_do_not(void **state)
{
    (void)state;
    machine.number[MACHINE_SCHEDULER_INT_ENTRIES].value = 20;
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 0, FAR);
    for (unsigned i = 0; i < 24; i++)
        made_program_add(program, OP_ADD, 1, 2 + i);
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 1 << 20, FAR);
    near(cycles(), 200, 5);
    near(due_to(CAUSE_MEMORY), 196, 5);
    check_sum();
}

/* Rows of 100 that each wait for nothing, beside 20 operations of the one before. */
static void rows_overlap_by_what_is_looked_at(void **state)
{
    (void)state;
    machine.number[MACHINE_SCHEDULER_INT_DEPTH].value = 20;
    for (unsigned i = 0; i < 10 * 100; i++)
        made_program_add(program, OP_ADD, i % 100 == 0 ? 0 : 1, 1);
    near(cycles(), 10 * 80, 25);
    check_sum();
}

/* The same, where each keeps its place for 5 cycles: what was seen to overlap is as before; but
 * between them come two that start at once, and take places for as long. */
static void what_started_keeps_its_place(void **state)
{
    double alone;

    (void)state;
    machine.number[MACHINE_SCHEDULER_INT_DEPTH].value = 20;
    machine.number[MACHINE_SCHEDULER_INT_ENTRIES].value = 30;
    machine.number[MACHINE_SCHEDULER_HOLD].value = 5;
    for (unsigned i = 0; i < 10 * 100; i++)
        made_program_add(program, OP_ADD, i % 100 == 0 ? 0 : 1, 1);
    alone = cycles();
    near(alone, 10 * 80, 25);
    core_model_free(&bursts);
    free(program);
    program = made_program_new();
    for (unsigned i = 0; i < 10 * 100; i++) {
        made_program_add(program, OP_ADD, i % 100 == 0 ? 0 : 1, 1);
        made_program_add(program, OP_ADD, 0, 2);
        made_program_add(program, OP_ADD, 0, 3);
    }
    assert_true(cycles() > alone + 50);
}

/* Until its data is there, a store has a place, too: of 20 every other waits for one. */
static void stores_wait_beside_operations(void **state)
{
    (void)state;
    machine.number[MACHINE_SCHEDULER_INT_ENTRIES].value = 20;
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 0, FAR);
    for (unsigned i = 0; i < 12; i++) {
        made_program_add(program, OP_ADD, 1, 2 + i);
        made_program_add(program, OP_STORE, 2 + i, 0);
        made_program_load(program, 4096, 0)->store = 1;
        program->code[program->signature.n_code - 1].loads = 0;
        program->code[program->signature.n_code - 1].stores = 1;
    }
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 1 << 20, FAR);
    near(cycles(), 200, 6);
}

/* A load passes as many as may wait, though fewer are looked at. */
static void loads_pass_more_than_are_looked_at(void **state)
{
    (void)state;
    machine.number[MACHINE_SCHEDULER_INT_DEPTH].value = 10;
    machine.number[MACHINE_SCHEDULER_INT_ENTRIES].value = 30;
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 0, FAR);
    for (unsigned i = 0; i < 28; i++)
        made_program_add(program, OP_ADD, 1, 2 + i);
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 1 << 20, FAR);
    near(cycles(), 100 + 30 / 4.0, 4);
    check_sum();
}

/* Two loads of memory overlap where they and the OP operations between fit the 20 entries of QUEUE,
 * and do not where there is one more. */
static void overlap_up_to(enum machine_parameter queue, unsigned op)
{
    for (unsigned more = 0; more < 2; more++) {
        free(program);
        program = made_program_new();
        machine.number[queue].value = 20;
        made_program_add(program, OP_LOAD, 0, 1);
        made_program_load(program, 0, FAR);
        for (unsigned i = 0; i < 18 + more; i++) {
            made_program_add(program, op, 0, 2 + i % 20);
            if (op == OP_LOAD)
                made_program_load(program, 4096 + 64UL * (i % 4), 0);
        }
        made_program_add(program, OP_LOAD, 0, 1);
        made_program_load(program, 1 << 20, FAR);
        double wanted = more ? 200 : 100;
        near(cycles(), wanted, 0.2 * wanted);
        core_model_free(&bursts);
    }
}

static void loads_wait_for_a_load_queue_entry(void **state)
{
    (void)state;
    overlap_up_to(MACHINE_LOAD_QUEUE_ENTRIES, OP_LOAD);
}

static void operations_wait_for_a_register(void **state)
{
    (void)state;
    overlap_up_to(MACHINE_INT_REGISTERS, OP_ADD);
}

static void misses_of_one_level_share_the_mshrs_of_l1(void **state)
{
    (void)state;
    machine.number[MACHINE_MSHRS].value = 5;
    for (unsigned i = 0; i < 100; i++) {
        made_program_add(program, OP_LOAD, 0, 1 + i % 40);
        made_program_load(program, 64UL * i, FAR);
    }
    near(cycles(), 100 * 100 / 5.0, 60);
    check_sum();
}

/* Calls that are nested deeper than the return stack has entries. */
static void deep_returns_are_mispredicted(void **state)
{
    (void)state;
    machine.number[MACHINE_RETURN_STACK_ENTRIES].value = 16;
    machine.number[MACHINE_INDIRECT_PENALTY].value = 15;
    for (unsigned i = 0; i < 40; i++) {
        made_program_add(program, OP_BRANCH, 0, 0);
        made_program_end(program, i < 20 ? END_CALL : END_RETURN, false);
    }
    made_program_add(program, OP_ADD, 0, 1);
    (void)cycles();
    near(bursts.place[0].misses, 4, 0);
    check_sum();
}

/* All returns are one, which goes to itself but for the last time. */
static void deep_returns_to_one_place_are_predicted(void **state)
{
    (void)state;
    machine.number[MACHINE_RETURN_STACK_ENTRIES].value = 16;
    machine.number[MACHINE_INDIRECT_PENALTY].value = 15;
    for (unsigned i = 0; i < 40; i++) {
        made_program_add(program, OP_BRANCH, 0, 0);
        made_program_end(program, i < 20 ? END_CALL : END_RETURN, false);
        if (i >= 20)
            program->events[i].block = 20;
    }
    made_program_add(program, OP_ADD, 0, 1);
    (void)cycles();
    near(bursts.place[0].misses, 1, 0);
    check_sum();
}

static void reals_wait_in_a_queue_of_their_own(void **state)
{
    (void)state;
    machine.number[MACHINE_SCHEDULER_FP_ENTRIES].value = 20;
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 0, FAR);
    for (unsigned i = 0; i < 24; i++)
        made_program_add(program, OP_ADD, 1, 2 + i);
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 1 << 20, FAR);
    near(cycles(), 100 + 26 / 4.0, 2);
    check_sum();
}

static void dependent_loads_pay_their_level(void **state)
{
    (void)state;
    for (unsigned i = 0; i < K; i++) {
        struct signature_instruction *load = made_program_add(program, OP_LOAD, 0, 1);
        load->addresses[load->n_addresses++] = 1;
        made_program_load(program, 64UL * i, 30); /* some 2600 lines between: cache 2 */
    }
    near(cycles(), 14 * K, 2);
    near(due_to(CAUSE_CACHE_2), 10 * K, 2);
    near(due_to(CAUSE_CACHE_1), 4 * K, 4);
    check_sum();
}

static void a_wrong_guess_costs_the_penalty(void **state)
{
    double right, wrong;

    (void)state;
    machine.number[MACHINE_ISSUE_WIDTH].value = 1;
    for (unsigned i = 0; i < 20; i++) {
        made_program_add(program, OP_ADD, 0, 1);
        made_program_add(program, OP_BRANCH, 0, 0);
        made_program_end(program, END_CONDITIONAL, false);
    }
    made_program_add(program, OP_ADD, 0, 1);
    right = cycles();
    core_model_free(&bursts);
    for (unsigned i = 0; i < 10; i++)
        program->events[i].missed = 1;
    assert_int_equal(
        core_model_replay(&bursts, &program->signature, made_levels(), 0, 1, CORE_MODEL_ALL), 0);
    wrong = bursts.cycles;
    near(wrong - right, 10 * 15, 10);
    near(due_to(CAUSE_BRANCH), 10 * 15, 10);
    near(bursts.place[0].misses, 10, 0);
    check_sum();
}

/* Under a system, what is touched for the first time is near, but not where it is of a file. */
static void lines_of_files_come_from_memory(void **state)
{
    (void)state;
    machine.os = true;
    for (unsigned i = 0; i < 100; i++) {
        made_program_add(program, OP_LOAD, 1, 1)->addresses[0] = 1;
        program->code[i].n_addresses = 1;
        made_program_load(program, 64UL * i, SIGNATURE_COLD)->flags = i % 2 ? ACCESS_FILE : 0;
    }
    near(cycles(), 50 * (14 + 100), 20);
    check_sum();
}

static void a_stream_takes_its_bandwidth(void **state)
{
    (void)state;
    machine.level[2].bytes_per_cycle = 8;
    for (unsigned i = 0; i < K; i++) {
        made_program_add(program, OP_LOAD, 0, 1 + i % 40);
        made_program_load(program, 64UL * i, FAR)->flags = ACCESS_STREAM;
    }
    near(cycles(), 8 * K, 20);
    assert_true(due_to(CAUSE_MEMORY) > 0.99 * 8 * K);
    check_sum();
}

static void all_places_for_misses_are_used(void **state)
{
    (void)state;
    machine.number[MACHINE_ROB_ENTRIES].value = 600;
    for (unsigned i = 0; i < K; i++) {
        made_program_add(program, OP_LOAD, 0, 1 + i % 40);
        made_program_load(program, 64UL * i, FAR);
    }
    near(cycles(), 100 * K / 10, 20);
    check_sum();
}

static void what_was_stored_is_forwarded(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        made_program_add(program, OP_STORE, 1, 0);
        made_program_load(program, 4096, 0)->store = 1;
        program->code[program->signature.n_code - 1].loads = 0;
        program->code[program->signature.n_code - 1].stores = 1;
        made_program_add(program, OP_LOAD, 0, 1);
        made_program_load(program, 4096, 0);
    }
    near(cycles(), 100 * 5, 10);
    check_sum();
}

/* Appends K pairs: register 1 is stored to 4096 by WIDTH bytes at OFFSET, 8 bytes there are loaded
 * into it. */
static void store_and_load(unsigned k, unsigned width, unsigned offset, unsigned address_register)
{
    for (unsigned i = 0; i < 2 * k; i++) {
        bool store = i % 2 == 0;
        struct signature_instruction *one =
            made_program_add(program, store ? OP_STORE : OP_LOAD, store ? 1 : 0, store ? 0 : 1);
        one->addresses[0] = (uint8_t)address_register;
        one->n_addresses = address_register > 0;
        struct signature_access *a = made_program_load(program, 4096 + (store ? offset : 0), 0);
        a->store = store;
        a->bytes = (uint16_t)(store ? width : 8);
        one->loads = !store;
        one->stores = store;
    }
}

static void the_stack_forwards_sooner(void **state)
{
    (void)state;
    machine.level[0].latency = 1;
    machine.number[MACHINE_STORE_FORWARD_STACK].value = 2;
    store_and_load(100, 8, 0, 4);
    near(cycles(), 100 * 2, 10);
    check_sum();
}

static void a_part_is_forwarded_late(void **state)
{
    (void)state;
    machine.number[MACHINE_STORE_FORWARD_FAILED].value = 14;
    store_and_load(100, 4, 4, 7);
    near(cycles(), 100 * 14, 20);
    check_sum();
}

/* A processor that takes 8 cycles by its queue of stores, and 1 where it knows the store. */
static void learn_stores(void)
{
    machine.level[0].latency = 1;
    machine.number[MACHINE_STORE_FORWARD_PREDICTED].value = 1;
    machine.number[MACHINE_STORE_FORWARD_LATENCY].value = 1;
    machine.number[MACHINE_STORE_FORWARD_FP].value = 10;
    machine.number[MACHINE_BYPASS_FP_LOAD].value = 2;
    machine.number[MACHINE_STORE_RTHROUGHPUT].value = machine.number[MACHINE_STORE_NEW_LINE].value =
        0.25;
}

/* The last instruction stores at ADDRESS. */
static void store_at(uint64_t address)
{
    struct signature_instruction *one = &program->code[program->signature.n_code - 1];

    made_program_load(program, address, 0)->store = 1;
    one->loads = 0;
    one->stores = 1;
}

/* Appends K rounds of the same three instructions: one of COUNTERS in turn is loaded into register
 * 1, and stored again; another place is stored to. */
static void count_in_turn(unsigned k, unsigned counters)
{
    made_program_add(program, OP_LOAD, 0, 1);
    made_program_load(program, 4096, 0);
    made_program_add(program, OP_STORE, 1, 0);
    store_at(4096);
    made_program_add(program, OP_STORE, 2, 0);
    store_at(8192);
    made_program_end(program, END_JUMP, false);
    for (unsigned i = 1; i < k; i++) {
        program->events[program->signature.n_events++] = program->events[0];
        for (unsigned n = 0; n < 3; n++) {
            struct signature_access *a = &program->accesses[3 * i + n];

            *a = program->accesses[n];
            a->address += n < 2 ? i % counters * 8 : 0;
        }
    }
    program->signature.n_accesses = program->burst.n_accesses = 3 * k;
    program->signature.instructions = program->burst.instructions = 3 * k;
    program->burst.n_events = k;
}

/* The first 49 loads have not learnt it. */
static void loads_learn_their_store(void **state)
{
    (void)state;
    learn_stores();
    count_in_turn(K, 1);
    near(cycles(), 49 * 8 + (K - 49) * 1, 50);
    check_sum();
}

static void counters_in_turn_wait_for_the_queue_of_stores(void **state)
{
    (void)state;
    learn_stores();
    count_in_turn(K, 2);
    near(cycles(), K / 2 * 8, 50);
    check_sum();
}

static void bytes_wait_for_the_queue_of_stores(void **state)
{
    (void)state;
    learn_stores();
    store_and_load(100, 1, 0, 7);
    for (unsigned i = 1; i < 200; i += 2)
        program->accesses[i].bytes = 1;
    near(cycles(), 100 * 8, 20);
    check_sum();
}

static void additions_wait_longer_for_products(void **state)
{
    (void)state;
    machine.number[MACHINE_BYPASS_ADD_TO_MUL].value = 2;
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, i % 2 ? OP_FADD : OP_FMUL, 40, 40)->type = TYPE_F64;
    near(cycles(), K * (1 + 2), 4);
    check_sum();
}

/* By turns a comparison of reals, whose result is in register TO, and what takes it back. */
static double comparisons_into(uint8_t to)
{
    for (unsigned i = 0; i < K; i++) {
        made_program_add(program, OP_FADD, 40, to)->type = TYPE_F64;
        made_program_add(program, OP_ADD, to, 40);
    }
    return cycles();
}

static void comparisons_of_reals_cross_to_the_flags(void **state)
{
    (void)state;
    machine.number[MACHINE_BYPASS_INT_TO_FP].value = 5;
    near(comparisons_into(16), K * (5 + 1 + 1), 10);
    check_sum();
}

static void comparisons_into_reals_cross_nothing(void **state)
{
    (void)state;
    machine.number[MACHINE_BYPASS_INT_TO_FP].value = 5;
    near(comparisons_into(41), K * (1 + 1), 10);
    check_sum();
}

/* Calls and returns by turns, an operation in each block. */
static void calls_take_what_the_probe_found(void **state)
{
    (void)state;
    machine.number[MACHINE_TAKEN_BRANCH].value = 1;
    machine.number[MACHINE_CALL_RETURN].value = 8;
    for (unsigned i = 0; i < K; i++) {
        made_program_add(program, OP_ADD, 0, 1);
        made_program_end(program, i % 2 ? END_RETURN : END_CALL, false);
        program->events[i].taken = 1;
    }
    near(cycles(), K * 8 / 2.0, 20);
    assert_true(due_to(CAUSE_CODE) > 0.9 * K * 8 / 2.0);
    check_sum();
}

/* K taken branches, each again after 16 lines of code, on a board whose branch target buffer has
 * levels of FIRST and SECOND entries. */
static double taken_branches(double first, double second)
{
    machine.number[MACHINE_TAKEN_BRANCH].value = 1;
    machine.btbs = 2;
    machine.btb[0] = (struct machine_btb){ first, 3 };
    machine.btb[1] = (struct machine_btb){ second, 8 };
    for (unsigned i = 0; i < K; i++) {
        made_program_add(program, OP_BRANCH, 0, 0);
        made_program_end(program, END_JUMP, false);
        program->events[i].taken = 1;
        program->events[i].code_distance = 1;
    }
    return cycles();
}

static void held_branches_take_a_cycle(void **state)
{
    (void)state;
    near(taken_branches(1e6, 2e6), K, 20);
}

static void branches_beyond_a_level_pay_for_it(void **state)
{
    (void)state;
    near(taken_branches(1, 1e6), K * 4, 40);
    assert_true(due_to(CAUSE_CODE) > 0.9 * K * 4);
}

static void branches_beyond_all_levels_pay_for_all(void **state)
{
    (void)state;
    near(taken_branches(1, 2), K * 12, 100);
    check_sum();
}

static void loads_at_an_index_take_longer(void **state)
{
    (void)state;
    machine.number[MACHINE_INDEXED_LOAD].value = 1;
    for (unsigned i = 0; i < 100; i++) {
        struct signature_instruction *one = made_program_add(program, OP_LOAD, 0, 1);
        one->addresses[0] = 1;
        one->addresses[1] = 7;
        one->n_addresses = 2;
        made_program_load(program, 4096 + 8 * i, 0);
    }
    near(cycles(), 100 * (machine.level[0].latency + 1), 8);
    check_sum();
}

/* Pops in a row do not wait for each other's stack pointer. */
static void the_stack_pointer_does_not_chain(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        struct signature_instruction *pop = made_program_add(program, OP_LOAD, 0, 1 + i % 4);
        pop->addresses[pop->n_addresses++] = 90;
        pop->writes[pop->n_writes++] = 90;
        pop->idiom = IDIOM_STACK;
        made_program_load(program, 8UL * i, 0);
    }
    near(cycles(), 100 / 4.0 + 4, 3);
    check_sum();
}

/* Far stores keep their queue full; the program waits for it. */
static void stores_wait_for_their_queue(void **state)
{
    (void)state;
    for (unsigned i = 0; i < K; i++) {
        made_program_add(program, OP_STORE, 1, 0);
        made_program_load(program, 64UL * i, FAR)->store = 1;
        program->code[program->signature.n_code - 1].loads = 0;
        program->code[program->signature.n_code - 1].stores = 1;
    }
    near(cycles(), 10 * (K - 8), 20);
    assert_true(due_to(CAUSE_STORES) > 0.98 * 10 * (K - 8));
    check_sum();
}

/* K stores to LINES lines in turn, each of which takes 1 cycle, or 0.25 where they gather. */
static double stores_to(unsigned lines, double gather)
{
    machine.number[MACHINE_STORE_RTHROUGHPUT].value = 0.25;
    machine.number[MACHINE_STORE_NEW_LINE].value = 1;
    machine.number[MACHINE_STORE_COMBINING_LINES].value = gather;
    for (unsigned i = 0; i < K; i++) {
        made_program_add(program, OP_STORE, 0, 0);
        made_program_load(program, 64UL * (i % lines), 0)->store = 1;
        program->code[program->signature.n_code - 1].loads = 0;
        program->code[program->signature.n_code - 1].stores = 1;
    }
    return cycles();
}

static void stores_to_few_lines_gather(void **state)
{
    (void)state;
    near(stores_to(4, 4), K / 4.0, 20);
}

static void stores_to_more_lines_do_not(void **state)
{
    (void)state;
    near(stores_to(5, 4), K, 20);
}

static void stores_to_lines_in_turn_do_not_where_one_gathers(void **state)
{
    (void)state;
    near(stores_to(2, 1), K, 20);
}

/* Stores that all go to other lines of one set drive out each other's; each is fetched from cache 2
 * as it leaves, and no load makes that take longer. */
static void stores_to_one_set_take_the_next_cache(void **state)
{
    (void)state;
    machine.level[0].lines = 256;
    machine.level[0].ways = 4;
    machine.number[MACHINE_STORE_EVICTED_LINE].value = 60;
    machine.number[MACHINE_STORE_RTHROUGHPUT].value = machine.number[MACHINE_STORE_NEW_LINE].value =
        1;
    for (unsigned i = 0; i < K; i++) {
        made_program_add(program, OP_STORE, 0, 0);
        struct signature_access *a = made_program_load(program, 4096UL * i, 30); /* in cache 2 */
        a->store = 1;
        memset(a->depth, SIGNATURE_DEEP, sizeof a->depth);
        program->code[program->signature.n_code - 1].loads = 0;
        program->code[program->signature.n_code - 1].stores = 1;
    }
    near(cycles(), (14 + 1.4) * K, 300);
    check_sum();
}

/* Appends K rounds: BYTES are stored at STORED of a word, and 2 bytes at its begin are loaded,
 * which nothing waits for. */
static void part_of_words(uint64_t stored, uint16_t bytes)
{
    for (unsigned i = 0; i < K; i++) {
        uint64_t word = 4096 + 64UL * (i % 8);
        struct signature_access *a;

        made_program_add(program, OP_STORE, 0, 0);
        a = made_program_load(program, word + stored, 0);
        a->store = 1;
        a->bytes = bytes;
        program->code[program->signature.n_code - 1].loads = 0;
        program->code[program->signature.n_code - 1].stores = 1;
        made_program_add(program, OP_LOAD, 0, 1);
        made_program_load(program, word, 0)->bytes = 2;
    }
}

/* Each waits until its store has left, which waits for the load before. */
static void loads_of_parts_follow_each_other(void **state)
{
    (void)state;
    machine.number[MACHINE_STORE_FORWARD_FAILED].value = 14;
    machine.number[MACHINE_STORE_RTHROUGHPUT].value = machine.number[MACHINE_STORE_NEW_LINE].value =
        0.25;
    part_of_words(1, 1);
    near(cycles(), 14.25 * K, 300);
    check_sum();
}

static void bytes_beside_a_load_do_not_matter(void **state)
{
    (void)state;
    machine.number[MACHINE_STORE_FORWARD_FAILED].value = 14;
    machine.number[MACHINE_STORE_RTHROUGHPUT].value = machine.number[MACHINE_STORE_NEW_LINE].value =
        0.25;
    part_of_words(2, 1);
    near(cycles(), K / 2.0, 20);
    check_sum();
}

static void translations_are_paid(void **state)
{
    (void)state;
    machine.tlbs = 1;
    machine.tlb[0] = (struct machine_tlb){ .entries = 64 };
    machine.walk = 30;
    for (unsigned i = 0; i < K; i++) {
        struct signature_instruction *load = made_program_add(program, OP_LOAD, 0, 1);
        load->addresses[load->n_addresses++] = 1;
        made_program_load(program, 4096UL * i, 0)->page_distance = 40;
    }
    near(cycles(), 34 * K, 4);
    near(due_to(CAUSE_TLB), 30 * K, 4);
    check_sum();
}

/* In order: what follows a load that is waited for waits, too. */
static void in_order_nothing_overtakes(void **state)
{
    (void)state;
    machine.in_order = true;
    for (unsigned i = 0; i < 10; i++) {
        struct signature_instruction *load = made_program_add(program, OP_LOAD, 0, 1);
        made_program_load(program, 1UL << 20, FAR);
        (void)load;
        made_program_add(program, OP_ADD, 1, 2);
    }
    near(cycles(), 10 * 100, 20);
    check_sum();
}

/* What only warms up is not counted. */
static void warming_up_is_not_counted(void **state)
{
    (void)state;
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, OP_ADD, 1, 1);
    made_program_end(program, END_CUT, false);
    program->burst.warm = 1;
    for (unsigned i = 0; i < K / 2; i++)
        made_program_add(program, OP_ADD, 1, 1);
    near(cycles(), K / 2, 2);
    near(bursts.place[0].instructions, K / 2, 0);
}

/* Few of many bursts are not those of the start, which is unlike the rest. */
static void few_bursts_are_from_the_middle(void **state)
{
    struct signature_burst two[2];

    (void)state;
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, OP_ADD, 1, 1);
    made_program_end(program, END_CUT, false);
    for (unsigned i = 0; i < K; i++)
        made_program_add(program, OP_ADD, 0, 1 + i % 40);
    made_program_end(program, END_CUT, false);
    for (unsigned i = 0; i < 2; i++)
        two[i] = (struct signature_burst){ .first_event = i, .n_events = 1, .instructions = K };
    program->signature.bursts = two;
    program->signature.n_bursts = 2;
    assert_int_equal(
        core_model_replay(&bursts, &program->signature, made_levels(), 0, 50, CORE_MODEL_ALL), 0);
    near(bursts.cycles, K / 4.0, 3);
}

#define REPLAYS(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        REPLAYS(a_chain_takes_a_cycle_each),
        REPLAYS(selections_by_two_flags_take_two_cycles),
        REPLAYS(independent_ones_take_the_width),
        REPLAYS(divisions_wait_for_their_unit),
        REPLAYS(operations_use_what_others_leave_of_their_units),
        REPLAYS(operations_of_separate_units_do_not_wait),
        REPLAYS(stores_share_the_units_of_loads),
        REPLAYS(misses_in_the_window_overlap),
        REPLAYS(misses_beyond_the_window_do_not),
        REPLAYS(misses_overlap_while_what_waits_has_room),
        REPLAYS(misses_beyond_what_may_wait_do_not),
        REPLAYS(loads_wait_for_a_load_queue_entry),
        REPLAYS(operations_wait_for_a_register),
        REPLAYS(misses_of_one_level_share_the_mshrs_of_l1),
        REPLAYS(deep_returns_are_mispredicted),
        REPLAYS(deep_returns_to_one_place_are_predicted),
        REPLAYS(reals_wait_in_a_queue_of_their_own),
        REPLAYS(rows_overlap_by_what_is_looked_at),
        REPLAYS(loads_pass_more_than_are_looked_at),
        REPLAYS(dependent_loads_pay_their_level),
        REPLAYS(a_wrong_guess_costs_the_penalty),
        REPLAYS(lines_of_files_come_from_memory),
        REPLAYS(a_stream_takes_its_bandwidth),
        REPLAYS(all_places_for_misses_are_used),
        REPLAYS(what_was_stored_is_forwarded),
        REPLAYS(the_stack_forwards_sooner),
        REPLAYS(a_part_is_forwarded_late),
        REPLAYS(loads_learn_their_store),
        REPLAYS(counters_in_turn_wait_for_the_queue_of_stores),
        REPLAYS(bytes_wait_for_the_queue_of_stores),
        REPLAYS(additions_wait_longer_for_products),
        REPLAYS(comparisons_of_reals_cross_to_the_flags),
        REPLAYS(comparisons_into_reals_cross_nothing),
        REPLAYS(calls_take_what_the_probe_found),
        REPLAYS(held_branches_take_a_cycle),
        REPLAYS(branches_beyond_a_level_pay_for_it),
        REPLAYS(branches_beyond_all_levels_pay_for_all),
        REPLAYS(loads_at_an_index_take_longer),
        REPLAYS(the_stack_pointer_does_not_chain),
        REPLAYS(stores_wait_for_their_queue),
        REPLAYS(selections_by_signed_order_are_two_operations_on_some),
        REPLAYS(selections_by_signed_order_are_one_on_others),
        REPLAYS(addresses_of_three_parts_are_two_additions),
        REPLAYS(roots_and_divisions_share_a_unit),
        REPLAYS(conversions_between_reals_are_additions),
        REPLAYS(conversions_to_integers_take_what_the_probe_found),
        REPLAYS(locked_operations_follow_each_other),
        REPLAYS(what_started_keeps_its_place),
        REPLAYS(stores_wait_beside_operations),
        REPLAYS(stores_to_few_lines_gather),
        REPLAYS(stores_to_more_lines_do_not),
        REPLAYS(stores_to_lines_in_turn_do_not_where_one_gathers),
        REPLAYS(stores_to_one_set_take_the_next_cache),
        REPLAYS(loads_of_parts_follow_each_other),
        REPLAYS(bytes_beside_a_load_do_not_matter),
        REPLAYS(translations_are_paid),
        REPLAYS(in_order_nothing_overtakes),
        REPLAYS(warming_up_is_not_counted),
        REPLAYS(few_bursts_are_from_the_middle),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
