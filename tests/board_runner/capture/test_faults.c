/* Boards on a serial line that garble, drop, stall, reset and get unplugged, by random schedules.
 */
#define _GNU_SOURCE
#include "pty_board.h"
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* test_faults <board_runner> <stream|loader> <seeds>: each seed draws a schedule. After each, the
 * log holds exactly the bytes that were sent, and the exit status is the documented one. Many run
 * at the same time, since most of them wait. */

enum { AT_ONCE = 24, PATH_BYTES = 256, POINTS = 40 };

static const char *program;

/* xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators", 2016. */
static uint64_t state;

static unsigned draw(unsigned below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned)((state * 2685821657736338717u) >> 33) % below;
}

enum fault {
    NONE,
    GARBLE,
    DROP,
    STALL,
    RESET,
    TALK,
    NOISE,
    UNPLUG,
    CR_LF,
    FAULT,
    N_STREAM,
    NEVER_SPEAKS = N_STREAM,
    NO_PROMPT,
    UNPLUG_BOOTING,
    BAD_ECHO,
    NO_LOADY,
    UNPLUG_LOADING,
    STALL_LOADING,
    REFUSE_BLOCK,
    WRONG_CRC,
    STALL_CRC,
    CHATTER,
    RESET_LOADING,
    UNPLUG_STREAM,
    N_FAULTS,
};

/* The exit status that the manual page promises for each. */
static const struct {
    const char *name;
    int status;
} faults[N_FAULTS] = {
    [NONE] = { "none", 0 },
    [GARBLE] = { "a byte garbled", 5 },
    [DROP] = { "bytes dropped", 5 },
    [STALL] = { "stall", 4 },
    [RESET] = { "reset", 0 },
    [TALK] = { "foreign lines", 0 },
    [NOISE] = { "noise between lines", 0 },
    [UNPLUG] = { "unplugged", 5 },
    [CR_LF] = { "CR LF", 0 },
    [FAULT] = { "the board reports a fault", 6 },
    [NEVER_SPEAKS] = { "says nothing", 4 },
    [NO_PROMPT] = { "no prompt", 3 },
    [UNPLUG_BOOTING] = { "unplugged while booting", 3 },
    [BAD_ECHO] = { "a command garbled on its way", 0 },
    [NO_LOADY] = { "no loady", 3 },
    [UNPLUG_LOADING] = { "unplugged while loading", 3 },
    [STALL_LOADING] = { "stall while loading", 3 },
    [REFUSE_BLOCK] = { "a block refused", 0 },
    [WRONG_CRC] = { "image damaged", 3 },
    [STALL_CRC] = { "stall before crc32", 3 },
    [CHATTER] = { "talks while booting", 0 },
    [RESET_LOADING] = { "reset while loading", 3 },
    [UNPLUG_STREAM] = { "unplugged after the start", 5 },
};

/* Sends one sentence in pieces; SPOIL: with a bit changed, or without some bytes. */
static void say_sentence(struct pty_board *b, unsigned seq, const char *body, enum fault how)
{
    char text[256];
    size_t n = pty_board_sentence(text, seq, body, how == CR_LF ? "\r\n" : "\n");
    size_t at = 5 + draw((unsigned)n - 16); /* within the body */

    if (how == GARBLE)
        text[at] = (char)(text[at] ^ (1 << draw(3)));
    if (how == DROP)
        memmove(text + at, text + at + 2, (n -= 2) - at);
    size_t cut = draw((unsigned)n);
    pty_board_say(b, text, cut);
    if (draw(8) == 0)
        (void)poll(NULL, 0, (int)draw(4));
    pty_board_say(b, text + cut, n - cut);
}

static void say_noise(struct pty_board *b)
{
    unsigned char bytes[64];
    unsigned n = 1 + draw(sizeof bytes);

    for (unsigned i = 0; i < n; i++) {
        bytes[i] = (unsigned char)draw(256);
        if (bytes[i] == '$')
            bytes[i] = 0;
    }
    pty_board_say(b, bytes, n);
}

