/* Instructions of RISC-V, as the unprivileged ISA manual encodes them. */
#include "encode.h"

#ifdef __riscv
/* The calling convention: chains in a0 and a1, data in a2, laps in a3; a4 to a7, t0, t1, ft0 to
 * ft7, fa0 and fa1 are free. */
enum { ZERO, RA, SP, PLACE = 5, T1, CHAIN0 = 10, DATA = 12, LAPS, WORD0, WORDS = 4 };
enum { FPS = 8, FP_ZERO = 10, FP_MADE };
enum { WORD_BYTES = sizeof(uintptr_t), WIDTH = WORD_BYTES == 8 ? 3 : 2, CALL_FRAME = 16 };
#define NEAR 0x100000u /* bytes that jal reaches */

bool encode_known(void)
{
    return true;
}

bool hal_code_knows(enum hal_code_op op)
{
#if defined(__riscv_flen) && __riscv_flen >= 64
    return op < HAL_CODE_OPS;
#else
    return op < HAL_CODE_OPS && op != HAL_CODE_FP && op != HAL_CODE_TO_FP &&
           op != HAL_CODE_FP_AFTER;
#endif
}

/* ---- formats of instructions ---- */

static uint32_t of_two(uint32_t opcode, unsigned to, unsigned a, unsigned b)
{
    return opcode | to << 7 | a << 15 | b << 20;
}

static uint32_t of_number(uint32_t opcode, unsigned to, unsigned a, int number)
{
    return opcode | to << 7 | a << 15 | (uint32_t)number << 20;
}

static uint32_t load(unsigned to, unsigned base, unsigned offset)
{
    return of_number(0x03u | WIDTH << 12, to, base, (int)offset);
}

static uint32_t store(unsigned from, unsigned base, unsigned offset)
{
    return of_two(0x23u | WIDTH << 12, offset % 32, base, from) | offset / 32 << 25;
}

static uint32_t add(unsigned to, unsigned a, unsigned b)
{
    return of_two(0x33u, to, a, b);
}

static uint32_t add_number(unsigned to, unsigned a, int number)
{
    return of_number(0x13u, to, a, number);
}

static uint32_t fp_add(unsigned to, unsigned a, unsigned b)
{
    return of_two(0x02007053u, to, a, b);
}

/* fcvt.d.w */
static uint32_t to_fp(unsigned to, unsigned from)
{
    return of_two(0xd2000053u, to, from, 0);
}

/* beq A, zero, BYTES on, fewer than 32 */
static uint32_t branch_if_zero(unsigned a, unsigned bytes)
{
    return 0x63u | bytes << 7 | a << 15;
}

/* jal LINK, distance: its bits are 20, 10 to 1, 11, 19 to 12. */
static uint32_t jump_near(unsigned link, uint32_t distance)
{
    return 0x6fu | link << 7 | (distance & 0x100000u) << 11 | (distance & 0x7feu) << 20 |
           (distance & 0x800u) << 9 | (distance & 0xff000u);
}

/* Where that does not reach, auipc t1, high; jalr LINK, low(t1): low is signed. */
static void *jump(void *at, unsigned link, const void *to)
{
    uint32_t distance = (uint32_t)encode_distance(at, to);

    if (distance + NEAR < 2 * NEAR)
        return encode_word(at, jump_near(link, distance));
    uint32_t high = (distance + 0x800u) & 0xfffff000u, low = distance - high;

    at = encode_word(at, high | 0x17u | T1 << 7);
    return encode_word(at, low << 20 | of_two(0x67u, link, T1, 0));
}

/* ---- writers ---- */

#define RETURN 0x8067u /* jalr zero, 0(ra) */
#define NOP    0x13u   /* addi zero, zero, 0 */

void hal_code_jump(void *at, const void *to)
{
    if (to != NULL)
        (void)jump(at, ZERO, to);
    else
        (void)encode_word(at, RETURN);
}

void *hal_code_fill(void *at, size_t n_bytes)
{
    return encode_words(at, n_bytes, NOP);
}

void *hal_code_call(void *at, const void *to)
{
    return jump(at, RA, to);
}

void *hal_code_enter(void *at)
{
    at = encode_word(at, add_number(SP, SP, -CALL_FRAME));
    return encode_word(at, store(RA, SP, 0));
}

void *hal_code_leave(void *at)
{
    at = encode_word(at, load(RA, SP, 0));
    at = encode_word(at, add_number(SP, SP, CALL_FRAME));
    return encode_word(at, RETURN);
}

void *hal_code_op(void *at, enum hal_code_op op, unsigned number)
{
    unsigned word = WORD0 + number % WORDS, fp = number % FPS, chain = CHAIN0 + number % 2;

    switch (op) {
    case HAL_CODE_LOAD:
        return encode_word(at, load(word, DATA, encode_loaded(number)));
    case HAL_CODE_STORE:
        return encode_word(at, store(LAPS, DATA, encode_stored(number)));
    case HAL_CODE_INT:
        return encode_word(at, add(word, DATA, LAPS));
    case HAL_CODE_FP:
        return encode_word(at, fp_add(fp, fp, FP_ZERO));
    case HAL_CODE_BRANCH: /* to what follows */
        return encode_word(at, branch_if_zero(DATA, 4));
    case HAL_CODE_CHASE:
        return encode_word(at, load(chain, chain, 0));
    case HAL_CODE_INT_AFTER:
        return encode_word(at, add(WORD0 + number / 2 % WORDS, chain, DATA));
    case HAL_CODE_TO_LOAD: /* andi place, chain, 1: addresses of pointers are even */
        at = encode_word(at, of_number(0x7013u, PLACE, chain, 1));
        return encode_word(at, add(PLACE, PLACE, DATA));
    case HAL_CODE_LOAD_AFTER:
        return encode_word(at, load(word, PLACE, encode_loaded(number)));
    case HAL_CODE_TO_FP:
        return encode_word(at, to_fp(FP_MADE, chain));
    case HAL_CODE_FP_AFTER:
        return encode_word(at, fp_add(fp, fp, FP_MADE));
    default:
        return encode_word(at, NOP);
    }
}

/* Floating-point registers hold 0: what a caller left there may be slow to add. */
void *hal_code_begin(void *at)
{
    for (unsigned fp = 0; fp < FPS && hal_code_knows(HAL_CODE_FP); fp++)
        at = encode_word(at, to_fp(fp, ZERO));
    return hal_code_knows(HAL_CODE_FP) ? encode_word(at, to_fp(FP_ZERO, ZERO)) : at;
}

/* addi laps, laps, -1; beq laps, zero, past the jump; j FIRST */
void *hal_code_lap_end(void *at, const void *first)
{
    at = encode_word(at, add_number(LAPS, LAPS, -1));
    at = encode_word(at, branch_if_zero(LAPS, 12));
    return jump(at, ZERO, first);
}

void *hal_code_end(void *at)
{
    at = encode_word(at, store(CHAIN0, DATA, 0));
    at = encode_word(at, store(CHAIN0 + 1, DATA, WORD_BYTES));
    return encode_word(at, RETURN);
}
#endif
