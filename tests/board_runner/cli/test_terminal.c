/* Nothing from outside commands the terminal: names, board files, messages, bytes of a board. */
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
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* Red, beginning of the line, bell, from right to left, C1's CSI, half a character. */
#define EVIL  "a\033[31m\r\a\u202e\xc2\x9b\x9b\xe2\x82z"
#define SHOWN "a\\x1b[31m\\x0d\\x07\\xe2\\x80\\xae\\xc2\\x9b\\x9b\\xe2\\x82z"

/* Fails unless every byte of TEXT, beside line ends, may reach a terminal. */
static void harmless(const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        if (*c != '\n' && (*c < ' ' || *c > '~')) /* what is sent here has no other UTF-8 */
            fail_msg("byte %02x at %ld of:\n%s", (unsigned char)*c, (long)(c - text), text);
}

/* Fails unless status and messages are as expected, messages and output are harmless, and WHERE
 * ("err" or "out") holds TEXT. */
static void says(struct fake *fake, int status, const char *where, const char *text)
{
    size_t n;
    char *out = fake_read(fake, "out", &n);

    fake_ended(fake, status, "");
    harmless(fake->err);
    harmless(out);
    if (strstr(strcmp(where, "err") == 0 ? fake->err : out, text) == NULL)
        fail_msg("`%s` expected in:\n%s%s", text, fake->err, out);
    free(out);
}

static void bare(struct fake *fake, const char *words)
{
    fake_start_bare(fake, words);
    fake_wait(fake);
}

static void test_words_of_the_command_line(void **state)
{
    struct fake *fake = *state;

    bare(fake, EVIL "\n");
    says(fake, 2, "err", SHOWN "\\x0a: unknown command");
    bare(fake, "--" EVIL);
    says(fake, 2, "err", "unrecognized option '--" SHOWN "'");
    bare(fake, "--" EVIL "\nboard_runner: fine");
    says(fake, 2, "err", SHOWN "\\x0aboard_runner:");
    bare(fake, "--baud=" EVIL " list");
    says(fake, 2, "err", "--baud=" SHOWN);
    bare(fake, "run " EVIL);
    says(fake, 2, "err", "no board `" SHOWN);
    bare(fake, "list " EVIL);
    says(fake, 2, "err", SHOWN ": unexpected word");
    bare(fake, "-q capture " EVIL);
    says(fake, 3, "err", SHOWN ": serial line: No such file");
}

static void test_names_of_files(void **state)
{
    struct fake *fake = *state;
    char *log = fake_path(fake, "log" EVIL "\n"), words[1024];

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent");
    (void)snprintf(words, sizeof words, "-o %s", log);
    fake_run(fake, words);
    says(fake, 0, "err", "log: ");
    says(fake, 0, "err", "log" SHOWN "\\x0a (");
    (void)snprintf(words, sizeof words, "-o %s/no", log);
    fake_run(fake, words);
    says(fake, 7, "err", "log" SHOWN "\\x0a/no: Not a directory");
    (void)snprintf(words, sizeof words, "--image %s" EVIL, log);
    fake_run(fake, words);
    says(fake, 3, "err", SHOWN ": No such file");
    (void)snprintf(words, sizeof words, "--targets %s list", log);
    bare(fake, words);
    says(fake, 2, "err", SHOWN "\\x0a: Not a directory");
    free(log);
}

static void test_board_files(void **state)
{
    struct fake *fake = *state;
    char *targets = fake_path(fake, "targets/" EVIL);

    fake_board_txt(fake, "about = " EVIL "\nrun = sh " EVIL " {image}\nsilence = 7\n");
    bare(fake, "list");
    says(fake, 0, "out", "fake                 " SHOWN);
    bare(fake, "check fake");
    says(fake, 3, "out", "run          sh $'" SHOWN "'");
    fake_board_txt(fake, EVIL " = 1\n");
    bare(fake, "check fake");
    says(fake, 2, "err", SHOWN "\n");
    fake_board_txt(fake, "run = sh {image}\nsilence = " EVIL "\n");
    bare(fake, "check fake");
    says(fake, 2, "err", "silence");
    fake_board_txt(fake, EVIL "\n");
    bare(fake, "check fake");
    says(fake, 2, "err", "expected `key = value`: " SHOWN);
    assert_int_equal(mkdir(targets, 0777), 0);
    fake_write(fake, "targets/" EVIL "/board.txt", "");
    bare(fake, "check nobody");
    says(fake, 2, "err", "there are: " SHOWN " fake");
    free(targets);
}

static void test_ways_to_boards(void **state)
{
    struct fake *fake = *state;

    fake_board_txt(fake, "ssh = " EVIL "\n");
    bare(fake, "check fake");
    says(fake, 3, "out", "ssh " SHOWN);
    fake_board_txt(fake, "serial = /dev/" EVIL "\nhello = " EVIL "\n");
    bare(fake, "check fake");
    says(fake, 3, "out", "serial line /dev/" SHOWN);
    bare(fake, "check fake -- --" EVIL);
    says(fake, 3, "out", "--" SHOWN);
    bare(fake, "labgrid fake");
    fake_ended(fake, 2, "YAML cannot hold `/dev/" SHOWN "`, which is not UTF-8");
    fake_board_txt(fake, "serial = /dev/a\033[31m\u202e\xc2\x9bz\n");
    bare(fake, "labgrid fake");
    says(fake, 0, "out", "port: \"/dev/a\\u001b[31m\\u202e\\u009bz\"");
    fake_board_txt(fake, "serial = /dev/null\nload = ymodem 0x1000 /" EVIL "\nprompt = " EVIL
                         "\ntype = " EVIL "\n");
    bare(fake, "check fake");
    says(fake, 3, "out", "type         " SHOWN);
    says(fake, 3, "out", "wait for `" SHOWN "`");
}

