/* x86 and x86-64, from capstone's operands. */
#include "decoders.h"
#include "registers.h"
#include <capstone.h>
#include <string.h>

enum { FLAGS = 16, X87 = 24, VECTORS = 32, MASKS = 64 };

/* The first that fits counts. Of AVX the v is left out. */
static const struct mnemonic mnemonics[] = {
    { "movs$", OP_REPEAT, IS_NOTHING },
    { "movabs", OP_MOVE, BY_SIZE },
    { "movzx", OP_MOVE, BY_SIZE },
    { "movsx", OP_MOVE, BY_SIZE },
    { "movap", OP_MOVE, BY_SUFFIX },
    { "movup", OP_MOVE, BY_SUFFIX },
    { "movss", OP_MOVE, BY_SUFFIX },
    { "movsd", OP_MOVE, BY_SUFFIX },
    { "movntp", OP_MOVE, BY_SUFFIX },
    { "movdq", OP_MOVE, BY_LETTER },
    { "movntdq", OP_MOVE, BY_LETTER },
    { "lddqu", OP_MOVE, BY_LETTER },
    { "movd$", OP_CROSS, BY_LETTER },
    { "movq$", OP_CROSS, BY_LETTER },
    { "movmsk", OP_CROSS, BY_SUFFIX },
    { "pmovmsk", OP_CROSS, BY_LETTER },
    { "movbe", OP_BITS, BY_SIZE },
    { "movddup", OP_SHUFFLE, IS_F64 },
    { "movs", OP_SHUFFLE, BY_SUFFIX },
    { "movh", OP_SHUFFLE, BY_SUFFIX },
    { "movl", OP_SHUFFLE, BY_SUFFIX },
    { "mov", OP_MOVE, BY_SIZE },
    { "cmov", OP_ADD, BY_SIZE },
    { "set", OP_ADD, BY_SIZE },
    { "lea$", OP_LEA, BY_SIZE },
    { "leave", OP_MOVE, BY_SIZE },
    { "push", OP_MOVE, BY_SIZE },
    { "pop$", OP_MOVE, BY_SIZE },
    { "popf", OP_MOVE, BY_SIZE },
    { "popcnt", OP_BITS, BY_SIZE },
    { "nop", OP_NONE, IS_NOTHING },
    { "endbr", OP_NONE, IS_NOTHING },
    { "pause", OP_NONE, IS_NOTHING },
    { "prefetch", OP_NONE, IS_NOTHING },
    { "lfence", OP_NONE, IS_NOTHING },
    { "mfence", OP_NONE, IS_NOTHING },
    { "sfence", OP_NONE, IS_NOTHING },
    { "zeroupper", OP_NONE, IS_NOTHING },
    { "cld", OP_NONE, IS_NOTHING },
    { "ud", OP_NONE, IS_NOTHING },
    /* reals */
    { "addsub", OP_FADD, BY_SUFFIX },
    { "addp", OP_FADD, BY_SUFFIX },
    { "adds", OP_FADD, BY_SUFFIX },
    { "subp", OP_FADD, BY_SUFFIX },
    { "subs", OP_FADD, BY_SUFFIX },
    { "haddp", OP_FADD, BY_SUFFIX },
    { "hsubp", OP_FADD, BY_SUFFIX },
    { "minp", OP_FADD, BY_SUFFIX },
    { "mins", OP_FADD, BY_SUFFIX },
    { "maxp", OP_FADD, BY_SUFFIX },
    { "maxs", OP_FADD, BY_SUFFIX },
    { "ucomis", OP_FADD, BY_SUFFIX },
    { "comis", OP_FADD, BY_SUFFIX },
    { "cmpsb", OP_REPEAT, IS_NOTHING },
    { "cmpsw", OP_REPEAT, IS_NOTHING },
    { "cmpsq", OP_REPEAT, IS_NOTHING },
    { "mulp", OP_FMUL, BY_SUFFIX },
    { "muls", OP_FMUL, BY_SUFFIX },
    { "mulx", OP_MUL, BY_SIZE },
    { "divp", OP_FDIV, BY_SUFFIX },
    { "divs", OP_FDIV, BY_SUFFIX },
    { "sqrt", OP_FSQRT, BY_SUFFIX },
    { "rcp", OP_FMUL, BY_SUFFIX },
    { "rsqrt", OP_FMUL, BY_SUFFIX },
    { "fmadd", OP_FMA, BY_SUFFIX },
    { "fmsub", OP_FMA, BY_SUFFIX },
    { "fnmadd", OP_FMA, BY_SUFFIX },
    { "fnmsub", OP_FMA, BY_SUFFIX },
    { "round", OP_CONVERT, BY_SUFFIX },
    { "cvt", OP_CONVERT, BY_SUFFIX },
    { "andnp", OP_VADD, BY_SUFFIX },
    { "andp", OP_VADD, BY_SUFFIX },
    { "orp", OP_VADD, BY_SUFFIX },
    { "xorp", OP_VADD, BY_SUFFIX },
    { "shufp", OP_SHUFFLE, BY_SUFFIX },
    { "unpck", OP_SHUFFLE, BY_SUFFIX },
    { "blend", OP_SHUFFLE, BY_SUFFIX },
    { "perm", OP_SHUFFLE, BY_LETTER },
    { "insert", OP_SHUFFLE, BY_LETTER },
    { "extract", OP_SHUFFLE, BY_LETTER },
    { "broadcast", OP_SHUFFLE, BY_SUFFIX },
    { "dpp", OP_FMUL, BY_SUFFIX },
    /* vectors of integers */
    { "pslldq", OP_SHUFFLE, BY_LETTER },
    { "psrldq", OP_SHUFFLE, BY_LETTER },
    { "psll", OP_SHIFT, BY_LETTER },
    { "psrl", OP_SHIFT, BY_LETTER },
    { "psra", OP_SHIFT, BY_LETTER },
    { "psadbw", OP_VMUL, BY_LETTER },
    { "pmul", OP_VMUL, BY_LETTER },
    { "pmadd", OP_VMUL, BY_LETTER },
    { "pshuf", OP_SHUFFLE, BY_LETTER },
    { "palign", OP_SHUFFLE, BY_LETTER },
    { "punpck", OP_SHUFFLE, BY_LETTER },
    { "pack", OP_SHUFFLE, BY_LETTER },
    { "pblend", OP_SHUFFLE, BY_LETTER },
    { "pbroadcast", OP_SHUFFLE, BY_LETTER },
    { "pmovzx", OP_SHUFFLE, BY_LETTER },
    { "pmovsx", OP_SHUFFLE, BY_LETTER },
    { "pinsr", OP_CROSS, BY_LETTER },
    { "pextr", OP_CROSS, BY_LETTER },
    { "ptest", OP_CROSS, BY_LETTER },
    { "padd", OP_VADD, BY_LETTER },
    { "psub", OP_VADD, BY_LETTER },
    { "pcmp", OP_VADD, BY_LETTER },
    { "pmax", OP_VADD, BY_LETTER },
    { "pmin", OP_VADD, BY_LETTER },
    { "pand", OP_VADD, BY_LETTER },
    { "por", OP_VADD, BY_LETTER },
    { "pxor", OP_VADD, BY_LETTER },
    { "pabs", OP_VADD, BY_LETTER },
    { "pavg", OP_VADD, BY_LETTER },
    { "psign", OP_VADD, BY_LETTER },
    { "phadd", OP_VADD, BY_LETTER },
    { "pdep", OP_BITS, BY_SIZE },
    { "pext", OP_BITS, BY_SIZE },
    /* integers */
    { "add", OP_ADD, BY_SIZE },
    { "adc", OP_ADD, BY_SIZE },
    { "adox", OP_ADD, BY_SIZE },
    { "adcx", OP_ADD, BY_SIZE },
    { "sub", OP_ADD, BY_SIZE },
    { "sbb", OP_ADD, BY_SIZE },
    { "inc", OP_ADD, BY_SIZE },
    { "dec", OP_ADD, BY_SIZE },
    { "neg", OP_ADD, BY_SIZE },
    { "cmpxchg", OP_ATOMIC, BY_SIZE },
    { "cmp$", OP_ADD, BY_SIZE },
    { "cmp", OP_FADD, BY_SUFFIX },
    { "xadd", OP_ATOMIC, BY_SIZE },
    { "test", OP_LOGIC, BY_SIZE },
    { "and", OP_LOGIC, BY_SIZE },
    { "or$", OP_LOGIC, BY_SIZE },
    { "xor", OP_LOGIC, BY_SIZE },
    { "not", OP_LOGIC, BY_SIZE },
    { "bt", OP_LOGIC, BY_SIZE },
    { "bls", OP_LOGIC, BY_SIZE },
    { "cdq", OP_ADD, BY_SIZE },
    { "cqo", OP_ADD, BY_SIZE },
    { "cwd", OP_ADD, BY_SIZE },
    { "cbw", OP_ADD, BY_SIZE },
    { "imul", OP_MUL, BY_SIZE },
    { "mul", OP_MUL, BY_SIZE },
    { "idiv", OP_DIV, BY_SIZE },
    { "div", OP_DIV, BY_SIZE },
    { "sh", OP_SHIFT, BY_SIZE },
    { "sa", OP_SHIFT, BY_SIZE },
    { "ro", OP_SHIFT, BY_SIZE },
    { "rc", OP_SHIFT, BY_SIZE },
    { "lzcnt", OP_BITS, BY_SIZE },
    { "tzcnt", OP_BITS, BY_SIZE },
    { "bs", OP_BITS, BY_SIZE },
    { "bextr", OP_BITS, BY_SIZE },
    { "bzhi", OP_BITS, BY_SIZE },
    { "xchg", OP_MOVE, BY_SIZE },
    /* x87 */
    { "fild", OP_CONVERT, IS_F64 },
    { "fist", OP_CONVERT, IS_F64 },
    { "fld", OP_MOVE, IS_F64 },
    { "fst", OP_MOVE, IS_F64 },
    { "fxch", OP_MOVE, IS_F64 },
    { "fadd", OP_FADD, IS_F64 },
    { "fiadd", OP_FADD, IS_F64 },
    { "fsub", OP_FADD, IS_F64 },
    { "fisub", OP_FADD, IS_F64 },
    { "fcom", OP_FADD, IS_F64 },
    { "fucom", OP_FADD, IS_F64 },
    { "fabs", OP_FADD, IS_F64 },
    { "fchs", OP_FADD, IS_F64 },
    { "fmul", OP_FMUL, IS_F64 },
    { "fimul", OP_FMUL, IS_F64 },
    { "fdiv", OP_FDIV, IS_F64 },
    { "fidiv", OP_FDIV, IS_F64 },
    { "fsqrt", OP_FSQRT, IS_F64 },
    { NULL, OP_OTHER, IS_NOTHING },
};

