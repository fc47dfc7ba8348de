/* Further rounds: a board whose image is a script, and a program in place of analyze. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include "fake_line.h"
#include "pty_board.h"
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS = 2048 };

/* The image: its Kth start writes its options to argsK and sends sentK. */
static const char image[] = "k=$(($(cat starts 2>/dev/null || echo 0) + 1))\n"
                            "echo $k >starts\necho \"$@\" >args$k\ncat sent$k\n";

/* Makes analyze, whose Kth answer is suggestedK, and the streams of three starts. */
static void prepare(struct fake *fake)
{
    char script[WORDS];
    char *path = fake_path(fake, "analyze");

    (void)snprintf(script, sizeof script,
                   "#!/bin/sh\ncase $1 in --found*) exit 0 ;; esac\ncd %s || exit 9\nk=$(($(cat "
                   "asked 2>/dev/null || echo 0) + 1))\n"
                   "echo $k >asked\ntest ! -e fails || { echo 'analyze: it: is broken' >&2; exit "
                   "$(cat fails); }\ncat suggested$k\n",
                   fake->dir);
    fake_write(fake, "analyze", script);
    assert_int_equal(chmod(path, 0700), 0);
    free(path);
    fake_script(fake, image);
    fake_stream(fake, "sent1", 20, "");
    fake_stream(fake, "sent2", 10, "");
    fake_stream(fake, "sent3", 5, "");
}

/* Writes answer NAME: IDS are open, those of CLOSED unknown for good, and a run with OPTIONS is for
 * x; "" for none. */
static void answer_closed(struct fake *fake, const char *name, const char *options, const char *ids,
                          const char *closed)
{
    char text[WORDS];

    if (*options == '\0')
        (void)snprintf(text, sizeof text,
                       "{\"schema\": \"pontoon.suggested/1\", \"open\": [%s], \"closed\": [%s], "
                       "\"runs\": []}",
                       ids, closed);
    else
        (void)snprintf(text, sizeof text,
                       "{\"schema\": \"pontoon.suggested/1\", \"open\": [%s], \"closed\": [%s], "
                       "\"runs\": [{\"options\": [%s], \"probes\": [\"p\"], \"seconds\": 3.4, "
                       "\"answers\": [{\"id\": "
                       "\"x\"}]}]}",
                       ids, closed, options);
    fake_write(fake, name, text);
}

static void answer(struct fake *fake, const char *name, const char *options, const char *ids)
{
    answer_closed(fake, name, options, ids, "");
}

static void run(struct fake *fake, const char *more)
{
    char words[WORDS];

    (void)snprintf(words, sizeof words, "-o %s/log --analyze=%s/analyze %s", fake->dir, fake->dir,
                   more);
    fake_run(fake, words);
}

/* The log is the first N streams, one after the other. */
static void log_is(struct fake *fake, unsigned n)
{
    char name[16];
    FILE *all = fake_create(fake, "all");

    for (unsigned k = 1; k <= n; k++) {
        size_t bytes;
        (void)snprintf(name, sizeof name, "sent%u", k);
        char *text = fake_read(fake, name, &bytes);
        assert_int_equal(fwrite(text, 1, bytes, all), bytes);
        free(text);
    }
    assert_int_equal(fclose(all), 0);
    fake_same(fake, "log", "all", false);
}

#define SUGGESTED "\"--only\", \"a,p\", \"cap=2\", \"--round=2,0000ABCD\""

static void test_a_second_round_is_the_default(void **state)
{
    struct fake *fake = *state;

    prepare(fake);
    answer(fake, "suggested1", SUGGESTED, "\"x\"");
    answer(fake, "suggested2", SUGGESTED, "");
    run(fake, "-- --quick cap=1 max=1M --also q");
    fake_ended(fake, 0, "fake: round 2 of at most 2, about 3 s: p, for x\n");
    fake_ended(fake, 0, "fake: round 2 settled 1 of 1: x\n");
    fake_holds(fake, "args1", "--quick cap=1 max=1M --also q\n");
    fake_holds(fake, "args2", "--quick max=1M --only a,p cap=2 --round=2,0000ABCD\n");
    log_is(fake, 2);
}

