/* Instructions of 32-bit ARM, as the Arm Architecture Reference Manual (DDI 0406, A32) encodes
 * them. Vectors are left out: not every ARMv7 has them. */
#include "encode.h"

#if ENCODE_A32
/* The procedure call standard: chains in R0 and R1, data in R2, laps in R3; hal_code_begin() saves
 * R4 to R11. */
enum { DATA = 2, LAPS, WORD0, WORDS = 8, PLACE = 12, FETCHED_AHEAD = 8 };

bool encode_known(void)
{
    return true;
}

bool hal_code_knows(enum hal_code_op op)
{
    return op < HAL_CODE_OPS && op != HAL_CODE_FP && op != HAL_CODE_TO_FP &&
           op != HAL_CODE_FP_AFTER;
}

/* OPCODE with the distance to TO in words. */
static void *reach(void *at, uint32_t opcode, const void *to)
{
    return encode_word(
        at, opcode | ((uint32_t)((encode_distance(at, to) - FETCHED_AHEAD) / 4) & 0xffffffu));
}

#define RETURN 0xe12fff1eu /* bx lr */
#define NOP    0xe320f000u

void hal_code_jump(void *at, const void *to)
{
    if (to != NULL)
        (void)reach(at, 0xea000000u, to); /* b */
    else
        (void)encode_word(at, RETURN);
}

void *hal_code_fill(void *at, size_t n_bytes)
{
    return encode_words(at, n_bytes, NOP);
}

void *hal_code_call(void *at, const void *to)
{
    return reach(at, 0xeb000000u, to); /* bl */
}

void *hal_code_enter(void *at)
{
    return encode_word(at, 0xe92d4010u); /* push {r4, lr} */
}

void *hal_code_leave(void *at)
{
    at = encode_word(at, 0xe8bd4010u); /* pop {r4, lr} */
    return encode_word(at, RETURN);
}

/* An instruction of registers TO and FROM, and OTHER or an immediate in its lowest bits. */
static uint32_t registers(unsigned to, unsigned from, unsigned other)
{
    return from << 16 | to << 12 | other;
}

void *hal_code_op(void *at, enum hal_code_op op, unsigned number)
{
    unsigned word = WORD0 + number % WORDS, chain = number % 2;

    switch (op) {
    case HAL_CODE_LOAD: /* ldr word, [data, #...] */
        return encode_word(at, 0xe5900000u | registers(word, DATA, encode_loaded(number)));
    case HAL_CODE_STORE: /* str laps, [data, #...] */
        return encode_word(at, 0xe5800000u | registers(LAPS, DATA, encode_stored(number)));
    case HAL_CODE_INT: /* add word, data, laps */
        return encode_word(at, 0xe0800000u | registers(word, DATA, LAPS));
    case HAL_CODE_BRANCH: /* beq, to what follows */
        return reach(at, 0x0a000000u, (char *)at + 4);
    case HAL_CODE_CHASE: /* ldr chain, [chain] */
        return encode_word(at, 0xe5900000u | registers(chain, chain, 0));
    case HAL_CODE_INT_AFTER: /* add word, chain, data */
        return encode_word(at, 0xe0800000u | registers(WORD0 + number / 2 % WORDS, chain, DATA));
    case HAL_CODE_TO_LOAD: /* and place, chain, #1: addresses of pointers are even */
        return encode_word(at, 0xe2000001u | registers(PLACE, chain, 0));
    case HAL_CODE_LOAD_AFTER: /* ldr word, [data, place] */
        return encode_word(at, 0xe7900000u | registers(word, DATA, PLACE));
    default:
        return encode_word(at, NOP);
    }
}

/* push {r4-r11, lr}; cmp data, #0: no beq is taken after it */
void *hal_code_begin(void *at)
{
    at = encode_word(at, 0xe92d4ff0u);
    return encode_word(at, 0xe3520000u);
}

/* subs laps, laps, #1; bne FIRST */
void *hal_code_lap_end(void *at, const void *first)
{
    at = encode_word(at, 0xe2500001u | registers(LAPS, LAPS, 0));
    return reach(at, 0x1a000000u, first);
}

/* stm data, {r0, r1}; pop {r4-r11, lr}; bx lr */
void *hal_code_end(void *at)
{
    at = encode_word(at, 0xe8820003u);
    at = encode_word(at, 0xe8bd4ff0u);
    return encode_word(at, RETURN);
}
#endif