/* Registers of each width of one number. */
static const x86_reg general[16][4] = {
    { X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL },
    { X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL },
    { X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL },
    { X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL },
    { X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL },
    { X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL },
    { X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL },
    { X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL },
    { X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B },
    { X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B },
    { X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B },
    { X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B },
    { X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B },
    { X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B },
    { X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B },
    { X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B },
};

static bool within(x86_reg r, x86_reg first, x86_reg last)
{
    return r >= first && r <= last;
}

static unsigned number_of(x86_reg r)
{
    static const x86_reg high[4] = { X86_REG_AH, X86_REG_CH, X86_REG_DH, X86_REG_BH };

    for (unsigned i = 0; i < 16; i++)
        for (unsigned width = 0; width < 4; width++)
            if (general[i][width] == r)
                return i;
    for (unsigned i = 0; i < 4; i++)
        if (high[i] == r)
            return i;
    if (r == X86_REG_EFLAGS)
        return FLAGS;
    if (within(r, X86_REG_XMM0, X86_REG_XMM31))
        return VECTORS + (r - X86_REG_XMM0);
    if (within(r, X86_REG_YMM0, X86_REG_YMM31))
        return VECTORS + (r - X86_REG_YMM0);
    if (within(r, X86_REG_ZMM0, X86_REG_ZMM31))
        return VECTORS + (r - X86_REG_ZMM0);
    if (within(r, X86_REG_K0, X86_REG_K7))
        return MASKS + (r - X86_REG_K0);
    if (within(r, X86_REG_ST0, X86_REG_ST7))
        return X87 + (r - X86_REG_ST0);
    return within(r, X86_REG_MM0, X86_REG_MM7) ? X87 + (unsigned)(r - X86_REG_MM0) : REGISTER_NONE;
}

