/* Bytes that would command a terminal are shown as \xNN, all others pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "record/visible.h"
#include <stdio.h>
#include <string.h>

static void shows(const char *bytes, const char *expected)
{
    char text[512];
    size_t n = visible_text(text, sizeof text, bytes, strlen(bytes));

    assert_string_equal(text, expected);
    assert_int_equal(n, strlen(expected));
}

static void test_plain_text_passes(void **state)
{
    (void)state;
    shows("", "");
    shows("a board, 100 % ~ \\x1b", "a board, 100 % ~ \\x1b");
    shows("Gr\u00fc\u00dfe \u00b5s \u2713 \u9762 \U0001F680",
          "Gr\u00fc\u00dfe \u00b5s \u2713 \u9762 \U0001F680");
}

static void test_controls_are_shown(void **state)
{
    char byte[2] = "", text[8];

    (void)state;
    for (int c = 1; c < 0x80; c++) {
        byte[0] = (char)c;
        (void)snprintf(text, sizeof text, "\\x%02x", (unsigned)c);
        shows(byte, c < ' ' || c == 0x7F ? text : byte);
    }
    assert_int_equal(visible_length("", 1), 0);
    shows("\033[31mred\r\n\a\t", "\\x1b[31mred\\x0d\\x0a\\x07\\x09");
    shows("\xc2\x80\xc2\x9b\u00a0", "\\xc2\\x80\\xc2\\x9b\u00a0");
    shows("\u2028\u2029", "\\xe2\\x80\\xa8\\xe2\\x80\\xa9");
}

static void test_marks_of_direction_are_shown(void **state)
{
    static const char *const marks[] = {
        "\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c",
        "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"
    };
    char text[16];

    (void)state;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        size_t n = 0;

        for (const char *c = marks[i]; *c != '\0'; c++)
            n += (size_t)snprintf(text + n, sizeof text - n, "\\x%02x", (unsigned char)*c);
        shows(marks[i], text);
    }
    shows("\u061b\u200a\u2010\u2027\u202f\u205f\u2070",
          "\u061b\u200a\u2010\u2027\u202f\u205f\u2070");
}

static void test_what_cannot_be_seen_is_shown(void **state)
{
    (void)state;
    shows("\u00ad\u180e\u200b", "\\xc2\\xad\\xe1\\xa0\\x8e\\xe2\\x80\\x8b");
    shows("\u2060\ufeff\ufff9", "\\xe2\\x81\\xa0\\xef\\xbb\\xbf\\xef\\xbf\\xb9");
    shows("\U000E0001\U000E007F", "\\xf3\\xa0\\x80\\x81\\xf3\\xa0\\x81\\xbf");
}

static void test_broken_utf8_is_shown(void **state)
{
    (void)state;
    shows("\x80\xff\xc0\xaf", "\\x80\\xff\\xc0\\xaf"); /* no first byte; overlong */
    shows("\xe0\x80\xaf", "\\xe0\\x80\\xaf");          /* overlong */
    shows("\xed\xa0\x80", "\\xed\\xa0\\x80");          /* half of a UTF-16 pair */
    shows("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"); /* beyond U+10FFFF */
    shows("\xe2\x82", "\\xe2\\x82");                   /* cut */
    shows("\xc3"
          "A"
          "\xe2\x82\xac",
          "\\xc3"
          "A"
          "\u20ac"); /* cut, then whole */
}

static void test_text_is_cut_between_characters(void **state)
{
    char text[8];

    (void)state;
    assert_int_equal(visible_text(text, 5, "\033ab", 3), 4);
    assert_string_equal(text, "\\x1b");
    assert_int_equal(visible_text(text, 4, "\033ab", 3), 0);
    assert_int_equal(visible_text(text, 4, "a\u20ac", 4), 1);
    assert_string_equal(text, "a");
    assert_int_equal(visible_text(text, 1, "a", 1), 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_plain_text_passes),
    cmocka_unit_test(test_controls_are_shown),
    cmocka_unit_test(test_marks_of_direction_are_shown),
    cmocka_unit_test(test_what_cannot_be_seen_is_shown),
    cmocka_unit_test(test_broken_utf8_is_shown),
    cmocka_unit_test(test_text_is_cut_between_characters),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
