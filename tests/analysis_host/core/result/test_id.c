/* Names of answers: each is printed and read again as the same answer, and is refused elsewhere. */
#include "result/id.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* An id of QUANTITY with all that a name can hold. */
static struct result_id full(enum quantity quantity)
{
    struct result_id id = id_moving(quantity, 2, "mul");

    if (id_read(id.text).quantity == quantity)
        return id;
    if (quantity >= KERNEL_BEST && quantity <= KERNEL_LIMIT)
        return id_kernel(quantity, "dgemm", "ikj", "warm", 1);
    if (quantity >= KERNEL_BEST_TOGETHER && quantity <= KERNEL_LIMIT_TOGETHER)
        return id_kernel(quantity - KERNEL_BEST_TOGETHER + KERNEL_BEST, "dgemm", "ikj", "warm", 7);
    if (quantity == KERNEL_SPEEDUP || quantity == KERNEL_SPEEDUP_AT)
        return id_kernel(quantity, "dgemm", "ikj", "warm", 7);
    if (quantity == PATTERN_RATE)
        return id_pattern_rate("dgemm", "ikj", 2);
    if (quantity == CORE_TO_CORE_STATE || quantity == CORE_TO_CORE_FAR)
        return id_placed(quantity, "modified", 2);
    if (quantity == ATOMIC_CONTENDED || quantity == CPU_FREQUENCY_CONTEXTS)
        return id_busy(quantity, "mul", 7);
    if (quantity == BANDWIDTH_TOGETHER)
        return id_together(2, "mul", 7);
    if (quantity == PEAK_TOGETHER)
        return id_peak("mul", "v128f32", 7);
    return id_op(quantity, "mul", "v128f32");
}

static void every_name_is_read_again(void **state)
{
    (void)state;
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        struct result_id id = full(q), again = id_read(id.text);

        assert_true(id_same(&id, &again));
        assert_int_equal(again.quantity, q);
        assert_int_equal(again.level, again.level ? id.level : 0);
        if (again.op[0] != '\0')
            assert_string_equal(again.op, id.op);
        if (again.type[0] != '\0')
            assert_string_equal(again.type, id.type);
    }
}

static void names_are_as_reports_spell_them(void **state)
{
    char unit[16];

    (void)state;
    assert_string_equal(id_at(CACHE_SIZE, 2).text, "cache.2.size");
    assert_string_equal(id_of(MEMORY_LATENCY).text, "memory.latency");
    assert_string_equal(id_op(OP_LATENCY, "add", "i32").text, "op.add.i32.latency");
    assert_string_equal(id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read").text,
                        "bandwidth.memory.read");
    assert_string_equal(id_together(1, "read", 4).text, "bandwidth.cache.1.read.4");
    assert_string_equal(id_together(1, "read", 1).text, "bandwidth.cache.1.read");
    assert_string_equal(id_type(REGISTERS, "f64").text, "regs.f64");
    assert_string_equal(id_peak("add2_mul", "v256f64", 1).text, "peak.v256f64.add2_mul");
    assert_string_equal(id_peak("fma", "f32", 4).text, "peak.f32.fma.4");
    assert_string_equal(id_kernel(KERNEL_AT, "dgemm", "ikj", "warm", 1).text,
                        "kernel.dgemm.ikj.warm.at");
    assert_string_equal(id_kernel(KERNEL_AT, "dgemm", "ikj", "warm", 4).text,
                        "kernel.dgemm.ikj.warm.4.at");
    assert_string_equal(id_pattern_rate("triad", "plain", MEMORY_LEVEL).text,
                        "pattern.triad.plain.memory");
    struct result_id throughput = id_op(OP_THROUGHPUT, "add", "i32");
    id_unit(unit, sizeof unit, &throughput);
    assert_string_equal(unit, "1/cycle");
}

