#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include <stdlib.h>
#include <string.h>

/* board.txt and the command line: what is wrong is said with its place. */

struct text_case {
    const char *rule, *board_txt, *message;
};

static const struct text_case cases[] = {
    { "an unknown key", "# fine\n\nrun = sh {image}\nbaud = 9600\n",
      "fake/board.txt:4: unknown key (there are: about, run): baud" },
    { "no equals sign", "about = a\nrun\n", "board.txt:2: expected `key = value`: run" },
    { "a key given twice", "run = a\nrun = b\n", "board.txt:2: given twice: run" },
    { "no value", "run =\n", "board.txt:1: has no value: run" },
    { "no run", "about = a\n", "board.txt:1: ends without `run`" },
    { "an empty file", "", "board.txt:1: ends without `run`" },
    { "an open quote", "about = a\nrun = sh '{image}\n", "board.txt:2: run: a quote is never" },
    { "another placeholder", "run = sh {port}\n", "board.txt:1: run: only {image} and {options}" },
};

static void test_faults_have_their_line(void **state)
{
    struct fake *fake = *state;

    fake_script(fake, "echo started");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fake_board_txt(fake, cases[i].board_txt);
        fake_run(fake, "");
        if (fake->status != 2 || strstr(fake->err, cases[i].message) == NULL)
            fail_msg("%s: status %d\n%s", cases[i].rule, fake->status, fake->err);
    }
}

static void test_comments_blanks_and_cr(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent; echo \"$1\" >&2");
    fake_board_txt(fake, "\r\n  # a = b\r\n\trun =  sh {image} '#=x' \r\n");
    fake_run(fake, "");
    fake_ended(fake, 0, "#=x\n");
}

static void test_a_zero_byte(void **state)
{
    struct fake *fake = *state;
    FILE *out = fake_create(fake, "targets/fake/board.txt");

    (void)fwrite("run = a\n\0x\n", 1, 11, out);
    (void)fclose(out);
    fake_script(fake, "true");
    fake_run(fake, "");
    fake_ended(fake, 2, "board.txt:2: holds a zero byte");
}

static void run_bare(struct fake *fake, const char *words)
{
    fake_start_bare(fake, words);
    fake_wait(fake);
}

static void test_a_board_that_is_not_there(void **state)
{
    struct fake *fake = *state;
    static const char *const words[] = { "run nobody", "run _template", "run ../targets/fake",
                                         "run ." };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        run_bare(fake, words[i]);
        fake_ended(fake, 2, "there is: fake\n");
    }
}

static void test_list(void **state)
{
    struct fake *fake = *state;
    size_t n;

    run_bare(fake, "list");
    fake_ended(fake, 0, "");
    char *out = fake_read(fake, "out", &n);
    assert_string_equal(out, "fake             a fake\n");
    free(out);
    fake_board_txt(fake, "speed = 3\n");
    run_bare(fake, "list");
    fake_ended(fake, 2, "board.txt:1: unknown key");
    run_bare(fake, "list --targets /no/such/folder");
    fake_ended(fake, 2, "/no/such/folder: No such file");
}

static void test_wrong_usage(void **state)
{
    struct fake *fake = *state;
    static const struct {
        const char *words, *message;
    } wrong[] = {
        { "", "what to do?" },
        { "start fake", "start: no such command" },
        { "run", "which board?" },
        { "run fake --quick", "--quick" },
        { "run fake quick", "options for the probes stand after --" },
        { "list fake", "not expected here" },
        { "run fake --silence", "silence" },
        { "run fake --silence=soon", "--silence=soon: a number of seconds" },
        { "run fake --silence=-1", "a number of seconds" },
        { "run fake --silence=99999999999999999999", "a number of seconds" },
    };

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        run_bare(fake, wrong[i].words);
        fake_ended(fake, 2, wrong[i].message);
    }
}

static void test_help(void **state)
{
    struct fake *fake = *state;
    size_t n;

    run_bare(fake, "--help");
    fake_ended(fake, 0, "");
    char *out = fake_read(fake, "out", &n);
    assert_non_null(strstr(out, "Exit status:"));
    assert_non_null(strstr(out, "--silence"));
    free(out);
}

static const struct CMUnitTest tests[] = {
    FAKE_TEST(test_faults_have_their_line),
    FAKE_TEST(test_comments_blanks_and_cr),
    FAKE_TEST(test_a_zero_byte),
    FAKE_TEST(test_a_board_that_is_not_there),
    FAKE_TEST(test_list),
    FAKE_TEST(test_wrong_usage),
    FAKE_TEST(test_help),
};

FAKE_MAIN(tests)
