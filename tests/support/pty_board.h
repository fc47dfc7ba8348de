/* A board at the other end of a pseudo-terminal, which looks like a serial line to a program. */
#ifndef PTY_BOARD_H
#define PTY_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The board remembers every byte that it sent. An error of a system call ends the process with a
 * message. */

enum { PTY_PATIENCE_MS = 120000, PTY_LINE_BYTES = 256 };

struct pty_board {
    char name[64]; /* of the line: /dev/pts/3 */
    int fd;        /* the board's end; -1: unplugged */
    int held;      /* the other end, held open so that bytes wait for a reader */
    char *sent;
    size_t n_sent;
    const char *log; /* path of the file where the bytes have to arrive */
    pid_t runner;
    int status; /* of the runner: -1 while it runs, 128 + the signal that ended it */
};

/* Opens a line whose bytes have to arrive in LOG. */
void pty_board_open(struct pty_board *b, const char *log);
void pty_board_free(struct pty_board *b);
/* Starts ARGV as the runner; its standard error goes to the file MESSAGES. */
void pty_board_start(struct pty_board *b, const char *const *argv, const char *messages);
/* Sends N bytes, as long as the runner has not ended. */
void pty_board_say(struct pty_board *b, const void *bytes, size_t n);
void pty_board_say_text(struct pty_board *b, const char *text);
/* Returns a byte from the runner, or -1 when it sent none for MS milliseconds or has ended. */
int pty_board_hear(struct pty_board *b, int ms);
/* Waits until the log has all that was sent. Returns false when the runner ended before that. */
bool pty_board_arrived(struct pty_board *b);
/* Pulls the cable, once all has arrived. */
void pty_board_unplug(struct pty_board *b);
/* Waits for the runner's end. */
void pty_board_wait(struct pty_board *b);
/* Returns NULL when the log holds exactly the bytes that were sent, else how it differs. */
const char *pty_board_compare(const struct pty_board *b);

/* Writes a sentence of the record stream to TEXT (at least 256 bytes), with its checksum and END
 * after it. Returns its length. */
size_t pty_board_sentence(char *text, unsigned seq, const char *body, const char *end);

#endif
