/* The log: every byte of the board as it came, written before anything reads it. */
#ifndef LOG_FILE_H
#define LOG_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LOG_FILE_SYNC_MS =
        5000, /* longest time that bytes of the log may be on their way to the disk */
    LOG_WHY_BYTES = 1024,
};

/* A log begins at the first sentence of the record stream. Until then a file that holds something
 * stays as it is, and what comes is in LOG.new next to it. With the first sentence LOG becomes
 * LOG.previous, and LOG.new becomes LOG; or LOG gets what LOG.new holds, where it is appended to.
 * A file that is new or empty, a pipe and a device get each byte as it comes. */
struct log_file {
    const char *name; /* for messages; the caller's */
    int fd;           /* what the bytes go to */
    uint64_t n_bytes; /* that came so far */
    bool append;      /* keeps what an earlier run left, and writes after it */
    bool begun;       /* log_file_begin() was called */
    bool made;        /* the file was not there before */
    bool terminal;    /* a person reads it: bytes that could command it are shown as \xNN */
    int err;          /* errno of the first failure: later puts do nothing; 0: none */
    int64_t sync_ms;  /* clock.h: when bytes that are not on the disk have to be; -1: all are */

    /* Where the file holds something of before: */
    int before_fd; /* it, locked; -1: it is new, empty, or no regular file */
    uint64_t before_bytes;
    char *path, *new_path, *previous_path; /* of LOG, LOG.new, LOG.previous; of the file itself
                                              where LOG is a link */
};

/* Opens PATH (NULL: standard output) for writing and locks it: a second run into it, by whatever
 * name or link, is refused. The kernel releases the lock when the process ends in any way. A
 * terminal and other devices need no lock. Returns 0 with "" in WHY, or with a remark where the
 * file system has no locks; or -1 with the cause, or the process that has the lock, and nothing
 * changed. */
int log_file_open(struct log_file *log, const char *path, bool append, char why[LOG_WHY_BYTES]);
/* Writes all N bytes. Returns 0, or -1 with err set; bytes that fitted are kept. */
int log_file_put(struct log_file *log, const char *bytes, size_t n);
/* Begins the log: a sentence came. Returns 0, or -1 with err set; then what LOG held is in LOG or
 * in LOG.previous, and what came is in LOG.new. */
int log_file_begin(struct log_file *log);
/* Returns true where no sentence came, and the file is as it was. */
bool log_file_is_as_it_was(const struct log_file *log);
/* Returns true where the log replaced another one, which is LOG.previous now. */
bool log_file_has_previous(const struct log_file *log);
/* Waits until all bytes are on the disk; does nothing where they are. Returns 0, or -1 with err
 * set.
 */
int log_file_sync(struct log_file *log);
/* Brings the log to the disk and closes it; nothing is left of a file that this log made, and of
 * LOG.new, where nothing came. Returns 0, or -1 with err set: some file systems report lost bytes
 * only now. */
int log_file_close(struct log_file *log);
/* Frees the paths; to be called last. */
void log_file_free(struct log_file *log);

#endif
