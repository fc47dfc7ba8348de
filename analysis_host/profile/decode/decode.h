/* What instructions do, from their bytes. */
#ifndef DECODE_H
#define DECODE_H

#include "signature/end_of.h"
#include <stddef.h>

struct decoder;

/* Returns a decoder for the ISA called NAME ("x86_64"); NULL where this build has none. The caller
 * ends it with decoder_free(). */
struct decoder *decoder_new(const char *name);
void decoder_free(struct decoder *d);

/* Fills what AT's bytes tell: everything but address, bytes and length. Returns false where they
 * are no instruction that it knows: then the operation is OP_OTHER. */
bool decode(struct decoder *d, struct signature_instruction *at);

enum { DECODED_TEXT = 200 };

/* The length of the instruction at BYTES, of which N are there, at ADDRESS (odd: Thumb); 0 where
 * they are none. Writes its assembler text to TEXT of DECODED_TEXT bytes: mnemonic, a blank,
 * operands, as capstone writes them; of ISAs that capstone lacks, its bytes. */
size_t decode_text(struct decoder *d, const uint8_t *bytes, size_t n, uint64_t address, char *text);

#endif
