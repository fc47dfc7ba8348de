/* Commands of board.txt: words, quotes and placeholders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "board/command.h"
#include <stdlib.h>

struct split_case {
    const char *rule, *text;
    const char *options[4];
    enum command_fault fault;
    const char *words[8];
};

static const struct split_case cases[] = {
    { "blanks part words", "  a  b\tc ", { 0 }, COMMAND_OK, { "a", "b", "c" } },
    { "{image} is the path", "{image}", { 0 }, COMMAND_OK, { "/x y" } },
    { "{image} may be part of a word", "-k={image},z", { 0 }, COMMAND_OK, { "-k=/x y,z" } },
    { "{options} alone are words",
      "a {options} b",
      { "-q", "m 1" },
      COMMAND_OK,
      { "a", "-q", "m 1", "b" } },
    { "no options are no word", "a {options}", { 0 }, COMMAND_OK, { "a" } },
    { "{options} in a word are joined",
      "x={options}",
      { "-q", "m=1" },
      COMMAND_OK,
      { "x=-q m=1" } },
    { "{options} in quotes are joined",
      "a '{options}'",
      { "-q", "m=1" },
      COMMAND_OK,
      { "a", "-q m=1" } },
    { "no options in quotes are an empty word", "a '{options}'", { 0 }, COMMAND_OK, { "a", "" } },
    { "options are not looked at",
      "a {options}",
      { "{image}", "'" },
      COMMAND_OK,
      { "a", "{image}", "'" } },
    { "quotes keep blanks", "a 'b  c' \"d 'e\"", { 0 }, COMMAND_OK, { "a", "b  c", "d 'e" } },
    { "quotes may begin inside a word", "a=' 'b", { 0 }, COMMAND_OK, { "a= b" } },
    { "an empty quote is a word", "a ''", { 0 }, COMMAND_OK, { "a", "" } },
    { "the shell's letters mean nothing",
      "a;b $c *|> \\d",
      { 0 },
      COMMAND_OK,
      { "a;b", "$c", "*|>", "\\d" } },
    { "an open quote is a fault", "a 'b", { 0 }, COMMAND_QUOTE, { 0 } },
    { "another placeholder is a fault", "a {port}", { 0 }, COMMAND_BRACES, { 0 } },
    { "{address} is known here", "a{address}", { 0 }, COMMAND_OK, { "a0x10" } },
    { "another's variable stays", "a ${port} b${x", { 0 }, COMMAND_OK, { "a", "${port}", "b${x" } },
    { "an open brace is a fault", "a {", { 0 }, COMMAND_BRACES, { 0 } },
    { "blanks alone are a fault", " \t ", { 0 }, COMMAND_EMPTY, { 0 } },
};

static void check(const struct split_case *c)
{
    char **words = NULL;
    const struct command_fill fill = { .image = "/x y",
                                       .address = "0x10",
                                       .options = (char *const *)(uintptr_t)c->options };
    enum command_fault fault = command_split(&words, c->text, &fill);

    if (fault != c->fault)
        fail_msg("%s: %s", c->rule, command_fault_text(fault));
    for (size_t i = 0; fault == COMMAND_OK && (words[i] != NULL || c->words[i] != NULL); i++) {
        if (words[i] == NULL || c->words[i] == NULL)
            fail_msg("%s: another number of words", c->rule);
        assert_string_equal(words[i], c->words[i]);
    }
    if (fault != COMMAND_OK)
        assert_null(words);
    command_free(words);
}

static void test_split(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check(&cases[i]);
}

struct line_case {
    const char *text, *line;
};

static void test_line(void **state)
{
    char quiet[] = "-q", most[] = "m='1 2'";
    char *const options[] = { quiet, most, NULL };
    const struct command_fill fill = { .image = "i", .address = "0x10", .options = options };
    static const struct line_case lines[] = {
        { "go {address} {options}", "go 0x10 -q m='1 2'" },
        { "setenv a \"{options}\";  bootm ${x}", "setenv a \"-q m='1 2'\";  bootm ${x}" },
        { "a 'b", "a 'b" },
        { "go {port}", NULL },
        { "", NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char *line = NULL;
        enum command_fault fault = command_line(&line, lines[i].text, &fill);

        assert_int_equal(fault == COMMAND_OK, lines[i].line != NULL);
        if (line != NULL)
            assert_string_equal(line, lines[i].line);
        free(line);
    }
}

static void test_names(void **state)
{
    (void)state;
    assert_true(command_names("a {x} {port}b", "port"));
    assert_false(command_names("a port {por} {ports}", "port"));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_split), cmocka_unit_test(test_line),
                                        cmocka_unit_test(test_names) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
