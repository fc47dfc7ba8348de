/* Instructions of AArch64, as the Arm Architecture Reference Manual (DDI 0487) encodes them. */
#include "encode.h"

#ifdef __aarch64__
/* The procedure call standard: chains in X0 and X1, data in X2, laps in X3; X4 to X15 and V0 to V7,
 * V16 to V31 are free. */
enum { DATA = 2, LAPS, WORD0, WORDS = 8, PLACE = 15, VECTOR0 = 16, VECTORS = 8, MADE = 24 };

bool encode_known(void)
{
    return true;
}

bool hal_code_knows(enum hal_code_op op)
{
    return op < HAL_CODE_OPS;
}

/* OPCODE with the distance to TO in words, BITS of it from bit SHIFT on. */
static void *reach(void *at, uint32_t opcode, const void *to, unsigned bits, unsigned shift)
{
    uint32_t words = (uint32_t)(encode_distance(at, to) / 4) & ((1u << bits) - 1);

    return encode_word(at, opcode | words << shift);
}

#define RETURN 0xd65f03c0u /* ret */
#define NOP    0xd503201fu

void hal_code_jump(void *at, const void *to)
{
    if (to != NULL)
        (void)reach(at, 0x14000000u, to, 26, 0); /* b */
    else
        (void)encode_word(at, RETURN);
}

void *hal_code_fill(void *at, size_t n_bytes)
{
    return encode_words(at, n_bytes, NOP);
}

void *hal_code_call(void *at, const void *to)
{
    return reach(at, 0x94000000u, to, 26, 0); /* bl */
}

void *hal_code_enter(void *at)
{
    return encode_word(at, 0xa9bf7bfdu); /* stp x29, x30, [sp, #-16]! */
}

void *hal_code_leave(void *at)
{
    at = encode_word(at, 0xa8c17bfdu); /* ldp x29, x30, [sp], #16 */
    return encode_word(at, RETURN);
}

/* An instruction of registers TO and FROM, and OTHER where bits 16 to 20 are one. */
static uint32_t registers(unsigned to, unsigned from, unsigned other)
{
    return to | from << 5 | other << 16;
}

/* Of a load or store of 8 bytes: the offset in words. */
static uint32_t offset(unsigned bytes)
{
    return bytes / 8 << 10;
}

void *hal_code_op(void *at, enum hal_code_op op, unsigned number)
{
    unsigned word = WORD0 + number % WORDS, vector = VECTOR0 + number % VECTORS, chain = number % 2;

    switch (op) {
    case HAL_CODE_LOAD: /* ldr word, [data, #...] */
        return encode_word(at,
                           0xf9400000u | registers(word, DATA, 0) | offset(encode_loaded(number)));
    case HAL_CODE_STORE: /* str laps, [data, #...] */
        return encode_word(at,
                           0xf9000000u | registers(LAPS, DATA, 0) | offset(encode_stored(number)));
    case HAL_CODE_INT: /* add word, data, laps */
        return encode_word(at, 0x8b000000u | registers(word, DATA, LAPS));
    case HAL_CODE_FP: /* add vector.4s, vector.4s, v25.4s */
        return encode_word(at, 0x4ea08400u | registers(vector, vector, MADE + 1));
    case HAL_CODE_BRANCH: /* cbz data, to what follows */
        return reach(at, 0xb4000000u | DATA, (char *)at + 4, 19, 5);
    case HAL_CODE_CHASE: /* ldr chain, [chain] */
        return encode_word(at, 0xf9400000u | registers(chain, chain, 0));
    case HAL_CODE_INT_AFTER: /* add word, chain, data */
        return encode_word(at, 0x8b000000u | registers(WORD0 + number / 2 % WORDS, chain, DATA));
    case HAL_CODE_TO_LOAD: /* and place, chain, #1: addresses of pointers are even */
        return encode_word(at, 0x92400000u | registers(PLACE, chain, 0));
    case HAL_CODE_LOAD_AFTER: /* ldr word, [data, place] */
        return encode_word(at, 0xf8606800u | registers(word, DATA, PLACE));
    case HAL_CODE_TO_FP: /* fmov made, chain */
        return encode_word(at, 0x9e670000u | registers(MADE, chain, 0));
    case HAL_CODE_FP_AFTER: /* add vector.4s, vector.4s, made.4s */
        return encode_word(at, 0x4ea08400u | registers(vector, vector, MADE));
    default:
        return encode_word(at, NOP);
    }
}

void *hal_code_begin(void *at)
{
    return at;
}

/* sub laps, laps, #1; cbnz laps, FIRST */
void *hal_code_lap_end(void *at, const void *first)
{
    at = encode_word(at, 0xd1000400u | registers(LAPS, LAPS, 0));
    return reach(at, 0xb5000000u | LAPS, first, 19, 5);
}

/* stp x0, x1, [data]; ret */
void *hal_code_end(void *at)
{
    at = encode_word(at, 0xa9000400u | registers(0, DATA, 0));
    return encode_word(at, RETURN);
}
#endif
