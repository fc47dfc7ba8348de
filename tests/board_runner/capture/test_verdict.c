/* Verdicts on streams that are whole, damaged, cut, empty, and on programs that fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include <stdlib.h>
#include <string.h>

static void test_a_whole_stream(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 200, "");
    fake_script(fake, "cat sent");
    char *log = fake_path(fake, "log");
    char words[512];
    (void)snprintf(words, sizeof words, "-o %s", log);
    fake_run(fake, words);
    fake_ended(fake, 0, "fake: complete");
    fake_ended(fake, 0, log);
    fake_same(fake, "log", "sent", false);
    free(log);
}

static void test_every_byte_of_a_long_stream(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 60000, "chatter \x01\xff\xfe of a boot loader\r\n\r");
    fake_script(fake, "cat sent");
    fake_run(fake, "");
    fake_ended(fake, 0, "complete");
    fake_same(fake, "out", "sent", false);
    size_t n;
    free(fake_read(fake, "sent", &n));
    assert_true(n > 3 << 20);
}

static void test_bytes_that_are_no_text(void **state)
{
    struct fake *fake = *state;
    FILE *out = fake_create(fake, "sent");
    uint32_t random = 1;

    for (unsigned i = 0; i < 3 << 20; i++) {
        random = random * 1664525u + 1013904223u;
        (void)fputc((int)(random >> 24), out);
    }
    (void)fclose(out);
    fake_script(fake, "cat sent");
    fake_run(fake, "");
    fake_ended(fake, 5, "no sentence");
    fake_same(fake, "out", "sent", false);
    for (const char *c = fake->err; *c != '\0'; c++)
        assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
}

static void test_a_damaged_sentence(void **state)
{
    struct fake *fake = *state;
    size_t n;

    fake_stream(fake, "whole", 20, "");
    char *bytes = fake_read(fake, "whole", &n);
    char *hit = strstr(bytes, "S,7,");
    assert_non_null(hit);
    hit[2] = '9';
    fake_write(fake, "sent", bytes);
    free(bytes);
    fake_script(fake, "cat sent");
    fake_run(fake, "");
    fake_ended(fake, 5, "the stream is damaged");
    fake_ended(fake, 5, "line 11");
    fake_same(fake, "out", "sent", false);
}

static void test_a_lost_sentence(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "whole", 20, "");
    fake_script(fake, "grep -v S,7, whole");
    fake_run(fake, "");
    fake_ended(fake, 5, "sentences are missing");
}

static void test_a_stream_that_breaks_off(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "head -n 12 sent");
    fake_run(fake, "");
    fake_ended(fake, 5, "broke off at sizes");
    fake_ended(fake, 5, "S,8,1,8"); /* the last lines are shown */
}

static void test_a_stream_without_its_beginning(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "tail -n 12 sent");
    fake_run(fake, "");
    fake_ended(fake, 5, "");
}

static void test_nothing_at_all(void **state)
{
    struct fake *fake = *state;

    fake_script(fake, "true");
    fake_run(fake, "");
    fake_ended(fake, 5, "nothing came");
}

static void test_a_reset_in_the_middle(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "one", 20, "");
    fake_script(fake, "head -c 777 one; echo; echo boot; cat one");
    fake_run(fake, "");
    fake_ended(fake, 0, "complete");
}

static void test_a_program_that_fails(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "head -n 9 sent; exit 3");
    fake_run(fake, "");
    fake_ended(fake, 6, "ended with status 3");
    fake_ended(fake, 6, "END did not come");
}

static void test_a_program_that_crashes(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent; kill -SEGV $$");
    fake_run(fake, "");
    fake_ended(fake, 6, "signal 11");
    fake_same(fake, "out", "sent", false);
}

static void test_a_board_that_reports_a_fault(void **state)
{
    struct fake *fake = *state;
    FILE *out = fake_create(fake, "sent");

    fake_sentence(out, 0, "RUN,format=1");
    fake_sentence(out, 1, "END,1,fail:no%20clock");
    (void)fclose(out);
    fake_script(fake, "cat sent");
    fake_run(fake, "");
    fake_ended(fake, 6, "the board reports: fail:no clock");
}

static void test_messages_and_options_pass(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "echo \"for a person: $#:$*\" >&2; cat sent");
    fake_run(fake, "-q -- --quick --only a,b max=1G --");
    fake_ended(fake, 0, "for a person: 5:--quick --only a,b max=1G --\n");
    assert_string_equal(fake->err, "for a person: 5:--quick --only a,b max=1G --\n");
}

static void test_no_input_reaches_the_board(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat; cat sent");
    fake_run(fake, "");
    fake_ended(fake, 0, "complete");
}

static void test_plain_progress_is_a_line_a_probe(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent");
    fake_run(fake, "");
    fake_ended(fake, 0, "+ sizes");
    fake_ended(fake, 0, "20 points\n");
    fake_ended(fake, 0, "- lines");
    fake_ended(fake, 0, "skipped: no memory\n");
    assert_null(strchr(fake->err, '\033'));
}

static const struct CMUnitTest tests[] = {
    FAKE_TEST(test_a_whole_stream),
    FAKE_TEST(test_every_byte_of_a_long_stream),
    FAKE_TEST(test_bytes_that_are_no_text),
    FAKE_TEST(test_a_damaged_sentence),
    FAKE_TEST(test_a_lost_sentence),
    FAKE_TEST(test_a_stream_that_breaks_off),
    FAKE_TEST(test_a_stream_without_its_beginning),
    FAKE_TEST(test_nothing_at_all),
    FAKE_TEST(test_a_reset_in_the_middle),
    FAKE_TEST(test_a_program_that_fails),
    FAKE_TEST(test_a_program_that_crashes),
    FAKE_TEST(test_a_board_that_reports_a_fault),
    FAKE_TEST(test_messages_and_options_pass),
    FAKE_TEST(test_no_input_reaches_the_board),
    FAKE_TEST(test_plain_progress_is_a_line_a_probe),
};

FAKE_MAIN(tests)
