/* The arithmetic of kernels that are written in C. The build compiles each kernel twice: as it is
 * timed, and, with KERNEL_COUNTED, so that it counts what it does, to be held against its formulas.
 */
#ifndef ARITHMETIC_H
#define ARITHMETIC_H

#include "lib/kernel.h"
#include "lib/pattern_code.h"

enum { KERNEL_LINE = 64 }; /* bytes: what arrays start on, and what lines are counted in */

/* Of the kernel's text, from the build; tests compile kernels without. */
#ifndef KERNEL_SPEC
#define KERNEL_SPEC 0
#endif

/* Of a run at one N: REAL_ADD, REAL_SUB and REAL_MUL are operations, READ and WRITE accesses of one
 * object of an array; nothing else may compute with floating-point numbers, nor touch an array. */
#ifdef KERNEL_COUNTED
typedef struct {
    double v;
} real;

/* Called for each operation, and for each access of N_BYTES at AT. */
void kernel_counted(enum kernel_count what);
void kernel_accessed(const void *at, size_t n_bytes, bool written);

static inline real real_counted(enum kernel_count what, double v)
{
    kernel_counted(what);
    return (real){ v };
}
#define REAL(x)         ((real){ x })
#define REAL_ADD(x, y)  real_counted(KERNEL_ADDS, (x).v + (y).v)
#define REAL_SUB(x, y)  real_counted(KERNEL_ADDS, (x).v - (y).v)
#define REAL_MUL(x, y)  real_counted(KERNEL_MULS, (x).v *(y).v)
#define READ(at)        (kernel_accessed(at, sizeof *(at), false), *(at))
#define WRITE(at, what) (kernel_accessed(at, sizeof *(at), true), (void)(*(at) = (what)))
#define WRITE_PAST      WRITE
#else
typedef double real;
#define REAL(x)         ((real)(x))
#define REAL_ADD(x, y)  ((x) + (y))
#define REAL_SUB(x, y)  ((x) - (y))
#define REAL_MUL(x, y)  ((x) * (y))
#define READ(at)        (*(at))
#define WRITE(at, what) ((void)(*(at) = (what)))
#define WRITE_PAST      NONTEMPORAL_STORE
#endif

/* Returns the number that 2 is to the power of, rounded down; of 0, 0. */
static inline unsigned log2_of(uint64_t n)
{
    unsigned log2 = 0;

    while (n >>= 1)
        log2++;
    return log2;
}

/* Returns 1 / sqrt(N), N a power of two, without computing. A transform times this keeps the length
 * of what it transforms, so that laps neither grow nor vanish. */
static inline real unit(uint64_t n)
{
    static const uint64_t root_half = UINT64_C(0x3fe6a09e667f3bcd), one = UINT64_C(0x3ff) << 52;
    unsigned power = log2_of(n);
    union {
        uint64_t bits;
        double value;
    } unit = { (power % 2 == 0 ? one : root_half) - ((uint64_t)(power / 2) << 52) };

    return REAL(unit.value);
}

/* Returns N bytes in whole lines, and the lines that they are. */
static inline uint64_t whole_lines(uint64_t n_bytes)
{
    return (n_bytes + KERNEL_LINE - 1) / KERNEL_LINE;
}

/* Uses the object at AT as far as the compiler knows: what was computed is not left out. */
#define KEEP(at) __asm__ volatile("" : : "r"(at) : "memory")

#endif
