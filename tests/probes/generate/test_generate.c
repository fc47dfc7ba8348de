/* generate_test GENERATOR FOLDER: what the generator writes for each type, and what it refuses. */
#include "lib/live_kernel.h"
#include "op_rows.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

enum { MOST_TEXT = 1 << 21 };

static const char *const types[] = { "i8",      "i16",     "i32",     "i64",     "f32",
                                     "f64",     "v128i32", "v128i64", "v128f32", "v128f64",
                                     "v256i32", "v256i64", "v256f32", "v256f64", "v512i32",
                                     "v512i64", "v512f32", "v512f64" };
enum { N_TYPES = sizeof types / sizeof types[0] };

static const char *generator, *folder;
static char text[MOST_TEXT], said[MOST_TEXT];

static void read_file(const char *path, char *to)
{
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    size_t n = fread(to, 1, MOST_TEXT - 1, file);
    assert_true(n < MOST_TEXT - 1);
    to[n] = '\0';
    fclose(file);
}

/* Runs the generator with WORDS after OUT; its status. What it wrote is then in TEXT where that is
 * 0, what it said in SAID. */
static int generate(const char *out, const char *words)
{
    char command[2000], path[1000];

    snprintf(command, sizeof command, "'%s' %s %s 2>'%s/said'", generator, out, words, folder);
    int status = system(command);
    assert_true(WIFEXITED(status));
    snprintf(path, sizeof path, "%s/said", folder);
    read_file(path, said);
    if (WEXITSTATUS(status) == 0) {
        snprintf(path, sizeof path, "%s/out.c", folder);
        read_file(path, text);
    }
    return WEXITSTATUS(status);
}

/* The same into a file of the folder. */
static int generate_words(const char *words)
{
    char out[1000];

    snprintf(out, sizeof out, "'%s/out.c'", folder);
    return generate(out, words);
}

/* How often WHAT is in the bytes from FROM up to TO. */
static unsigned count(const char *from, const char *to, const char *what)
{
    unsigned n = 0;

    while ((from = strstr(from, what)) != NULL && from < to) {
        n++;
        from += strlen(what);
    }
    return n;
}

static const char *after(const char *from, const char *what)
{
    const char *at = strstr(from, what);

    if (at == NULL)
        fail_msg("no '%s'", what);
    return at + strlen(what);
}

/* ---- operations ---- */

/* "add_i32(", as the step SPELLS it: the function that follows the assignment. */
static void call_in(char to[32], const char *step, const char *type)
{
    const char *from = strchr(step, '=') + 2;

    snprintf(to, 32, "%.*s_%s(", (int)strcspn(from, "_"), from, type);
}

/* The steps from FROM to TO: one for each case, each with one operation on every stream. */
static void check_steps(const char *from, const char *to, const struct op_row *row,
                        const char *type, unsigned streams)
{
    unsigned steps = ops_steps(streams), calls;
    char even[32], odd[32];

    call_in(even, row->step[0], type);
    call_in(odd, row->step[1], type);
    calls = count(from, to, even);
    if (strcmp(even, odd) != 0)
        calls += count(from, to, odd);
    assert_int_equal(calls, steps * streams);
    if (row->with) {
        const char *first = after(from, "case 0:");

        assert_int_equal(count(from, to, "; t"), steps * streams);
        /* What is carried comes first, else the next stream's operation waits for it. */
        assert_true(strstr(first, row->with) < strstr(first, even));
    }
    assert_int_equal(count(from, to, "case "), steps);
    for (unsigned s = 0; s < streams; s++) {
        char assignment[16];

        snprintf(assignment, sizeof assignment, " t%u = ", s);
        assert_int_equal(count(from, to, assignment), steps * (row->with ? 2 : 1));
    }
}

static void check_kernel(const struct op_row *row, const char *type, unsigned streams)
{
    char name[64], of[32];

    snprintf(name, sizeof name, "void %s_%u(uint64_t laps)\n", row->op, streams);
    const char *begin = after(text, name), *end = after(begin, "\n}\n");
    snprintf(of, sizeof of, "of_%s(start)", type);
    const char *loop = after(begin, "left > 0; left--)");
    assert_true(loop < end);
    assert_int_equal(count(begin, loop, of), streams); /* a reading each */
    assert_int_equal(count(begin, end, "switch (ops_entry)"), 1);
    assert_int_equal(count(begin, end, "sink = t"), streams);
    check_steps(loop, after(loop, "\n    }\n"), row, type, streams);
}

