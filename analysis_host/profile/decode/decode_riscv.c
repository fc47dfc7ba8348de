/* RV64GC: I, M, A, F, D, Zicsr, and the compressed forms of these (the unprivileged manual's
 * tables).
 */
#include "decoders.h"
#include "registers.h"

enum { FLOATS = 32, RA = 1, SP = 2 };

/* x0 is no register. */
static unsigned x(unsigned number)
{
    return number ? number : REGISTER_NONE;
}

static unsigned f(unsigned number)
{
    return FLOATS + number;
}

/* Three bits name x8 to x15 in compressed forms. */
static unsigned low(unsigned number)
{
    return 8 + (number & 7);
}

static bool set(struct signature_instruction *at, unsigned op, unsigned type)
{
    at->op = (uint8_t)op;
    at->type = (uint8_t)type;
    return true;
}

static bool transfer(struct signature_instruction *at, bool store, unsigned bytes, unsigned base,
                     unsigned data)
{
    static const uint8_t types[9] = { 0, TYPE_I8, TYPE_I16, 0, TYPE_I32, 0, 0, 0, TYPE_I64 };

    at->access_bytes = (uint8_t)bytes;
    register_address(at, x(base));
    if (store)
        register_read(at, data);
    else
        register_write(at, data);
    at->loads = !store;
    at->stores = store;
    unsigned type =
        data >= FLOATS && data != REGISTER_NONE ? bytes == 4 ? TYPE_F32 : TYPE_F64 : types[bytes];
    return set(at, store ? OP_STORE : OP_LOAD, type);
}

static bool arithmetic(struct signature_instruction *at, unsigned op, unsigned type, unsigned rd,
                       unsigned rs1, unsigned rs2)
{
    register_write(at, x(rd));
    register_read(at, x(rs1));
    register_read(at, x(rs2));
    return set(at, op, type);
}

/* Operations of OP and OP-32, where FUNCT3 says which. */
static unsigned integer_op(unsigned funct3)
{
    static const uint8_t ops[8] = { OP_ADD,   OP_SHIFT, OP_ADD,   OP_ADD,
                                    OP_LOGIC, OP_SHIFT, OP_LOGIC, OP_LOGIC };

    return ops[funct3];
}

static bool immediate(struct signature_instruction *at, uint32_t w, unsigned type)
{
    unsigned rd = w >> 7 & 31, rs1 = w >> 15 & 31, funct3 = w >> 12 & 7;
    bool move = funct3 == 0 && w >> 20 == 0;

    if (w == 0x13)
        return set(at, OP_NONE, TYPE_NONE);
    arithmetic(at, rs1 == 0 && funct3 == 0 ? OP_MOVE : integer_op(funct3), type, rd, rs1, 0);
    if (move && type == TYPE_I64) {
        at->op = OP_MOVE;
        at->idiom = IDIOM_MOVE;
    }
    return true;
}

static bool registers(struct signature_instruction *at, uint32_t w, unsigned type)
{
    unsigned rd = w >> 7 & 31, rs1 = w >> 15 & 31, rs2 = w >> 20 & 31, funct3 = w >> 12 & 7;
    unsigned funct7 = w >> 25;

    if (funct7 == 1)
        return arithmetic(at, funct3 < 4 ? OP_MUL : OP_DIV, type, rd, rs1, rs2);
    if (funct7 != 0 && funct7 != 0x20)
        return false;
    return arithmetic(at, integer_op(funct3), type, rd, rs1, rs2);
}

static bool atomic(struct signature_instruction *at, uint32_t w)
{
    unsigned what = w >> 27, bytes = 1U << (w >> 12 & 7);

    if (bytes != 4 && bytes != 8)
        return false;
    register_address(at, x(w >> 15 & 31));
    register_write(at, x(w >> 7 & 31));
    if (what != 2)
        register_read(at, x(w >> 20 & 31));
    at->loads = what != 3;
    at->stores = what != 2;
    at->access_bytes = (uint8_t)bytes;
    return set(at, OP_ATOMIC, bytes == 4 ? TYPE_I32 : TYPE_I64);
}

static bool float_arithmetic(struct signature_instruction *at, uint32_t w, unsigned op, bool two)
{
    register_write(at, f(w >> 7 & 31));
    register_read(at, f(w >> 15 & 31));
    if (two)
        register_read(at, f(w >> 20 & 31));
    return set(at, op, w >> 25 & 1 ? TYPE_F64 : TYPE_F32);
}

/* Between integers and reals: A is the file written, B the one read. */
static bool across(struct signature_instruction *at, uint32_t w, unsigned op, bool to_float,
                   bool from_float)
{
    unsigned rd = w >> 7 & 31, rs1 = w >> 15 & 31;

    register_write(at, to_float ? f(rd) : x(rd));
    register_read(at, from_float ? f(rs1) : x(rs1));
    return set(at, op, w >> 25 & 1 ? TYPE_F64 : TYPE_F32);
}

