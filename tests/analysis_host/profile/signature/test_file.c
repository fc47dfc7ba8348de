/* Signatures in files: what is written is read again; each cut and each flipped bit is told. */
#include "made_signature.h"
#include "signature/file.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The bytes of a made signature's file. */
static char *written(size_t *n)
{
    struct signature s = made_signature();
    char *bytes = NULL;
    FILE *to = open_memstream(&bytes, n);

    assert_true(signature_write_next(&s, to, SIGNATURE_SMALL));
    fclose(to);
    signature_free(&s);
    return bytes;
}

static enum signature_state read_from(const char *bytes, size_t n, struct signature *s,
                                      char message[512])
{
    FILE *from = n ? fmemopen((void *)bytes, n, "rb") : fopen("/dev/null", "rb");
    enum signature_state state = signature_read_next(s, from, message, 512);

    fclose(from);
    return state;
}

static void same_texts(const struct signature *a, const struct signature *b)
{
    assert_string_equal(a->isa, b->isa);
    assert_string_equal(a->program, b->program);
    assert_string_equal(a->arguments, b->arguments);
    assert_string_equal(a->functions[0].name, b->functions[0].name);
    assert_string_equal(a->loops[0].file, b->loops[0].file);
    assert_int_equal(a->loops[0].line, b->loops[0].line);
    assert_int_equal(a->kernels_crc, b->kernels_crc);
    assert_int_equal(a->instructions, b->instructions);
    assert_memory_equal(a->works, b->works, sizeof a->works);
}

