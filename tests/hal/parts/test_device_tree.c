/* The reader of device trees, on trees that this test writes: whole, cut at every byte, and lying.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board_facts.h"
#include <stdlib.h>
#include <string.h>

enum { HEADER = 40, RESERVATIONS = 40, STRUCTURE = 72, STRINGS = 3072, ROOM = 4096 };
enum { BEGIN_NODE = 1, END_NODE = 2, PROP = 3, NOP = 4, END = 9 };

/* A tree that is being written: header, one reservation, structure, strings. */
struct writer {
    uint8_t at[ROOM];
    size_t structure, strings; /* where each goes on */
};

static void put(struct writer *w, size_t at, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        w->at[at + i] = (uint8_t)(word >> (24 - 8 * i));
}

static void word(struct writer *w, uint32_t value)
{
    put(w, w->structure, value);
    w->structure += 4;
}

static void bytes(struct writer *w, const void *from, size_t n)
{
    memcpy(w->at + w->structure, from, n);
    w->structure += (n + 3) / 4 * 4;
}

static void begin(struct writer *w, const char *name)
{
    word(w, BEGIN_NODE);
    bytes(w, name, strlen(name) + 1);
}

static void end(struct writer *w)
{
    word(w, END_NODE);
}

static void property(struct writer *w, const char *name, const void *value, size_t n)
{
    word(w, PROP);
    word(w, (uint32_t)n);
    word(w, (uint32_t)(w->strings - STRINGS));
    strcpy((char *)w->at + w->strings, name);
    w->strings += strlen(name) + 1;
    bytes(w, value, n);
}

static void text(struct writer *w, const char *name, const char *value)
{
    property(w, name, value, strlen(value) + 1);
}

static void cells(struct writer *w, const char *name, size_t n, const uint32_t *value)
{
    uint8_t big[32];

    assert_true(4 * n <= sizeof big);
    for (size_t i = 0; i < 4 * n; i++)
        big[i] = (uint8_t)(value[i / 4] >> (24 - i % 4 * 8));
    property(w, name, big, 4 * n);
}

#define CELLS(w, name, ...)                                                                        \
    cells(w, name, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4, (uint32_t[]){ __VA_ARGS__ })

static void start(struct writer *w)
{
    *w = (struct writer){ .structure = STRUCTURE, .strings = STRINGS };
    put(w, RESERVATIONS + 4, 0x1000);
    put(w, RESERVATIONS + 12, 0x2000);
}

static void finish(struct writer *w)
{
    const uint32_t header[] = { 0xd00dfeed,
                                (uint32_t)w->strings,
                                STRUCTURE,
                                STRINGS,
                                RESERVATIONS,
                                17,
                                16,
                                0,
                                (uint32_t)w->strings - STRINGS,
                                (uint32_t)w->structure - STRUCTURE };

    word(w, END);
    for (size_t i = 0; i < sizeof header / sizeof header[0]; i++)
        put(w, 4 * i, header[i]);
    put(w, 36, (uint32_t)w->structure - STRUCTURE);
}

static void core(struct writer *w, const char *name, uint32_t id, const char *status)
{
    begin(w, name);
    CELLS(w, "reg", id);
    if (status)
        text(w, "status", status);
    text(w, "enable-method", id == 3 ? "spin-table" : "psci");
    if (id == 3)
        CELLS(w, "cpu-release-addr", 0, 0xd8);
    begin(w, "interrupt-controller"); /* its words are not the core's */
    text(w, "status", "disabled");
    end(w);
    end(w);
}

static void board(struct writer *w)
{
    start(w);
    begin(w, "");
    CELLS(w, "#address-cells", 2);
    CELLS(w, "#size-cells", 2);
    text(w, "model", "a board\n");
    word(w, NOP);
    begin(w, "chosen");
    text(w, "bootargs", "--quick 'two words'");
    end(w);
    begin(w, "memory@40000000");
    CELLS(w, "reg", 0, 0x40000000, 0, 0x8000000, 1, 0, 0, 0x1000);
    end(w);
    begin(w, "reserved-memory");
    CELLS(w, "#address-cells", 1);
    CELLS(w, "#size-cells", 1);
    begin(w, "firmware@47000000");
    CELLS(w, "reg", 0x47000000, 0x100000);
    end(w);
    end(w);
    begin(w, "psci");
    text(w, "method", "smc");
    end(w);
    begin(w, "cpus");
    CELLS(w, "#address-cells", 1);
    CELLS(w, "#size-cells", 0);
    CELLS(w, "timebase-frequency", 10000000);
    core(w, "cpu@0", 0, NULL);
    core(w, "cpu@1", 1, "disabled");
    core(w, "cpu@3", 3, "okay");
    end(w);
    end(w);
    finish(w);
}

/* Reads the first N bytes of W from memory that ends there. -1: no tree. */
static int read_part(const struct writer *w, size_t n, struct board_facts *facts)
{
    struct device_tree tree;
    uint8_t *part = malloc(n > 0 ? n : 1);

    assert_non_null(part);
    memcpy(part, w->at, n);
    int status = device_tree_open(&tree, part, n);
    if (status == 0)
        board_facts_read(facts, &tree);
    free(part);
    return status;
}

