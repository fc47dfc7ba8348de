/* AArch64, from capstone's operands. Registers 0 to 30 are x0 to x30, 31 the stack pointer, 32 to
 * 63 v0 to v31, 64 the flags. */
#include "decoders.h"
#include "registers.h"
#include <capstone.h>
#include <string.h>

enum { STACK = 31, VECTORS = 32, FLAGS = 64 };

static const struct mnemonic mnemonics[] = {
    { "nop", OP_NONE, IS_NOTHING },     { "hint", OP_NONE, IS_NOTHING },
    { "bti", OP_NONE, IS_NOTHING },     { "pac", OP_NONE, IS_NOTHING },
    { "aut", OP_NONE, IS_NOTHING },     { "dmb", OP_NONE, IS_NOTHING },
    { "dsb", OP_NONE, IS_NOTHING },     { "isb", OP_NONE, IS_NOTHING },
    { "prfm", OP_NONE, IS_NOTHING },    { "yield", OP_NONE, IS_NOTHING },
    { "ldadd", OP_ATOMIC, BY_SIZE },    { "ldset", OP_ATOMIC, BY_SIZE },
    { "ldclr", OP_ATOMIC, BY_SIZE },    { "ldeor", OP_ATOMIC, BY_SIZE },
    { "swp", OP_ATOMIC, BY_SIZE },      { "cas", OP_ATOMIC, BY_SIZE },
    { "ldx", OP_ATOMIC, BY_SIZE },      { "ldax", OP_ATOMIC, BY_SIZE },
    { "stx", OP_ATOMIC, BY_SIZE },      { "stlx", OP_ATOMIC, BY_SIZE },
    { "ld", OP_LOAD, BY_SIZE },         { "st", OP_STORE, BY_SIZE },
    { "fmov", OP_MOVE, BY_SUFFIX },     { "fmadd", OP_FMA, BY_SUFFIX },
    { "fmsub", OP_FMA, BY_SUFFIX },     { "fnmadd", OP_FMA, BY_SUFFIX },
    { "fnmsub", OP_FMA, BY_SUFFIX },    { "fmla", OP_FMA, BY_SUFFIX },
    { "fmls", OP_FMA, BY_SUFFIX },      { "fmul", OP_FMUL, BY_SUFFIX },
    { "fnmul", OP_FMUL, BY_SUFFIX },    { "fdiv", OP_FDIV, BY_SUFFIX },
    { "fsqrt", OP_FSQRT, BY_SUFFIX },   { "frsqrt", OP_FMUL, BY_SUFFIX },
    { "frecp", OP_FMUL, BY_SUFFIX },    { "fcvt", OP_CONVERT, BY_SUFFIX },
    { "frint", OP_CONVERT, BY_SUFFIX }, { "scvtf", OP_CONVERT, BY_SUFFIX },
    { "ucvtf", OP_CONVERT, BY_SUFFIX }, { "f", OP_FADD, BY_SUFFIX },
    { "mov", OP_MOVE, BY_SIZE },        { "mvn", OP_LOGIC, BY_SIZE },
    { "adr", OP_MOVE, BY_SIZE },        { "madd", OP_MUL, BY_SIZE },
    { "msub", OP_MUL, BY_SIZE },        { "mneg", OP_MUL, BY_SIZE },
    { "mul", OP_MUL, BY_SIZE },         { "mla", OP_MUL, BY_SIZE },
    { "mls", OP_MUL, BY_SIZE },         { "smul", OP_MUL, BY_SIZE },
    { "umul", OP_MUL, BY_SIZE },        { "smadd", OP_MUL, BY_SIZE },
    { "umadd", OP_MUL, BY_SIZE },       { "smsub", OP_MUL, BY_SIZE },
    { "umsub", OP_MUL, BY_SIZE },       { "sdiv", OP_DIV, BY_SIZE },
    { "udiv", OP_DIV, BY_SIZE },        { "lsl", OP_SHIFT, BY_SIZE },
    { "lsr", OP_SHIFT, BY_SIZE },       { "asr", OP_SHIFT, BY_SIZE },
    { "ror", OP_SHIFT, BY_SIZE },       { "sshl", OP_SHIFT, BY_SIZE },
    { "ushl", OP_SHIFT, BY_SIZE },      { "shl", OP_SHIFT, BY_SIZE },
    { "sshr", OP_SHIFT, BY_SIZE },      { "ushr", OP_SHIFT, BY_SIZE },
    { "ubf", OP_SHIFT, BY_SIZE },       { "sbf", OP_SHIFT, BY_SIZE },
    { "bf", OP_SHIFT, BY_SIZE },        { "extr", OP_SHIFT, BY_SIZE },
    { "ext$", OP_SHUFFLE, BY_SIZE },    { "clz", OP_BITS, BY_SIZE },
    { "cls", OP_BITS, BY_SIZE },        { "cnt", OP_BITS, BY_SIZE },
    { "rbit", OP_BITS, BY_SIZE },       { "rev", OP_BITS, BY_SIZE },
    { "umov", OP_CROSS, BY_SIZE },      { "smov", OP_CROSS, BY_SIZE },
    { "dup", OP_SHUFFLE, BY_SIZE },     { "ins", OP_SHUFFLE, BY_SIZE },
    { "zip", OP_SHUFFLE, BY_SIZE },     { "uzp", OP_SHUFFLE, BY_SIZE },
    { "trn", OP_SHUFFLE, BY_SIZE },     { "tbl", OP_SHUFFLE, BY_SIZE },
    { "tbx", OP_SHUFFLE, BY_SIZE },     { "xtn", OP_SHUFFLE, BY_SIZE },
    { "addv", OP_VADD, BY_SIZE },       { "and", OP_LOGIC, BY_SIZE },
    { "orr", OP_LOGIC, BY_SIZE },       { "orn", OP_LOGIC, BY_SIZE },
    { "eor", OP_LOGIC, BY_SIZE },       { "eon", OP_LOGIC, BY_SIZE },
    { "bic", OP_LOGIC, BY_SIZE },       { "bi", OP_LOGIC, BY_SIZE },
    { "bsl", OP_LOGIC, BY_SIZE },       { "tst", OP_LOGIC, BY_SIZE },
    { "add", OP_ADD, BY_SIZE },         { "adc", OP_ADD, BY_SIZE },
    { "sub", OP_ADD, BY_SIZE },         { "sbc", OP_ADD, BY_SIZE },
    { "neg", OP_ADD, BY_SIZE },         { "ngc", OP_ADD, BY_SIZE },
    { "cmp", OP_ADD, BY_SIZE },         { "cmn", OP_ADD, BY_SIZE },
    { "ccm", OP_ADD, BY_SIZE },         { "cs", OP_ADD, BY_SIZE },
    { "cinc", OP_ADD, BY_SIZE },        { "cinv", OP_ADD, BY_SIZE },
    { "cneg", OP_ADD, BY_SIZE },        { "sxt", OP_ADD, BY_SIZE },
    { "uxt", OP_ADD, BY_SIZE },         { "cm", OP_VADD, BY_SIZE },
    { "abs", OP_VADD, BY_SIZE },        { "umax", OP_VADD, BY_SIZE },
    { "umin", OP_VADD, BY_SIZE },       { "smax", OP_VADD, BY_SIZE },
    { "smin", OP_VADD, BY_SIZE },       { NULL, OP_OTHER, IS_NOTHING },
};

