/* The log: every byte of the board as it came, written before anything reads it. */
#ifndef LOG_FILE_H
#define LOG_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct log_file {
    const char *name; /* for messages; the caller's */
    int fd;
    uint64_t n_bytes; /* written so far */
    bool append;      /* keeps what an earlier run left, and writes after it */
    bool begun;       /* log_file_begin() was called */
    int err;          /* errno of the first failure: later puts do nothing; 0: none */
};

/* Opens PATH (NULL: standard output) for writing. What it holds stays until the first byte or
 * log_file_begin(): a board that does not start costs no earlier log. Returns 0, or -1 with err
 * set.
 */
int log_file_open(struct log_file *log, const char *path, bool append);
/* Drops what an earlier run left, unless append is set. */
void log_file_begin(struct log_file *log);
/* Writes all N bytes. Returns 0, or -1 with err set; bytes that fitted are in the log. */
int log_file_put(struct log_file *log, const char *bytes, size_t n);
/* Closes the log. Returns 0, or -1 with err set: some file systems tell only now of lost bytes. */
int log_file_close(struct log_file *log);

#endif
