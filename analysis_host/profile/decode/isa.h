/* Decoders of the ISAs, as decode.c calls them: each fills AT from its bytes and returns false
 * where they are no instruction that it knows. What is 0 may stay so. */
#ifndef ISA_H
#define ISA_H

#include "signature/signature.h"

struct cs_insn; /* capstone's; ENGINE is its csh */

bool decode_x86(size_t engine, struct cs_insn *insn, struct signature_instruction *at);
bool decode_arm64(size_t engine, struct cs_insn *insn, struct signature_instruction *at);
bool decode_arm(size_t engine, struct cs_insn *insn, struct signature_instruction *at);

#endif
