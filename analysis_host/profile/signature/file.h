/* Signatures in files: a line of JSON, then sections that are checked one by one. A file may hold
 * several, one after the other. SIGNATURE.md has the format. */
#ifndef SIGNATURE_FILE_H
#define SIGNATURE_FILE_H

#include "signature.h"
#include <stdio.h>

enum signature_state {
    SIGNATURE_WHOLE,
    SIGNATURE_PARTS, /* what is left does for a prediction; MESSAGE names what is lost */
    SIGNATURE_END,   /* no further signature in the file */
    SIGNATURE_REFUSED,
};

/* Reads the next signature of FROM into S. MESSAGE of SIZE bytes becomes what is wrong, section by
 * section, without the file's name, or "". S is empty after END and REFUSED; else the caller frees
 * it with signature_free(). */
enum signature_state signature_read_next(struct signature *s, FILE *from, char *message,
                                         size_t size);

/* Reads the first signature of the file PATH, as above; END is REFUSED here. */
enum signature_state signature_read(struct signature *s, const char *path, char *message,
                                    size_t size);

/* Levels of zlib. SMALL takes a second for a signature of a compiler. FAST stores: it is for a file
 * that is read once and removed. */
enum signature_packing { SIGNATURE_SMALL = 6, SIGNATURE_FAST = 0 };

/* Writes S to TO. Returns false, with errno, where that fails. */
bool signature_write_next(const struct signature *s, FILE *to, enum signature_packing packing);

/* Writes S to the file PATH, which holds nothing else afterwards. Returns false, with errno, where
 * that fails. */
bool signature_write(const struct signature *s, const char *path, enum signature_packing packing);

#endif