static void check_type(const char *type, bool fma)
{
    char words[32], declared[64];

    snprintf(words, sizeof words, "%s %s", fma ? "fma" : "type", type);
    assert_int_equal(generate_words(words), 0);
    assert_string_equal(said, "");
    for (const struct op_row *row = op_rows; row->op; row++) {
        snprintf(declared, sizeof declared, "ops_%s_%s[OPS_KERNELS]", row->op, type);
        bool here = op_applies(row, type) && (strcmp(row->op, "fma") == 0) == fma;

        assert_true(here || count(text, text + MOST_TEXT, declared) == 0 ||
                    strcmp(row->op, "div") == 0); /* has two rows */
        for (unsigned k = 0; here && k < OPS_KERNELS; k++)
            if (op_has_streams(type, k, 0))
                check_kernel(row, type, ops_streams(k));
    }
}

static void every_step_is_one_operation_on_each_stream(void **state)
{
    (void)state;
    for (unsigned i = 0; i < N_TYPES; i++)
        check_type(types[i], false);
}

static void fma_is_written_apart(void **state)
{
    (void)state;
    for (unsigned i = 0; i < N_TYPES; i++)
        if (strstr(types[i], "f32") || strstr(types[i], "f64"))
            check_type(types[i], true);
}

static void steps_halve_into_whole_ones(void **state)
{
    (void)state;
    for (unsigned k = 0; k < OPS_KERNELS; k++) {
        assert_true(ops_steps(ops_streams(k)) % 2 == 0);
        assert_true(k == 0 || ops_streams(k) > ops_streams(k - 1));
    }
    assert_int_equal(ops_streams(0), 1);
    assert_int_equal(ops_streams(OPS_KERNELS - 1), 20);
}

/* ---- live ranges ---- */

/* The loop on LIVE variables has rounds over all of them, LEAST additions or more, and its row
 * says how many. */
static void check_live(const char *type, unsigned live, unsigned least)
{
    unsigned adds = live * ((least + live - 1) / live);
    char name[64], call[32], row[64];

    snprintf(name, sizeof name, "static void live_%u(uint64_t laps)\n", live);
    const char *begin = after(text, name), *end = after(begin, "\n}\n");
    const char *loop = after(begin, "left > 0; left--)"), *out = after(loop, "\n    }\n");

    assert_true(out < end);
    snprintf(call, sizeof call, "LIVE_ADD(%s, %u, ", type, live);
    assert_int_equal(count(loop, out, call), adds);
    snprintf(row, sizeof row, "    { %u, %u, live_%u },\n", live, adds, live);
    assert_non_null(strstr(text, row));
    for (unsigned t = 0; t < live; t++) {
        char from[24], to[32];

        snprintf(to, sizeof to, ", %u, %u, ", live, t);
        snprintf(from, sizeof from, ", %u);", t);
        assert_int_equal(count(loop, out, to), adds / live);
        assert_int_equal(count(loop, out, from), adds / live);
    }
}

static void live_loops_use_every_variable_alike(void **state)
{
    static const char *const some[] = { "i32", "i64", "f32", "f64", "v128f32", "v512f32" };

    (void)state;
    for (unsigned i = 0; i < sizeof some / sizeof some[0]; i++) {
        char words[32];

        snprintf(words, sizeof words, "live %s", some[i]);
        assert_int_equal(generate_words(words), 0);
        for (unsigned live = 3; live <= 132; live++)
            check_live(some[i], live, 32);
        assert_null(strstr(text, "live_2("));
        assert_null(strstr(text, "live_133("));
    }
}

static bool is_one_of(unsigned n, const unsigned *some, size_t n_some)
{
    for (size_t i = 0; i < n_some; i++)
        if (some[i] == n)
            return true;
    return false;
}

static void check_live_kernels(const char *words, const unsigned *some, size_t n_some)
{
    assert_int_equal(generate_words(words), 0);
    for (unsigned live = 3; live <= 132; live++) {
        char name[64];

        snprintf(name, sizeof name, ", live_%u },", live);
        assert_int_equal(strstr(text, name) != NULL, is_one_of(live, some, n_some));
    }
}

static void small_code_tries_variables_near_the_named_registers(void **state)
{
    static const unsigned integers[] = { 3, 4, 8, 12, 13, 14, 15, 16, 22 };
    static const unsigned floats[] = { 3, 4, 8, 12, 16, 20, 24, 28, 30, 31, 32, 33, 34, 40 };

    (void)state;
    check_live_kernels("live i32 named.32.16.14 small", integers,
                       sizeof integers / sizeof *integers);
    check_live_kernels("live f32 named.32.16.14 small", floats, sizeof floats / sizeof *floats);
    assert_int_equal(generate_words("live f32 named.32.32.31 small"), 0);
    assert_non_null(strstr(text, ", live_40 },\n};"));
    assert_int_not_equal(generate_words("live i32 named.32.16 small"), 0);
    assert_int_not_equal(generate_words("live i32 named.32.16.3 small"), 0);
}

