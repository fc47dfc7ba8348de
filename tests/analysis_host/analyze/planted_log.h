/* A whole run of a machine with planted levels, as a board would have sent it. */
#ifndef PLANTED_LOG_H
#define PLANTED_LOG_H

#include <stdbool.h>
#include <stddef.h>

/* A whole run of a machine with planted levels, as a board would have sent it: first level 32 KiB
 * at 4 cycles, second 512 KiB at 14, memory at 100; a cycle is a tick of 1 GHz. With CLAIMS the
 * board's system says what is right of the first and wrong of the second. Returns the bytes, which
 * the caller frees, and their number in *N; NULL when memory is short. */
char *stream_planted(size_t *n, bool claims);

/* The same run, where every text that a log can have is NAME; a point is missing. */
char *stream_named(size_t *n, const char *name);

#endif
