/* The log: every byte of the board as it came, written before anything reads it. */
#ifndef LOG_FILE_H
#define LOG_FILE_H

#include "log_lock.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longest time that bytes of the log may be on their way to the disk. */
enum { LOG_FILE_SYNC_MS = 5000 };

struct log_file {
    const char *name; /* for messages; the caller's */
    int fd;
    uint64_t n_bytes; /* written so far */
    bool append;      /* keeps what an earlier run left, and writes after it */
    bool begun;       /* log_file_begin() was called */
    bool terminal;    /* a person reads it: bytes that could command it are shown as \xNN */
    int err;          /* errno of the first failure: later puts do nothing; 0: none */
    int64_t sync_ms;  /* clock.h: when bytes that are not on the disk have to be; -1: all are */
    struct log_lock lock;
};

/* Opens PATH (NULL: standard output) for writing and locks it (log_lock.h). What it holds stays
 * until the first byte or log_file_begin(): a board that does not start costs no earlier log.
 * Returns 0 with "" or a remark in WHY, or -1 with the cause. */
int log_file_open(struct log_file *log, const char *path, bool append, char why[LOG_WHY_BYTES]);
/* Drops what an earlier run left, unless append is set. */
void log_file_begin(struct log_file *log);
/* Writes all N bytes. Returns 0, or -1 with err set; bytes that fitted are in the log. */
int log_file_put(struct log_file *log, const char *bytes, size_t n);
/* Waits until all bytes are on the disk; does nothing where they are. Returns 0, or -1 with err
 * set.
 */
int log_file_sync(struct log_file *log);
/* Brings the log to the disk and closes it. Returns 0, or -1 with err set: some file systems tell
 * only now of lost bytes. */
int log_file_close(struct log_file *log);

#endif
