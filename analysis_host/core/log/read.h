/* Reads a log: a record stream, or another tool's table, from a file descriptor. */
#ifndef LOG_READ_H
#define LOG_READ_H

#include "log.h"

enum log_status {
    LOG_OK = 0,
    LOG_EMPTY,     /* no bytes at all */
    LOG_UNKNOWN,   /* bytes, but no sentence and no table that is known */
    LOG_PACKED,    /* in a way that this build does not unpack */
    LOG_NO_RUN,    /* --run asked for a run that is not there */
    LOG_NO_MEMORY, /* what was read until then is in *log */
    LOG_READ,      /* the input broke; what was read until then is in *log */
};

/* Reads FD (plain, gzip, or packed in a way that libarchive unpacks) to its end; what is no file,
 * and may have none, for 256 MiB beyond its last sentence. RUN_WANTED: number of the run from 1, 0:
 * the last complete one, else the last. Fills *LOG in every case; log_free() it in every case. */
enum log_status log_read(struct log *log, int fd, unsigned run_wanted);

#endif
