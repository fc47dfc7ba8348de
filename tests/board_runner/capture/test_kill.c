/* board_runner is killed at random moments: all that it took from the line is in the log. */
#define _GNU_SOURCE
#include "pty_board.h"
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* test_kill <board_runner>: the log is the beginning of the bytes that were sent, the rest that the
 * line still holds is their end. At most one read may be missing between them: a program that is
 * killed between read and write cannot save it. */

enum { TIMES = 100, MOST_MS = 40, ONE_READ_BYTES = 4096 /* N_TTY_BUF_SIZE of Linux */ };

static unsigned seed = 7;
static unsigned n_cut; /* how often a read was lost */
static size_t most_lost;

static unsigned draw_below(unsigned below)
{
    seed = seed * 1103515245u + 12345u;
    return (seed >> 16) % below;
}

static void fill(char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bytes[i] = (char)('a' + draw_below(26));
}

static size_t size_of(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 ? (size_t)facts.st_size : 0;
}

/* Sends one more byte after all others. */
static void nudge(struct pty_board *b)
{
    char *more = realloc(b->sent, b->n_sent + 1);

    if (more == NULL)
        return;
    b->sent = more;
    if (write(b->fd, "x", 1) == 1)
        b->sent[b->n_sent++] = 'x';
}

/* Reads the bytes that the line still holds, until they and the KEPT bytes of the log are all that
 * were sent, or nothing comes for long. After its reader is gone, Linux may keep pieces back until
 * more is sent. Returns their number. */
static size_t read_rest(struct pty_board *b, char *left, size_t room, size_t kept)
{
    enum { NUDGES = 3 };
    struct pollfd in = { .fd = b->held, .events = POLLIN };
    size_t n = 0;

    for (unsigned nudges = 0; n < room && kept + n < b->n_sent;) {
        if (poll(&in, 1, nudges < NUDGES ? 300 : 1000) > 0) {
            ssize_t got = read(b->held, left + n, room - n);
            n += got > 0 ? (size_t)got : 0;
        } else if (nudges++ < NUDGES) {
            nudge(b);
        } else {
            break;
        }
    }
    return n;
}

/* Sends for a while, then kills. Returns NULL, or the fault. */
static const char *try_once(const char *program, const char *log)
{
    const char *const argv[] = { program, "capture", NULL, "-q", "-o", log, NULL };
    const char *words[7];
    struct pty_board b;
    char bytes[512], left[65536];
    unsigned chunks = draw_below(60);

    (void)unlink(log);
    pty_board_open(&b, log);
    memcpy(words, argv, sizeof words);
    words[2] = b.name;
    pty_board_start(&b, words, "kill.messages");
    for (unsigned i = 0; i < chunks; i++) {
        size_t n = 1 + draw_below(sizeof bytes);

        fill(bytes, n);
        pty_board_say(&b, bytes, n);
    }
    (void)poll(NULL, 0, (int)draw_below(MOST_MS));
    (void)kill(b.runner, SIGKILL);
    pty_board_wait(&b);
    size_t kept = size_of(log), n_left = read_rest(&b, left, sizeof left, kept);
    size_t all = b.n_sent, lost = all - kept - n_left;
    const char *why = kept + n_left > all || lost > ONE_READ_BYTES ? "bytes were lost" : NULL;
    if (why == NULL && n_left > 0 && memcmp(b.sent + all - n_left, left, n_left) != 0)
        why = "the line's rest is another";
    n_cut += lost > 0;
    if (why == NULL && lost > most_lost)
        most_lost = lost;
    b.n_sent = kept;
    if (why == NULL)
        why = pty_board_compare(&b);
    if (why != NULL)
        (void)fprintf(stderr, "%zu sent, %zu kept, %zu in the line\n", all, kept, n_left);
    pty_board_free(&b);
    return why;
}

int main(int argc, char **argv)
{
    unsigned failed = 0;

    if (argc != 2)
        return 2;
    for (unsigned i = 0; i < TIMES; i++) {
        const char *why = try_once(argv[1], "kill.log");

        if (why == NULL)
            continue;
        (void)fprintf(stderr, "time %u: %s\n", i, why);
        failed++;
    }
    (void)unlink("kill.log");
    (void)unlink("kill.messages");
    (void)printf(
        "%d times killed, %u times between a read and its write (%zu bytes at most), %u failed\n",
        TIMES, n_cut, most_lost, failed);
    return failed > 0;
}
