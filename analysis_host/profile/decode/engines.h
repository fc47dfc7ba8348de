/* Decoders of capstone, where this build has it. */
#ifndef ENGINES_H
#define ENGINES_H

#include "signature/end_of.h"

struct engines;

/* Returns the engines of ISA, or NULL where there are none. */
struct engines *engines_new(enum signature_isa isa);
void engines_free(struct engines *e);

/* Fills AT from its bytes; false where they are no instruction. */
bool engines_decode(struct engines *e, struct signature_instruction *at);

#endif
