/* RV64GC, for which Debian's capstone has no header. */
#ifndef RISCV_H
#define RISCV_H

#include "signature/signature.h"

/* Fills AT from its bytes, but how a branch ends. Returns false for what is no instruction of
 * RV64GC. Registers 1 to 31 are x1 to x31, 32 to 63 f0 to f31. */
bool decode_riscv(struct signature_instruction *at);

#endif