static bool is_vector(unsigned number)
{
    return number >= VECTORS && number < MASKS;
}

/* Whether X, whose first operand is memory, stores a vector register: capstone has many of these as
 * loads. With one operand AVX knows how it is used. */
static bool writes_vector(const cs_x86 *x, bool avx)
{
    if (x->op_count < 2)
        return false;
    return avx || (x->operands[1].type == X86_OP_REG && is_vector(number_of(x->operands[1].reg)));
}

/* How operand I is used, also where capstone does not say. */
static unsigned access_of(const cs_x86 *x, unsigned i, const struct mnemonic *m, bool avx)
{
    unsigned access = x->operands[i].access;

    bool only_stores = m && (m->op == OP_MOVE || strncmp(m->starts, "set", 3) == 0);

    if (i == 0 && x->operands[0].type == X86_OP_MEM && (writes_vector(x, avx) || only_stores))
        return CS_AC_WRITE;
    if (m && m->op == OP_FMA && i == 0)
        return CS_AC_READ | CS_AC_WRITE;
    if (access == 0 && i == 0)
        return avx || (m && (m->op == OP_MOVE || m->op == OP_CONVERT)) ? CS_AC_WRITE
                                                                       : CS_AC_READ | CS_AC_WRITE;
    return access ? access : CS_AC_READ;
}

