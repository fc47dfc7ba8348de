/* Text of strangers on a terminal: what acts, hides or turns is shown as bytes, letters stay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "report/output/visible.h"

struct visible_case {
    const char *rule, *text, *shown;
};

static const struct visible_case cases[] = {
    { "printable ASCII", " A~\\x41", " A~\\x41" },
    { "letters of UTF-8", "Z\xc3\xbcrich \xe6\x9d\xb1 \xf0\x9f\x98\x80",
      "Z\xc3\xbcrich \xe6\x9d\xb1 \xf0\x9f\x98\x80" },
    { "an escape sequence", "\033[31mred", "\\x1b[31mred" },
    { "carriage return, bell, tab, delete", "a\r\a\t\x7f", "a\\x0d\\x07\\x09\\x7f" },
    { "a line end", "a\nb", "a\\x0ab" },
    { "a control character of eight bits in UTF-8", "\xc2\x9b", "\\xc2\\x9b" },
    { "the same alone",
      "\x9b"
      "31m",
      "\\x9b31m" },
    { "embeddings and overrides", "\xe2\x80\xaa\xe2\x80\xab\xe2\x80\xac\xe2\x80\xad\xe2\x80\xae",
      "\\xe2\\x80\\xaa\\xe2\\x80\\xab\\xe2\\x80\\xac\\xe2\\x80\\xad\\xe2\\x80\\xae" },
    { "isolates", "\xe2\x81\xa6\xe2\x81\xa7\xe2\x81\xa8\xe2\x81\xa9",
      "\\xe2\\x81\\xa6\\xe2\\x81\\xa7\\xe2\\x81\\xa8\\xe2\\x81\\xa9" },
    { "marks of direction", "\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c",
      "\\xe2\\x80\\x8e\\xe2\\x80\\x8f\\xd8\\x9c" },
    { "what is not seen",
      "a\xe2\x80\x8b"
      "b\xef\xbb\xbf\xf3\xa0\x80\xa1",
      "a\\xe2\\x80\\x8b"
      "b\\xef\\xbb\\xbf\\xf3\\xa0\\x80\\xa1" },
    { "beside them nothing is hidden", "\xe2\x80\xaf\xe2\x81\xb0\xd8\x9b",
      "\xe2\x80\xaf\xe2\x81\xb0\xd8\x9b" },
    { "a sequence cut at the end", "a\xe6\x9d", "a\\xe6\\x9d" },
    { "a sequence broken by a letter",
      "\xe6"
      "ab",
      "\\xe6ab" },
    { "more bytes than it takes", "\xc0\xaf \xe0\x80\x8a \xf0\x80\x80\xaf",
      "\\xc0\\xaf \\xe0\\x80\\x8a \\xf0\\x80\\x80\\xaf" },
    { "half of a pair", "\xed\xa0\x80", "\\xed\\xa0\\x80" },
    { "beyond the last code point", "\xf4\x90\x80\x80\xf8", "\\xf4\\x90\\x80\\x80\\xf8" },
    { "nothing", "", "" },
};

static char *shown_by(void (*show)(FILE *, const char *, size_t), const char *text, size_t n)
{
    char *shown = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&shown, &bytes);

    assert_non_null(out);
    show(out, text, n);
    assert_int_equal(fclose(out), 0);
    return shown;
}

static void each_rule_holds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t n = strlen(cases[i].text);
        char *shown = shown_by(output_visible, cases[i].text, n);
        if (strcmp(shown, cases[i].shown) != 0)
            fail_msg("%s: %s, not %s", cases[i].rule, shown, cases[i].shown);
        if (output_visible_bytes(cases[i].text, n) != strlen(shown))
            fail_msg("%s: counted as %zu bytes", cases[i].rule,
                     output_visible_bytes(cases[i].text, n));
        free(shown);
    }
}

static void a_zero_byte_is_shown(void **state)
{
    char *shown = shown_by(output_visible, "a\0b", 3);

    (void)state;
    assert_string_equal(shown, "a\\x00b");
    free(shown);
}

static void ends_of_lines_stay(void **state)
{
    char *shown = shown_by(output_visible_lines, "\n\033a\n\nb\r\n", 8);

    (void)state;
    assert_string_equal(shown, "\n\\x1ba\n\nb\\x0d\n");
    free(shown);
}

/* Nothing is cut inside what is shown for a letter. */
static void a_cut_falls_between_letters(void **state)
{
    static const char text[] = "a\xe6\x9d\xb1\033"
                               "b";
    static const size_t fit[] = { 0, 1, 1, 1, 4, 4, 4, 4, 5, 6, 6 };

    (void)state;
    for (size_t room = 0; room < sizeof fit / sizeof fit[0]; room++)
        assert_int_equal(output_visible_fit(text, strlen(text), room), fit[room]);
}

static void a_cell_holds_whole_letters(void **state)
{
    char cell[6];

    (void)state;
    assert_string_equal(output_visible_cell(cell, sizeof cell, "a\xe6\x9d\xb1"), "a\xe6\x9d\xb1");
    assert_string_equal(output_visible_cell(cell, sizeof cell, "ab\xe6\x9d\xb1z"),
                        "ab\xe6\x9d\xb1");
    assert_string_equal(output_visible_cell(cell, sizeof cell, "abc\xe6\x9d\xb1"), "abc");
    assert_string_equal(output_visible_cell(cell, sizeof cell, "a\033z"), "a\\x1b");
    assert_string_equal(output_visible_cell(cell, sizeof cell, "ab\033"), "ab");
    assert_string_equal(output_visible_cell(cell, sizeof cell, ""), "");
    assert_int_equal(output_visible_letter("\xe6\x9d\xb1z", 4), 3);
    assert_int_equal(output_visible_letter("", 0), 0);
}

static void a_message_is_one_line(void **state)
{
    char *shown = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&shown, &bytes);

    (void)state;
    assert_non_null(out);
    assert_false(output_say(out, "a\n\033.log", "%s %d", "\r\xe2\x80\xae", 7));
    assert_int_equal(fclose(out), 0);
    assert_string_equal(shown, "analyze: a\\x0a\\x1b.log: \\x0d\\xe2\\x80\\xae 7\n");
    free(shown);
}

/* Whoever writes to stderr, the C library among them, is guarded. */
static void stderr_is_guarded(void **state)
{
    int ends[2], before = dup(STDERR_FILENO);
    char got[64] = "";
    FILE *plain = stderr;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    fflush(stderr);
    assert_true(dup2(ends[1], STDERR_FILENO) >= 0);
    output_guard_errors();
    fprintf(stderr, "%s", "a\033");
    fprintf(stderr, "%s\n", "[m\r");
    fclose(stderr);
    stderr = plain;
    assert_true(dup2(before, STDERR_FILENO) >= 0);
    assert_true(read(ends[0], got, sizeof got - 1) > 0);
    close(ends[0]);
    close(ends[1]);
    close(before);
    assert_string_equal(got, "a\\x1b[m\\x0d\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_holds),
        cmocka_unit_test(a_zero_byte_is_shown),
        cmocka_unit_test(ends_of_lines_stay),
        cmocka_unit_test(a_cut_falls_between_letters),
        cmocka_unit_test(a_cell_holds_whole_letters),
        cmocka_unit_test(a_message_is_one_line),
        cmocka_unit_test(stderr_is_guarded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
