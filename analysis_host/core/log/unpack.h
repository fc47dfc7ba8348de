/* Packed logs other than gzip: recognised always, unpacked by libarchive where the build has it. */
#ifndef LOG_UNPACK_H
#define LOG_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { LOG_UNPACK_MAGIC = 6 }; /* bytes that recognise a packing */

/* A way to pack a log. */
struct log_packing {
    const char *name;    /* "xz" */
    const char *command; /* unpacks the file after it to standard output */
    size_t n_magic;
    unsigned char magic[LOG_UNPACK_MAGIC];
    bool holds_files; /* an archive with names in it */
};

/* Returns the packing that the N bytes at BYTES begin with, or NULL. */
const struct log_packing *log_packing_of(const unsigned char *bytes, size_t n);

struct log_unpack; /* opaque */

/* Reads more packed bytes: sets *BYTES and returns their number, 0 at the end. The bytes stay until
 * the next call. */
typedef size_t log_unpack_more(void *ctx, const void **bytes);

/* Begins to unpack what MORE brings. Returns NULL when memory is short or the build has no
 * libarchive; log_can_unpack() tells which. The caller frees it with log_unpack_free(). */
struct log_unpack *log_unpack_new(const struct log_packing *packing, log_unpack_more *more,
                                  void *ctx);
bool log_can_unpack(void);
void log_unpack_free(struct log_unpack *u);

/* Fills OUT with 1 to SIZE bytes and returns their number, 0 at the end; -1 where the data is
 * damaged, ends early or is no single file: then *WHY says so, a literal. */
ssize_t log_unpack_read(struct log_unpack *u, char *out, size_t size, const char **why);

#endif