static bool within(unsigned r, unsigned first, unsigned last)
{
    return r >= first && r <= last;
}

static unsigned number_of(unsigned r)
{
    static const unsigned firsts[] = { ARM64_REG_B0, ARM64_REG_H0, ARM64_REG_S0,
                                       ARM64_REG_D0, ARM64_REG_Q0, ARM64_REG_V0 };

    for (unsigned i = 0; i < sizeof firsts / sizeof *firsts; i++)
        if (within(r, firsts[i], firsts[i] + 31))
            return VECTORS + (r - firsts[i]);
    if (within(r, ARM64_REG_X0, ARM64_REG_X0 + 28))
        return r - ARM64_REG_X0;
    if (within(r, ARM64_REG_W0, ARM64_REG_W0 + 30))
        return r - ARM64_REG_W0;
    switch (r) {
    case ARM64_REG_X29:
        return 29;
    case ARM64_REG_X30:
        return 30;
    case ARM64_REG_SP:
    case ARM64_REG_WSP:
        return STACK;
    case ARM64_REG_NZCV:
        return FLAGS;
    default:
        return REGISTER_NONE;
    }
}

static unsigned bytes_of(unsigned r)
{
    if (within(r, ARM64_REG_B0, ARM64_REG_B0 + 31))
        return 1;
    if (within(r, ARM64_REG_H0, ARM64_REG_H0 + 31))
        return 2;
    if (within(r, ARM64_REG_S0, ARM64_REG_S0 + 31) || within(r, ARM64_REG_W0, ARM64_REG_W0 + 30) ||
        r == ARM64_REG_WZR || r == ARM64_REG_WSP)
        return 4;
    return within(r, ARM64_REG_Q0, ARM64_REG_Q0 + 31) || within(r, ARM64_REG_V0, ARM64_REG_V0 + 31)
               ? 16
               : 8;
}

/* The first operand is written, the others are read, but where a table says otherwise. */
static unsigned access_of(const struct signature_instruction *at, const char *name, unsigned i,
                          const cs_arm64_op *op)
{
    bool compares = strncmp(name, "cmp", 3) == 0 || strncmp(name, "cmn", 3) == 0 ||
                    strncmp(name, "tst", 3) == 0 || strncmp(name, "fcmp", 4) == 0 ||
                    strncmp(name, "ccm", 3) == 0 || strncmp(name, "cb", 2) == 0 ||
                    strncmp(name, "tb", 2) == 0;

    if (compares || at->op == OP_STORE)
        return CS_AC_READ;
    if (at->op == OP_LOAD)
        return CS_AC_WRITE;
    if (i > 0)
        return CS_AC_READ;
    bool keeps = strcmp(name, "movk") == 0 || strncmp(name, "fml", 3) == 0 ||
                 strncmp(name, "ml", 2) == 0 || strncmp(name, "ins", 3) == 0 ||
                 strncmp(name, "bf", 2) == 0;
    /* Capstone has the result of `adds` with a constant as only read. */
    bool computes = at->op == OP_ADD || at->op == OP_LOGIC;
    return keeps ? CS_AC_READ | CS_AC_WRITE : op->access && !computes ? op->access : CS_AC_WRITE;
}