static void say_head(struct pty_board *b, enum fault every)
{
    say_sentence(b, 0, "RUN,format=1,target=double", every);
    say_sentence(b, 1, "PLAN,sizes,40", every);
    say_sentence(b, 2, "PROBE,sizes,line=64", every);
}

/* Sends a whole stream, in which FAULT happens at point AT. Returns false when it broke off there.
 */
static bool say_stream(struct pty_board *b, enum fault fault, unsigned at)
{
    enum fault every = fault == CR_LF ? CR_LF : NONE;
    char body[64];
    bool reset = false;

    say_head(b, every);
    for (unsigned i = 0; i < POINTS; i++) {
        bool here = i == at && !reset;

        if (here && fault == UNPLUG) {
            pty_board_unplug(b);
            return false;
        }
        if (here && fault == STALL)
            return false;
        if (here && fault == RESET) {
            pty_board_say_text(b, "$PT,1\r\n\nU-Boot SPL\r\nDRAM: 512 MiB\r\n");
            say_head(b, every);
            reset = true;
            i = 0;
        }
        if (fault == TALK && draw(4) == 0)
            pty_board_say_text(b, "[   12.345] random: crng init done\n");
        if (fault == NOISE)
            say_noise(b);
        (void)snprintf(body, sizeof body, "S,%u,1,%u", i, i * 7);
        say_sentence(b, 3 + i, body, here && (fault == GARBLE || fault == DROP) ? fault : every);
    }
    say_sentence(b, POINTS + 3, "DONE,sizes,40,ok", every);
    say_sentence(b, POINTS + 4, fault == FAULT ? "END,44,fail:no%20clock" : "END,44,ok", every);
    return true;
}

/* Reads and echoes a line that the runner types. Returns false when none comes any more. */
static bool hear_line(struct pty_board *b, char line[PTY_LINE_BYTES], unsigned *spoil)
{
    size_t n = 0;

    for (;;) {
        int byte = pty_board_hear(b, 60000);
        char echo = (char)byte;

        if (byte < 0)
            return false;
        if (byte == 3) {
            pty_board_say_text(b, "<INTERRUPT>\r\n=> ");
            n = 0;
            continue;
        }
        if (byte == '\r')
            break;
        if (*spoil > 0 && --*spoil == 0)
            echo = '~';
        if (n < PTY_LINE_BYTES - 1)
            line[n++] = echo;
        pty_board_say(b, &echo, 1);
    }
    line[n] = '\0';
    pty_board_say_text(b, "\r\n");
    return true;
}

/* Reads the bytes of a block. Returns false when they do not come. */
static bool hear_bytes(struct pty_board *b, size_t n)
{
    while (n-- > 0)
        if (pty_board_hear(b, 20000) < 0)
            return false;
    return true;
}

enum { SOH = 1, STX = 2, EOT = 4 }; /* octal \006 is ACK, \025 NAK */

/* Receives a file by YMODEM; FAULT happens at block AT. Returns false when the board is gone or
 * silent. */
static bool receive(struct pty_board *b, enum fault fault, unsigned at)
{
    unsigned n_blocks = 0;

    pty_board_say_text(b, "C");
    for (;;) {
        int byte = pty_board_hear(b, n_blocks == 0 ? 1000 : 20000);

        if (byte < 0 && b->status >= 0)
            return false;
        if (byte < 0 && n_blocks == 0)
            pty_board_say_text(b, "C");
        if (byte == EOT) {
            pty_board_say_text(b, "\006C");
            n_blocks = 1000;
        }
        if (byte != SOH && byte != STX)
            continue;
        if (!hear_bytes(b, byte == SOH ? 132 : 1028))
            return false;
        if (n_blocks >= 1000) {
            pty_board_say_text(b, "\006");
            return true;
        }
        bool here = n_blocks++ == at;
        if (here && fault == UNPLUG_LOADING) {
            pty_board_unplug(b);
            return false;
        }
        if (here && fault == STALL_LOADING)
            return false;
        if (here && fault == RESET_LOADING) {
            pty_board_say_text(b, "\r\nU-Boot SPL 2023.01\r\n");
            return false;
        }
        if (here && fault == REFUSE_BLOCK) {
            pty_board_say_text(b, "\025");
            fault = NONE; /* the second time it is right */
            n_blocks--;
        } else
            pty_board_say_text(b, n_blocks == 1 ? "\006C" : "\006");
    }
}

