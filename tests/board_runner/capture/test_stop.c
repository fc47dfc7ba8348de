/* Boards are stopped by silence, END or an interrupt, and no process of them is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000 };

/* A pipe that every process of the board holds open: it ends when all of them are gone. */
static int held;

static void hold(void)
{
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    held = ends[0];
    (void)fcntl(ends[1], F_DUPFD, 9);
    (void)close(ends[1]);
}

/* Closes the end that this process holds, too. */
static void all_are_gone(void)
{
    struct pollfd fd = { .fd = held, .events = POLLIN };

    assert_int_equal(poll(&fd, 1, PATIENCE_MS), 1);
    assert_true((fd.revents & POLLHUP) != 0);
    (void)close(held);
}

static void let_go(void)
{
    (void)close(9);
}

static void start_held(struct fake *fake, const char *words)
{
    hold();
    fake_start(fake, words);
    let_go();
}

/* Waits until DIR/NAME is there with at least AT_LEAST bytes. */
static void wait_for(const struct fake *fake, const char *name, size_t at_least)
{
    char *path = fake_path(fake, name);
    size_t n = 0;

    for (int ms = 0; ms < PATIENCE_MS && n < at_least; ms += 10) {
        (void)poll(NULL, 0, 10);
        if (access(path, F_OK) == 0)
            free(fake_read(fake, name, &n));
    }
    free(path);
    assert_true(n >= at_least);
}

static void test_silence(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "whole", 20, "");
    fake_script(fake, "head -n 9 whole >sent; cat sent; sleep 1000 & sleep 1000");
    start_held(fake, "--silence 1");
    fake_wait(fake);
    fake_ended(fake, 4, "silent for 1 s at sizes");
    fake_ended(fake, 4, "S,5,1,5"); /* the last lines */
    fake_ended(fake, 4, "kept: standard output");
    fake_same(fake, "out", "sent", false);
    all_are_gone();
}

static void test_silence_of_a_stubborn_board(void **state)
{
    struct fake *fake = *state;

    fake_script(fake, "trap '' TERM; echo here; while :; do sleep 1; done");
    start_held(fake, "--silence 1");
    fake_wait(fake);
    fake_ended(fake, 4, "here");
    all_are_gone();
}

static void test_no_leaving_after_the_end(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent; while :; do echo more; sleep 1; done");
    start_held(fake, "--silence 0");
    fake_wait(fake);
    fake_ended(fake, 0, "did not end and was stopped");
    all_are_gone();
}

static void test_words_after_the_end_are_kept(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "one", 20, "");
    fake_script(fake, "cat one; echo bye; (cat one; echo bye) >sent");
    fake_run(fake, "");
    fake_ended(fake, 0, "complete");
    fake_same(fake, "out", "sent", false);
}

static void test_something_left_behind(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent; sleep 1000 &");
    start_held(fake, "--silence 0");
    fake_wait(fake);
    fake_ended(fake, 0, "complete");
    all_are_gone();
}

static void test_something_left_behind_that_says_nothing(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent; sleep 1000 >/dev/null 2>&1 &");
    start_held(fake, "--silence 0");
    fake_wait(fake);
    fake_ended(fake, 0, "complete");
    all_are_gone();
}

static void interrupt(struct fake *fake, int number)
{
    char words[512];
    char *log = fake_path(fake, "log");

    (void)snprintf(words, sizeof words, "-o %s", log);
    fake_stream(fake, "whole", 20, "");
    fake_script(fake, "head -n 9 whole >sent; cat sent; sleep 1000 & sleep 1000");
    start_held(fake, words);
    wait_for(fake, "sent", 1);
    wait_for(fake, "log", 100);
    assert_int_equal(kill(fake->pid, number), 0);
    fake_wait(fake);
    fake_ended(fake, 130, "interrupted at sizes");
    fake_ended(fake, 130, log);
    fake_same(fake, "log", "sent", false);
    all_are_gone();
    free(log);
}

static void test_an_interrupt_keeps_the_log(void **state)
{
    interrupt(*state, SIGINT);
}

static void test_a_request_to_end_keeps_the_log(void **state)
{
    interrupt(*state, SIGTERM);
}

static void test_last_words_after_an_interrupt_are_kept(void **state)
{
    struct fake *fake = *state;

    fake_script(fake,
                "trap 'echo last words; exit 1' TERM; echo first; while :; do sleep 0.1; done");
    fake_start(fake, "");
    wait_for(fake, "out", 6);
    assert_int_equal(kill(fake->pid, SIGINT), 0);
    fake_wait(fake);
    fake_write(fake, "sent", "first\nlast words\n");
    fake_ended(fake, 130, "interrupted");
    fake_same(fake, "out", "sent", false);
}

static const struct CMUnitTest tests[] = {
    FAKE_TEST(test_silence),
    FAKE_TEST(test_silence_of_a_stubborn_board),
    FAKE_TEST(test_no_leaving_after_the_end),
    FAKE_TEST(test_words_after_the_end_are_kept),
    FAKE_TEST(test_something_left_behind),
    FAKE_TEST(test_something_left_behind_that_says_nothing),
    FAKE_TEST(test_an_interrupt_keeps_the_log),
    FAKE_TEST(test_a_request_to_end_keeps_the_log),
    FAKE_TEST(test_last_words_after_an_interrupt_are_kept),
};

FAKE_MAIN(tests)