static void test_messages_of_the_program(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_write(fake, "words", "one " EVIL "\r\ntwo \xe2\x82");
    fake_write(fake, "rest", "\xac\xe2\n" EVIL);
    fake_script(fake, "cat words >&2; sleep 0.3; cat rest >&2; cat sent");
    fake_run(fake, "-q");
    fake_ended(fake, 0, "one " SHOWN "\ntwo \u20ac\\xe2\n" SHOWN);
    assert_null(strchr(fake->err, '\033'));
}

static void test_bytes_of_the_board(void **state)
{
    struct fake *fake = *state;
    FILE *out = fake_create(fake, "sent");

    fake_sentence(out, 0, "RUN,format=1,target=fake");
    fake_sentence(out, 1, "PLAN,p%1B[31m%0D%0Aq,1");
    fake_sentence(out, 2, "PROBE,p%1B[31m%0D%0Aq");
    fake_sentence(out, 3, "S,%1B[2J,1,7");
    fake_sentence(out, 4, "DONE,p%1B[31m%0D%0Aq,1,fail:%1B]0;%07");
    fake_sentence(out, 5, "END,5,fail:%1B[31m");
    (void)fputs(EVIL "\r\n", out);
    (void)fclose(out);
    char *log = fake_path(fake, "log"), words[1024];
    (void)snprintf(words, sizeof words, "-o %s", log);
    fake_script(fake, "cat sent");
    fake_run(fake, words);
    says(fake, 6, "err", "p\\x1b[31m\\x0d\\x0aq");
    says(fake, 6, "err", "fail:\\x1b]0;\\x07");
    says(fake, 6, "err", "the board reports: fail:\\x1b[31m");
    says(fake, 6, "err", SHOWN "\n");
    fake_same(fake, "log", "sent", false);
    free(log);
}

static void test_a_table_of_boards(void **state)
{
    struct fake *fake = *state;
    char *logs = fake_path(fake, "logs" EVIL), *image = fake_path(fake, "image");
    char *boards = fake_path(fake, "boards"), words[2048];

    fake_write(fake, "boards", "[" EVIL "]\nlike = fake\n[two]\nlike = fake\n");
    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "echo '" EVIL "' >&2; cat sent");
    (void)snprintf(words, sizeof words, "--boards %s --image %s --output-dir %s run --all", boards,
                   image, logs);
    bare(fake, words);
    says(fake, 0, "out", SHOWN);
    says(fake, 0, "err", "two | " SHOWN);
    free(logs);
    free(image);
    free(boards);
}

/* Returns what `run fake` writes to a terminal as its standard output, for the caller to free. */
static char *seen_on_terminal(const struct fake *fake)
{
    char *targets = fake_path(fake, "targets"), *image = fake_path(fake, "image");
    char *seen = calloc(1, 1 << 16);
    size_t at = 0;
    int fd = -1;

    assert_non_null(seen);
    pid_t pid = forkpty(&fd, NULL, NULL, NULL);
    assert_true(pid >= 0);
    if (pid == 0) {
        (void)execl(fake_program, "board_runner", "-q", "--targets", targets, "--image", image,
                    "run", "fake", (char *)NULL);
        _exit(99);
    }
    for (ssize_t n; (n = read(fd, seen + at, (1 << 16) - 1 - at)) > 0;)
        at += (size_t)n;
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    (void)close(fd);
    free(targets);
    free(image);
    return seen;
}

static void test_a_stream_on_the_terminal(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, EVIL "\r\n");
    fake_script(fake, "cat sent");
    char *seen = seen_on_terminal(fake);
    assert_non_null(strstr(seen, SHOWN "\r\n$PT,")); /* the terminal adds the CR */
    assert_null(strchr(seen, '\033'));
    free(seen);
}

/* A line to another machine is no person's terminal. */
static void test_a_log_on_another_line(void **state)
{
    struct fake *fake = *state;
    char words[512], seen[4096] = "";
    struct termios t;
    size_t at = 0;
    int far, near;

    fake_write(fake, "sent", EVIL "\n");
    fake_script(fake, "cat sent");
    assert_int_equal(openpty(&far, &near, NULL, NULL, NULL), 0);
    assert_int_equal(tcgetattr(near, &t), 0);
    cfmakeraw(&t);
    assert_int_equal(tcsetattr(near, TCSANOW, &t), 0);
    (void)snprintf(words, sizeof words, "-q -o %s", ttyname(near));
    fake_run(fake, words);
    fake_ended(fake, 5, "no sentence");
    (void)close(near);
    for (ssize_t n; (n = read(far, seen + at, sizeof seen - 1 - at)) > 0;)
        at += (size_t)n;
    (void)close(far);
    assert_string_equal(seen, EVIL "\n");
}

static const struct CMUnitTest tests[] = {
    FAKE_TEST(test_words_of_the_command_line),
    FAKE_TEST(test_names_of_files),
    FAKE_TEST(test_board_files),
    FAKE_TEST(test_ways_to_boards),
    FAKE_TEST(test_messages_of_the_program),
    FAKE_TEST(test_bytes_of_the_board),
    FAKE_TEST(test_a_table_of_boards),
    FAKE_TEST(test_a_stream_on_the_terminal),
    FAKE_TEST(test_a_log_on_another_line),
};

FAKE_MAIN(tests)
