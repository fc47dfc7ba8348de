/* A board at the other end of a pseudo-terminal. */
#define _GNU_SOURCE
#include "pty_board.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <zlib.h>

static void need(bool good, const char *what)
{
    if (good)
        return;
    (void)fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(98);
}

void pty_board_open(struct pty_board *b, const char *log)
{
    struct termios t;

    *b = (struct pty_board){ .log = log, .status = -1 };
    b->fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    need(b->fd >= 0 && grantpt(b->fd) == 0 && unlockpt(b->fd) == 0, "pseudo-terminal");
    need(ptsname_r(b->fd, b->name, sizeof b->name) == 0, "ptsname");
    b->held = open(b->name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    need(b->held >= 0 && tcgetattr(b->held, &t) == 0, b->name);
    cfmakeraw(&t);
    need(tcsetattr(b->held, TCSANOW, &t) == 0, b->name);
    need(fcntl(b->fd, F_SETFL, O_NONBLOCK) == 0, b->name);
}

void pty_board_free(struct pty_board *b)
{
    if (b->fd >= 0)
        (void)close(b->fd);
    if (b->held >= 0)
        (void)close(b->held);
    free(b->sent);
    b->sent = NULL;
    b->fd = b->held = -1;
}

static void redirect(const char *path, int fd)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    if (file < 0 || dup2(file, fd) < 0)
        _exit(97);
}

void pty_board_start(struct pty_board *b, const char *const *argv, const char *messages)
{
    b->status = -1;
    b->runner = fork();
    need(b->runner >= 0, "fork");
    if (b->runner > 0)
        return;
    redirect("/dev/null", STDOUT_FILENO);
    redirect(messages, STDERR_FILENO);
    (void)execv(argv[0], (char *const *)(uintptr_t)argv);
    _exit(97);
}

/* Returns true when the runner has ended, with its status filled in. */
static bool has_ended(struct pty_board *b)
{
    int status;

    if (b->status >= 0 || b->runner == 0)
        return b->status >= 0;
    if (waitpid(b->runner, &status, WNOHANG) != b->runner)
        return false;
    b->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return true;
}

void pty_board_wait(struct pty_board *b)
{
    for (int ms = 0; !has_ended(b); ms += 5) {
        if (ms >= PTY_PATIENCE_MS)
            (void)kill(b->runner, SIGKILL);
        (void)poll(NULL, 0, 5);
    }
}

void pty_board_say(struct pty_board *b, const void *bytes, size_t n)
{
    const char *from = bytes;

    b->sent = realloc(b->sent, b->n_sent + n + 1);
    need(b->sent != NULL, "realloc");
    while (n > 0 && !has_ended(b)) {
        struct pollfd out = { .fd = b->fd, .events = POLLOUT };
        ssize_t done = write(b->fd, from, n);

        if (done <= 0) {
            (void)poll(&out, 1, 50);
            continue;
        }
        memcpy(b->sent + b->n_sent, from, (size_t)done);
        b->n_sent += (size_t)done;
        from += done;
        n -= (size_t)done;
    }
}

void pty_board_say_text(struct pty_board *b, const char *text)
{
    pty_board_say(b, text, strlen(text));
}

int pty_board_hear(struct pty_board *b, int ms)
{
    struct pollfd in = { .fd = b->fd, .events = POLLIN };
    unsigned char byte;

    for (int left = ms; left > 0 && !has_ended(b); left -= 20) {
        if (poll(&in, 1, left < 20 ? left : 20) > 0 && read(b->fd, &byte, 1) == 1)
            return byte;
    }
    return -1;
}

bool pty_board_arrived(struct pty_board *b)
{
    struct stat facts = { .st_size = 0 };

    for (int ms = 0; ms < PTY_PATIENCE_MS; ms += 2) {
        bool ended = has_ended(b);

        if (stat(b->log, &facts) == 0 && (size_t)facts.st_size >= b->n_sent)
            return true;
        if (ended)
            return false;
        (void)poll(NULL, 0, 2);
    }
    return false;
}

void pty_board_unplug(struct pty_board *b)
{
    (void)pty_board_arrived(b);
    (void)close(b->held);
    (void)close(b->fd);
    b->held = b->fd = -1;
}

const char *pty_board_compare(const struct pty_board *b)
{
    static char how[256];
    FILE *in = fopen(b->log, "re");
    size_t n = 0;
    int c = 0;

    while (in != NULL && (c = getc(in)) != EOF && n < b->n_sent && (char)c == b->sent[n])
        n++;
    if (in != NULL)
        (void)fclose(in);
    if (n == b->n_sent && (in == NULL || c == EOF))
        return NULL;
    (void)snprintf(how, sizeof how, "%zu bytes were sent; the log differs after %zu%s", b->n_sent,
                   n, in == NULL ? ": it is not there" : "");
    return how;
}

size_t pty_board_sentence(char *text, unsigned seq, const char *body, const char *end)
{
    int n = snprintf(text, 200, "$PT,%u,%s", seq, body);
    uLong crc = crc32(0, (const Bytef *)text + 1, (uInt)n - 1);

    return (size_t)n + (size_t)snprintf(text + n, 50, "*%08lX%s", crc, end);
}