static bool float_op(struct signature_instruction *at, uint32_t w)
{
    if ((w >> 25 & 3) > 1)
        return false;
    switch (w >> 27) {
    case 0:
    case 1:
        return float_arithmetic(at, w, OP_FADD, true);
    case 2:
        return float_arithmetic(at, w, OP_FMUL, true);
    case 3:
        return float_arithmetic(at, w, OP_FDIV, true);
    case 11:
        return float_arithmetic(at, w, OP_FSQRT, false);
    case 4: /* sign injection: fmv, fneg, fabs */
        float_arithmetic(at, w, OP_MOVE, true);
        at->idiom =
            (w >> 15 & 31) == (w >> 20 & 31) && (w >> 12 & 7) == 0 ? IDIOM_MOVE : IDIOM_NONE;
        return true;
    case 5:
        return float_arithmetic(at, w, OP_FADD, true);
    case 8:
        return float_arithmetic(at, w, OP_CONVERT, false);
    case 20: /* compare */
        register_read(at, f(w >> 20 & 31));
        return across(at, w, OP_FADD, false, true);
    case 24:
        return across(at, w, OP_CONVERT, false, true);
    case 26:
        return across(at, w, OP_CONVERT, true, false);
    case 28: /* fmv.x, fclass */
        return across(at, w, OP_CROSS, false, true);
    case 30:
        return across(at, w, OP_CROSS, true, false);
    default:
        return false;
    }
}

static bool fused(struct signature_instruction *at, uint32_t w)
{
    register_read(at, f(w >> 27));
    return (w >> 25 & 3) <= 1 && float_arithmetic(at, w, OP_FMA, true);
}

static bool load(struct signature_instruction *at, uint32_t w)
{
    unsigned funct3 = w >> 12 & 7;

    return funct3 != 7 && transfer(at, false, 1U << (funct3 & 3), w >> 15 & 31, x(w >> 7 & 31));
}

static bool store(struct signature_instruction *at, uint32_t w)
{
    unsigned funct3 = w >> 12 & 7;

    return funct3 < 4 && transfer(at, true, 1U << funct3, w >> 15 & 31, x(w >> 20 & 31));
}

static bool float_transfer(struct signature_instruction *at, uint32_t w, bool stores)
{
    unsigned funct3 = w >> 12 & 7;

    return (funct3 == 2 || funct3 == 3) &&
           transfer(at, stores, 1U << funct3, w >> 15 & 31, f(stores ? w >> 20 & 31 : w >> 7 & 31));
}

static bool branch(struct signature_instruction *at, uint32_t w)
{
    register_read(at, x(w >> 15 & 31));
    register_read(at, x(w >> 20 & 31));
    unsigned funct3 = w >> 12 & 7;
    return funct3 != 2 && funct3 != 3 && set(at, OP_BRANCH, TYPE_NONE);
}

/* jal, jalr; what they link is written. */
static bool jump(struct signature_instruction *at, unsigned link, unsigned source)
{
    register_write(at, x(link));
    register_read(at, x(source));
    return set(at, OP_BRANCH, TYPE_NONE);
}

static bool system(struct signature_instruction *at, uint32_t w)
{
    unsigned funct3 = w >> 12 & 7;

    if (funct3 == 0)
        return w >> 25 != 9 ? set(at, OP_SYSCALL, TYPE_NONE) : set(at, OP_NONE, TYPE_NONE);
    register_write(at, x(w >> 7 & 31));
    if (funct3 < 4)
        register_read(at, x(w >> 15 & 31));
    return funct3 != 4 && set(at, OP_OTHER, TYPE_I64);
}

static bool decode_32(struct signature_instruction *at, uint32_t w)
{
    switch (w & 127) {
    case 0x03:
        return load(at, w);
    case 0x07:
        return float_transfer(at, w, false);
    case 0x0f:
        return set(at, OP_NONE, TYPE_NONE);
    case 0x13:
        return immediate(at, w, TYPE_I64);
    case 0x17: /* auipc */
    case 0x37: /* lui */
        return arithmetic(at, OP_MOVE, TYPE_I64, w >> 7 & 31, 0, 0);
    case 0x1b:
        return immediate(at, w, TYPE_I32);
    case 0x23:
        return store(at, w);
    case 0x27:
        return float_transfer(at, w, true);
    case 0x2f:
        return atomic(at, w);
    case 0x33:
        return registers(at, w, TYPE_I64);
    case 0x3b:
        return registers(at, w, TYPE_I32);
    case 0x43:
    case 0x47:
    case 0x4b:
    case 0x4f:
        return fused(at, w);
    case 0x53:
        return float_op(at, w);
    case 0x63:
        return branch(at, w);
    case 0x67:
        return jump(at, w >> 7 & 31, w >> 15 & 31);
    case 0x6f:
        return jump(at, w >> 7 & 31, 0);
    case 0x73:
        return system(at, w);
    default:
        return false;
    }
}

