/* Instructions of x86, as volume 2 of Intel's manual encodes them: jumps and calls of both widths,
 * operations of 64 bits. */
#include "encode.h"

#if defined(__x86_64__) || defined(__i386__)
enum { JUMP = 0xe9, CALL = 0xe8, RETURN = 0xc3, NOP = 0x90, REACH_BYTES = 5 };

bool encode_known(void)
{
    return true;
}

static void *put(void *at, const unsigned char *code, size_t n)
{
    memcpy(at, code, n);
    return (char *)at + n;
}

/* OPCODE and the distance to TO from what follows. */
static void *reach(void *at, unsigned char opcode, const void *to)
{
    int32_t relative = encode_distance(at, to) - REACH_BYTES;
    unsigned char code[REACH_BYTES] = { opcode };

    memcpy(code + 1, &relative, sizeof relative);
    return put(at, code, sizeof code);
}

void hal_code_jump(void *at, const void *to)
{
    if (to != NULL)
        (void)reach(at, JUMP, to);
    else
        *(unsigned char *)at = RETURN;
}

/* nop [eax + eax]: nops of 8 bytes. */
void *hal_code_fill(void *at, size_t n_bytes)
{
    static const unsigned char nop[HAL_CODE_BYTES] = { 0x0f, 0x1f, 0x84 };

    for (; n_bytes >= sizeof nop; n_bytes -= sizeof nop)
        at = put(at, nop, sizeof nop);
    return at;
}

void *hal_code_call(void *at, const void *to)
{
    return reach(at, CALL, to);
}

/* The processor keeps places to return to on the stack. */
void *hal_code_enter(void *at)
{
    return at;
}

void *hal_code_leave(void *at)
{
    return put(at, (const unsigned char[]){ RETURN }, 1);
}
#endif

#if defined(__x86_64__)
/* The System V calling convention: chains in RDI and RSI, data in RDX, laps in RCX; R8 to R11, RAX
 * and vector registers are free. */
enum { RAX, RCX, RDX, RSI = 6, RDI, WORDS = 4, VECTORS = 6 };

static unsigned char chain(unsigned number)
{
    return number % 2 == 0 ? RDI : RSI;
}

/* ModRM or SIB byte. */
static unsigned char fields(unsigned high, unsigned middle, unsigned low)
{
    return (unsigned char)(high << 6 | middle << 3 | low);
}

bool hal_code_knows(enum hal_code_op op)
{
    return op < HAL_CODE_OPS;
}

/* paddd xmm2 ... xmm7, xmmFROM */
static void *vector_add(void *at, unsigned number, unsigned from)
{
    return put(
        at, (const unsigned char[]){ 0x66, 0x0f, 0xfe, fields(3, 2 + number % VECTORS, from) }, 4);
}

/* lea r8 ... r11, [FROM + rdx]: writes no flags. */
static void *word_add(void *at, unsigned number, unsigned from)
{
    return put(
        at,
        (const unsigned char[]){ 0x4c, 0x8d, fields(0, number % WORDS, 4), fields(0, RDX, from) },
        4);
}

static void *of_chain(void *at, enum hal_code_op op, unsigned number)
{
    unsigned char c = chain(number);

    if (op == HAL_CODE_CHASE) /* mov c, [c] */
        return put(at, (const unsigned char[]){ 0x48, 0x8b, fields(0, c, c) }, 3);
    if (op == HAL_CODE_TO_FP) /* movq xmm0, c */
        return put(at, (const unsigned char[]){ 0x66, 0x48, 0x0f, 0x6e, fields(3, 0, c) }, 5);
    if (op == HAL_CODE_TO_LOAD) /* imul rax, c, 0 */
        return put(at, (const unsigned char[]){ 0x48, 0x6b, fields(3, RAX, c), 0 }, 4);
    return word_add(at, number / 2, c);
}

void *hal_code_op(void *at, enum hal_code_op op, unsigned number)
{
    unsigned char word = (unsigned char)(number % WORDS);

    switch (op) {
    case HAL_CODE_LOAD: /* mov r8 ... r11, [rdx + ...] */
        return put(at,
                   (const unsigned char[]){ 0x4c, 0x8b, fields(1, word, RDX),
                                            (unsigned char)encode_loaded(number) },
                   4);
    case HAL_CODE_STORE: /* mov [rdx + ...], rcx */
        return put(at,
                   (const unsigned char[]){ 0x48, 0x89, fields(1, RCX, RDX),
                                            (unsigned char)encode_stored(number) },
                   4);
    case HAL_CODE_INT:
        return word_add(at, number, RDX);
    case HAL_CODE_FP:
        return vector_add(at, number, 1);
    case HAL_CODE_FP_AFTER:
        return vector_add(at, number, 0);
    case HAL_CODE_BRANCH: /* jz, to what follows */
        return put(at, (const unsigned char[]){ 0x0f, 0x84, 0, 0, 0, 0 }, 6);
    case HAL_CODE_LOAD_AFTER: /* mov r8 ... r11, [rdx + rax + ...] */
        return put(at,
                   (const unsigned char[]){ 0x4c, 0x8b, fields(1, word, 4), fields(0, RAX, RDX),
                                            (unsigned char)encode_loaded(number) },
                   5);
    case HAL_CODE_NOP:
    case HAL_CODE_OPS:
        return put(at, (const unsigned char[]){ NOP }, 1);
    default:
        return of_chain(at, op, number);
    }
}

/* test rdx, rdx: no branch is taken after it. */
void *hal_code_begin(void *at)
{
    return put(at, (const unsigned char[]){ 0x48, 0x85, 0xd2 }, 3);
}

/* dec rcx; jnz FIRST */
void *hal_code_lap_end(void *at, const void *first)
{
    unsigned char code[9] = { 0x48, 0xff, 0xc9, 0x0f, 0x85 };
    int32_t relative = encode_distance(at, first) - (int32_t)sizeof code;

    memcpy(code + 5, &relative, sizeof relative);
    return put(at, code, sizeof code);
}

/* mov [rdx], rdi; mov [rdx + 8], rsi; ret */
void *hal_code_end(void *at)
{
    return put(at, (const unsigned char[]){ 0x48, 0x89, 0x3a, 0x48, 0x89, 0x72, 8, RETURN }, 8);
}
#endif
