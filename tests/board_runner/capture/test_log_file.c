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
#include <sys/stat.h>
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

/* Fails unless DIR/NAME begins with TEXT. */
static void begins(const struct fake *fake, const char *name, const char *text)
{
    size_t n;
    char *bytes = fake_read(fake, name, &n);

    if (strncmp(bytes, text, strlen(text)) != 0)
        fail_msg("%s begins with %.60s", name, bytes);
    free(bytes);
}

/* Fails unless DIR/NAME is not there. */
static void is_gone(const struct fake *fake, const char *name)
{
    char *path = fake_path(fake, name);

    assert_int_not_equal(access(path, F_OK), 0);
    free(path);
}

static void test_a_log_that_is_replaced_is_kept(void **state)
{
    struct fake *fake = *state;
    char *log = fake_path(fake, "log");

    fake_stream(fake, "log", 500, "");
    fake_stream(fake, "kept", 500, "");
    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "echo U-Boot speaks; cat sent");
    run_to(fake, log, "");
    fake_ended(fake, 0, "complete");
    fake_ended(fake, 0, "the log before it: ");
    fake_ended(fake, 0, "log.previous (");
    fake_same(fake, "log.previous", "kept", false);
    begins(fake, "log", "U-Boot speaks\n$PT,0,RUN");
    is_gone(fake, "log.new");
    free(log);
}

/* Whatever comes that is no sentence, and however the board ends. */
static void test_without_a_sentence_no_log_begins(void **state)
{
    static const struct {
        const char *script, *more;
        int status;
    } boards[] = {
        { "true", "", 5 },
        { "exit 2", "", 6 },
        { "echo usage", "", 5 },
        { "echo usage; exit 2", "", 6 },
        { "echo '$PT,0,RUN,format=1*00000000'; exit 1", "", 6 },
        { "echo usage; sleep 1000", "--silence 1", 4 },
        { "true", "--append", 5 },
        { "echo usage; exit 2", "--append", 6 },
        { "head -c 100000 /dev/zero", "--rounds 2", 5 },
    };
    struct fake *fake = *state;
    char *log = fake_path(fake, "log"), *beside = fake_path(fake, "log.new");

    fake_stream(fake, "log", 500, "");
    fake_stream(fake, "kept", 500, "");
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        fake_script(fake, boards[i].script);
        run_to(fake, log, boards[i].more);
        fake_ended(fake, boards[i].status, "nothing was measured; ");
        fake_ended(fake, boards[i].status, "log is as it was (");
        fake_same(fake, "log", "kept", false);
        is_gone(fake, "log.previous");
        bool came =
            strstr(boards[i].script, "echo") != NULL || strstr(boards[i].script, "head") != NULL;
        assert_int_equal(access(beside, F_OK) == 0, came);
        assert_int_equal(strstr(fake->err, "what came: ") != NULL, came);
        (void)unlink(beside);
    }
    free(beside);
    free(log);
}

static void test_what_comes_before_a_sentence_is_added(void **state)
{
    struct fake *fake = *state;
    char *log = fake_path(fake, "log");

    fake_write(fake, "log", "yesterday's\n");
    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "echo U-Boot speaks; cat sent");
    run_to(fake, log, "--append");
    fake_ended(fake, 0, "complete");
    fake_ended(fake, 0, ", new: ");
    begins(fake, "log", "yesterday's\nU-Boot speaks\n$PT,0,RUN");
    is_gone(fake, "log.new");
    is_gone(fake, "log.previous");
    free(log);
}

static void test_a_link_keeps_its_file(void **state)
{
    struct fake *fake = *state;
    char *log = fake_path(fake, "log"), *real = fake_path(fake, "real");

    fake_write(fake, "real", "yesterday's\n");
    assert_int_equal(symlink(real, log), 0);
    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent");
    run_to(fake, log, "");
    fake_ended(fake, 0, "complete");
    fake_same(fake, "real", "sent", false);
    fake_same(fake, "log", "sent", false);
    begins(fake, "real.previous", "yesterday's");
    free(real);
    free(log);
}

/* Where LOG.new cannot be written, no board is started. */
static void test_a_log_that_cannot_be_kept(void **state)
{
    struct fake *fake = *state;
    char *log = fake_path(fake, "log"), *beside = fake_path(fake, "log.new");

    fake_write(fake, "log", "yesterday's\n");
    fake_write(fake, "kept", "yesterday's\n");
    assert_int_equal(mkdir(beside, 0777), 0);
    fake_script(fake, "echo started >started");
    run_to(fake, log, "");
    fake_ended(fake, 7, "log.new cannot be written: Is a directory");
    fake_same(fake, "log", "kept", false);
    is_gone(fake, "started");
    free(beside);
    free(log);
}

static void test_a_new_log_is_not_left_empty(void **state)
{
    struct fake *fake = *state;
    char *log = fake_path(fake, "log");

    fake_script(fake, "true");
    run_to(fake, log, "");
    fake_ended(fake, 5, "nothing was measured; no ");
    is_gone(fake, "log");
    fake_script(fake, "echo U-Boot speaks");
    run_to(fake, log, "");
    fake_ended(fake, 5, "kept: ");
    begins(fake, "log", "U-Boot speaks");
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
    FAKE_TEST(test_a_log_that_is_replaced_is_kept),
    FAKE_TEST(test_without_a_sentence_no_log_begins),
    FAKE_TEST(test_what_comes_before_a_sentence_is_added),
    FAKE_TEST(test_a_link_keeps_its_file),
    FAKE_TEST(test_a_log_that_cannot_be_kept),
    FAKE_TEST(test_a_new_log_is_not_left_empty),
    FAKE_TEST(test_a_board_that_does_not_start_costs_no_log),
};

FAKE_MAIN(tests)