static void small_code_has_fewer_streams_and_variables(void **state)
{
    static const unsigned small_streams[] = { 1, 2, 4, 6 };

    (void)state;
    assert_int_equal(generate_words("type i32 small"), 0);
    for (unsigned k = 0; k < OPS_KERNELS; k++) {
        char name[64];

        snprintf(name, sizeof name, "static void add_%u(", ops_streams(k));
        assert_int_equal(strstr(text, name) != NULL, is_one_of(ops_streams(k), small_streams, 4));
    }
    assert_non_null(strstr(text, "[3] = add_4,\n    [5] = add_6,\n};"));
    assert_int_equal(generate_words("type i32 small.4"), 0);
    assert_non_null(strstr(text, "[1] = add_2,\n    [3] = add_4,\n};"));
    assert_int_equal(generate_words("live f32 small"), 0);
    check_live("f32", 16, 16);
    check_live("f32", 132, 16);
    assert_null(strstr(text, "live_17"));
    assert_non_null(strstr(text, ", live_16 },\n    { 18, 18, live_18 },"));
}

static void what_is_missing_is_not_written(void **state)
{
    (void)state;
    assert_int_equal(generate_words("type i32 -div.i32 -mod.i64 small"), 0);
    assert_null(strstr(text, "ops_div_i32"));
    assert_non_null(strstr(text, "ops_mod_i32"));
    assert_null(strstr(text, "add_8("));
}

/* The text from FUNCTION up to the next one. */
static unsigned calls_in(const char *function, const char *call)
{
    const char *from = after(text, function), *to = strstr(from, "\n}\n");

    assert_non_null(to);
    return count(from, to, call);
}

/* ---- tables ---- */

static void table_lists_what_there_is_and_what_is_missing(void **state)
{
    (void)state;
    assert_int_equal(generate_words("table i32 -div.i32 -mod.i32 f64"), 0);
    assert_non_null(strstr(text, "{ \"add\", \"i32\", 1, 0, ops_add_i32, false },"));
    assert_non_null(strstr(text, "{ \"div\", \"i32\", 1, \"add\", 0, false },"));
    assert_non_null(strstr(text, "{ \"mod\", \"i32\", 1, \"add\", 0, false },"));
    assert_non_null(strstr(text, "{ \"div\", \"f64\", 1, 0, ops_div_f64, false },"));
    assert_non_null(strstr(text, "{ \"cvt\", \"f64\", 2, 0, ops_cvt_f64, false },"));
    assert_null(strstr(text, "i64"));
    assert_non_null(strstr(text, "{ 0, 0, 0, 0, 0, false },\n};"));
}

/* Where code may be large, loads are timed that need nothing of each other. */
static void loads_are_timed_apart_in_large_images(void **state)
{
    (void)state;
    assert_int_equal(generate_words("table i32 f32"), 0);
    assert_non_null(strstr(text, "{ \"load\", \"i32\", 1, 0, ops_apart_i32, true },"));
    assert_null(strstr(text, "ops_apart_f32"));
    assert_int_equal(generate_words("type i32"), 0);
    assert_int_equal(calls_in("static void apart_8(", "apart_i32(table"), 8 * ops_steps(8));
    assert_int_equal(generate_words("table i32 small"), 0);
    assert_null(strstr(text, "ops_apart"));
    assert_int_equal(generate_words("type i32 small"), 0);
    assert_null(strstr(text, "apart_"));
}

static void empty_table_is_still_one(void **state)
{
    (void)state;
    assert_int_equal(generate_words("table"), 0);
    assert_non_null(strstr(text, "ops_table[] = {\n    { 0, 0, 0, 0, 0, false },\n};"));
    assert_int_equal(generate_words("livetable"), 0);
    assert_non_null(strstr(text, "live_table[] = {\n    { 0, 0, 0, 0 },\n};"));
}