static void take_register(struct signature_instruction *at, const cs_x86_op *op, unsigned access)
{
    unsigned number = number_of(op->reg);

    if (access & CS_AC_READ)
        register_read(at, number);
    if (access & CS_AC_WRITE)
        register_write(at, number);
    if (access & CS_AC_WRITE && number < FLAGS && op->size < 4) /* the rest of it stays */
        register_read(at, number);
    if (is_vector(number) && op->size > at->vector)
        at->vector = op->size;
}

static void take_memory(struct signature_instruction *at, const cs_x86_op *op, unsigned access)
{
    register_address(at, number_of(op->mem.base));
    register_address(at, number_of(op->mem.index));
    at->access_bytes = op->size;
    if (access & CS_AC_READ)
        at->loads = 1;
    if (access & CS_AC_WRITE)
        at->stores = 1;
}

/* An address that is only computed. */
static void take_lea(struct signature_instruction *at, const x86_op_mem *mem)
{
    bool base = number_of(mem->base) != REGISTER_NONE,
         index = number_of(mem->index) != REGISTER_NONE;

    register_read(at, number_of(mem->base));
    register_read(at, number_of(mem->index));
    if (base + index + (mem->disp != 0) < 3)
        at->op = OP_ADD;
}

static void take_operands(struct signature_instruction *at, const cs_x86 *x,
                          const struct mnemonic *m, bool avx)
{
    for (unsigned i = 0; i < x->op_count; i++) {
        const cs_x86_op *op = &x->operands[i];
        unsigned access = access_of(x, i, m, avx);
        if (op->type == X86_OP_REG)
            take_register(at, op, access);
        else if (op->type == X86_OP_MEM && at->op == OP_LEA)
            take_lea(at, &op->mem);
        else if (op->type == X86_OP_MEM && at->op != OP_NONE)
            take_memory(at, op, access);
    }
}

static void take_implicit(struct signature_instruction *at, const cs_detail *detail)
{
    for (unsigned i = 0; i < detail->regs_read_count; i++)
        register_read(at, number_of(detail->regs_read[i]));
    for (unsigned i = 0; i < detail->regs_write_count; i++)
        register_write(at, number_of(detail->regs_write[i]));
}

