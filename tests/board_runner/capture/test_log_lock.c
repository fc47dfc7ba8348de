/* One run writes a log: a second one is refused, a killed one leaves nothing that is in the way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 20000, AT_ONCE = 8, ROUNDS = 5 };

static void run_to(struct fake *fake, const char *name, const char *more)
{
    char *log = fake_path(fake, name), words[1024];

    (void)snprintf(words, sizeof words, "-q -o %s %s", log, more);
    fake_run(fake, words);
    free(log);
}

static bool is_there(const struct fake *fake, const char *name)
{
    char *path = fake_path(fake, name);
    struct stat facts;
    bool there = lstat(path, &facts) == 0;

    free(path);
    return there;
}

static void wait_for(const struct fake *fake, const char *name)
{
    for (unsigned ms = 0; !is_there(fake, name); ms += 5) {
        assert_true(ms < PATIENCE_MS);
        (void)usleep(5000);
    }
}

/* Starts a board that sends the beginning of `sent`, and the rest once DIR/go is there. Returns the
 * run's process. */
static pid_t start_slow(struct fake *fake)
{
    char *log = fake_path(fake, "log"), words[1024];

    fake_stream(fake, "sent", 200, "");
    /* Whoever kills the run leaves the board behind: it ends with its folder. */
    fake_script(fake, "head -c 700 sent; touch half;"
                      "while [ -e half ] && [ ! -e go ]; do sleep 0.02; done; tail -c +701 sent");
    (void)snprintf(words, sizeof words, "-q -o %s", log);
    fake_start(fake, words);
    wait_for(fake, "half");
    free(log);
    return fake->pid;
}

static void finish_slow(struct fake *fake, pid_t first)
{
    fake_write(fake, "go", "");
    fake->pid = first;
    fake_wait(fake);
    assert_int_equal(fake->status, 0);
    fake_same(fake, "log", "sent", false);
}

static void refused_for(const struct fake *fake, pid_t first)
{
    char who[64];

    (void)snprintf(who, sizeof who, "process %ld is writing it", (long)first);
    fake_ended(fake, 7, who);
}

static void test_a_second_run_is_refused(void **state)
{
    struct fake *fake = *state;
    pid_t first = start_slow(fake);
    char *log = fake_path(fake, "log"), *hard = fake_path(fake, "hard"),
         *soft = fake_path(fake, "soft");

    assert_int_equal(link(log, hard), 0);
    assert_int_equal(symlink("log", soft), 0);
    fake_script(fake, "touch started");
    run_to(fake, "log", "");
    refused_for(fake, first);
    run_to(fake, "log", "--append");
    refused_for(fake, first);
    run_to(fake, "hard", "");
    refused_for(fake, first);
    run_to(fake, "soft", "");
    refused_for(fake, first);
    assert_false(is_there(fake, "started"));
    finish_slow(fake, first);
    free(log);
    free(hard);
    free(soft);
}

static void test_a_killed_run_is_in_nobody_s_way(void **state)
{
    struct fake *fake = *state;
    pid_t first = start_slow(fake);

    assert_int_equal(kill(first, SIGKILL), 0);
    fake_wait(fake);
    fake_write(fake, "go", "");
    fake_script(fake, "cat sent");
    run_to(fake, "log", "");
    fake_ended(fake, 0, "");
    assert_string_equal(fake->err, "");
    fake_same(fake, "log", "sent", false);
}

/* Waits until all but one of the AT_ONCE runs PID have ended, or for long, and sets those to 0.
 * Returns how many were refused. */
static unsigned reap_refused(pid_t pid[AT_ONCE])
{
    unsigned refused = 0;

    for (unsigned ms = 0; ms < PATIENCE_MS && refused < AT_ONCE - 1; ms += 5) {
        for (unsigned i = 0; i < AT_ONCE; i++) {
            int status;

            if (pid[i] == 0 || waitpid(pid[i], &status, WNOHANG) != pid[i])
                continue;
            pid[i] = 0;
            refused += WIFEXITED(status) && WEXITSTATUS(status) == 7;
        }
        (void)usleep(5000);
    }
    return refused;
}

/* Starts AT_ONCE runs into one log; the board of the one that is not refused waits for the rest. */
static void race(struct fake *fake)
{
    char *log = fake_path(fake, "log"), *go = fake_path(fake, "go"), words[1024];
    pid_t pid[AT_ONCE];

    (void)unlink(go);
    (void)snprintf(words, sizeof words, "-q -o %s", log);
    for (unsigned i = 0; i < AT_ONCE; i++) {
        fake_start(fake, words);
        pid[i] = fake->pid;
    }
    unsigned refused = reap_refused(pid);
    fake_write(fake, "go", "");
    for (unsigned i = 0; i < AT_ONCE; i++) {
        fake->pid = pid[i];
        if (fake->pid != 0)
            fake_wait(fake);
    }
    assert_int_equal(refused, AT_ONCE - 1);
    assert_int_equal(fake->status, 0);
    free(log);
    free(go);
}

static void test_of_many_at_once_one_writes(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 200, "");
    fake_script(fake,
                "head -c 500 sent; while [ ! -e go ]; do sleep 0.02; done; tail -c +501 sent");
    for (unsigned i = 0; i < ROUNDS; i++) {
        race(fake);
        fake_same(fake, "log", "sent", false);
    }
}

static void test_boards_of_a_second_fleet_are_refused(void **state)
{
    struct fake *fake = *state;
    char *logs = fake_path(fake, "logs"), *image = fake_path(fake, "image"), words[2048];
    char *other = fake_path(fake, "targets/other");
    size_t n;

    assert_int_equal(mkdir(other, 0777), 0);
    fake_write(fake, "targets/other/board.txt", "run = sh {image}\n");
    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "touch half; while [ ! -e go ]; do sleep 0.02; done; cat sent");
    (void)snprintf(words, sizeof words, "-q --image %s --output-dir %s run fake other", image,
                   logs);
    fake_start_bare(fake, words);
    pid_t first = fake->pid;
    wait_for(fake, "half"); /* one board of this machine runs at a time: the other waits */
    (void)snprintf(words, sizeof words, "-q --image %s --output-dir %s run fake", image, logs);
    fake_start_bare(fake, words);
    fake_wait(fake);
    fake_ended(fake, 7, "is writing it");
    fake_write(fake, "go", "");
    fake->pid = first;
    fake_wait(fake);
    char *out = fake_read(fake, "out", &n);
    assert_int_equal(fake->status, 0);
    free(out);
    free(logs);
    free(image);
    free(other);
}

static void test_an_input_is_no_log(void **state)
{
    struct fake *fake = *state;
    char *image = fake_path(fake, "image"), *alias = fake_path(fake, "alias");

    fake_script(fake, "true");
    assert_int_equal(link(image, alias), 0);
    run_to(fake, "image", "");
    fake_ended(fake, 7, "the log would overwrite");
    run_to(fake, "alias", "");
    fake_ended(fake, 7, "which the run reads");
    run_to(fake, "targets/fake/board.txt", "--append");
    fake_ended(fake, 7, "the log would overwrite");
    fake_same(fake, "alias", "image", false);
    free(image);
    free(alias);
}

static const struct CMUnitTest tests[] = {
    FAKE_TEST(test_a_second_run_is_refused),
    FAKE_TEST(test_a_killed_run_is_in_nobody_s_way),
    FAKE_TEST(test_of_many_at_once_one_writes),
    FAKE_TEST(test_boards_of_a_second_fleet_are_refused),
    FAKE_TEST(test_an_input_is_no_log),
};

FAKE_MAIN(tests)
