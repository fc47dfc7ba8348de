/* Code that no sample has becomes sums of loops; nothing that ran is lost. */
#include "profile/finish.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FLOWS = 70000 };

#define ROWS(s, array, type, ...)                                                                  \
    do {                                                                                           \
        static const struct type rows[] = { __VA_ARGS__ };                                         \
        (s)->array = malloc(sizeof rows);                                                          \
        memcpy((s)->array, rows, sizeof rows);                                                     \
        (s)->n_##array = sizeof rows / sizeof *rows;                                               \
    } while (0)

/* Four blocks of two instructions: 0 outside loops, 1 in loop 0, 2 and 3 in loop 1 within it. The
 * sample has 1 alone. */
static struct signature made(void)
{
    struct signature s = { .isa = "x86_64" };

    s.code = calloc(8, sizeof *s.code);
    s.n_code = 8;
    for (unsigned i = 0; i < 8; i++)
        s.code[i] =
            (struct signature_instruction){ .address = 16 * i, .length = 4, .bytes = { 0x90 } };
    ROWS(&s, blocks, signature_block,
         { .first = 0, .n = 2, .executions = 1, .loop = SIGNATURE_NONE, .function = 0 },
         { .first = 2, .n = 2, .executions = 100, .loop = 0, .function = 1 },
         { .first = 4, .n = 2, .executions = 7, .repeats = 3, .loop = 1, .function = 1 },
         { .first = 6, .n = 2, .executions = 1000, .loop = 1, .function = 1 });
    ROWS(&s, loops, signature_loop, { .header = 1, .parent = SIGNATURE_NONE, .function = 1 },
         { .header = 2, .parent = 0, .function = 1 });
    ROWS(&s, functions, signature_function, { NULL, NULL, 0 }, { NULL, NULL, 0 });
    s.functions[0] = (struct signature_function){ strdup("start"), strdup("made"), 0 };
    s.functions[1] = (struct signature_function){ strdup("main"), strdup("made"), 0 };
    ROWS(&s, events, signature_event, { .block = 1 }, { .block = 1 });
    ROWS(&s, edges, signature_edge, { 0, 1, 1 }, { 1, 1, 99 }, { 1, 2, 7 });
    return s;
}

static void code_of_samples_stays(void **state)
{
    struct signature s = made();

    (void)state;
    assert_true(prune_signature(&s));
    assert_int_equal(s.n_blocks, 1);
    assert_int_equal(s.n_code, 2);
    assert_int_equal(s.blocks[0].first, 0);
    assert_int_equal(s.code[0].address, 32);
    assert_int_equal(s.code[0].bytes[0], 0);
    assert_int_equal(s.code[0].length, 4);
    assert_int_equal(s.events[1].block, 0);
    assert_int_equal(s.n_edges, 1);
    assert_int_equal(s.edges[0].count, 99);
    assert_int_equal(s.n_functions, 1);
    assert_string_equal(s.functions[0].name, "main");
    assert_int_equal(s.blocks[0].function, 0);
    assert_int_equal(s.loops[0].header, 0);
    assert_int_equal(s.loops[1].header, SIGNATURE_NONE);
    assert_int_equal(s.loops[1].address, 64);
    assert_int_equal(s.functions[0].address, 32);
    signature_free(&s);
}

/* Loop 1, which no sample has, counts as what it is in. */
static void the_rest_is_summed(void **state)
{
    struct signature s = made();

    (void)state;
    assert_true(prune_signature(&s));
    assert_int_equal(s.n_rest, 2);
    assert_int_equal(s.rest[0].loop, 0);
    assert_int_equal(s.rest[0].blocks, 2);
    assert_int_equal(s.rest[0].instructions, 4);
    assert_int_equal(s.rest[0].executed, 7 * 2 + 3 + 1000 * 2);
    assert_int_equal(s.rest[1].loop, SIGNATURE_NONE);
    assert_int_equal(s.rest[1].executed, 2);
    signature_free(&s);
}

