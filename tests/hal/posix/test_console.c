/* The posix port's console when the other end misbehaves. Each case in a process of its own,
 * because what was lost once is lost for good. */
#include <errno.h>
#include <fcntl.h>
#include <hal/console.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

enum { CANNOT = 77 };

static int status_of(pid_t child)
{
    int how = 0;

    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how)); /* and not by a signal */
    return WEXITSTATUS(how);
}

/* Runs CASE in a child, where 0 means that the rule held. */
static void in_child(int (*check)(void))
{
    (void)fflush(stdout);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(check());
    int status = status_of(child);
    if (status == CANNOT)
        skip();
    assert_int_equal(status, 0);
}

/* 0 when standard output at FD fails, and goes on failing at a stream that would work. */
static int stays_lost(int fd)
{
    int good = open("/dev/null", O_WRONLY);

    if (fd < 0 || good < 0 || dup2(fd, STDOUT_FILENO) < 0)
        return CANNOT;
    if (hal_console_put("x", 1) != -1)
        return 1;
    (void)dup2(good, STDOUT_FILENO);
    return hal_console_put("x", 1) == -1 && hal_console_put("", 0) == -1 ? 0 : 2;
}

static int full_disk(void)
{
    return stays_lost(open("/dev/full", O_WRONLY));
}

static int reader_gone(void)
{
    int ends[2];

    (void)signal(SIGPIPE, SIG_DFL);
    if (pipe(ends) != 0)
        return CANNOT;
    (void)close(ends[0]);
    return stays_lost(ends[1]);
}

static int not_open(void)
{
    int readable = open("/dev/null", O_RDONLY);

    return stays_lost(readable);
}

static void lost_output_stays_lost(void **state)
{
    (void)state;
    in_child(full_disk);
    in_child(reader_gone);
    in_child(not_open);
}

/* Reads until the end; the number of bytes, and whether each is what the child put. */
static size_t read_all(int fd, bool *right)
{
    char chunk[1000];
    size_t n = 0;
    ssize_t got;

    *right = true;
    while ((got = read(fd, chunk, sizeof chunk)) > 0)
        for (ssize_t i = 0; i < got; i++, n++)
            *right = *right && (unsigned char)chunk[i] == n % 251;
    return n;
}

/* A pipe that does not block takes a part of each write, then nothing for a while. */
static void slow_reader_gets_every_byte(void **state)
{
    static char bytes[1000000];
    int ends[2];
    bool right;

    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i % 251);
    (void)fflush(stdout);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)close(ends[0]);
        (void)dup2(ends[1], STDOUT_FILENO);
        _exit(hal_console_put(bytes, sizeof bytes) == 0 ? 0 : 1);
    }
    (void)close(ends[1]);
    size_t n = read_all(ends[0], &right);
    (void)close(ends[0]);
    assert_int_equal(status_of(child), 0);
    assert_int_equal(n, sizeof bytes);
    assert_true(right);
}

static int input_is_read(void)
{
    int ends[2];

    if (pipe(ends) != 0 || dup2(ends[0], STDIN_FILENO) < 0)
        return CANNOT;
    if (hal_console_get() != -1) /* nothing there: does not wait */
        return 1;
    if (write(ends[1], "a\xff", 2) != 2)
        return CANNOT;
    if (hal_console_get() != 'a' || hal_console_get() != 0xff || hal_console_get() != -1)
        return 2;
    (void)close(ends[1]);
    return hal_console_get() == -1 && hal_console_get() == -1 ? 0 : 3;
}

static int input_is_closed(void)
{
    (void)close(STDIN_FILENO);
    return hal_console_get() == -1 && hal_console_get() == -1 ? 0 : 1;
}

static void input_never_waits(void **state)
{
    (void)state;
    in_child(input_is_read);
    in_child(input_is_closed);
}

static int complaint_goes_beside(void)
{
    int out[2], err[2];
    char text[16] = "";

    if (pipe(out) != 0 || pipe(err) != 0)
        return CANNOT;
    (void)dup2(out[1], STDOUT_FILENO);
    (void)dup2(err[1], STDERR_FILENO);
    (void)fcntl(out[0], F_SETFL, O_NONBLOCK);
    hal_console_complain("why");
    if (read(err[0], text, sizeof text) != 4 || memcmp(text, "why\n", 4) != 0)
        return 1;
    return read(out[0], text, sizeof text) == -1 && errno == EAGAIN ? 0 : 2;
}

static void complaints_stay_out_of_the_stream(void **state)
{
    (void)state;
    in_child(complaint_goes_beside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lost_output_stays_lost),
        cmocka_unit_test(slow_reader_gets_every_byte),
        cmocka_unit_test(input_never_waits),
        cmocka_unit_test(complaints_stay_out_of_the_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