/* The stack pointer is an address, and no data, of those. */
static void drop_read(struct signature_instruction *at, unsigned number)
{
    unsigned n = 0;

    for (unsigned i = 0; i < at->n_reads; i++)
        if (at->reads[i] != number)
            at->reads[n++] = at->reads[i];
    at->n_reads = (uint8_t)n;
}

/* push, pop, call, return. */
static void take_stack(struct signature_instruction *at, const char *name, const cs_x86 *x)
{
    bool push = strncmp(name, "push", 4) == 0 || strcmp(name, "call") == 0;
    bool pop =
        strncmp(name, "pop", 3) == 0 || strncmp(name, "ret", 3) == 0 || strcmp(name, "leave") == 0;

    if (strncmp(name, "popcnt", 6) == 0 || (!push && !pop))
        return;
    at->idiom = IDIOM_STACK;
    at->stores = (uint8_t)(at->stores | push);
    at->loads = (uint8_t)(at->loads | pop);
    if (at->access_bytes == 0)
        at->access_bytes = x->op_count && x->operands[0].size ? x->operands[0].size : 8;
    drop_read(at, 4);
    register_address(at, 4);
    register_write(at, 4);
}

static unsigned of_size(unsigned bytes)
{
    return bytes == 1 ? TYPE_I8 : bytes == 2 ? TYPE_I16 : bytes == 4 ? TYPE_I32 : TYPE_I64;
}

static unsigned of_letter(const char *name)
{
    switch (name[strlen(name) - 1]) {
    case 'b':
        return TYPE_I8;
    case 'w':
        return TYPE_I16;
    case 'q':
        return TYPE_I64;
    default:
        return TYPE_I32;
    }
}

static void set_type(struct signature_instruction *at, const char *name, enum mnemonic_type how,
                     const cs_x86 *x)
{
    size_t n = strlen(name);

    if (how == BY_SIZE)
        at->type = (uint8_t)of_size(x->op_count ? x->operands[0].size : 8);
    else if (how == BY_LETTER)
        at->type = (uint8_t)of_letter(name);
    else if (how == BY_SUFFIX)
        at->type = name[n - 1] == 's' ? TYPE_F32 : TYPE_F64;
    else if (how == IS_F64)
        at->type = TYPE_F64;
    /* ss and sd are scalars, though they are in vector registers */
    if (how == BY_SUFFIX && n > 2 && name[n - 2] == 's')
        at->vector = 0;
    if (how == BY_SIZE || how == IS_F64)
        at->vector = 0;
}

/* A transfer is a load, a store, or a move; one between files of registers crosses. */
static void settle_move(struct signature_instruction *at, const cs_x86 *x)
{
    if (at->op != OP_MOVE && at->op != OP_CROSS)
        return;
    bool registers =
        x->op_count == 2 && x->operands[0].type == X86_OP_REG && x->operands[1].type == X86_OP_REG;
    bool crosses = registers && is_vector(number_of(x->operands[0].reg)) !=
                                    is_vector(number_of(x->operands[1].reg));
    if (at->loads && at->op == OP_MOVE)
        at->op = OP_LOAD;
    else if (at->stores && at->op == OP_MOVE)
        at->op = OP_STORE;
    else if (crosses)
        at->op = OP_CROSS;
    else if (registers && at->op == OP_CROSS && !crosses)
        at->op = OP_MOVE;
    else if (at->op == OP_CROSS && (at->loads || at->stores))
        at->op = at->loads ? OP_LOAD : OP_STORE;
    if (registers && at->op == OP_MOVE && x->operands[0].size >= 4)
        at->idiom = IDIOM_MOVE;
}