/* Of instruction 2, which a sample has, the row stays as long as it is a thousandth of all. */
static void accesses_are_summed(void **state)
{
    struct signature s = made();

    (void)state;
    ROWS(&s, memory, signature_memory, { .instruction = 0, .count = 5, .distance = { 5 } },
         { .instruction = 2, .count = 90000, .distance = { 90000 }, .stride = 8 },
         { .instruction = 3, .store = 1, .count = 10, .cold = 4, .distance = { 6 } },
         { .instruction = 4, .store = 1, .count = 20, .depth = { { 1, 2 } } },
         { .instruction = 6, .count = 9000 });
    ROWS(&s, writebacks, signature_writebacks, { .instruction = 3, .ways = { { 1, 2 } } },
         { .instruction = 4, .ways = { { 3, 4 } } }, { .instruction = 1, .ways = { { 5 } } });
    assert_true(prune_signature(&s));
    assert_int_equal(s.n_memory, 4);
    assert_int_equal(s.memory[0].instruction, 0);
    assert_int_equal(s.memory[0].stride, 8);
    assert_int_equal(s.memory[0].loop, 0);
    assert_true(s.memory[1].instruction == SIGNATURE_NONE && s.memory[1].loop == 0);
    assert_true(s.memory[1].store == 0 && s.memory[1].count == 9000);
    assert_true(s.memory[2].store == 1 && s.memory[2].count == 30 && s.memory[2].cold == 4);
    assert_true(s.memory[2].distance[0] == 6 && s.memory[2].depth[0][1] == 2);
    assert_true(s.memory[3].loop == SIGNATURE_NONE && s.memory[3].distance[0] == 5);
    assert_int_equal(s.n_writebacks, 2);
    assert_true(s.writebacks[0].loop == 0 && s.writebacks[0].ways[0][1] == 6);
    assert_true(s.writebacks[1].loop == SIGNATURE_NONE && s.writebacks[1].ways[0][0] == 5);
    signature_free(&s);
}

/* Of pages that either the distance or the sets bring into a TLB, the more of each is not the more
 * of a sum: 10 and 10 of 20 accesses hit, not 10. */
static void pages_are_summed_apart(void **state)
{
    struct signature s = made();

    (void)state;
    ROWS(
        &s, memory, signature_memory, { .instruction = 4, .count = 10, .page_distance = { 10 } },
        { .instruction = 6, .count = 10, .page_depth = { [2] = { 10 } } },
        { .instruction = 7, .count = 5, .page_distance = { 5 }, .page_depth = { [2] = { 0, 1 } } });
    assert_true(prune_signature(&s));
    assert_int_equal(s.n_memory, 2);
    assert_true(s.memory[0].count == 10 && s.memory[0].page_depth[2][0] == 10);
    assert_true(s.memory[1].count == 15 && s.memory[1].page_distance[0] == 15);
    assert_true(s.memory[1].page_depth[2][1] == 1);
    signature_free(&s);
}

/* Rows of dataflow that were used most stay, in their order. */
static void most_used_flow_stays(void **state)
{
    struct signature s = made();

    (void)state;
    s.flow = calloc(FLOWS, sizeof *s.flow);
    s.n_flow = FLOWS;
    for (uint32_t i = 0; i < FLOWS; i++)
        s.flow[i] = (struct signature_flow){ 2, 3, i < 60000 ? 1 : 2, i, 0 };
    assert_true(prune_signature(&s));
    assert_int_equal(s.n_flow, 65536);
    assert_int_equal(s.flow[0].distance, 0);
    assert_int_equal(s.flow[55535].distance, 55535);
    assert_int_equal(s.flow[55536].distance, 60000);
    assert_int_equal(s.flow[65535].distance, FLOWS - 1);
    assert_true(s.flow[0].producer == 0 && s.flow[0].consumer == 1);
    signature_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(code_of_samples_stays),
                                        cmocka_unit_test(the_rest_is_summed),
                                        cmocka_unit_test(accesses_are_summed),
                                        cmocka_unit_test(pages_are_summed_apart),
                                        cmocka_unit_test(most_used_flow_stays) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
