/* Messages that are broken at spaces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "say.h"

static char *wrapped(unsigned indent, const char *text)
{
    char *bytes = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&bytes, &n);

    assert_non_null(out);
    say_wrapped(out, indent, text);
    assert_int_equal(fclose(out), 0);
    return bytes;
}

static void wraps_to(unsigned indent, const char *text, const char *wanted)
{
    char *is = wrapped(indent, text);

    assert_string_equal(is, wanted);
    free(is);
}

static void short_ones_stay(void **state)
{
    (void)state;
    wraps_to(2, "", "\n");
    wraps_to(2, "a  b", "a  b\n");
    wraps_to(2, "   a b", "   a b\n");
    wraps_to(2, "a\033[31m", "a\\x1b[31m\n");
}

/* No line of words has more than 79 columns, and none is lost. */
static void long_ones_are_broken(void **state)
{
    char text[600] = "", *is, *line;
    size_t letters = 0;

    (void)state;
    for (unsigned i = 0; i < 60; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%sword%u", i > 0 ? " " : "", i);
    is = wrapped(4, text);
    for (char *rest = is; (line = strsep(&rest, "\n")) != NULL;) {
        assert_true(strlen(line) <= 79);
        assert_true(line == is || *line == '\0' || strncmp(line, "    word", 8) == 0);
        for (const char *c = line; *c != '\0'; c++)
            letters += *c != ' ';
    }
    assert_int_equal(letters, strlen(text) - 59);
    free(is);
}

static void a_word_that_is_longer_stays_whole(void **state)
{
    char text[120] = "a ", wanted[130] = "a\n  ";

    (void)state;
    memset(text + 2, 'x', 100);
    memset(wanted + 4, 'x', 100);
    wanted[104] = '\n';
    wraps_to(2, text, wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_ones_stay),
        cmocka_unit_test(long_ones_are_broken),
        cmocka_unit_test(a_word_that_is_longer_stays_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
