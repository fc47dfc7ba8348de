/* The stream is standard output, unbuffered: what was put has left. */
#include <errno.h>
#include <hal/console.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int lost;         /* 0, or -1 after the first lost byte */
static bool input_ended; /* nothing will ever be received again */

/* A reader that goes away, or a file that may not grow, shall be an error here and not the end of
 * the program. */
static void ignore_signals(void)
{
    static bool done;

    if (!done) {
        (void)signal(SIGPIPE, SIG_IGN);
        (void)signal(SIGXFSZ, SIG_IGN);
    }
    done = true;
}

/* Returns whether a failed write may be tried again; waits where the pipe is full and does not
 * block. */
static bool try_again(int error)
{
    struct pollfd out = { .fd = STDOUT_FILENO, .events = POLLOUT };

    if (error != EAGAIN && error != EWOULDBLOCK)
        return error == EINTR;
    return poll(&out, 1, -1) >= 0 || errno == EINTR;
}

static void lose(int error)
{
    lost = -1;
    if (error != EPIPE) /* the reader knows that it left */
        (void)fprintf(stderr, "standard output: %s\n", strerror(error));
}

int hal_console_put(const char *bytes, size_t n)
{
    ignore_signals();
    while (n > 0 && lost == 0) {
        ssize_t done = write(STDOUT_FILENO, bytes, n);
        if (done > 0) {
            bytes += done;
            n -= (size_t)done;
        } else if (done == 0 || !try_again(errno)) {
            lose(done == 0 ? EIO : errno);
        }
    }
    return lost;
}

/* A terminal that belongs to another job stops whoever reads from it. */
static bool may_read(void)
{
    return !isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) == getpgrp();
}

int hal_console_get(void)
{
    struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
    unsigned char byte;

    if (input_ended || poll(&in, 1, 0) <= 0 || !may_read())
        return -1;
    ssize_t n = read(STDIN_FILENO, &byte, 1);
    if (n == 1)
        return byte;
    input_ended = n == 0 || (errno != EINTR && errno != EAGAIN);
    return -1;
}

void hal_console_complain(const char *text)
{
    ignore_signals();
    (void)fprintf(stderr, "%s\n", text);
}

_Noreturn void hal_console_exit(int status)
{
    exit(status);
}
