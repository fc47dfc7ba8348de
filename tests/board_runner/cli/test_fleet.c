/* Several boards at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include "pty_board.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_own(struct fake *fake, const char *text)
{
    fake_write(fake, "own", text);
}

/* Returns logs/NAME.<this machine>.log. */
static void log_name(char *text, size_t room, const char *name)
{
    char host[256] = "";

    assert_int_equal(gethostname(host, sizeof host - 1), 0);
    (void)snprintf(text, room, "logs/%s.%s.log", name, host);
}

static void start_all(struct fake *fake, const char *words)
{
    char all[1024];

    (void)snprintf(all, sizeof all, "--boards %s/own --output-dir %s/logs --image %s/image %s",
                   fake->dir, fake->dir, fake->dir, words);
    fake_start_bare(fake, all);
}

static void table_holds(const struct fake *fake, const char *text)
{
    size_t n;
    char *out = fake_read(fake, "out", &n);

    if (strstr(out, text) == NULL)
        fail_msg("`%s` expected in:\n%s\n%s", text, out, fake->err);
    free(out);
}

/* Two boards on two lines: neither goes on before both have begun. */
static void test_lines_run_at_the_same_time(void **state)
{
    struct fake *fake = *state;
    struct pty_board b[2];
    char text[512], log[2][300], *path[2];

    for (unsigned i = 0; i < 2; i++) {
        log_name(log[i], sizeof log[i], i == 0 ? "left" : "right");
        path[i] = fake_path(fake, log[i]);
        pty_board_open(&b[i], path[i]);
    }
    fake_board_txt(fake, "serial = /dev/no-such-line\n");
    (void)snprintf(text, sizeof text,
                   "[left]\nlike = fake\nserial = %s\n[right]\nlike = fake\nserial = %s\n",
                   b[0].name, b[1].name);
    write_own(fake, text);
    fake_stream(fake, "sent", 20, "");
    start_all(fake, "run --all");
    size_t n;
    char *sent = fake_read(fake, "sent", &n);
    for (unsigned i = 0; i < 2; i++) {
        pty_board_say(&b[i], sent, n / 2);
        assert_true(pty_board_arrived(&b[i]));
    }
    for (unsigned i = 0; i < 2; i++)
        pty_board_say(&b[i], sent + n / 2, n - n / 2);
    fake_wait(fake);
    fake_ended(fake, 0, "left | board_runner: left: complete");
    table_holds(fake, "left                 complete");
    table_holds(fake, "right                complete");
    for (unsigned i = 0; i < 2; i++) {
        fake_same(fake, log[i], "sent", false);
        pty_board_free(&b[i]);
        free(path[i]);
    }
    free(sent);
}

/* Programs of this machine run one at a time: they would disturb each other. */
static void test_programs_run_one_at_a_time(void **state)
{
    struct fake *fake = *state;

    write_own(fake, "[one]\nlike = fake\n[two]\nlike = fake\n");
    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "mkdir busy || exit 9; sleep 0.3; cat sent; rmdir busy");
    start_all(fake, "run one two -q");
    fake_wait(fake);
    fake_ended(fake, 0, "");
    assert_string_equal(fake->err, "");
    table_holds(fake, "two                  complete");
}

static void test_the_first_that_fails_decides(void **state)
{
    struct fake *fake = *state;
    char log[300];

    write_own(fake, "[one]\nlike = fake\n[two]\nlike = fake\nrun = sh -c 'exit 3'\n"
                    "[three]\nlike = fake\nrun = no-such-tool\n");
    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent");
    start_all(fake, "run one two three");
    fake_wait(fake);
    fake_ended(fake, 6, "two | board_runner: two: its program ended with status 3");
    table_holds(fake, "one                  complete");
    table_holds(fake, "two                  board fault");
    table_holds(fake, "three                not started");
    log_name(log, sizeof log, "one");
    fake_same(fake, log, "sent", false);
}

static void test_an_interrupt_stops_all(void **state)
{
    struct fake *fake = *state;
    char log[300];
    char *path;

    write_own(fake, "[one]\nlike = fake\n[two]\nlike = fake\n");
    fake_script(fake, "echo here; sleep 1000");
    start_all(fake, "run one two");
    log_name(log, sizeof log, "one");
    path = fake_path(fake, log);
    const struct pty_board one = { .log = path, .n_sent = 5, .status = -1 };
    struct pty_board seen = one;
    assert_true(pty_board_arrived(&seen));
    assert_int_equal(kill(fake->pid, SIGINT), 0);
    fake_wait(fake);
    fake_ended(fake, 130, "one | board_runner: one: interrupted");
    table_holds(fake, "two                  interrupted");
    free(path);
}

static void test_one_board_has_a_log_of_its_name(void **state)
{
    struct fake *fake = *state;
    char words[512], log[300];

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent");
    (void)snprintf(words, sizeof words, "--output-dir %s/logs", fake->dir);
    fake_run(fake, words);
    fake_ended(fake, 0, "complete");
    log_name(log, sizeof log, "fake");
    fake_same(fake, log, "sent", false);
}

static const struct CMUnitTest tests[] = {
    FAKE_TEST(test_lines_run_at_the_same_time),      FAKE_TEST(test_programs_run_one_at_a_time),
    FAKE_TEST(test_the_first_that_fails_decides),    FAKE_TEST(test_an_interrupt_stops_all),
    FAKE_TEST(test_one_board_has_a_log_of_its_name),
};

FAKE_MAIN(tests)
