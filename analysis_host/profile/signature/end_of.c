/* Branches of five ISAs by their bytes: what the plugin needs while a program runs, without a
 * decoder.
 */
#include "end_of.h"
#include <string.h>

enum signature_isa isa_called(const char *name)
{
    static const char *const names[] = { "x86_64", "i386", "aarch64", "arm", "riscv64" };

    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return (enum signature_isa)i;
    return ISA_OTHER;
}

static bool is_prefix(enum signature_isa isa, uint8_t byte)
{
    return (byte & 0xe7) == 0x26 || (byte >= 0x64 && byte <= 0x67) || byte == 0xf0 ||
           byte == 0xf2 || byte == 0xf3 || (isa == ISA_X86_64 && (byte & 0xf0) == 0x40);
}

/* Opcode FF: the register field says which. */
static enum signature_end x86_group5(uint8_t modrm)
{
    unsigned which = modrm >> 3 & 7;

    return which == 2 || which == 3   ? END_CALL_INDIRECT
           : which == 4 || which == 5 ? END_INDIRECT
                                      : END_CUT;
}

/* Opcodes after 0F. */
static struct instruction_end x86_two_bytes(uint8_t opcode)
{
    struct instruction_end e = { END_CUT, false, opcode == 0x31, opcode == 0xa2 };

    if ((opcode & 0xf0) == 0x80)
        e.end = END_CONDITIONAL;
    else if (opcode == 0x05 || opcode == 0x34)
        e.end = END_SYSCALL;
    return e;
}

static enum signature_end x86_one_byte(const uint8_t *bytes, size_t n)
{
    uint8_t opcode = bytes[0];

    if ((opcode & 0xf0) == 0x70 || (opcode >= 0xe0 && opcode <= 0xe3))
        return END_CONDITIONAL;
    if (opcode == 0xeb || opcode == 0xe9)
        return END_JUMP;
    if (opcode == 0xe8)
        return END_CALL;
    if (opcode == 0xc3 || opcode == 0xc2)
        return END_RETURN;
    if (opcode == 0xcd)
        return END_SYSCALL;
    return opcode == 0xff && n > 1 ? x86_group5(bytes[1]) : END_CUT;
}

static bool is_string(uint8_t opcode)
{
    return (opcode >= 0xa4 && opcode <= 0xa7) || (opcode >= 0xaa && opcode <= 0xaf);
}

static struct instruction_end x86_end(enum signature_isa isa, const uint8_t *bytes, size_t n)
{
    bool rep = false;
    struct instruction_end e = { .end = END_CUT };

    for (; n > 1 && is_prefix(isa, bytes[0]); bytes++, n--)
        rep = rep || bytes[0] == 0xf2 || bytes[0] == 0xf3;
    if (n == 0)
        return e;
    if (n > 1 && bytes[0] == 0x0f) {
        e = x86_two_bytes(bytes[1]);
        e.reads_time = e.reads_time || (bytes[1] == 0x01 && n > 2 && bytes[2] == 0xf9);
        return e;
    }
    e.end = x86_one_byte(bytes, n);
    e.repeats = rep && is_string(bytes[0]);
    return e;
}

