/* ARM and Thumb, from capstone's operands. Registers 0 to 15 are r0 to r15, 16 the flags, 32 to 63
 * d0 to d31. */
#include "decoders.h"
#include "registers.h"
#include <capstone.h>
#include <string.h>

enum { PC = 15, FLAGS = 16, VECTORS = 32 };

static const struct mnemonic mnemonics[] = {
    { "nop", OP_NONE, IS_NOTHING },     { "it", OP_NONE, IS_NOTHING },
    { "pld", OP_NONE, IS_NOTHING },     { "dmb", OP_NONE, IS_NOTHING },
    { "dsb", OP_NONE, IS_NOTHING },     { "isb", OP_NONE, IS_NOTHING },
    { "hint", OP_NONE, IS_NOTHING },    { "ldrex", OP_ATOMIC, BY_SIZE },
    { "strex", OP_ATOMIC, BY_SIZE },    { "swp", OP_ATOMIC, BY_SIZE },
    { "ld", OP_LOAD, BY_SIZE },         { "st", OP_STORE, BY_SIZE },
    { "push", OP_STORE, BY_SIZE },      { "pop", OP_LOAD, BY_SIZE },
    { "vld", OP_LOAD, BY_SUFFIX },      { "vst", OP_STORE, BY_SUFFIX },
    { "vpush", OP_STORE, BY_SUFFIX },   { "vpop", OP_LOAD, BY_SUFFIX },
    { "vmovn", OP_SHUFFLE, BY_SUFFIX }, { "vmovl", OP_SHUFFLE, BY_SUFFIX },
    { "vmov", OP_MOVE, BY_SUFFIX },     { "vmrs", OP_CROSS, IS_NOTHING },
    { "vmsr", OP_CROSS, IS_NOTHING },   { "vfm", OP_FMA, BY_SUFFIX },
    { "vfnm", OP_FMA, BY_SUFFIX },      { "vmla", OP_FMA, BY_SUFFIX },
    { "vmls", OP_FMA, BY_SUFFIX },      { "vnml", OP_FMA, BY_SUFFIX },
    { "vmul", OP_FMUL, BY_SUFFIX },     { "vnmul", OP_FMUL, BY_SUFFIX },
    { "vdiv", OP_FDIV, BY_SUFFIX },     { "vsqrt", OP_FSQRT, BY_SUFFIX },
    { "vcvt", OP_CONVERT, BY_SUFFIX },  { "vadd", OP_FADD, BY_SUFFIX },
    { "vsub", OP_FADD, BY_SUFFIX },     { "vcmp", OP_FADD, BY_SUFFIX },
    { "vneg", OP_FADD, BY_SUFFIX },     { "vabs", OP_FADD, BY_SUFFIX },
    { "vmax", OP_FADD, BY_SUFFIX },     { "vmin", OP_FADD, BY_SUFFIX },
    { "vshl", OP_SHIFT, BY_SUFFIX },    { "vshr", OP_SHIFT, BY_SUFFIX },
    { "vdup", OP_SHUFFLE, BY_SUFFIX },  { "vext", OP_SHUFFLE, BY_SUFFIX },
    { "vzip", OP_SHUFFLE, BY_SUFFIX },  { "vuzp", OP_SHUFFLE, BY_SUFFIX },
    { "vtrn", OP_SHUFFLE, BY_SUFFIX },  { "vtbl", OP_SHUFFLE, BY_SUFFIX },
    { "vrev", OP_SHUFFLE, BY_SUFFIX },  { "v", OP_VADD, BY_SUFFIX },
    { "movt", OP_ADD, BY_SIZE },        { "mov", OP_MOVE, BY_SIZE },
    { "mvn", OP_LOGIC, BY_SIZE },       { "adr", OP_MOVE, BY_SIZE },
    { "mul", OP_MUL, BY_SIZE },         { "mla", OP_MUL, BY_SIZE },
    { "mls", OP_MUL, BY_SIZE },         { "smul", OP_MUL, BY_SIZE },
    { "umul", OP_MUL, BY_SIZE },        { "smla", OP_MUL, BY_SIZE },
    { "smlsd", OP_MUL, BY_SIZE },       { "smm", OP_MUL, BY_SIZE },
    { "umla", OP_MUL, BY_SIZE },        { "umaal", OP_MUL, BY_SIZE },
    { "sdiv", OP_DIV, BY_SIZE },        { "udiv", OP_DIV, BY_SIZE },
    { "lsl", OP_SHIFT, BY_SIZE },       { "lsr", OP_SHIFT, BY_SIZE },
    { "asr", OP_SHIFT, BY_SIZE },       { "ror", OP_SHIFT, BY_SIZE },
    { "rrx", OP_SHIFT, BY_SIZE },       { "ubfx", OP_SHIFT, BY_SIZE },
    { "sbfx", OP_SHIFT, BY_SIZE },      { "bfi", OP_SHIFT, BY_SIZE },
    { "bfc", OP_SHIFT, BY_SIZE },       { "clz", OP_BITS, BY_SIZE },
    { "rbit", OP_BITS, BY_SIZE },       { "rev", OP_BITS, BY_SIZE },
    { "and", OP_LOGIC, BY_SIZE },       { "orr", OP_LOGIC, BY_SIZE },
    { "orn", OP_LOGIC, BY_SIZE },       { "eor", OP_LOGIC, BY_SIZE },
    { "bic", OP_LOGIC, BY_SIZE },       { "tst", OP_LOGIC, BY_SIZE },
    { "teq", OP_LOGIC, BY_SIZE },       { "add", OP_ADD, BY_SIZE },
    { "adc", OP_ADD, BY_SIZE },         { "sub", OP_ADD, BY_SIZE },
    { "sbc", OP_ADD, BY_SIZE },         { "rsb", OP_ADD, BY_SIZE },
    { "rsc", OP_ADD, BY_SIZE },         { "cmp", OP_ADD, BY_SIZE },
    { "cmn", OP_ADD, BY_SIZE },         { "neg", OP_ADD, BY_SIZE },
    { "sxt", OP_ADD, BY_SIZE },         { "uxt", OP_ADD, BY_SIZE },
    { "usat", OP_ADD, BY_SIZE },        { "ssat", OP_ADD, BY_SIZE },
    { "sel", OP_ADD, BY_SIZE },         { NULL, OP_OTHER, IS_NOTHING },
};

