/* Calls to the firmware (RISC-V Supervisor Binary Interface 1.0, chapter 3). */
#ifndef SBI_CALL_H
#define SBI_CALL_H

#include "sbi.h"
#include <stdint.h>

struct sbi_answer {
    int64_t error, value; /* error: 0, or SBI_NOT_SUPPORTED ... */
};

/* Calls FUNCTION of EXTENSION with up to five arguments. */
static inline struct sbi_answer sbi_call_of(int32_t extension, int32_t function,
                                            const uint64_t a[5])
{
    register uint64_t a0 __asm__("a0") = a[0];
    register uint64_t a1 __asm__("a1") = a[1];
    register uint64_t a2 __asm__("a2") = a[2];
    register uint64_t a3 __asm__("a3") = a[3];
    register uint64_t a4 __asm__("a4") = a[4];
    register int64_t a6 __asm__("a6") = function;
    register int64_t a7 __asm__("a7") = extension;

    __asm__ volatile("ecall"
                     : "+r"(a0), "+r"(a1)
                     : "r"(a2), "r"(a3), "r"(a4), "r"(a6), "r"(a7)
                     : "memory");
    return (struct sbi_answer){ (int64_t)a0, (int64_t)a1 };
}

static inline struct sbi_answer sbi_call(int32_t extension, int32_t function, uint64_t a,
                                         uint64_t b, uint64_t c)
{
    const uint64_t all[5] = { a, b, c, 0, 0 };

    return sbi_call_of(extension, function, all);
}

#endif