static uint32_t word_at(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static enum signature_end aarch64_end(uint32_t w)
{
    if ((w & 0xfe000000) == 0x54000000 || (w & 0x7c000000) == 0x34000000)
        return END_CONDITIONAL; /* b.cond; cbz, cbnz, tbz, tbnz */
    if ((w & 0xfc000000) == 0x14000000)
        return END_JUMP;
    if ((w & 0xfc000000) == 0x94000000)
        return END_CALL;
    if ((w & 0xfe9f0000) == 0xd61f0000) /* br, blr, ret, with and without authentication */
        return (w >> 21 & 3) == 0   ? END_INDIRECT
               : (w >> 21 & 3) == 1 ? END_CALL_INDIRECT
                                    : END_RETURN;
    return (w & 0xffe0001f) == 0xd4000001 ? END_SYSCALL : END_CUT;
}

/* Loads and arithmetic of A32 that write the program counter. */
static enum signature_end arm_writes_pc(uint32_t w)
{
    if ((w & 0x0e108000) == 0x08108000) /* ldm with pc: a return off the stack, else a table */
        return (w >> 16 & 15) == 13 ? END_RETURN : END_INDIRECT;
    if ((w & 0x0c10f000) == 0x0410f000) /* ldr pc */
        return (w >> 16 & 15) == 13 ? END_RETURN : END_INDIRECT;
    if ((w & 0x0c00f000) == 0x0000f000 && (w & 0x01900000) != 0x01100000 &&
        (w & 0x0e000090) != 0x00000090)
        return (w & 0x0fffffff) == 0x01a0f00e ? END_RETURN : END_INDIRECT;
    return END_CUT;
}

static enum signature_end arm_end(uint32_t w)
{
    bool always = w >> 28 >= 14;
    enum signature_end end;

    if ((w & 0xfe000000) == 0xfa000000)
        return END_CALL; /* blx */
    if (w >> 28 == 15)
        return END_CUT;
    if ((w & 0x0f000000) == 0x0a000000)
        end = END_JUMP;
    else if ((w & 0x0f000000) == 0x0b000000)
        end = END_CALL;
    else if ((w & 0x0fffffd0) == 0x012fff10)
        end = w & 0x20 ? END_CALL_INDIRECT : (w & 15) == 14 ? END_RETURN : END_INDIRECT;
    else if ((w & 0x0f000000) == 0x0f000000)
        end = END_SYSCALL;
    else
        end = arm_writes_pc(w);
    return end == END_CUT || always ? end : END_CONDITIONAL;
}

static enum signature_end thumb16_end(uint32_t w)
{
    if ((w & 0xf000) == 0xd000)
        return (w & 0x0f00) == 0x0f00   ? END_SYSCALL
               : (w & 0x0f00) == 0x0e00 ? END_CUT
                                        : END_CONDITIONAL;
    if ((w & 0xf500) == 0xb100) /* cbz, cbnz */
        return END_CONDITIONAL;
    if ((w & 0xf800) == 0xe000)
        return END_JUMP;
    if ((w & 0xff00) == 0x4700)
        return w & 0x80 ? END_CALL_INDIRECT : (w >> 3 & 15) == 14 ? END_RETURN : END_INDIRECT;
    if ((w & 0xff00) == 0xbd00)
        return END_RETURN;
    return (w & 0xff87) == 0x4687 ? END_INDIRECT : END_CUT; /* mov pc, rm */
}

/* HIGH is the first half. */
static enum signature_end thumb32_end(uint32_t high, uint32_t low)
{
    if ((high & 0xf800) == 0xf000 && (low & 0x8000)) {
        if (low & 0x4000)
            return END_CALL;
        if (low & 0x1000)
            return END_JUMP;
        return (high & 0x0380) == 0x0380 ? END_CUT : END_CONDITIONAL;
    }
    if ((high & 0xffd0) == 0xe890 && (low & 0x8000)) /* ldmia with pc */
        return (high & 15) == 13 ? END_RETURN : END_INDIRECT;
    if ((high & 0xfff0) == 0xe8d0 && (low & 0xffe0) == 0xf000) /* tbb, tbh */
        return END_INDIRECT;
    if ((high & 0xff70) == 0xf850 && (low & 0xf000) == 0xf000) /* ldr pc */
        return (high & 15) == 13 ? END_RETURN : END_INDIRECT;
    return END_CUT;
}

static enum signature_end riscv16_end(uint32_t w)
{
    unsigned quadrant = w & 3, what = w >> 13 & 7, source = w >> 7 & 31;

    if (quadrant == 1 && what == 5)
        return END_JUMP;
    if (quadrant == 1 && what >= 6)
        return END_CONDITIONAL;
    if (quadrant == 2 && what == 4 && source && (w >> 2 & 31) == 0) /* c.jr, c.jalr */
        return w >> 12 & 1 ? END_CALL_INDIRECT : source == 1 ? END_RETURN : END_INDIRECT;
    return END_CUT;
}

static enum signature_end riscv_end(uint32_t w)
{
    unsigned link = w >> 7 & 31, source = w >> 15 & 31;

    switch (w & 127) {
    case 0x63:
        return END_CONDITIONAL;
    case 0x6f:
        return link ? END_CALL : END_JUMP;
    case 0x67:
        return link ? END_CALL_INDIRECT : source == 1 ? END_RETURN : END_INDIRECT;
    default:
        return w == 0x73 ? END_SYSCALL : END_CUT;
    }
}

static bool aarch64_reads_time(uint32_t w)
{
    return (w & 0xffffff00) == 0xd53be000; /* mrs of the generic timer */
}

static bool riscv_reads_time(uint32_t w)
{
    return (w & 0xffe0707f) == 0xc0002073 || (w & 0xfff0707f) == 0xc0102073;
}

struct instruction_end instruction_end(enum signature_isa isa, const uint8_t *bytes, size_t n)
{
    struct instruction_end e = { .end = END_CUT };

    if (isa == ISA_X86_64 || isa == ISA_I386)
        return x86_end(isa, bytes, n);
    if (n < 2 || isa == ISA_OTHER)
        return e;
    uint32_t half = bytes[0] | (uint32_t)bytes[1] << 8;
    uint32_t word = n >= 4 ? word_at(bytes) : half;
    if (isa == ISA_AARCH64) {
        e.end = aarch64_end(word);
        e.reads_time = aarch64_reads_time(word);
    } else if (isa == ISA_THUMB) {
        e.end = n == 2 ? thumb16_end(half) : thumb32_end(half, word >> 16);
    } else if (isa == ISA_ARM) {
        e.end = arm_end(word);
    } else {
        e.end = n == 2 ? riscv16_end(half) : riscv_end(word);
        e.reads_time = n == 4 && riscv_reads_time(word);
    }
    return e;
}

bool instruction_spins(enum signature_isa isa, const uint8_t *bytes, size_t n)
{
    static const uint8_t pause[] = { 0xf3, 0x90 }, yield64[] = { 0x3f, 0x20, 0x03, 0xd5 },
                         isb[] = { 0xdf, 0x3f, 0x03, 0xd5 }, yield[] = { 0x01, 0xf0, 0x20, 0xe3 },
                         riscv[] = { 0x0f, 0x00, 0x00, 0x01 };

    switch (isa) {
    case ISA_X86_64:
    case ISA_I386:
        return n == 2 && memcmp(bytes, pause, 2) == 0;
    case ISA_AARCH64:
        return n == 4 && (memcmp(bytes, yield64, 4) == 0 || memcmp(bytes, isb, 4) == 0);
    case ISA_ARM:
        return n == 4 && memcmp(bytes, yield, 4) == 0;
    case ISA_RISCV64:
        return n == 4 && memcmp(bytes, riscv, 4) == 0;
    default:
        return false;
    }
}
