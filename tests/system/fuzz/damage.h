/* A log, and what a line, a disk or a person may do to it. */
#ifndef DAMAGE_H
#define DAMAGE_H

#include "random.h"
#include <stddef.h>
#include <stdint.h>

struct bytes {
    char *at; /* owned; bytes_free() */
    size_t n;
};

/* The bytes of FILE, unpacked where it is gzip. 0, or -1 after a message. */
int bytes_read(struct bytes *b, const char *file);
void bytes_free(struct bytes *b);

/* What can happen to bytes; the last of them takes OTHER's. */
enum damage { DAMAGE_FLIP, DAMAGE_DROP, DAMAGE_DOUBLE, DAMAGE_SWAP, DAMAGE_SPLICE, DAMAGES };

/* "bits flipped" ...: a literal. */
const char *damage_name(enum damage damage);

/* A copy of A that DAMAGE has happened to, up to 16 times at places that R decides: bits flipped,
 * bytes dropped, bytes doubled, lines swapped; or that goes on as OTHER somewhere, and perhaps as A
 * again. Ends the program when memory is short. */
struct bytes damage_bytes(const struct bytes *a, const struct bytes *other, enum damage damage,
                          struct random *r);

#endif
