/* A log, and what a line, a disk or a person may do to it. */
#ifndef DAMAGE_H
#define DAMAGE_H

#include <stddef.h>
#include <stdint.h>

struct bytes {
    char *at; /* owned; bytes_free() */
    size_t n;
};

/* The bytes of FILE, unpacked where it is gzip. 0, or -1 after a message. */
int bytes_read(struct bytes *b, const char *file);
void bytes_free(struct bytes *b);

/* A copy of A that one of these has happened to, up to 16 times at places that SEED decides: bits
 * flipped, bytes dropped, bytes doubled, lines swapped; or that goes on as OTHER somewhere, and
 * perhaps as A again. Ends the program when memory is short. KIND, if not NULL, takes the name of
 * what was done. */
struct bytes damage(const struct bytes *a, const struct bytes *other, uint64_t seed,
                    const char **kind);

#endif
