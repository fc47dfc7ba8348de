/* A board_runner that is killed, and a line that mangles bytes: what came is in the log, and
 * analyze says the truth about it. */
#include "pty_board.h"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* test_survive <board_runner> <analyze> <probes> <kill|mangle> <seeds>: a run of the probes is
 * sent, by a slow board that goes on until board_runner is killed; or over a line that drops,
 * doubles and swaps bytes, each one of RARE. */

enum { RUN_BYTES = 1 << 17, SAID_BYTES = 1 << 16, RARE = 1000, MOST_LOST = 4096, PIECE = 200 };

static const char *runner, *analyze;
static char run[RUN_BYTES], said[SAID_BYTES];
static size_t n_run;
static size_t most_lost, n_mangled; /* over all seeds */

/* xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators", 2016. */
static uint64_t state;

static unsigned draw(unsigned below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned)((state * 2685821657736338717u) >> 33) % below;
}

static void need(bool good, const char *what)
{
    if (good)
        return;
    perror(what);
    exit(98);
}

static size_t read_text(const char *path, char *text, size_t room)
{
    FILE *in = fopen(path, "re");
    size_t n = in != NULL ? fread(text, 1, room - 1, in) : 0;

    if (in != NULL)
        (void)fclose(in);
    text[n] = '\0';
    return n;
}

static size_t size_of(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 ? (size_t)facts.st_size : 0;
}

