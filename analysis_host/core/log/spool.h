/* Samples and timings of a long run in a file without a name, mapped: memory holds what is read at
 * the time. */
#ifndef LOG_SPOOL_H
#define LOG_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct log_spool;

/* Returns an empty spool in the folder that TMPDIR names, else /var/tmp, else /tmp; NULL when none
 * of them takes a file. */
struct log_spool *log_spool_new(void);
void log_spool_free(struct log_spool *spool);

/* Appends the BYTES at FROM, a multiple of 8. Returns where they stand, right after those of the
 * call before; NULL when the disk is full. What was appended does not move. */
void *log_spool_add(struct log_spool *spool, const void *from, size_t bytes);

/* Gives back the memory, and not the data, of the BYTES at FROM, which are in a spool. */
void log_spool_release(const void *from, size_t bytes);

#endif