static void test_it_stops_when_nothing_was_gained(void **state)
{
    struct fake *fake = *state;

    prepare(fake);
    for (unsigned k = 1; k <= 3; k++) {
        char name[16];
        (void)snprintf(name, sizeof name, "suggested%u", k);
        answer(fake, name, SUGGESTED, "\"x\"");
    }
    run(fake, "--rounds=9 -- --thorough");
    fake_ended(fake, 0, "fake: round 2 settled 0 of 1\n");
    log_is(fake, 2);
    fake_holds(fake, "asked", "2\n");
}

/* What no run tells any more has another reason, and is no answer. */
static void test_what_is_unknown_for_good_is_not_settled(void **state)
{
    struct fake *fake = *state;

    prepare(fake);
    answer(fake, "suggested1", SUGGESTED, "\"x\"");
    answer_closed(fake, "suggested2", SUGGESTED, "\"y\"", "\"z\", \"x\"");
    run(fake, "--rounds=9 -- --thorough");
    fake_ended(fake, 0, "fake: round 2 settled 0 of 1; no run on this board would settle: x\n");
    log_is(fake, 2);
}

static void test_it_goes_on_while_something_is(void **state)
{
    struct fake *fake = *state;

    prepare(fake);
    answer(fake, "suggested1", SUGGESTED, "\"x\", \"y\"");
    answer(fake, "suggested2", SUGGESTED, "\"y\"");
    answer(fake, "suggested3", "", "\"y\"");
    run(fake, "--rounds=9");
    fake_ended(fake, 0, "fake: round 3 of at most 9");
    log_is(fake, 3);
}

static void test_nothing_suggested_is_one_round(void **state)
{
    struct fake *fake = *state;

    prepare(fake);
    answer(fake, "suggested1", "", "\"x\"");
    run(fake, "--rounds=3");
    fake_ended(fake, 0, "complete");
    log_is(fake, 1);
}

/* These ask nobody. */
static void test_one_round_is_enough(void **state)
{
    static const char *const words[] = { "--rounds=1", "-- --only p", "-- --only=p" };
    struct fake *fake = *state;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        prepare(fake);
        fake_write(fake, "starts", "0\n");
        run(fake, words[i]);
        fake_ended(fake, 0, "complete");
        log_is(fake, 1);
    }
    fake_write(fake, "starts", "0\n");
    fake_run(fake, ""); /* to standard output */
    fake_ended(fake, 0, "complete");
    fake_same(fake, "out", "sent1", false);
    char *asked = fake_path(fake, "asked");
    assert_int_equal(access(asked, F_OK), -1);
    free(asked);
}

static void test_bad_requests_are_refused(void **state)
{
    struct fake *fake = *state;

    prepare(fake);
    fake_run(fake, "--rounds=2");
    fake_ended(fake, 2, "--rounds=2 needs a file");
    run(fake, "--rounds=0");
    fake_ended(fake, 2, "--rounds=0: expected a number from 1 to 20");
    run(fake, "--rounds=many");
    fake_ended(fake, 2, "--rounds=many: expected a number");
}