/* Returns analyze's status for the log, with its messages in SAID. */
static int judge(void)
{
    char command[2048];

    (void)snprintf(command, sizeof command, "'%s' survive.log >/dev/null 2>survive.said", analyze);
    int status = system(command);
    (void)read_text("survive.said", said, sizeof said);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void start(struct pty_board *b)
{
    const char *const words[] = { runner, "capture", b->name, "-q", "-o", "survive.log", NULL };

    (void)unlink("survive.log"); /* else what comes before a sentence is beside it */
    pty_board_start(b, words, "survive.messages");
}

/* Returns the bytes that wait in the line. */
static size_t n_waiting(const struct pty_board *b)
{
    static char bytes[RUN_BYTES];
    struct pollfd in = { .fd = b->held, .events = POLLIN };
    size_t n = 0;

    while (n < sizeof bytes && poll(&in, 1, 300) > 0) {
        ssize_t got = read(b->held, bytes + n, sizeof bytes - n);
        if (got <= 0)
            break;
        n += (size_t)got;
    }
    return n;
}

/* Sends pieces of the run with pauses until AT bytes are sent, kills, and counts what is lost. */
static const char *kill_at(struct pty_board *b, size_t at)
{
    while (b->n_sent < at) {
        size_t n = 1 + draw(PIECE);

        pty_board_say(b, run + b->n_sent, n < at - b->n_sent ? n : at - b->n_sent);
        if (draw(4) == 0)
            (void)poll(NULL, 0, (int)draw(3));
    }
    (void)kill(b->runner, SIGKILL);
    pty_board_wait(b);
    size_t kept = size_of("survive.log"), waits = n_waiting(b);
    if (kept + waits > b->n_sent || b->n_sent - kept - waits > MOST_LOST)
        return "more is lost than one read";
    if (b->n_sent - kept - waits > most_lost)
        most_lost = b->n_sent - kept - waits;
    b->n_sent = kept;
    return pty_board_compare(b);
}

/* Returns NULL when analyze says that the log, cut off, is not a whole run. */
static const char *judge_cut(void)
{
    int status = judge();

    if (status != 1 && status != 3)
        return "analyze does not say by its status that something is missing";
    return strstr(said, "is not complete") != NULL || strstr(said, "the log ends") != NULL ||
                   strstr(said, "no sentence") != NULL || strstr(said, "is empty") != NULL
               ? NULL
               : "analyze does not say what is missing";
}

/* Sends a whole run into the log that a killed process left: the kernel has dropped its lock. */
static const char *take_over(void)
{
    struct pty_board b;

    pty_board_open(&b, "survive.log");
    start(&b);
    pty_board_say(&b, run, n_run);
    pty_board_wait(&b);
    const char *why = b.status == 0 ? pty_board_compare(&b) : "a run after a killed one fails";
    pty_board_free(&b);
    return why;
}

static const char *try_kill(unsigned seed)
{
    struct pty_board b;

    (void)unlink("survive.log");
    pty_board_open(&b, "survive.log");
    start(&b);
    pty_board_say(&b, run, 1);
    (void)pty_board_arrived(&b); /* it runs */
    const char *why = kill_at(&b, 1 + draw((unsigned)n_run - 40));
    pty_board_free(&b);
    if (why == NULL)
        why = judge_cut();
    return why == NULL && seed % 4 == 0 ? take_over() : why;
}

/* Writes the run as a bad line passes it on to TO. Returns the number of bytes. */
static size_t mangle(char *to, unsigned *n_faults)
{
    size_t n = 0;

    *n_faults = 0;
    for (size_t i = 0; i < n_run; i++) {
        unsigned fate = draw(RARE);

        *n_faults += fate < 3;
        if (fate == 0)
            continue;
        to[n++] = run[i];
        if (fate == 1)
            to[n++] = run[i];
        if (fate != 2 || i + 1 == n_run)
            continue;
        to[n - 1] = run[i + 1];
        to[n++] = run[i++];
    }
    return n;
}

/* Bytes that are lost from one of the last line ends, or swapped for the same, change nothing. */
static const char *judge_mangled(const struct pty_board *b, unsigned n_faults)
{
    int status = judge();

    if (n_faults == 0)
        return b->status == 0 && status == 0 ? NULL : "a good line gives no whole log";
    (void)read_text("survive.messages", said + strlen(said), sizeof said - strlen(said));
    if (b->status != 5 || strstr(said, "survive.log (") == NULL)
        return "board_runner does not say that the stream is damaged";
    if (status != 1 && status != 3)
        return "analyze does not say by its status that the log is damaged";
    return strstr(said, "analyze: survive.log:") != NULL ? NULL : "analyze does not say where";
}

static const char *try_mangle(unsigned seed)
{
    static char bytes[2 * RUN_BYTES];
    struct pty_board b;
    unsigned n_faults;
    size_t n = mangle(bytes, &n_faults);

    (void)seed;
    n_mangled += n_faults;
    (void)unlink("survive.log");
    pty_board_open(&b, "survive.log");
    start(&b);
    pty_board_say(&b, bytes, n);
    pty_board_unplug(&b);
    pty_board_wait(&b);
    const char *why = b.n_sent == n ? pty_board_compare(&b) : "the runner left too early";
    if (why == NULL)
        why = judge_mangled(&b, n_faults);
    pty_board_free(&b);
    return why;
}

static unsigned try_all(unsigned n, const char *(*try_one)(unsigned seed))
{
    unsigned failed = 0;

    for (unsigned seed = 1; seed <= n; seed++) {
        state = 0x9E3779B97F4A7C15u * seed;
        const char *why = try_one(seed);

        if (why == NULL)
            continue;
        failed++;
        (void)fprintf(stderr, "seed %u: %s\n%s", seed, why, said);
    }
    return failed;
}

int main(int argc, char **argv)
{
    char command[1024];

    if (argc != 6)
        return 2;
    runner = argv[1];
    analyze = argv[2];
    bool kills = strcmp(argv[4], "kill") == 0;
    unsigned n = (unsigned)strtoul(argv[5], NULL, 10);
    (void)snprintf(command, sizeof command,
                   "'%s' --quick --only timer_floor,add_chain >survive.run", argv[3]);
    need(system(command) == 0, command);
    n_run = read_text("survive.run", run, sizeof run);
    need(n_run > 1000, "survive.run");
    unsigned failed = try_all(n, kills ? try_kill : try_mangle);
    if (kills)
        (void)printf("killed %u times, %zu bytes lost at most, %u failed\n", n, most_lost, failed);
    else
        (void)printf("%u runs of %zu bytes, %zu faults of the line, %u failed\n", n, n_run,
                     n_mangled, failed);
    return failed > 0 || n == 0;
}
