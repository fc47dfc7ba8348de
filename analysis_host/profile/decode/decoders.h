/* Decoders of the ISAs, as decode.c calls them: each fills AT from its bytes and returns false
 * where they are no instruction that it knows. What is 0 may stay so. */
#ifndef DECODERS_H
#define DECODERS_H

#include "signature/end_of.h"
#include "signature/signature.h"

struct cs_insn; /* capstone's; ENGINE is its csh */

bool decode_x86(size_t engine, struct cs_insn *insn, struct signature_instruction *at);
bool decode_arm64(size_t engine, struct cs_insn *insn, struct signature_instruction *at);
bool decode_arm(size_t engine, struct cs_insn *insn, struct signature_instruction *at);

struct engines;

/* Returns the engines of ISA, or NULL where there are none. */
struct engines *engines_new(enum signature_isa isa);
void engines_free(struct engines *e);

/* Fills AT from its bytes; false where they are no instruction. */
bool engines_decode(struct engines *e, struct signature_instruction *at);

/* As decode_text() of decode.h. */
size_t engines_text(struct engines *e, const uint8_t *bytes, size_t n, uint64_t address,
                    char *text);

/* Fills AT from its bytes, but how a branch ends. Returns false for what is no instruction of
 * RV64GC. Registers 1 to 31 are x1 to x31, 32 to 63 f0 to f31. */
bool decode_riscv(struct signature_instruction *at);

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
