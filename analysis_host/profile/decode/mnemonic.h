/* Tables from the first letters of a mnemonic to an operation. */
#ifndef MNEMONIC_H
#define MNEMONIC_H

#include "signature/signature.h"

/* How the type of an element is known. */
enum mnemonic_type {
    BY_SIZE,   /* an integer of its operand's bytes */
    BY_SUFFIX, /* ss, ps: 32-bit floating point; sd, pd: 64 */
    BY_LETTER, /* the last of b, w, d, q: integers of a vector */
    IS_F64,
    IS_NOTHING
};

struct mnemonic {
    const char *starts; /* ends with '$': the whole name */
    uint8_t op;         /* enum signature_op */
    uint8_t type;       /* enum mnemonic_type */
};

/* Returns the first of TABLE, which ends with NULL, that NAME starts with; NULL where none does. */
const struct mnemonic *mnemonic_find(const struct mnemonic *table, const char *name);

#endif
