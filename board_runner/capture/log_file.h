#ifndef LOG_FILE_H
#define LOG_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where every byte of the board goes, as it came, before anything looks at it. */

struct log_file {
    const char *name; /* for messages; the caller's */
    int fd;
    uint64_t n_bytes; /* kept so far */
    bool append;      /* what an earlier run left stays, and this one follows it */
    bool begun;
    int err; /* errno of the first failure: later puts do nothing; 0: none */
};

/* Opens PATH (NULL: standard output) for writing, and leaves what it holds alone until the first
 * byte or log_file_begin(), so that a board that does not start costs no earlier log. 0, or -1 with
 * err. */
int log_file_open(struct log_file *log, const char *path, bool append);
/* Drops what an earlier run left in it, unless it is to be kept. */
void log_file_begin(struct log_file *log);
/* Writes all N bytes through to the system. 0, or -1 with err set; what fitted is kept. */
int log_file_put(struct log_file *log, const char *bytes, size_t n);
/* Closes; a file system may tell only now that bytes were lost. 0, or -1 with err set. */
int log_file_close(struct log_file *log);

#endif
