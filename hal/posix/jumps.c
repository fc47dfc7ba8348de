/* Jumps as each processor's manual encodes them. */
#include "jumps.h"
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
enum { JUMP_BYTES = 5 };

bool posix_jumps_known(void)
{
    return true;
}

void posix_jump(void *at, int32_t distance)
{
    unsigned char code[JUMP_BYTES] = { 0xe9 }; /* jmp rel32, from the next instruction */
    int32_t relative = distance - JUMP_BYTES;

    memcpy(code + 1, &relative, sizeof relative);
    memcpy(at, code, sizeof code);
}

void posix_return(void *at)
{
    *(unsigned char *)at = 0xc3;
}

#elif defined(__aarch64__) || (defined(__arm__) && defined(__ARM_ARCH) && __ARM_ARCH >= 7)
#ifdef __aarch64__
enum { WORDS_BITS = 26, FETCHED_AHEAD = 0 };
#define BRANCH 0x14000000u /* b */
#define RETURN 0xd65f03c0u /* ret */
#else
enum { WORDS_BITS = 24, FETCHED_AHEAD = 8 };
#define BRANCH 0xea000000u /* b */
#define RETURN 0xe12fff1eu /* bx lr */
#endif

bool posix_jumps_known(void)
{
    return true;
}

void posix_jump(void *at, int32_t distance)
{
    uint32_t words = (uint32_t)((distance - FETCHED_AHEAD) / 4);
    uint32_t code = BRANCH | (words & ((1u << WORDS_BITS) - 1));

    memcpy(at, &code, sizeof code);
}

void posix_return(void *at)
{
    const uint32_t code = RETURN;

    memcpy(at, &code, sizeof code);
}

#elif defined(__riscv)
bool posix_jumps_known(void)
{
    return true;
}

/* auipc t1, high; jalr zero, low(t1): low is signed. */
void posix_jump(void *at, int32_t distance)
{
    uint32_t high = ((uint32_t)distance + 0x800u) & 0xfffff000u;
    uint32_t low = (uint32_t)distance - high;
    const uint32_t code[] = { high | 0x317u, low << 20 | 0x30067u };

    memcpy(at, code, sizeof code);
}

void posix_return(void *at)
{
    const uint32_t code = 0x8067u; /* jalr zero, 0(ra) */

    memcpy(at, &code, sizeof code);
}

#else
bool posix_jumps_known(void)
{
    return false;
}

void posix_jump(void *at, int32_t distance)
{
    (void)at;
    (void)distance;
}

void posix_return(void *at)
{
    (void)at;
}
#endif
