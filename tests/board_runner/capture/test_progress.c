/* Progress on a terminal: its lines fit, and messages of the board stay whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include <fcntl.h>
#include <pty.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 1 << 16 };

/* Runs the fake on a terminal WIDE columns wide, and collects in SEEN (ROOM bytes) what it writes.
 * Returns the exit status. */
static int run_so(struct fake *fake, unsigned short wide, char *seen, const char *how)
{
    struct winsize size = { .ws_row = 24, .ws_col = wide };
    char *targets = fake_path(fake, "targets");
    char *image = fake_path(fake, "image");
    char *log = fake_path(fake, "log");
    size_t n = 0;
    int status = 0, fd = -1;

    pid_t pid = forkpty(&fd, NULL, NULL, &size);
    assert_true(pid >= 0);
    if (pid == 0) {
        (void)execl(fake_program, "board_runner", "--targets", targets, "--image", image, "run",
                    "fake", "-o", log, how, (char *)NULL);
        _exit(99);
    }
    for (ssize_t got; n < ROOM - 1 && (got = read(fd, seen + n, ROOM - 1 - n)) > 0;)
        n += (size_t)got;
    seen[n] = '\0';
    assert_int_equal(waitpid(pid, &status, 0), pid);
    (void)close(fd);
    free(targets);
    free(image);
    free(log);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int run_on_terminal(struct fake *fake, unsigned short wide, char *seen)
{
    return run_so(fake, wide, seen, NULL);
}

/* Removes escape sequences from TEXT. */
static void strip(char *text)
{
    char *to = text;

    for (; *text != '\0'; text++) {
        if (*text == '\033')
            text += strcspn(text, "ABCDEFGHJKm");
        else
            *to++ = *text;
    }
    *to = '\0';
}

static void lines_fit(char *text, size_t wide)
{
    for (char *line = strtok(text, "\r\n"); line != NULL; line = strtok(NULL, "\r\n")) {
        if (strstr(line, "board_runner") != NULL)
            return; /* the verdict may be longer than the terminal is wide */
        if (strlen(line) > wide)
            fail_msg("%zu columns: `%s`", wide, line);
    }
}

/* A board that goes on half a second after its first 50 and its first 110 lines have arrived. */
static void slow_board(struct fake *fake)
{
    fake_stream(fake, "sent", 200, "");
    fake_script(fake, "has() { until test $(wc -l <log) -ge $1; do sleep 0.1; done; sleep 0.5; };"
                      "head -n 50 sent; has 50; echo 'a word' >&2; tail -n +51 sent | head -n 60;"
                      "has 110; tail -n +111 sent");
}

static void test_live_lines_fit(void **state)
{
    static const unsigned short widths[] = { 40, 80 };
    static char seen[ROOM];

    (void)setenv("TERM", "xterm", 1);
    (void)setenv("LC_ALL", "C", 1);
    for (unsigned i = 0; i < 2; i++) {
        slow_board(*state);
        assert_int_equal(run_on_terminal(*state, widths[i], seen), 0);
        assert_non_null(strstr(seen, "total ")); /* live lines were drawn */
        assert_non_null(strstr(seen, "\033[1A"));
        strip(seen);
        assert_non_null(strstr(seen, "a word\r\n"));
        lines_fit(seen, widths[i] - 1u);
    }
}

static void test_colour_can_be_refused(void **state)
{
    static char seen[ROOM];

    (void)setenv("TERM", "xterm", 1);
    (void)setenv("NO_COLOR", "1", 1);
    slow_board(*state);
    assert_int_equal(run_on_terminal(*state, 80, seen), 0);
    assert_null(strstr(seen, "m+"));
    assert_null(strstr(seen, "\033[3"));
    (void)unsetenv("NO_COLOR");
    assert_int_equal(run_on_terminal(*state, 80, seen), 0);
    assert_non_null(strstr(seen, "\033[3"));
}

static void test_a_dumb_terminal_gets_plain_lines(void **state)
{
    static char seen[ROOM];

    (void)setenv("TERM", "dumb", 1);
    slow_board(*state);
    assert_int_equal(run_on_terminal(*state, 80, seen), 0);
    assert_null(strchr(seen, '\033'));
    assert_non_null(strstr(seen, "+ sizes"));
}

static void test_plain_and_quiet_are_obeyed(void **state)
{
    static char seen[ROOM];

    (void)setenv("TERM", "xterm", 1);
    slow_board(*state);
    assert_int_equal(run_so(*state, 80, seen, "--plain"), 0);
    assert_null(strchr(seen, '\033'));
    assert_non_null(strstr(seen, "+ sizes"));
    assert_int_equal(run_so(*state, 80, seen, "--quiet"), 0);
    assert_string_equal(seen, "a word\r\n");
}

/* Returns the seconds in the line of PROBE, which is over. */
static double seconds_of(const char *seen, const char *probe)
{
    char line[32];
    double s = -1;

    (void)snprintf(line, sizeof line, " + %s ", probe);
    const char *at = strstr(seen, line);
    if (at == NULL || sscanf(at + strlen(line), "%lf s", &s) != 1)
        fail_msg("no time of %s in:\n%s", probe, seen);
    return s;
}

/* Writes what an image sends whose series leave at their DONE, to three files that follow one
 * another: the plan, then a probe each. */
static void held_stream(const struct fake *fake)
{
    static const char *const said[3][5] = {
        { "RUN,format=1", "PLAN,first,1", "PLAN,second,1", "PLAN,first,1", NULL },
        { "PROBE,first", "S,1,1,9", "DONE,first,1,ok", "PLAN,second,1", NULL },
        { "PROBE,second", "S,1,1,9", "DONE,second,1,ok", "END,11,ok", NULL },
    };
    static const char *const names[] = { "plan", "first", "second" };
    uint32_t seq = 0;

    for (unsigned i = 0; i < 3; i++) {
        FILE *out = fake_create(fake, names[i]);

        for (unsigned k = 0; said[i][k] != NULL; k++)
            fake_sentence(out, seq++, said[i][k]);
        assert_int_equal(fclose(out), 0);
    }
}

static double now_s(void)
{
    struct timespec now;

    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &now), 0);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The second probe lasts two seconds from where the first one's end is in the log, however late
 * that is; and no time counts twice. */
static void test_each_probe_has_its_own_time(void **state)
{
    static char seen[ROOM];

    (void)setenv("TERM", "xterm", 1);
    held_stream(*state);
    fake_script(*state, "cat plan first; until grep -q DONE,first log; do sleep 0.1; done; sleep 2;"
                        "cat second");
    double begin_s = now_s();
    assert_int_equal(run_so(*state, 80, seen, "--plain"), 0);
    double whole_s = now_s() - begin_s;
    double second_s = seconds_of(seen, "second");

    assert_true(second_s >= 1.5);
    assert_true(seconds_of(seen, "first") + second_s <= whole_s + 0.1); /* both are rounded */
}

static const struct CMUnitTest tests[] = {
    FAKE_TEST(test_live_lines_fit),
    FAKE_TEST(test_colour_can_be_refused),
    FAKE_TEST(test_a_dumb_terminal_gets_plain_lines),
    FAKE_TEST(test_plain_and_quiet_are_obeyed),
    FAKE_TEST(test_each_probe_has_its_own_time),
};

FAKE_MAIN(tests)