/* What makes zero of a register by itself waits for nothing. */
static void settle_zero(struct signature_instruction *at, const char *name, const cs_x86 *x)
{
    unsigned n = x->op_count;
    bool zeroes = strcmp(name, "xor") == 0 || strcmp(name, "sub") == 0 ||
                  strncmp(name, "pxor", 4) == 0 || strncmp(name, "xorp", 4) == 0;

    if (!zeroes || n < 2 || x->operands[n - 1].type != X86_OP_REG ||
        x->operands[n - 2].type != X86_OP_REG || x->operands[n - 1].reg != x->operands[n - 2].reg ||
        x->operands[n - 1].size < 4)
        return;
    at->idiom = IDIOM_ZERO;
    at->n_reads = 0;
}

/* "Above" and "below or equal" need the carry and the zero flag, which are joined first: two
 * operations and two cycles, as chains of them take on an AMD Zen 5. The order of signed numbers
 * needs the sign and the overflow: so it is there, too, and elsewhere not; what a board takes for
 * it is measured. */
static void settle_selection(struct signature_instruction *at, const char *name)
{
    static const struct {
        const char *condition;
        enum signature_idiom idiom;
    } known[] = { { "a", IDIOM_TWO_FLAGS }, { "be", IDIOM_TWO_FLAGS }, { "l", IDIOM_SIGNED },
                  { "ge", IDIOM_SIGNED },   { "le", IDIOM_SIGNED },    { "g", IDIOM_SIGNED } };

    for (size_t i = 0; strncmp(name, "cmov", 4) == 0 && i < sizeof known / sizeof *known; i++)
        if (strcmp(name + 4, known[i].condition) == 0)
            at->idiom = (uint8_t)known[i].idiom;
}

/* Scalar conversions and roots of SSE keep the rest of their register. */
static void keep_rest(struct signature_instruction *at, const cs_x86 *x, bool avx)
{
    if (!avx && (at->op == OP_CONVERT || at->op == OP_FSQRT) && at->vector == 0 && x->op_count &&
        x->operands[0].type == X86_OP_REG && is_vector(number_of(x->operands[0].reg)))
        register_read(at, number_of(x->operands[0].reg));
}

/* movs, stos, lods, scas, cmps, with their prefix or without. */
static bool take_string(struct signature_instruction *at, const cs_insn *insn, const cs_x86 *x)
{
    uint8_t opcode = x->opcode[0];
    bool string = x->opcode[1] == 0 &&
                  ((opcode >= 0xa4 && opcode <= 0xa7) || (opcode >= 0xaa && opcode <= 0xaf));

    if (!string)
        return false;
    at->op = OP_REPEAT;
    at->loads = (opcode | 1) == 0xab ? 0 : (opcode | 1) == 0xa7 ? 2 : 1;
    at->stores = (opcode | 1) == 0xa5 || (opcode | 1) == 0xab;
    at->access_bytes = x->op_count ? x->operands[0].size : 0;
    take_implicit(at, insn->detail);
    register_address(at, 6);
    register_address(at, 7);
    register_write(at, 6);
    register_write(at, 7);
    return true;
}

bool decode_x86(csh engine, cs_insn *insn, struct signature_instruction *at)
{
    const cs_x86 *x = &insn->detail->x86;
    const char *name = cs_insn_name(engine, insn->id);
    bool avx = name && name[0] == 'v' && strncmp(name, "ver", 3) != 0;

    if (!name || take_string(at, insn, x))
        return name != NULL;
    name += avx;
    const struct mnemonic *m = mnemonic_find(mnemonics, name);
    at->op = m ? m->op : OP_OTHER;
    take_operands(at, x, m, avx);
    if (strcmp(name, "test") == 0) /* it stores nothing, whatever capstone says */
        at->stores = 0;
    take_implicit(at, insn->detail);
    if (m)
        set_type(at, name, (enum mnemonic_type)m->type, x);
    take_stack(at, name, x);
    settle_move(at, x);
    settle_zero(at, name, x);
    settle_selection(at, name);
    keep_rest(at, x, avx);
    if (x->prefix[0] == X86_PREFIX_LOCK || (at->stores && strcmp(name, "xchg") == 0))
        at->op = OP_ATOMIC;
    else if (at->op == OP_ATOMIC)
        at->op = OP_ADD;
    return true;
}