#define SAME_ROWS(a, b, array)                                                                     \
    do {                                                                                           \
        assert_int_equal((a)->n_##array, (b)->n_##array);                                          \
        assert_memory_equal((a)->array, (b)->array, (a)->n_##array * sizeof *(a)->array);          \
    } while (0)

static void is_read_again(void **state)
{
    struct signature s, made = made_signature();
    char message[512];
    size_t n;
    char *bytes = written(&n);

    (void)state;
    assert_int_equal(read_from(bytes, n, &s, message), SIGNATURE_WHOLE);
    assert_string_equal(message, "");
    same_texts(&s, &made);
    SAME_ROWS(&s, &made, code);
    SAME_ROWS(&s, &made, bursts);
    SAME_ROWS(&s, &made, events);
    SAME_ROWS(&s, &made, edges);
    SAME_ROWS(&s, &made, calls);
    SAME_ROWS(&s, &made, accesses);
    SAME_ROWS(&s, &made, blocks);
    SAME_ROWS(&s, &made, memory);
    SAME_ROWS(&s, &made, writebacks);
    SAME_ROWS(&s, &made, flow);
    SAME_ROWS(&s, &made, rest);
    SAME_ROWS(&s, &made, thread);
    SAME_ROWS(&s, &made, sync);
    assert_int_equal(s.memory[0].stride, -4);
    assert_true(s.kernels[0].stability > 1.49 && s.kernels[0].stability < 1.51);
    assert_int_equal(s.kernels[0].blocks[0], 1);
    signature_free(&s);
    signature_free(&made);
    free(bytes);
}

static void several_in_a_file(void **state)
{
    struct signature s;
    char message[512];
    size_t n;
    char *bytes = written(&n), *two = malloc(2 * n);

    (void)state;
    memcpy(two, bytes, n);
    memcpy(two + n, bytes, n);
    FILE *from = fmemopen(two, 2 * n, "rb");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(signature_read_next(&s, from, message, sizeof message), SIGNATURE_WHOLE);
        signature_free(&s);
    }
    assert_int_equal(signature_read_next(&s, from, message, sizeof message), SIGNATURE_END);
    fclose(from);
    free(two);
    free(bytes);
}

/* A cut file is never whole, and says so. */
static void every_cut_is_told(void **state)
{
    struct signature s;
    char message[512];
    size_t n;
    char *bytes = written(&n);

    (void)state;
    assert_int_equal(read_from(bytes, 0, &s, message), SIGNATURE_END);
    for (size_t cut = 1; cut < n; cut++) {
        enum signature_state how = read_from(bytes, cut, &s, message);
        assert_true(how == SIGNATURE_PARTS || how == SIGNATURE_REFUSED);
        assert_string_not_equal(message, "");
        signature_free(&s);
    }
    free(bytes);
}

static void every_flipped_bit_is_told(void **state)
{
    struct signature s;
    char message[512];
    size_t n;
    char *bytes = written(&n);

    (void)state;
    for (size_t bit = 0; bit < 8 * n; bit++) {
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        enum signature_state how = read_from(bytes, n, &s, message);
        assert_true(how == SIGNATURE_PARTS || how == SIGNATURE_REFUSED);
        assert_string_not_equal(message, "");
        signature_free(&s);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    }
    free(bytes);
}

/* A section that a prediction can do without is lost alone. */
static void a_section_is_lost_alone(void **state)
{
    struct signature s;
    char message[512];
    size_t n, at = 0;
    char *bytes = written(&n);

    (void)state;
    while (memcmp(bytes + at, "FLOW", 4) != 0)
        at++;
    bytes[at + 12] ^= 1;
    assert_int_equal(read_from(bytes, n, &s, message), SIGNATURE_PARTS);
    assert_string_equal(message, "section FLOW is damaged; without section FLOW");
    assert_int_equal(s.n_flow, 0);
    assert_int_equal(s.n_accesses, 4);
    signature_free(&s);
    free(bytes);
}

static void rows_that_do_not_exist(void **state)
{
    struct signature made = made_signature(), s;
    char message[512], *bytes = NULL;
    size_t n;
    FILE *to = open_memstream(&bytes, &n);

    (void)state;
    made.blocks[0].first = 9; /* of four instructions */
    assert_true(signature_write_next(&made, to, SIGNATURE_SMALL));
    fclose(to);
    assert_int_equal(read_from(bytes, n, &s, message), SIGNATURE_REFUSED);
    assert_string_equal(message, "section BLOK refers to rows that do not exist");
    signature_free(&made);
    free(bytes);
}

/* A file of another version says what to do. */
static void another_version(void **state)
{
    static const char line[] = "{\"schema\":\"pontoon.signature/3\",\"isa\":\"x86_64\"}\n";
    struct signature s;
    char message[512];

    (void)state;
    assert_int_equal(read_from(line, sizeof line - 1, &s, message), SIGNATURE_REFUSED);
    assert_string_equal(message, "its format is pontoon.signature/3, this program reads "
                                 "pontoon.signature/4: profile the program again");
}

/* A length that no file has takes no memory. */
static void a_length_that_cannot_be(void **state)
{
    struct signature s;
    char message[512];
    size_t n, at = 0;
    char *bytes = written(&n);

    (void)state;
    while (memcmp(bytes + at, "CODE", 4) != 0)
        at++;
    memset(bytes + at + 4, 0xff, 4);
    assert_int_equal(read_from(bytes, n, &s, message), SIGNATURE_REFUSED);
    assert_non_null(strstr(message, "the file ends within section CODE"));
    free(bytes);
}

static void no_such_file(void **state)
{
    struct signature s;
    char message[512];

    (void)state;
    assert_int_equal(signature_read(&s, "/no/such/file", message, sizeof message),
                     SIGNATURE_REFUSED);
    assert_string_equal(message, "No such file or directory");
    assert_int_equal(signature_read(&s, "/dev/null", message, sizeof message), SIGNATURE_REFUSED);
    assert_string_equal(message, "it is empty");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(is_read_again),
                                        cmocka_unit_test(several_in_a_file),
                                        cmocka_unit_test(every_cut_is_told),
                                        cmocka_unit_test(every_flipped_bit_is_told),
                                        cmocka_unit_test(a_section_is_lost_alone),
                                        cmocka_unit_test(rows_that_do_not_exist),
                                        cmocka_unit_test(another_version),
                                        cmocka_unit_test(a_length_that_cannot_be),
                                        cmocka_unit_test(no_such_file) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