/* Boots to the prompt. Returns false when FAULT ends the board. */
static bool boot(struct pty_board *b, enum fault fault)
{
    if (fault == NEVER_SPEAKS)
        return false;
    if (fault == CHATTER)
        say_noise(b);
    pty_board_say_text(b, "\r\nU-Boot 2023.01\r\n\r\nDRAM:  256 MiB\r\n");
    if (fault == UNPLUG_BOOTING)
        pty_board_unplug(b);
    if (fault == UNPLUG_BOOTING || fault == NO_PROMPT)
        return false;
    pty_board_say_text(b, "Hit any key to stop autoboot:  2 ");
    while (pty_board_hear(b, 60000) < 0)
        if (b->status >= 0)
            return false;
    pty_board_say_text(b, "\b\b\b 0 \r\n=> ");
    return true;
}

/* Obeys one command. Returns false when the board runs the image, or nothing any more. */
static bool obey(struct pty_board *b, const char *line, enum fault fault, unsigned at)
{
    if (strncmp(line, "loady", 5) == 0 && fault != NO_LOADY) {
        pty_board_say_text(
            b, "## Ready for binary (ymodem) download to 0x80300000 at 115200 bps...\r\n");
        if (!receive(b, fault, at))
            return false;
        pty_board_say_text(b, "## Total Size      = 0x00000800 = 2048 Bytes\r\n");
    } else if (strncmp(line, "crc32", 5) == 0) {
        if (fault == STALL_CRC)
            return false;
        /* of 2048 zero bytes, by zlib */
        pty_board_say_text(b, fault == WRONG_CRC
                                  ? "crc32 for 80300000 ... 803007ff ==> deadbeef\r\n"
                                  : "crc32 for 80300000 ... 803007ff ==> f1e8ba9e\r\n");
    } else if (strncmp(line, "go ", 3) == 0) {
        pty_board_say_text(b, "## Starting application at 0x80300000 ...\r\n");
        (void)say_stream(b, fault == UNPLUG_STREAM ? UNPLUG : NONE, 3 + at);
        return false;
    } else if (line[0] != '\0') {
        pty_board_say_text(b, "Unknown command - try 'help'\r\n");
    }
    pty_board_say_text(b, "=> ");
    return true;
}

static void act_loader(struct pty_board *b, enum fault fault, unsigned at)
{
    char line[PTY_LINE_BYTES];
    unsigned spoil = fault == BAD_ECHO ? 1 + draw(15) : 0;

    if (!boot(b, fault))
        return;
    do {
        if (b->status >= 0 || !hear_line(b, line, &spoil))
            return;
    } while (obey(b, line, fault, at));
}

static void write_file(const char *path, const void *bytes, size_t n)
{
    FILE *out = fopen(path, "we");

    if (out == NULL || fwrite(bytes, 1, n, out) != n || fclose(out) != 0) {
        perror(path);
        exit(98);
    }
}

/* Writes the board's folder in DIR. */
static void describe(const char *dir)
{
    static const char text[] = "serial = /dev/null\nload = ymodem 0x80300000 {image}\n"
                               "prompt_timeout = 4\nload_timeout = 12\nsilence = 3\n";
    static const char zeros[2048];
    char path[PATH_BYTES];

    (void)snprintf(path, sizeof path, "%s/double", dir);
    (void)mkdir(path, 0777);
    (void)snprintf(path, sizeof path, "%s/double/board.txt", dir);
    write_file(path, text, sizeof text - 1);
    (void)snprintf(path, sizeof path, "%s/image", dir);
    write_file(path, zeros, sizeof zeros);
}

struct paths {
    char dir[64], log[PATH_BYTES], messages[PATH_BYTES], image[PATH_BYTES];
};