static void live_table_lists_its_types(void **state)
{
    (void)state;
    assert_int_equal(generate_words("livetable i32 v256f32"), 0);
    assert_non_null(strstr(text, "{ \"i32\", live_i32, live_refs_i32, 130 },"));
    assert_non_null(strstr(text, "{ \"v256f32\", live_v256f32, live_refs_v256f32, 130 },"));
    assert_non_null(strstr(text, "live_times[131];"));
    /* Rows of each type, and room for the longest and the reference. */
    assert_int_equal(generate_words("livetable i32 f32 named.32.16.14 small"), 0);
    assert_non_null(strstr(text, "{ \"i32\", live_i32, live_refs_i32, 9 },"));
    assert_non_null(strstr(text, "{ \"f32\", live_f32, live_refs_f32, 14 },"));
    assert_non_null(strstr(text, "live_times[15];"));
    assert_int_equal(generate_words("livetable i64 named.32.16.14 small"), 0);
    assert_non_null(strstr(text, "{ \"i64\", live_i64, live_refs_i64, 27 },"));
}

/* ---- mixes ---- */

static void mixes_hold_what_they_are_named_for(void **state)
{
    (void)state;
    assert_int_equal(generate_words("peak f64 regs.16.12"), 0);
    assert_int_equal(calls_in("void add_12_2(", " add_f64("), 24);
    assert_int_equal(calls_in("void balanced_4_3(", " add_f64("), 12);
    assert_int_equal(calls_in("void balanced_4_3(", " mul_f64("), 12);
    assert_int_equal(calls_in("void add2_mul_4_2(", " add_f64("), 16);
    assert_int_equal(calls_in("void add2_mul_4_2(", " mul_f64("), 8);
    assert_int_equal(calls_in("void add_mul2_4_2(", " mul_f64("), 16);
    assert_null(strstr(text, "fma_f64("));
    assert_int_equal(generate_words("peakfma v256f32 regs.32.12"), 0);
    assert_int_equal(calls_in("void fma_add_8_2(", " fma_v256f32("), 16);
    assert_int_equal(calls_in("void fma_add_8_2(", " add_v256f32("), 16);
    assert_int_equal(calls_in("void fma_16_2(", " fma_v256f32("), 32);
}

/* Accumulators and operands together are no more than there are registers. */
static void mixes_stay_in_registers(void **state)
{
    (void)state;
    assert_int_equal(generate_words("peak f32 regs.16.12"), 0);
    assert_non_null(strstr(text, "balanced_7_2"));
    assert_null(strstr(text, "balanced_8_"));
    assert_null(strstr(text, "add_16_"));
    assert_int_equal(generate_words("peak i32 regs.16.5"), 0);
    assert_non_null(strstr(text, "add_5_5"));
    assert_null(strstr(text, "add_6_"));
    assert_null(strstr(text, "add_1_"));
}

/* Additions of integers read each other: their sum over many laps has no formula. */
static void integers_add_each_other(void **state)
{
    (void)state;
    assert_int_equal(generate_words("peak i32 regs.16.12"), 0);
    assert_int_equal(calls_in("void add_4_6(", "a0 = add_i32(a0, a2)"), 6);
    assert_null(strstr(text, "mul_i32("));
}

/* Where a multiply-add overwrites its addend, a constant one would have to be copied first. */
static void sums_are_overwritten_where_the_target_does(void **state)
{
    (void)state;
    assert_int_equal(generate_words("peakfma f64 regs.32.24.acc"), 0);
    assert_int_equal(calls_in("void fma_8_3(", "f0 = fma_f64(f4, x, f0)"), 3);
    assert_int_equal(calls_in("void fma_8_3(", "x, y)"), 0);
    assert_int_equal(generate_words("peakfma f32 regs.16.10.acc small"), 0);
    assert_int_equal(count(text, text + strlen(text), "static void "), 2);
}

static void small_mixes_are_few(void **state)
{
    (void)state;
    assert_int_equal(generate_words("peak f32 regs.16.10 small"), 0);
    assert_int_equal(count(text, text + strlen(text), "static void "), 6);
    assert_non_null(strstr(text, "balanced_7_"));
    assert_null(strstr(text, "add2_mul"));
    assert_int_equal(generate_words("peak f32 regs.8.5 small"), 0);
    assert_non_null(strstr(text, "balanced_3_"));
}

static void peak_table_lists_each_mix(void **state)
{
    (void)state;
    assert_int_equal(generate_words("peaktable f64 v128i32"), 0);
    assert_non_null(strstr(text, "{ \"f64\", \"add_mul2\", peak_add_mul2_f64 }"));
    assert_non_null(strstr(text, "{ \"v128i32\", \"add\", peak_add_v128i32 }"));
    assert_null(strstr(text, "peak_mul_v128i32"));
    assert_int_equal(generate_words("peaktable"), 0);
    assert_non_null(strstr(text, "peak_table[]"));
}

/* ---- refusals ---- */

