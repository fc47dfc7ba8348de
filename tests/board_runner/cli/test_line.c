/* The whole program on a serial line: options, tools, a second runner, an interrupt, an end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include "fake_line.h"
#include "pty_board.h"
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct desk {
    struct pty_board b;
    char *log;
    char words[1024];
};

static void plug(struct fake *fake, struct desk *d)
{
    d->log = fake_path(fake, "log");
    pty_board_open(&d->b, d->log);
}

static void unplug(struct desk *d)
{
    pty_board_free(&d->b);
    free(d->log);
}

/* Puts the board on D's line, with MORE in its board.txt. */
static void describe(struct fake *fake, struct desk *d, const char *more)
{
    char text[1024];

    (void)snprintf(text, sizeof text, "serial = %s\n%s", d->b.name, more);
    fake_board_txt(fake, text);
}

static void start(struct fake *fake, struct desk *d, const char *more)
{
    (void)snprintf(d->words, sizeof d->words, "-o %s %s", d->log, more);
    fake_start(fake, d->words);
}

static void ended(struct fake *fake, struct desk *d, int status, const char *text)
{
    fake_wait(fake);
    fake_ended(fake, status, text);
    const char *how = pty_board_compare(&d->b);
    if (how != NULL)
        fail_msg("%s\n%s", how, fake->err);
}

static void test_options_are_typed_when_asked_for(void **state)
{
    struct fake *fake = *state;
    struct desk d;
    char line[32] = "";

    plug(fake, &d);
    fake_stream(fake, "sent", 20, "");
    describe(fake, &d, "hello = options now\n");
    start(fake, &d, "-- --quick max=1M");
    pty_board_say_text(&d.b, "boot\r\noptions no\r\npontoon: opti");
    (void)poll(NULL, 0, 20);
    pty_board_say_text(&d.b, "ons now\r\n");
    for (size_t n = 0; n < sizeof line - 1 && strchr(line, '\r') == NULL; n++)
        line[n] = (char)pty_board_hear(&d.b, 20000);
    assert_string_equal(line, "--quick max=1M\r");
    fake_line_says(fake, &d.b, "sent");
    ended(fake, &d, 0, "complete");
    unplug(&d);
}

/* Bytes that come while a tool runs are kept; the stream may begin before the tool has ended. */
static void test_a_stream_that_begins_early(void **state)
{
    struct fake *fake = *state;
    struct desk d;
    char text[512];

    plug(fake, &d);
    fake_stream(fake, "sent", 20, "");
    (void)snprintf(text, sizeof text,
                   "upload = sh -c 'cd %s; echo flashing; until test -e go; do sleep 0.02; done'\n",
                   fake->dir);
    describe(fake, &d, text);
    start(fake, &d, "");
    fake_line_says(fake, &d.b, "sent");
    assert_true(pty_board_arrived(&d.b));
    fake_write(fake, "go", "");
    ended(fake, &d, 0, "complete");
    fake_ended(fake, 0, "flashing\n");
    fake_ended(fake, 0, "+ upload");
    unplug(&d);
}

static void test_a_tool_may_have_the_line(void **state)
{
    struct fake *fake = *state;
    struct desk d;

    plug(fake, &d);
    fake_stream(fake, "sent", 20, "");
    describe(fake, &d,
             "upload = sh -c 'echo tool >$0' {port}\nreset = sh -c 'echo reset >$0' {port}\n");
    start(fake, &d, "");
    for (const char *c = "tool\nreset\n"; *c != '\0'; c++)
        assert_int_equal(pty_board_hear(&d.b, 20000), *c);
    fake_line_says(fake, &d.b, "sent");
    ended(fake, &d, 0, "complete");
    unplug(&d);
}

static void test_stages_fail_by_their_names(void **state)
{
    static const struct {
        const char *board_txt, *says[2];
    } cases[] = {
        { "upload = true\nupload = sh -c 'echo no target found >&2; exit 3'\n",
          { "fake: upload: sh ended with status 3", "no target found" } },
        { "power = false\n", { "fake: power: false ended with status 1", "" } },
        { "reset = no-such-tool\n", { "fake: reset: no-such-tool: could not be started", "" } },
        { "upload = sleep 100\nupload_timeout = 1\n",
          { "fake: upload: took longer than 1 s", "" } },
        { "upload = sh -c 'printf \"< waiting for any device >\" >&2; exec sleep 100' fastboot\n"
          "upload_timeout = 1\n",
          { "upload: the board does not answer (fastboot: < waiting for any device >): its USB "
            "loader",
            "" } },
        { "reset = sh -c 'echo \"Warn : UNEXPECTED idcode: 0x1ba01477\"; exit 1' openocd\n",
          { "reset: another chip answered (openocd: UNEXPECTED idcode: 0x1ba01477)", "" } },
        { "upload = sh -c 'kill -9 $$'\n", { "upload: sh was ended by signal 9", "" } },
        { "reset = false\npower_off = sh -c 'echo is off'\n", { "fake: reset: false", "is off" } },
    };
    struct fake *fake = *state;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct desk d;

        plug(fake, &d);
        describe(fake, &d, cases[i].board_txt);
        pty_board_say_text(&d.b, "old words\r\n");
        start(fake, &d, "");
        fake_wait(fake);
        fake_ended(fake, 3, cases[i].says[0]);
        fake_ended(fake, 3, cases[i].says[1]);
        unplug(&d);
    }
}