static void what_a_tree_says_is_read(void **state)
{
    struct writer w;
    struct board_facts f;

    (void)state;
    board(&w);
    assert_int_equal(read_part(&w, w.strings, &f), 0);
    assert_false(f.broken);
    assert_string_equal(f.model, "a board ");
    assert_string_equal(f.line, "--quick 'two words'");
    assert_int_equal(f.n_memory, 2);
    assert_int_equal(f.memory[0].start, 0x40000000);
    assert_int_equal(f.memory[0].end, 0x48000000);
    assert_int_equal(f.memory[1].start, 0x100000000);
    assert_int_equal(f.n_reserved, 2);
    assert_int_equal(f.reserved[0].end, 0x3000);
    assert_int_equal(f.reserved[1].start, 0x47000000);
    assert_int_equal(f.psci, FACTS_PSCI_SMC);
    assert_int_equal(f.timebase_hz, 10000000);
}

static void cores_are_those_that_are_okay(void **state)
{
    struct writer w;
    struct board_facts f;

    (void)state;
    board(&w);
    assert_int_equal(read_part(&w, w.strings, &f), 0);
    assert_int_equal(f.n_cores, 2);
    assert_int_equal(f.n_disabled, 1);
    assert_int_equal(f.core[0].id, 0);
    assert_int_equal(f.core[0].start, FACTS_START_PSCI);
    assert_int_equal(f.core[1].id, 3);
    assert_int_equal(f.core[1].start, FACTS_START_SPIN_TABLE);
    assert_int_equal(f.core[1].release_at, 0xd8);
}

static void more_cores_than_there_is_room_for_are_counted(void **state)
{
    struct writer w;
    struct board_facts f;

    (void)state;
    start(&w);
    begin(&w, "");
    begin(&w, "cpus");
    for (unsigned i = 0; i < 10; i++) {
        begin(&w, "cpu@0");
        end(&w);
    }
    end(&w);
    end(&w);
    finish(&w);
    assert_int_equal(read_part(&w, w.strings, &f), 0);
    assert_int_equal(f.n_cores, FACTS_CORES);
    assert_int_equal(f.n_more_cores, 2);
}

static void a_tree_that_is_cut_is_none(void **state)
{
    struct writer w;
    struct board_facts f;

    (void)state;
    board(&w);
    for (size_t n = 0; n < w.strings; n++)
        assert_int_equal(read_part(&w, n, &f), -1);
}

/* The header shrinks with the tree: what came before the cut counts. */
static void a_structure_that_is_cut_is_told(void **state)
{
    struct writer w;
    struct board_facts f;

    (void)state;
    board(&w);
    for (size_t n = 0; n + STRUCTURE + 4 < w.structure; n++) {
        put(&w, 36, (uint32_t)n);
        assert_int_equal(read_part(&w, w.strings, &f), 0);
        assert_true(f.broken);
    }
}

/* Every word, set to numbers that lead astray: whatever comes of it, nothing outside is read. */
static void a_tree_that_lies_does_no_harm(void **state)
{
    static const uint32_t lies[] = {
        0, 1, 2, 3, 9, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffc
    };
    struct writer w;
    struct board_facts f;

    (void)state;
    board(&w);
    for (size_t at = 0; at + 4 <= w.strings; at += 4)
        for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
            struct writer lying = w;

            put(&lying, at, lies[i]);
            if (read_part(&lying, w.strings, &f) != 0)
                continue;
            assert_true(f.n_memory <= FACTS_RANGES && f.n_reserved <= FACTS_RANGES);
            assert_true(f.n_cores <= FACTS_CORES);
            for (unsigned k = 0; k < f.n_memory; k++)
                assert_true(f.memory[k].end > f.memory[k].start);
            assert_true(memchr(f.line, '\0', sizeof f.line) != NULL);
        }
}

static void nodes_that_never_end_are_told(void **state)
{
    struct writer w;
    struct board_facts f;

    (void)state;
    start(&w);
    for (unsigned i = 0; i < 200; i++)
        begin(&w, "n");
    finish(&w);
    assert_int_equal(read_part(&w, w.strings, &f), 0);
    assert_true(f.broken);
}

static void memory_after_an_image_ends_at_the_nearest_end(void **state)
{
    static const struct board_facts two = {
        .memory = { { 0x1000, 0x9000 }, { 0x20000, 0x30000 } },
        .n_memory = 2,
        .reserved = { { 0x500, 0x600 }, { 0x7000, 0x7100 } },
        .n_reserved = 2,
    };
    static const struct board_facts none = { .n_memory = 0 };
    bool known;

    (void)state;
    assert_int_equal(board_facts_free_end(&two, 0x1000, 0x2000, 0x100000, &known), 0x7000);
    assert_true(known);
    assert_int_equal(board_facts_free_end(&two, 0x1000, 0x7200, 0x100000, &known), 0x9000);
    assert_int_equal(board_facts_free_end(&two, 0x1000, 0x2000, 0x6000, &known), 0x6000);
    assert_int_equal(board_facts_free_end(&two, 0x20000, 0x21000, 0x100000, &known), 0x30000);
    assert_true(known);
    assert_int_equal(board_facts_free_end(&two, 0xa000, 0xb000, 0x100000, &known), 0x100000);
    assert_false(known);
    assert_int_equal(board_facts_free_end(&none, 0x1000, 0x2000, 0x8000, &known), 0x8000);
    assert_false(known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_tree_says_is_read),
        cmocka_unit_test(cores_are_those_that_are_okay),
        cmocka_unit_test(more_cores_than_there_is_room_for_are_counted),
        cmocka_unit_test(a_tree_that_is_cut_is_none),
        cmocka_unit_test(a_structure_that_is_cut_is_told),
        cmocka_unit_test(a_tree_that_lies_does_no_harm),
        cmocka_unit_test(nodes_that_never_end_are_told),
        cmocka_unit_test(memory_after_an_image_ends_at_the_nearest_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