static bool within(unsigned r, unsigned first, unsigned last)
{
    return r >= first && r <= last;
}

/* Of a Q register the first half stands for both. */
static unsigned number_of(unsigned r)
{
    if (within(r, ARM_REG_R0, ARM_REG_R12))
        return r - ARM_REG_R0;
    if (within(r, ARM_REG_S0, ARM_REG_S31))
        return VECTORS + (r - ARM_REG_S0) / 2;
    if (within(r, ARM_REG_D0, ARM_REG_D31))
        return VECTORS + (r - ARM_REG_D0);
    if (within(r, ARM_REG_Q0, ARM_REG_Q15))
        return VECTORS + 2 * (r - ARM_REG_Q0);
    switch (r) {
    case ARM_REG_SP:
        return 13;
    case ARM_REG_LR:
        return 14;
    case ARM_REG_CPSR:
    case ARM_REG_FPSCR:
        return FLAGS;
    default:
        return REGISTER_NONE; /* the program counter is known */
    }
}

static bool is_list(const char *name)
{
    return strncmp(name, "push", 4) == 0 || strncmp(name, "pop", 3) == 0 ||
           strncmp(name, "vpush", 5) == 0 || strncmp(name, "vpop", 4) == 0 ||
           strncmp(name, "ldm", 3) == 0 || strncmp(name, "stm", 3) == 0 ||
           strncmp(name, "vldm", 4) == 0 || strncmp(name, "vstm", 4) == 0;
}

/* Of ldm and stm the first operand is the address. */
static bool is_base(const char *name, unsigned i)
{
    return i == 0 && is_list(name) && strstr(name, "pu") == NULL && strstr(name, "po") == NULL;
}

static unsigned access_of(const struct signature_instruction *at, const char *name, unsigned i,
                          const cs_arm_op *op)
{
    bool compares = strncmp(name, "cmp", 3) == 0 || strncmp(name, "cmn", 3) == 0 ||
                    strncmp(name, "tst", 3) == 0 || strncmp(name, "teq", 3) == 0 ||
                    strncmp(name, "vcmp", 4) == 0 || strncmp(name, "cb", 2) == 0 ||
                    strncmp(name, "b", 1) == 0;
    bool keeps = strncmp(name, "vmla", 4) == 0 || strncmp(name, "vmls", 4) == 0 ||
                 strncmp(name, "vf", 2) == 0 || strncmp(name, "movt", 4) == 0 ||
                 strncmp(name, "bf", 2) == 0;

    if ((compares && strncmp(name, "bic", 3) != 0 && strncmp(name, "bf", 2) != 0) ||
        at->op == OP_STORE)
        return CS_AC_READ;
    if (at->op == OP_LOAD)
        return CS_AC_WRITE;
    if (i == 0 && keeps)
        return CS_AC_READ | CS_AC_WRITE;
    if (op->access)
        return op->access;
    return i == 0 ? CS_AC_WRITE : CS_AC_READ;
}

static void take_register(struct signature_instruction *at, const cs_arm_op *op, unsigned access)
{
    if (access & CS_AC_READ)
        register_read(at, number_of((unsigned)op->reg));
    if (access & CS_AC_WRITE)
        register_write(at, number_of((unsigned)op->reg));
    if (within((unsigned)op->reg, ARM_REG_Q0, ARM_REG_Q15))
        at->vector = 16;
    if (op->shift.type >= ARM_SFT_ASR_REG && op->shift.type <= ARM_SFT_RRX_REG)
        register_read(at, number_of(op->shift.value));
}