static void take_memory(struct signature_instruction *at, const arm64_op_mem *mem)
{
    register_address(at, number_of(mem->base));
    register_address(at, number_of(mem->index));
}

static void take_operands(struct signature_instruction *at, const cs_arm64 *a, const char *name)
{
    for (unsigned i = 0; i < a->op_count; i++) {
        const cs_arm64_op *op = &a->operands[i];
        if (op->type == ARM64_OP_MEM) {
            take_memory(at, &op->mem);
            if (a->writeback)
                register_write(at, number_of(op->mem.base));
        } else if (op->type == ARM64_OP_REG) {
            unsigned access = access_of(at, name, i, op);
            if (access & CS_AC_READ)
                register_read(at, number_of(op->reg));
            if (access & CS_AC_WRITE)
                register_write(at, number_of(op->reg));
        }
    }
}

/* Loads and stores by their names: pairs, bytes, halves. */
static void take_transfer(struct signature_instruction *at, const cs_arm64 *a, const char *name)
{
    bool pair = strncmp(name, "ldp", 3) == 0 || strncmp(name, "stp", 3) == 0 ||
                strncmp(name, "ldnp", 4) == 0 || strncmp(name, "stnp", 4) == 0;
    size_t n = strlen(name);
    bool store = name[0] == 's';

    if (at->op != OP_LOAD && at->op != OP_STORE && at->op != OP_ATOMIC)
        return;
    at->loads = (uint8_t)(store ? at->op == OP_ATOMIC && name[1] == 'w' : 1 + pair);
    at->stores =
        (uint8_t)(store ? 1 + pair : at->op == OP_ATOMIC && name[2] != 'x' && name[2] != 'a');
    unsigned bytes =
        a->op_count && a->operands[0].type == ARM64_OP_REG ? bytes_of(a->operands[0].reg) : 8;
    if (n > 3 && name[n - 1] == 'b')
        bytes = 1;
    else if (n > 3 && name[n - 1] == 'h')
        bytes = 2;
    else if (n > 3 && strcmp(name + n - 2, "sw") == 0)
        bytes = 4;
    at->access_bytes = (uint8_t)bytes;
}

static bool is_vector_arrangement(const cs_arm64_op *op)
{
    return op->type == ARM64_OP_REG && op->vas != 0;
}

static void set_type(struct signature_instruction *at, const cs_arm64 *a, enum mnemonic_type how)
{
    const cs_arm64_op *op = &a->operands[a->op_count > 1 && at->op != OP_LOAD ? 1 : 0];
    unsigned bytes = a->op_count && op->type == ARM64_OP_REG ? bytes_of(op->reg) : 8;

    if (a->op_count && is_vector_arrangement(&a->operands[0]))
        at->vector = 16;
    if (how == BY_SUFFIX)
        at->type = bytes == 4 ? TYPE_F32 : TYPE_F64;
    else if (how == BY_SIZE)
        at->type = at->vector ? TYPE_I32 : bytes == 4 ? TYPE_I32 : TYPE_I64;
    if (at->vector && (at->op == OP_ADD || at->op == OP_LOGIC))
        at->op = OP_VADD;
    if (at->vector && at->op == OP_MUL)
        at->op = OP_VMUL;
}

/* A move between files crosses; one within a file may cost nothing. */
static void settle_move(struct signature_instruction *at, const cs_arm64 *a)
{
    if (at->op != OP_MOVE || a->op_count != 2 || a->operands[0].type != ARM64_OP_REG ||
        a->operands[1].type != ARM64_OP_REG)
        return;
    unsigned to = number_of(a->operands[0].reg), from = number_of(a->operands[1].reg);
    if (to == REGISTER_NONE || from == REGISTER_NONE)
        return;
    if ((to < VECTORS) != (from < VECTORS))
        at->op = OP_CROSS;
    else
        at->idiom = IDIOM_MOVE;
}

bool decode_arm64(csh engine, cs_insn *insn, struct signature_instruction *at)
{
    const cs_arm64 *a = &insn->detail->arm64;
    const char *name = insn->mnemonic;
    const struct mnemonic *m = mnemonic_find(mnemonics, name);

    (void)engine;
    at->op = m ? m->op : OP_OTHER;
    take_operands(at, a, name);
    take_transfer(at, a, name);
    if (m)
        set_type(at, a, (enum mnemonic_type)m->type);
    settle_move(at, a);
    if (a->update_flags)
        register_write(at, FLAGS);
    if ((a->cc != ARM64_CC_INVALID && a->cc != ARM64_CC_AL) || strncmp(name, "adc", 3) == 0 ||
        strncmp(name, "sbc", 3) == 0)
        register_read(at, FLAGS);
    return true;
}
