/* Decoders of the ISAs, as decode.c calls them: each fills AT from its bytes and returns false
 * where they are no instruction that it knows. What is 0 may stay so. */
#ifndef ISA_H
#define ISA_H

#include "signature/signature.h"
#include <capstone.h>

bool decode_x86(csh engine, cs_insn *insn, struct signature_instruction *at);
bool decode_arm64(csh engine, cs_insn *insn, struct signature_instruction *at);
bool decode_arm(csh engine, cs_insn *insn, struct signature_instruction *at);

#endif