static void take_operands(struct signature_instruction *at, const cs_arm *a, const char *name)
{
    for (unsigned i = 0; i < a->op_count; i++) {
        const cs_arm_op *op = &a->operands[i];
        if (op->type == ARM_OP_MEM) {
            register_address(at, number_of(op->mem.base));
            register_address(at, number_of(op->mem.index));
            if (a->writeback)
                register_write(at, number_of(op->mem.base));
        } else if (op->type == ARM_OP_REG && is_base(name, i)) {
            register_address(at, number_of((unsigned)op->reg));
            if (a->writeback)
                register_write(at, number_of((unsigned)op->reg));
        } else if (op->type == ARM_OP_REG) {
            take_register(at, op, access_of(at, name, i, op));
        }
    }
}

static unsigned transfer_bytes(const cs_arm *a, const char *name)
{
    unsigned r = a->op_count ? (unsigned)a->operands[a->op_count > 1 && is_base(name, 0)].reg : 0;

    if (strncmp(name, "ldrb", 4) == 0 || strncmp(name, "strb", 4) == 0 ||
        strncmp(name, "ldrsb", 5) == 0)
        return 1;
    if (strncmp(name, "ldrh", 4) == 0 || strncmp(name, "strh", 4) == 0 ||
        strncmp(name, "ldrsh", 5) == 0)
        return 2;
    if (within(r, ARM_REG_D0, ARM_REG_D31))
        return 8;
    return within(r, ARM_REG_Q0, ARM_REG_Q15) ? 16 : 4;
}

static void take_transfer(struct signature_instruction *at, const cs_arm *a, const char *name)
{
    unsigned registers = a->op_count;
    bool exclusive_store = at->op == OP_ATOMIC && name[0] == 's';

    if (at->op != OP_LOAD && at->op != OP_STORE && at->op != OP_ATOMIC)
        return;
    if (is_list(name))
        registers -= is_base(name, 0);
    else
        registers = strncmp(name + 1, "trd", 3) == 0 || strncmp(name, "ldrd", 4) == 0 ? 2 : 1;
    if (at->op == OP_STORE || exclusive_store)
        at->stores = (uint8_t)registers;
    else
        at->loads = (uint8_t)registers;
    at->access_bytes = (uint8_t)transfer_bytes(a, name);
    if (is_list(name) && !is_base(name, 0)) { /* push, pop */
        at->idiom = IDIOM_STACK;
        register_address(at, 13);
        register_write(at, 13);
    }
}

static bool works_on_integers(const cs_arm *a)
{
    return a->vector_data >= ARM_VECTORDATA_I8 && a->vector_data <= ARM_VECTORDATA_U64;
}

/* Advanced SIMD and VFP share names: what is computed on tells them apart. */
static void set_type(struct signature_instruction *at, const cs_arm *a, enum mnemonic_type how)
{
    if (how == BY_SIZE) {
        at->type = TYPE_I32;
    } else if (how == BY_SUFFIX && works_on_integers(a)) {
        at->type = TYPE_I32;
        at->vector = at->vector ? at->vector : 8;
        if (at->op == OP_FADD)
            at->op = OP_VADD;
        else if (at->op == OP_FMUL || at->op == OP_FMA)
            at->op = OP_VMUL;
    } else if (how == BY_SUFFIX) {
        at->type = a->vector_data == ARM_VECTORDATA_F64 ? TYPE_F64 : TYPE_F32;
    }
}

static void settle_move(struct signature_instruction *at, const cs_arm *a)
{
    if (at->op != OP_MOVE || a->op_count != 2 || a->operands[0].type != ARM_OP_REG ||
        a->operands[1].type != ARM_OP_REG)
        return;
    unsigned to = number_of((unsigned)a->operands[0].reg);
    unsigned from = number_of((unsigned)a->operands[1].reg);
    if (a->operands[1].shift.type != ARM_SFT_INVALID)
        at->op = OP_SHIFT;
    else if ((to >= VECTORS) != (from >= VECTORS))
        at->op = OP_CROSS;
    else
        at->idiom = IDIOM_MOVE;
}

bool decode_arm(csh engine, cs_insn *insn, struct signature_instruction *at)
{
    const cs_arm *a = &insn->detail->arm;
    const char *name = insn->mnemonic;
    const struct mnemonic *m = mnemonic_find(mnemonics, name);
    bool conditional = a->cc != ARM_CC_INVALID && a->cc != ARM_CC_AL;

    (void)engine;
    at->op = m ? m->op : OP_OTHER;
    take_operands(at, a, name);
    take_transfer(at, a, name);
    if (m)
        set_type(at, a, (enum mnemonic_type)m->type);
    settle_move(at, a);
    if (a->update_flags || strncmp(name, "cmp", 3) == 0)
        register_write(at, FLAGS);
    if (conditional || strncmp(name, "adc", 3) == 0 || strncmp(name, "sbc", 3) == 0)
        register_read(at, FLAGS);
    for (unsigned i = 0; conditional && i < at->n_writes; i++)
        if (at->writes[i] != FLAGS) /* what it was stays */
            register_read(at, at->writes[i]);
    return true;
}
