/* Logs that cannot be written, and logs of earlier runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void run_to(struct fake *fake, const char *log, const char *more)
{
    char words[1024];

    (void)snprintf(words, sizeof words, "-o %s %s", log, more);
    fake_run(fake, words);
}

static void test_a_full_device(void **state)
{
    struct fake *fake = *state;

    if (access("/dev/full", W_OK) != 0)
        skip();
    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent; sleep 1000");
    run_to(fake, "/dev/full", "--silence 0");
    fake_ended(fake, 7, "No space left on device");
    fake_ended(fake, 7, "kept: /dev/full (0 B");
}

static void test_a_file_that_may_not_grow(void **state)
{
    struct fake *fake = *state;
    char *log = fake_path(fake, "log");
    struct rlimit before, limit;

    fake_stream(fake, "sent", 20000, "");
    fake_script(fake, "cat sent; sleep 1000");
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = (struct rlimit){ .rlim_cur = 100000, .rlim_max = before.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    run_to(fake, log, "--silence 0");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    fake_ended(fake, 7, "the log cannot be written");
    fake_ended(fake, 7, "97.7 KiB");
    fake_same(fake, "log", "sent", true);
    size_t n;
    free(fake_read(fake, "log", &n));
    assert_int_equal(n, 100000);
    free(log);
}

static void test_a_folder_that_is_not_there(void **state)
{
    struct fake *fake = *state;
    char *log = fake_path(fake, "nowhere/log");

    fake_script(fake, "echo started >started");
    run_to(fake, log, "");
    fake_ended(fake, 7, "nowhere/log: No such file");
    char *started = fake_path(fake, "started");
    assert_int_not_equal(access(started, F_OK), 0); /* no board runs without a log */
    free(started);
    free(log);
}

static void test_a_shorter_log_replaces_a_longer(void **state)
{
    struct fake *fake = *state;
    char *log = fake_path(fake, "log");

    fake_stream(fake, "log", 500, "");
    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent");
    run_to(fake, log, "");
    fake_ended(fake, 0, "complete");
    fake_same(fake, "log", "sent", false);
    free(log);
}

static void test_a_board_that_does_not_start_costs_no_log(void **state)
{
    struct fake *fake = *state;
    char *log = fake_path(fake, "log");

    fake_write(fake, "log", "yesterday's\n");
    fake_write(fake, "kept", "yesterday's\n");
    run_to(fake, log, ""); /* no image */
    fake_ended(fake, 3, "image: No such file");
    fake_same(fake, "log", "kept", false);
    fake_script(fake, "true");
    fake_board_txt(fake, "run = no-such-program-anywhere {image}\n");
    run_to(fake, log, "");
    fake_ended(fake, 3, "no-such-program-anywhere: could not be started");
    fake_same(fake, "log", "kept", false);
    free(log);
}

static const struct CMUnitTest tests[] = {
    FAKE_TEST(test_a_full_device),
    FAKE_TEST(test_a_file_that_may_not_grow),
    FAKE_TEST(test_a_folder_that_is_not_there),
    FAKE_TEST(test_a_shorter_log_replaces_a_longer),
    FAKE_TEST(test_a_board_that_does_not_start_costs_no_log),
};

FAKE_MAIN(tests)
