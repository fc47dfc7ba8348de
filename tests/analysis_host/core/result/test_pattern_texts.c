/* The file of patterns: what is read of it, and what is said of one that is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "result/pattern_texts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ONE                                                                                        \
    "{\"schema\": \"pontoon.pattern/1\", \"name\": \"triad\", \"spec\": \"12345678\","             \
    " \"text\": \"a\\nb\", \"variants\": [{\"name\": \"plain\", \"legal\": true,"                  \
    " \"relation\": \"{}\", \"loops\": \"for\"}, {\"name\": \"odd\"}]}"

/* Reads TEXT from a file. */
static struct pattern_texts *read_text(const char *text, char why[200])
{
    char name[] = "pattern_texts_XXXXXX";
    int fd = mkstemp(name);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    struct pattern_texts *texts = pattern_texts_read(name, why, 200);
    unlink(name);
    return texts;
}

static void one_pattern_and_several_are_read(void **state)
{
    static const char *const files[] = { ONE, "[" ONE "]", "{\"patterns\": [" ONE "]}" };
    char why[200];

    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct pattern_texts *texts = read_text(files[i], why);

        assert_non_null(texts);
        const struct pattern_text *triad = pattern_texts_find(texts, "triad");
        assert_string_equal(triad->spec, "12345678");
        assert_string_equal(triad->text, "a\nb");
        assert_string_equal(triad->about, "");
        assert_string_equal(pattern_variant_find(triad, "plain")->loops, "for");
        assert_true(pattern_variant_find(triad, "plain")->legal);
        assert_false(pattern_variant_find(triad, "odd")->legal);
        assert_null(pattern_variant_find(triad, "other"));
        assert_null(pattern_texts_find(texts, "other"));
        pattern_texts_free(texts);
    }
    assert_null(pattern_texts_find(NULL, "triad"));
    assert_null(pattern_variant_find(NULL, "plain"));
}

static void other_files_are_refused_with_their_cause(void **state)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        { "", "line 1: '[' or '{' expected near end of file" },
        { "{\n\"a\": }", "line 2: " },
        { "{}", "pattern 1 is not of schema pontoon.pattern/1 with name and spec" },
        { "3", "line 1: '[' or '{' expected" },
        { "[" ONE ", 3]", "pattern 2 is not of schema" },
        { "{\"schema\": \"pontoon.pattern/2\", \"name\": \"a\", \"spec\": \"1\"}", "pattern 1" },
        { "{\"schema\": \"pontoon.pattern/1\", \"name\": \"a\"}", "pattern 1" },
        { "{\"patterns\": 3}", "pattern 1" },
    };
    char why[200];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_null(read_text(cases[i].text, why));
        if (strncmp(why, cases[i].why, strlen(cases[i].why)) != 0)
            fail_msg("%s: %s", cases[i].text, why);
    }
    assert_null(pattern_texts_read("/nowhere/at all", why, sizeof why));
    assert_non_null(strstr(why, "No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_pattern_and_several_are_read),
        cmocka_unit_test(other_files_are_refused_with_their_cause),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