static void test_bad_answers_are_told(void **state)
{
    static const struct {
        const char *answer, *told;
    } cases[] = {
        { "", "line 1" },
        { "no JSON", "line 1" },
        { "[]", "not of schema pontoon.suggested/1" },
        { "{\"schema\": \"pontoon.report/1\"}", "not of schema pontoon.suggested/1" },
        { "{\"schema\": \"pontoon.suggested/1\", \"open\": []}", "no \"runs\"" },
        { "{\"schema\": \"pontoon.suggested/1\", \"open\": [1], \"runs\": []}",
          "\"open\" is no array" },
        { "{\"schema\": \"pontoon.suggested/1\", \"open\": [], \"runs\": [7]}",
          "\"options\" is no" },
        { "{\"schema\": \"pontoon.suggested/1\", \"open\": [], \"runs\": [{\"options\": []}]}",
          "0 words" },
        { "{\"schema\": \"pontoon.suggested/1\", \"open\": [], \"runs\": [{\"options\": [\"a "
          "b\"]}]}",
          "bytes that no option has" },
        { "{\"schema\": \"pontoon.suggested/1\", \"open\": [], \"runs\": [{\"options\": "
          "[\"x=`reboot`\"]}]}",
          "bytes that no option has" },
        { "{\"schema\": \"pontoon.suggested/1\", \"open\": [], \"runs\": [{\"options\": [\"a\"], "
          "\"probes\": []}]}",
          "no \"answers\"" },
    };
    struct fake *fake = *state;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        prepare(fake);
        fake_write(fake, "starts", "0\n");
        fake_write(fake, "asked", "0\n");
        fake_write(fake, "suggested1", cases[i].answer);
        run(fake, "--quiet");
        fake_ended(fake, 8, cases[i].told);
        fake_ended(fake, 8, "fake: no further round, as what is open in");
        log_is(fake, 1);
    }
}

/* What analyze --wanted wrote has a former schema, and is read. */
static void test_the_former_schema_is_read(void **state)
{
    struct fake *fake = *state;

    prepare(fake);
    fake_write(fake, "suggested1",
               "{\"schema\": \"pontoon.wanted/1\", \"open\": [\"x\"], \"runs\": [{\"options\": "
               "[\"--round=2,0000ABCD\"], \"probes\": [\"p\"], \"seconds\": 3, \"answers\": "
               "[{\"id\": \"x\"}]}]}");
    answer(fake, "suggested2", "", "");
    run(fake, "");
    log_is(fake, 2);
}

static void test_too_long_a_line_is_told(void **state)
{
    struct fake *fake = *state;
    char options[WORDS] = "\"a\"", more[WORDS] = "--", *at = more + 2;

    prepare(fake);
    for (unsigned i = 0; i < 40; i++)
        (void)strcat(options, ", \"k=1\"");
    answer(fake, "suggested1", options, "");
    run(fake, "");
    fake_ended(fake, 8, "41 words");
    for (unsigned i = 0; i < 5; i++)
        at += sprintf(at, " key%u=%0100u", i, i);
    answer(fake, "suggested1", SUGGESTED, "\"x\"");
    fake_write(fake, "starts", "0\n");
    fake_write(fake, "asked", "0\n");
    run(fake, more);
    fake_ended(fake, 8, "do not fit into 32 words and 511 bytes");
    log_is(fake, 1);
}

static void test_a_program_that_fails_is_told(void **state)
{
    struct fake *fake = *state;
    char words[WORDS];

    prepare(fake);
    fake_write(fake, "fails", "2\n");
    run(fake, "");
    fake_ended(fake, 8, "it ended with status 2: analyze: it: is broken");
    fake_write(fake, "fails", "3\n"); /* nothing can be said of the log */
    fake_write(fake, "starts", "0\n");
    run(fake, "--quiet");
    fake_ended(fake, 0, "");
    fake_write(fake, "starts", "0\n");
    (void)snprintf(words, sizeof words, "-o %s/log --analyze=%s/nowhere", fake->dir, fake->dir);
    fake_run(fake, words);
    fake_ended(fake, 8, "nowhere --suggest: No such file");
    log_is(fake, 1);
}

static void test_a_board_that_dies_in_round_2(void **state)
{
    struct fake *fake = *state;

    prepare(fake);
    fake_write(fake, "sent2", "$PT,0,RUN");
    answer(fake, "suggested1", SUGGESTED, "\"x\"");
    run(fake, "");
    fake_ended(fake, 5, "a further round failed; the rounds before it stay valid in");
    fake_ended(fake, 5, "nothing was measured; ");
    log_is(fake, 1);
    fake_holds(fake, "log.new", "$PT,0,RUN");
    fake_holds(fake, "asked", "1\n");
}