static void parts_say_what_braces_stand_for(void **state)
{
    struct result_id kernel = id_kernel(KERNEL_AT, "dgemm", "ikj", "warm", 4);
    struct result_id place = id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read");
    struct result_id level = id_at(CACHE_SIZE, 3), plain = id_of(MEMORY_LATENCY);
    struct id_part parts[ID_PARTS];

    (void)state;
    assert_int_equal(id_parts(&kernel, parts), 4);
    assert_string_equal(parts[0].word, "kernel");
    assert_string_equal(parts[0].text, "dgemm");
    assert_string_equal(parts[1].word, "variant");
    assert_string_equal(parts[1].text, "ikj");
    assert_string_equal(parts[2].word, "state");
    assert_string_equal(parts[3].word, "contexts");
    assert_null(parts[3].text);
    assert_int_equal(parts[3].number, 4);
    assert_int_equal(id_parts(&place, parts), 2);
    assert_string_equal(parts[0].word, "place");
    assert_string_equal(parts[0].text, "memory");
    assert_int_equal(id_parts(&level, parts), 1);
    assert_int_equal(parts[0].number, 3);
    assert_int_equal(id_parts(&plain, parts), 0);
}

/* A quantity has one word; only that of several hardware threads is the one of one. */
static void a_quantity_has_a_word_of_its_own(void **state)
{
    char word[ID_BYTES], other[ID_BYTES];

    (void)state;
    quantity_word(word, sizeof word, OP_LATENCY);
    assert_string_equal(word, "op.latency");
    quantity_word(word, sizeof word, CONTEXT_LATENCY);
    assert_string_equal(word, "context.memory.latency");
    for (enum quantity q = 0; q < QUANTITIES; q++)
        for (enum quantity k = 0; k < q; k++) {
            bool together = strstr(quantity_row(q)->id, "{contexts}") != NULL;
            quantity_word(word, sizeof word, q);
            quantity_word(other, sizeof other, k);
            if (!together)
                assert_string_not_equal(word, other);
        }
}

static void schema_1_is_read_by_its_units_and_words(void **state)
{
    struct result_id width = id_read("issue.shared"), rate = id_read("op.add.i32.throughput");
    struct result_id reach = id_read("page.large");
    char unit[ID_WORD];

    (void)state;
    assert_string_equal(width.text, "issue.width.shared");
    id_unit_read(unit, sizeof unit, &width, "op per cycle");
    assert_string_equal(unit, "uop/cycle");
    id_unit_read(unit, sizeof unit, &rate, "op per i32 add");
    assert_string_equal(unit, "1/cycle");
    id_unit_read(unit, sizeof unit, &rate, "cycle"); /* another unit is another number */
    assert_string_equal(unit, "cycle");
    assert_int_equal(reach.quantity, HUGE_PAGE_TLB_REACH);
    assert_string_equal(id_word_read(&reach, "translated"), "gained");
    assert_string_equal(id_word_read(&reach, "gained"), "gained");
    assert_string_equal(id_word_read(&rate, "translated"), "translated");
}

static void other_texts_are_no_names(void **state)
{
    static const char *const others[] = { "",
                                          "cache",
                                          "cache.size",
                                          "cache.0.size",
                                          "cache.01.size",
                                          "cache.-1.size",
                                          "cache.1.sizes",
                                          "cache.99999999999999999999.size",
                                          "bandwidth.disk.read",
                                          "op..i32.latency",
                                          "memory.latency.x" };

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct result_id id = id_read(others[i]);

        assert_int_equal(id.quantity, QUANTITY_UNKNOWN);
        assert_string_equal(id.text, others[i]);
    }
}

/* Words of a log become part of a name: however long they are, nothing is written beyond the id. */
static void long_words_are_cut(void **state)
{
    const char *word = "a_word_that_is_far_longer_than_any_operation_has_ever_been_in_a_log";
    struct result_id id = id_op(OP_IN_FLIGHT, word, word);

    (void)state;
    assert_int_equal(id.quantity, OP_IN_FLIGHT);
    assert_true(id.text[ID_BYTES - 1] == '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_is_read_again),
        cmocka_unit_test(names_are_as_reports_spell_them),
        cmocka_unit_test(other_texts_are_no_names),
        cmocka_unit_test(parts_say_what_braces_stand_for),
        cmocka_unit_test(a_quantity_has_a_word_of_its_own),
        cmocka_unit_test(schema_1_is_read_by_its_units_and_words),
        cmocka_unit_test(long_words_are_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
