/* A board whose image is a shell script, and board_runner as a child that is watched. */
#ifndef FAKE_BOARD_H
#define FAKE_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* Each test has a folder of its own (DIR below) with a board `fake` in it. An error of a system
 * call fails the test. */

struct fake {
    char *dir;  /* absolute */
    pid_t pid;  /* of board_runner while it runs */
    int status; /* its exit status; 128 + the signal that ended it */
    char *err;  /* its standard error, zero-terminated */
};

/* CMocka's set-up and tear-down. */
int fake_set_up(void **state);
int fake_tear_down(void **state);

/* Returns DIR/NAME, for the caller to free. */
char *fake_path(const struct fake *fake, const char *name);
/* Opens DIR/NAME for writing. */
FILE *fake_create(const struct fake *fake, const char *name);
/* Writes TEXT to DIR/NAME. */
void fake_write(const struct fake *fake, const char *name, const char *text);
/* Returns the *N bytes of DIR/NAME and a zero byte after them, for the caller to free. */
char *fake_read(const struct fake *fake, const char *name, size_t *n);

/* Writes the image: sh runs TEXT in DIR. */
void fake_script(const struct fake *fake, const char *text);
/* Writes the fake's board.txt. */
void fake_board_txt(const struct fake *fake, const char *text);

/* Writes a sentence with its checksum and line end; TEXT stands between the number and the *. DONE
 * and END get the running checksum of the sentences since number 0. */
void fake_sentence(FILE *out, uint32_t seq, const char *text);
/* Writes a whole run of POINTS points in two probes to DIR/NAME, BETWEEN (may be "") after each. */
void fake_stream(const struct fake *fake, const char *name, unsigned points, const char *between);

/* Starts `board_runner run fake` with WORDS (separated by blanks) after it; standard output goes to
 * DIR/out. */
void fake_start(struct fake *fake, const char *words);
/* Starts board_runner with --targets and WORDS alone. */
void fake_start_bare(struct fake *fake, const char *words);
/* Waits for its end and fills in status and err. */
void fake_wait(struct fake *fake);
/* Starts it as fake_start() and waits. */
void fake_run(struct fake *fake, const char *words);

/* Fails unless status is STATUS and standard error holds TEXT. */
void fake_ended(const struct fake *fake, int status, const char *text);
/* Fails unless DIR/NAME holds TEXT. */
void fake_holds(const struct fake *fake, const char *name, const char *text);
/* Fails unless DIR/LOG holds the same bytes as DIR/SENT, or their beginning where CUT. */
void fake_same(const struct fake *fake, const char *log, const char *sent, bool cut);

/* Runs TESTS with argv[1] as board_runner. */
#define FAKE_MAIN(tests)                                                                           \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        fake_program = argc > 1 ? argv[1] : "board_runner";                                        \
        return cmocka_run_group_tests(tests, NULL, NULL);                                          \
    }
#define FAKE_TEST(test) cmocka_unit_test_setup_teardown(test, fake_set_up, fake_tear_down)
extern const char *fake_program;

#endif