static void test_quiet_tells_what_a_failed_tool_said(void **state)
{
    struct fake *fake = *state;
    struct desk d;

    plug(fake, &d);
    describe(fake, &d, "power = sh -c 'echo good'\nupload = sh -c 'echo bad; exit 1'\n");
    start(fake, &d, "--quiet");
    fake_wait(fake);
    fake_ended(fake, 3, "last lines of the tool:\n    bad\n");
    assert_null(strstr(fake->err, "good"));
    unplug(&d);
}

static void test_a_second_runner_is_refused(void **state)
{
    struct fake *fake = *state;
    struct desk d;
    char pid[128];

    plug(fake, &d);
    fake_stream(fake, "sent", 20, "");
    describe(fake, &d, "");
    start(fake, &d, "");
    pty_board_say_text(&d.b, "here\n");
    assert_true(pty_board_arrived(&d.b));
    struct fake second = *fake;
    (void)snprintf(pid, sizeof pid, "%s is in use by process %ld", d.b.name, (long)fake->pid);
    (void)snprintf(d.words, sizeof d.words, "capture %s", d.b.name);
    second.err = NULL;
    fake_start_bare(&second, d.words);
    fake_wait(&second);
    fake_ended(&second, 3, pid);
    free(second.err);
    fake_line_says(fake, &d.b, "sent");
    ended(fake, &d, 0, "");
    unplug(&d);
}

static void test_an_interrupt_says_how_to_go_on(void **state)
{
    struct fake *fake = *state;
    struct desk d;
    char text[512];

    plug(fake, &d);
    fake_stream(fake, "sent", 20, "");
    (void)snprintf(d.words, sizeof d.words, "capture %s -o %s", d.b.name, d.log);
    fake_start_bare(fake, d.words);
    pty_board_say_text(&d.b, "first part\n");
    assert_true(pty_board_arrived(&d.b));
    assert_int_equal(kill(fake->pid, SIGINT), 0);
    (void)snprintf(text, sizeof text, "board_runner capture %s --append -o %s\n", d.b.name, d.log);
    ended(fake, &d, 130, text);
    (void)snprintf(d.words, sizeof d.words, "capture %s --append -o %s", d.b.name, d.log);
    fake_start_bare(fake, d.words);
    fake_line_says(fake, &d.b, "sent");
    ended(fake, &d, 0, "complete");
    unplug(&d);
}

static void test_a_full_disk_keeps_what_fitted(void **state)
{
    struct fake *fake = *state;
    struct desk d;
    struct rlimit before, limit;

    plug(fake, &d);
    fake_stream(fake, "sent", 2000, "");
    describe(fake, &d, "");
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = (struct rlimit){ .rlim_cur = 30000, .rlim_max = before.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    start(fake, &d, "");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    d.b.runner = 0;
    char *bytes;
    size_t n;
    bytes = fake_read(fake, "sent", &n);
    pty_board_say(&d.b, bytes, 32000);
    fake_wait(fake);
    fake_ended(fake, 7, "cannot be written: File too large");
    free(bytes);
    bytes = fake_read(fake, "log", &n);
    assert_int_equal(n, 30000);
    assert_memory_equal(bytes, d.b.sent, n);
    free(bytes);
    unplug(&d);
}

static void test_a_line_that_is_not_there(void **state)
{
    struct fake *fake = *state;

    fake_board_txt(fake, "serial = /dev/no-such-line\n");
    fake_run(fake, "");
    fake_ended(fake, 3, "fake: serial line: /dev/no-such-line: No such file");
}

static const struct CMUnitTest tests[] = {
    FAKE_TEST(test_options_are_typed_when_asked_for),
    FAKE_TEST(test_a_stream_that_begins_early),
    FAKE_TEST(test_a_tool_may_have_the_line),
    FAKE_TEST(test_stages_fail_by_their_names),
    FAKE_TEST(test_quiet_tells_what_a_failed_tool_said),
    FAKE_TEST(test_a_second_runner_is_refused),
    FAKE_TEST(test_an_interrupt_says_how_to_go_on),
    FAKE_TEST(test_a_full_disk_keeps_what_fitted),
    FAKE_TEST(test_a_line_that_is_not_there),
};

FAKE_MAIN(tests)
