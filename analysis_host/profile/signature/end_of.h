/* How an instruction of each ISA ends a block, by its bytes alone. */
#ifndef SIGNATURE_END_OF_H
#define SIGNATURE_END_OF_H

#include "signature.h"

/* Thumb: what of ARM's instructions is in 16 and 32 bits. */
enum signature_isa {
    ISA_X86_64,
    ISA_I386,
    ISA_AARCH64,
    ISA_ARM,
    ISA_RISCV64,
    ISA_OTHER,
    ISA_THUMB
};

/* What matters of an instruction while a program runs. */
struct instruction_end {
    enum signature_end end;
    bool repeats;    /* rep movs and its like: QEMU runs it once an element */
    bool reads_time; /* rdtsc and its like */
    bool asks_cpu;   /* cpuid: which processor this is, and what it has */
};

/* Returns the ISA called NAME, as QEMU and signatures spell it; ISA_OTHER for any other. */
enum signature_isa isa_called(const char *name);

/* Returns whether the N bytes are a hint that the thread spins: pause, yield. */
bool instruction_spins(enum signature_isa isa, const uint8_t *bytes, size_t n);

/* Looks at the N bytes of an instruction. */
struct instruction_end instruction_end(enum signature_isa isa, const uint8_t *bytes, size_t n);

#endif