static void start(struct pty_board *b, const struct paths *p, bool loader)
{
    const char *const run[] = { program, "--targets", p->dir, "--image", p->image, "--port",
                                b->name, "-o",        p->log, "run",     "double", NULL };
    const char *const capture[] = { program, "capture",   b->name, "-o",
                                    p->log,  "--silence", "3",     NULL };

    pty_board_start(b, loader ? run : capture, p->messages);
}

static int complain(const struct paths *p, unsigned seed, enum fault fault, const char *how,
                    int status)
{
    char line[512];
    FILE *in = fopen(p->messages, "re");

    (void)fprintf(stderr, "seed %u, %s: %s (status %d)\n", seed, faults[fault].name, how, status);
    while (in != NULL && fgets(line, sizeof line, in) != NULL)
        (void)fprintf(stderr, "    %s", line);
    if (in != NULL)
        (void)fclose(in);
    return 1;
}

/* Returns 0, or 1 after a message. */
static int try_seed(const struct paths *p, unsigned seed, bool loader)
{
    struct pty_board b;
    unsigned n = loader ? N_FAULTS - N_STREAM + 1 : N_STREAM;
    unsigned kind = seed % n;
    enum fault fault =
        loader ? (kind == 0 ? NONE : (enum fault)(N_STREAM + kind - 1)) : (enum fault)kind;

    state = 0x9E3779B97F4A7C15u * (seed + 1);
    unsigned at = draw(loader ? 3 : POINTS);
    (void)unlink(p->log);
    pty_board_open(&b, p->log);
    start(&b, p, loader);
    if (loader)
        act_loader(&b, fault, at);
    else
        (void)say_stream(&b, fault, at);
    pty_board_wait(&b);
    const char *how = pty_board_compare(&b);
    char text[64];
    if (how == NULL && b.status != faults[fault].status) {
        (void)snprintf(text, sizeof text, "status %d is promised", faults[fault].status);
        how = text;
    }
    int err = how == NULL ? 0 : complain(p, seed, fault, how, b.status);
    pty_board_free(&b);
    return err;
}

static void name_paths(struct paths *p, const char *dir)
{
    (void)snprintf(p->dir, sizeof p->dir, "%s", dir);
    (void)snprintf(p->log, sizeof p->log, "%s/log", dir);
    (void)snprintf(p->messages, sizeof p->messages, "%s/messages", dir);
    (void)snprintf(p->image, sizeof p->image, "%s/image", dir);
}

static void remove_all(const struct paths *p)
{
    char path[PATH_BYTES];

    (void)unlink(p->log);
    (void)unlink(p->messages);
    (void)unlink(p->image);
    (void)snprintf(path, sizeof path, "%s/double/board.txt", p->dir);
    (void)unlink(path);
    (void)snprintf(path, sizeof path, "%s/double", p->dir);
    (void)rmdir(path);
    (void)rmdir(p->dir);
}

/* Tries every AT_ONCEth seed from FIRST on. Returns the number that failed. */
static int try_some(unsigned first, unsigned n, bool loader)
{
    char dir[] = "faults.XXXXXX";
    struct paths p;
    int failed = 0;

    if (mkdtemp(dir) == NULL)
        return 1;
    describe(dir);
    name_paths(&p, dir);
    for (unsigned seed = first; seed < n; seed += AT_ONCE)
        failed += try_seed(&p, seed, loader);
    remove_all(&p);
    return failed > 100 ? 100 : failed;
}

int main(int argc, char **argv)
{
    int status, failed = 0;

    if (argc != 4)
        return 2;
    program = argv[1];
    bool loader = strcmp(argv[2], "loader") == 0;
    unsigned n = (unsigned)strtoul(argv[3], NULL, 10);
    if (loader && system("command -v sb >/dev/null") != 0) {
        (void)puts("skipped: sb (lrzsz) is not installed");
        return 77;
    }
    for (unsigned i = 0; i < AT_ONCE; i++) {
        pid_t pid = fork();
        if (pid == 0)
            exit(try_some(i, n, loader));
        failed += pid < 0;
    }
    while (wait(&status) > 0)
        failed += WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    (void)printf("%u schedules, %d failed\n", n, failed);
    return failed > 0 || n == 0;
}