/* The file may not grow beyond the half of the second stream. */
static void test_a_disk_that_is_full_in_round_2(void **state)
{
    struct fake *fake = *state;
    struct rlimit before, full;
    size_t n1, n2, n;

    prepare(fake);
    answer(fake, "suggested1", SUGGESTED, "\"x\"");
    free(fake_read(fake, "sent1", &n1));
    free(fake_read(fake, "sent2", &n2));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    full = (struct rlimit){ n1 + n2 / 2, before.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
    run(fake, "");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    fake_ended(fake, 7, "the rounds before it stay valid in");
    char *log = fake_read(fake, "log", &n), *sent = fake_read(fake, "sent1", &n1);
    assert_in_range(n, n1, n1 + n2 / 2);
    assert_memory_equal(log, sent, n1);
    free(sent);
    free(log);
}

/* ---- a board on a line ---- */

/* A board that cannot be loaded anew is reset, and told other options. */
static void test_a_board_is_reset_and_told(void **state)
{
    struct fake *fake = *state;
    struct pty_board b;
    char *log = fake_path(fake, "log"), words[WORDS], text[512];

    prepare(fake);
    answer(fake, "suggested1", SUGGESTED, "\"x\"");
    answer(fake, "suggested2", SUGGESTED, "");
    pty_board_open(&b, log);
    (void)snprintf(text, sizeof text,
                   "serial = %s\nhello = options now\nreset = sh -c 'echo reset >>%s/resets'\n",
                   b.name, fake->dir);
    fake_board_txt(fake, text);
    (void)snprintf(words, sizeof words, "-o %s --analyze=%s/analyze -- --quick", log, fake->dir);
    fake_start(fake, words);
    fake_line_asks(&b, "--quick\r");
    fake_line_says(fake, &b, "sent1");
    assert_true(pty_board_arrived(&b));
    fake_line_asks(&b, "--quick --only a,p cap=2 --round=2,0000ABCD\r");
    fake_line_says(fake, &b, "sent2");
    fake_wait(fake);
    fake_ended(fake, 0, "round 2 settled 1 of 1: x");
    assert_null(pty_board_compare(&b));
    fake_holds(fake, "resets", "reset\nreset\n");
    pty_board_free(&b);
    free(log);
}

/* ---- flash memory: `upload` counts its calls in DIR/uploads, `reset` in DIR/resets ---- */

static void flash_board(struct fake *fake, const struct pty_board *b, const char *more)
{
    char text[WORDS];

    (void)snprintf(
        text, sizeof text,
        "serial = %s\nhello = options now\nupload = sh -c 'echo {image} >>%s/uploads'\n%s", b->name,
        fake->dir, more);
    fake_board_txt(fake, text);
}

static unsigned lines_of(const struct fake *fake, const char *name)
{
    unsigned lines = 0;
    size_t n;
    char *text = fake_read(fake, name, &n);

    for (size_t i = 0; i < n; i++)
        lines += text[i] == '\n';
    free(text);
    return lines;
}

/* Runs two rounds of a board with MORE in its board.txt. ANSWERS: also after the reset of round 2,
 * else only after a second upload. CHANGES: the image is written anew between the rounds. */
static void flash_twice(struct fake *fake, const char *more, bool answers, bool changes)
{
    enum { PATIENCE = 2000 };
    struct pty_board b;
    char *log = fake_path(fake, "log"), words[WORDS];

    prepare(fake);
    answer(fake, "suggested1", SUGGESTED, "\"x\"");
    answer(fake, "suggested2", SUGGESTED, "");
    fake_write(fake, "uploads", "");
    pty_board_open(&b, log);
    flash_board(fake, &b, more);
    (void)snprintf(words, sizeof words, "-o %s --analyze=%s/analyze -- --quick", log, fake->dir);
    fake_start(fake, words);
    fake_line_asks(&b, "--quick\r");
    if (changes)
        fake_script(fake, "another image");
    fake_line_says(fake, &b, "sent1");
    assert_true(pty_board_arrived(&b));
    for (unsigned i = 0; !answers && lines_of(fake, "uploads") < 2; i++) {
        assert_true(i < PATIENCE);
        (void)usleep(10000);
    }
    fake_line_asks(&b, "--quick --only a,p cap=2 --round=2,0000ABCD\r");
    fake_line_says(fake, &b, "sent2");
    fake_wait(fake);
    fake_ended(fake, 0, "round 2 settled 1 of 1: x");
    assert_null(pty_board_compare(&b));
    pty_board_free(&b);
    free(log);
}

static void resets_in(const struct fake *fake, char *text, size_t room, const char *more)
{
    (void)snprintf(text, room, "reset = sh -c 'echo reset >>%s/resets'\n%s", fake->dir, more);
}

static void test_flash_memory_is_written_once(void **state)
{
    struct fake *fake = *state;
    char more[WORDS];

    resets_in(fake, more, sizeof more, "");
    flash_twice(fake, more, true, false);
    assert_int_equal(lines_of(fake, "uploads"), 1);
    assert_int_equal(lines_of(fake, "resets"), 2);
}

static void test_another_image_is_written(void **state)
{
    struct fake *fake = *state;
    char more[WORDS];

    resets_in(fake, more, sizeof more, "");
    flash_twice(fake, more, true, true);
    assert_int_equal(lines_of(fake, "uploads"), 2);
}

static void test_without_a_reset_it_is_written_again(void **state)
{
    struct fake *fake = *state;

    flash_twice(fake, "", true, false);
    assert_int_equal(lines_of(fake, "uploads"), 2);
}

static void test_a_board_that_does_not_answer_is_written_again(void **state)
{
    struct fake *fake = *state;
    char more[WORDS];

    resets_in(fake, more, sizeof more, "reset_timeout = 3\n");
    flash_twice(fake, more, false, false);
    assert_int_equal(lines_of(fake, "uploads"), 2);
    assert_int_equal(lines_of(fake, "resets"), 3);
    fake_ended(fake, 0, "fake: does not answer after `reset`: the image is uploaded again");
}

/* Somebody has to start it: not again by itself. */
static void test_a_board_that_a_person_starts(void **state)
{
    struct fake *fake = *state;
    struct pty_board b;
    char *log = fake_path(fake, "log"), words[WORDS], text[512];

    prepare(fake);
    pty_board_open(&b, log);
    (void)snprintf(text, sizeof text, "serial = %s\n", b.name);
    fake_board_txt(fake, text);
    (void)snprintf(words, sizeof words, "-o %s --analyze=%s/analyze", log, fake->dir);
    fake_start(fake, words);
    fake_line_says(fake, &b, "sent1");
    fake_wait(fake);
    fake_ended(fake, 0, "complete");
    assert_null(strstr(fake->err, "round 2"));
    pty_board_free(&b);
    free(log);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        FAKE_TEST(test_a_second_round_is_the_default),
        FAKE_TEST(test_it_stops_when_nothing_was_gained),
        FAKE_TEST(test_what_is_unknown_for_good_is_not_settled),
        FAKE_TEST(test_it_goes_on_while_something_is),
        FAKE_TEST(test_nothing_suggested_is_one_round),
        FAKE_TEST(test_one_round_is_enough),
        FAKE_TEST(test_bad_requests_are_refused),
        FAKE_TEST(test_bad_answers_are_told),
        FAKE_TEST(test_the_former_schema_is_read),
        FAKE_TEST(test_too_long_a_line_is_told),
        FAKE_TEST(test_a_program_that_fails_is_told),
        FAKE_TEST(test_a_board_that_dies_in_round_2),
        FAKE_TEST(test_a_disk_that_is_full_in_round_2),
        FAKE_TEST(test_a_board_is_reset_and_told),
        FAKE_TEST(test_flash_memory_is_written_once),
        FAKE_TEST(test_another_image_is_written),
        FAKE_TEST(test_without_a_reset_it_is_written_again),
        FAKE_TEST(test_a_board_that_does_not_answer_is_written_again),
        FAKE_TEST(test_a_board_that_a_person_starts),
    };

    fake_program = argc > 1 ? argv[1] : "board_runner";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