/* Quadrant 0: loads and stores of low registers, and addi4spn. */
static bool quadrant_0(struct signature_instruction *at, unsigned w)
{
    unsigned data = low(w >> 2), base = low(w >> 7);

    switch (w >> 13 & 7) {
    case 0:
        return w != 0 && arithmetic(at, OP_ADD, TYPE_I64, data, SP, 0);
    case 1:
        return transfer(at, false, 8, base, f(data));
    case 2:
        return transfer(at, false, 4, base, data);
    case 3:
        return transfer(at, false, 8, base, data);
    case 5:
        return transfer(at, true, 8, base, f(data));
    case 6:
        return transfer(at, true, 4, base, data);
    case 7:
        return transfer(at, true, 8, base, data);
    default:
        return false;
    }
}

/* srli, srai, andi, and the operations of two low registers. */
static bool low_arithmetic(struct signature_instruction *at, unsigned w)
{
    unsigned rd = low(w >> 7), which = w >> 10 & 3, of = w >> 5 & 3;

    if (which < 3)
        return arithmetic(at, which == 2 ? OP_LOGIC : OP_SHIFT, TYPE_I64, rd, rd, 0);
    if (w >> 12 & 1)
        return of < 2 && arithmetic(at, OP_ADD, TYPE_I32, rd, rd, low(w >> 2));
    return arithmetic(at, of == 0 ? OP_ADD : OP_LOGIC, TYPE_I64, rd, rd, low(w >> 2));
}

static bool quadrant_1(struct signature_instruction *at, unsigned w)
{
    unsigned rd = w >> 7 & 31;

    switch (w >> 13 & 7) {
    case 0:
        return rd == 0 ? set(at, OP_NONE, TYPE_NONE) : arithmetic(at, OP_ADD, TYPE_I64, rd, rd, 0);
    case 1:
        return rd != 0 && arithmetic(at, OP_ADD, TYPE_I32, rd, rd, 0);
    case 2:
        return arithmetic(at, OP_MOVE, TYPE_I64, rd, 0, 0);
    case 3:
        return rd == SP ? arithmetic(at, OP_ADD, TYPE_I64, SP, SP, 0)
                        : arithmetic(at, OP_MOVE, TYPE_I64, rd, 0, 0);
    case 4:
        return low_arithmetic(at, w);
    case 5:
        return set(at, OP_BRANCH, TYPE_NONE);
    default:
        register_read(at, low(w >> 7));
        return set(at, OP_BRANCH, TYPE_NONE);
    }
}

/* jr, jalr, mv, add, ebreak. */
static bool moves_and_jumps(struct signature_instruction *at, unsigned w)
{
    unsigned rd = w >> 7 & 31, rs2 = w >> 2 & 31;
    bool links = w >> 12 & 1;

    if (rs2 == 0 && rd == 0)
        return links && set(at, OP_SYSCALL, TYPE_NONE);
    if (rs2 == 0)
        return jump(at, links ? RA : 0, rd);
    if (links)
        return arithmetic(at, OP_ADD, TYPE_I64, rd, rd, rs2);
    at->idiom = IDIOM_MOVE;
    return arithmetic(at, OP_MOVE, TYPE_I64, rd, rs2, 0);
}

static bool quadrant_2(struct signature_instruction *at, unsigned w)
{
    unsigned rd = w >> 7 & 31, rs2 = w >> 2 & 31;

    switch (w >> 13 & 7) {
    case 0:
        return arithmetic(at, OP_SHIFT, TYPE_I64, rd, rd, 0);
    case 1:
        return transfer(at, false, 8, SP, f(rd));
    case 2:
        return rd != 0 && transfer(at, false, 4, SP, rd);
    case 3:
        return rd != 0 && transfer(at, false, 8, SP, rd);
    case 4:
        return moves_and_jumps(at, w);
    case 5:
        return transfer(at, true, 8, SP, f(rs2));
    case 6:
        return transfer(at, true, 4, SP, x(rs2));
    default:
        return transfer(at, true, 8, SP, x(rs2));
    }
}

bool decode_riscv(struct signature_instruction *at)
{
    unsigned half = at->bytes[0] | (unsigned)at->bytes[1] << 8;

    if (at->length == 4 && (half & 3) == 3)
        return decode_32(at, half | (uint32_t)at->bytes[2] << 16 | (uint32_t)at->bytes[3] << 24);
    if (at->length != 2)
        return false;
    return (half & 3) == 0   ? quadrant_0(at, half)
           : (half & 3) == 1 ? quadrant_1(at, half)
           : (half & 3) == 2 ? quadrant_2(at, half)
                             : false;
}