static void wrong_words_are_refused(void **state)
{
    static const char *const wrong[] = { "",
                                         "type",
                                         "type i7",
                                         "type i32 i64",
                                         "types i32",
                                         "live",
                                         "live v64",
                                         "fma",
                                         "fma i1",
                                         "type ''",
                                         "table i7",
                                         "table i32 -mod.f32",
                                         "table -i",
                                         "table i32 -none.i32",
                                         "livetable f16",
                                         "type i32 tiny",
                                         "type i32 small i64",
                                         "type small",
                                         "type i32 small.3",
                                         "type -div.i32",
                                         "live i32 -div.i32",
                                         "peak f64",
                                         "peak i8 regs.16.12",
                                         "peak f64 regs.3.12",
                                         "peak f64 regs.16.12 f32",
                                         "peakfma regs.16.12 f64",
                                         "peak f64 regs.16.12x",
                                         "peak f64 regs.16.12.accx",
                                         "peaktable i8",
                                         "peaktable regs.16.12" };

    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (generate_words(wrong[i]) != 1)
            fail_msg("'%s' was not refused", wrong[i]);
        if (strncmp(said, "generate_ops: ", 14) != 0)
            fail_msg("'%s': it said '%s'", wrong[i], said);
    }
}

static void word_that_is_wrong_is_named(void **state)
{
    (void)state;
    assert_int_equal(generate_words("type i7"), 1);
    assert_non_null(strstr(said, "i7"));
    assert_int_equal(generate_words("table i32 f16"), 1);
    assert_non_null(strstr(said, "f16"));
    assert_int_equal(generate_words("table i32 -div.i9"), 1);
    assert_non_null(strstr(said, "-div.i9"));
}

static void output_that_cannot_be_written_is_named(void **state)
{
    (void)state;
    assert_int_equal(generate("/none/such/out.c", "type i32"), 1);
    assert_non_null(strstr(said, "/none/such/out.c"));
    assert_int_equal(generate("/dev/full", "type i32"), 1);
    assert_non_null(strstr(said, "/dev/full: could not be written"));
}

/* The stack of the x87: sums and products alone, as many as it holds beside an operand. */
static void x87_has_sums_and_products(void **state)
{
    (void)state;
    assert_int_equal(generate_words("peak f80 regs.16.12"), 0);
    assert_non_null(strstr(text, "add_6_16"));
    assert_non_null(strstr(text, "a5 = add_f80(a5, y);"));
    assert_non_null(strstr(text, "mul_6_16"));
    assert_null(strstr(text, "add_7_"));
    assert_null(strstr(text, "fma_"));
    assert_null(strstr(text, "timed loop"));
    assert_null(strstr(text, "balanced"));
    assert_int_equal(generate_words("peaktable f64 v128f64 v256f64 f80"), 0);
    assert_non_null(strstr(text, "{ \"v128f64\", \"fma\", peak_fma_v128f64 },"));
    assert_non_null(strstr(text, "{ \"f80\", \"mul\", peak_mul_f80 },"));
    assert_null(strstr(text, "{ \"f80\", \"fma\""));
    assert_int_not_equal(generate_words("type f80"), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(x87_has_sums_and_products),
        cmocka_unit_test(every_step_is_one_operation_on_each_stream),
        cmocka_unit_test(fma_is_written_apart),
        cmocka_unit_test(steps_halve_into_whole_ones),
        cmocka_unit_test(live_loops_use_every_variable_alike),
        cmocka_unit_test(small_code_has_fewer_streams_and_variables),
        cmocka_unit_test(small_code_tries_variables_near_the_named_registers),
        cmocka_unit_test(what_is_missing_is_not_written),
        cmocka_unit_test(table_lists_what_there_is_and_what_is_missing),
        cmocka_unit_test(loads_are_timed_apart_in_large_images),
        cmocka_unit_test(empty_table_is_still_one),
        cmocka_unit_test(live_table_lists_its_types),
        cmocka_unit_test(mixes_hold_what_they_are_named_for),
        cmocka_unit_test(mixes_stay_in_registers),
        cmocka_unit_test(integers_add_each_other),
        cmocka_unit_test(sums_are_overwritten_where_the_target_does),
        cmocka_unit_test(small_mixes_are_few),
        cmocka_unit_test(peak_table_lists_each_mix),
        cmocka_unit_test(wrong_words_are_refused),
        cmocka_unit_test(word_that_is_wrong_is_named),
        cmocka_unit_test(output_that_cannot_be_written_is_named),
    };

    if (argc != 3)
        return 2;
    generator = argv[1];
    folder = argv[2];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
