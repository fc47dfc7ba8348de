/* Decoders: known instructions of each ISA, and random bytes, which break nothing. */
#include "profile/decode/decode.h"
#include "random.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RANDOM_ROUNDS = 200000 };

/* Registers in hexadecimal digits of two, as lists are spelt below. */
struct row {
    const char *isa, *text;
    const char *bytes; /* hexadecimal */
    unsigned op, type, vector, loads, stores, end;
    const char *reads, *addresses, *writes; /* numbers with blanks */
    uint64_t address;
};

static const struct row rows[] = {
    { "x86_64", "add %rcx,%rax", "4801c8", OP_ADD, TYPE_I64, 0, 0, 0, 0, "0 1", "", "0 16", 0 },
    { "x86_64", "mov 8(%rdi,%rsi,4),%eax", "8b44b708", OP_LOAD, TYPE_I32, 0, 1, 0, 0, "", "7 6",
      "0", 0 },
    { "x86_64", "mov %eax,(%rdx)", "8902", OP_STORE, TYPE_I32, 0, 0, 1, 0, "0", "2", "", 0 },
    { "x86_64", "xor %eax,%eax", "31c0", OP_LOGIC, TYPE_I32, 0, 0, 0, 0, "", "", "0 16", 0 },
    { "x86_64", "imul %rsi,%rdi", "480faffe", OP_MUL, TYPE_I64, 0, 0, 0, 0, "7 6", "", "7 16", 0 },
    { "x86_64", "addsd %xmm1,%xmm0", "f20f58c1", OP_FADD, TYPE_F64, 0, 0, 0, 0, "32 33", "", "32",
      0 },
    { "x86_64", "mulps (%rax),%xmm2", "0f5910", OP_FMUL, TYPE_F32, 16, 1, 0, 0, "34", "0", "34",
      0 },
    { "x86_64", "vfmadd231pd %ymm1,%ymm2,%ymm3", "c4e2edb8d9", OP_FMA, TYPE_F64, 32, 0, 0, 0,
      "35 34 33", "", "35", 0 },
    { "x86_64", "divsd %xmm1,%xmm0", "f20f5ec1", OP_FDIV, TYPE_F64, 0, 0, 0, 0, "32 33", "", "32",
      0 },
    { "x86_64", "vmovdqa %ymm0,(%rdi)", "c5fd7f07", OP_STORE, TYPE_I32, 32, 0, 1, 0, "32", "7", "",
      0 },
    { "x86_64", "vmovsd %xmm1,(%rax)", "c5fb1108", OP_STORE, TYPE_F64, 0, 0, 1, 0, "33", "0", "",
      0 },
    { "x86_64", "vextractf128 $1,%ymm0,(%rdi)", "c4e37d190701", OP_SHUFFLE, TYPE_I32, 32, 0, 1, 0,
      "32", "7", "", 0 },
    { "x86_64", "movups %xmm7,0x78(%r8)", "410f117878", OP_STORE, TYPE_F32, 16, 0, 1, 0, "39", "8",
      "", 0 },
    { "x86_64", "movhps %xmm0,0x10(%rax)", "0f174010", OP_SHUFFLE, TYPE_F32, 16, 0, 1, 0, "32", "0",
      "", 0 },
    { "x86_64", "push %rbp", "55", OP_STORE, TYPE_I64, 0, 0, 1, 0, "5", "4", "4", 0 },
    { "x86_64", "jne .-4", "75fa", OP_BRANCH, 0, 0, 0, 0, END_CONDITIONAL, "16", "", "", 0 },
    { "x86_64", "ret", "c3", OP_BRANCH, 0, 0, 1, 0, END_RETURN, "", "4", "4", 0 },
    { "x86_64", "jmp *%rax", "ffe0", OP_BRANCH, 0, 0, 0, 0, END_INDIRECT, "0", "", "", 0 },
    { "x86_64", "syscall", "0f05", OP_SYSCALL, 0, 0, 0, 0, END_SYSCALL, NULL, NULL, NULL, 0 },
    { "i386", "mov (%ecx),%eax", "8b01", OP_LOAD, TYPE_I32, 0, 1, 0, 0, "", "1", "0", 0 },
    { "aarch64", "add x0,x1,x2", "2000028b", OP_ADD, TYPE_I64, 0, 0, 0, 0, "1 2", "", "0", 0 },
    { "aarch64", "ldr x3,[x4,#8]", "830440f9", OP_LOAD, TYPE_I64, 0, 1, 0, 0, "", "4", "3", 0 },
    { "aarch64", "stp x29,x30,[sp,#-16]!", "fd7bbfa9", OP_STORE, TYPE_I64, 0, 0, 2, 0, "29 30",
      "31", "31", 0 },
    { "aarch64", "fmadd d0,d1,d2,d3", "200c421f", OP_FMA, TYPE_F64, 0, 0, 0, 0, "33 34 35", "",
      "32", 0 },
    { "aarch64", "cbnz x0,.-4", "e0ffffb5", OP_BRANCH, 0, 0, 0, 0, END_CONDITIONAL, "0", "", "",
      0 },
    { "aarch64", "ret", "c0035fd6", OP_BRANCH, 0, 0, 0, 0, END_RETURN, NULL, NULL, NULL, 0 },
    { "arm", "add r0,r1,r2", "020081e0", OP_ADD, TYPE_I32, 0, 0, 0, 0, "1 2", "", "0", 0 },
    { "arm", "ldr r3,[r4,r5]", "053094e7", OP_LOAD, TYPE_I32, 0, 1, 0, 0, "", "4 5", "3", 0 },
    { "arm", "adds r0,r0,r1 (Thumb)", "4018", OP_ADD, TYPE_I32, 0, 0, 0, 0, "0 1", "", "0 16", 1 },
    { "arm", "bx lr (Thumb)", "7047", OP_BRANCH, 0, 0, 0, 0, END_RETURN, NULL, NULL, NULL, 1 },
    { "arm", "bne .-4", "fdffff1a", OP_BRANCH, 0, 0, 0, 0, END_CONDITIONAL, "16", "", "", 0 },
    { "riscv64", "add a0,a1,a2", "3385c500", OP_ADD, TYPE_I64, 0, 0, 0, 0, "11 12", "", "10", 0 },
    { "riscv64", "lw a0,4(a1)", "03a54500", OP_LOAD, TYPE_I32, 0, 1, 0, 0, "", "11", "10", 0 },
    { "riscv64", "fmadd.d fa0,fa1,fa2,fa3", "43f5c56a", OP_FMA, TYPE_F64, 0, 0, 0, 0, "45 43 44",
      "", "42", 0 },
    { "riscv64", "c.addi a0,1", "0505", OP_ADD, TYPE_I64, 0, 0, 0, 0, "10", "", "10", 0 },
    { "riscv64", "c.sdsp ra,8(sp)", "06e4", OP_STORE, TYPE_I64, 0, 0, 1, 0, "1", "2", "", 0 },
    { "riscv64", "ret", "8280", OP_BRANCH, 0, 0, 0, 0, END_RETURN, "1", "", "", 0 },
    { "riscv64", "bne a0,a1,.+8", "6314b500", OP_BRANCH, 0, 0, 0, 0, END_CONDITIONAL, "10 11", "",
      "", 0 },
    { "riscv64", "div a0,a0,a1", "3345b502", OP_DIV, TYPE_I64, 0, 0, 0, 0, "10 11", "", "10", 0 },
};

static void fill_bytes(struct signature_instruction *at, const char *hexadecimal)
{
    unsigned byte;

    *at = (struct signature_instruction){ 0 };
    for (; sscanf(hexadecimal, "%2x", &byte) == 1; hexadecimal += 2)
        at->bytes[at->length++] = (uint8_t)byte;
}

/* Fails unless LIST holds the numbers of WANT, in any order; NULL wants nothing. */
static void same_registers(const struct row *row, const char *what, const uint8_t *list, unsigned n,
                           const char *want)
{
    unsigned wanted = 0, number;
    int used;

    for (const char *at = want; at && sscanf(at, "%u%n", &number, &used) == 1; at += used) {
        bool found = false;
        for (unsigned i = 0; i < n; i++)
            found = found || list[i] == number;
        if (!found)
            fail_msg("%s: %s: %u is not among its %s", row->isa, row->text, number, what);
        wanted++;
    }
    if (want && wanted != n)
        fail_msg("%s: %s: %u %s, not %u", row->isa, row->text, n, what, wanted);
}

static void check_row(const struct row *row, const struct signature_instruction *at)
{
    if (at->op != row->op || at->loads != row->loads || at->stores != row->stores ||
        at->end != row->end)
        fail_msg("%s: %s: op %u, loads %u, stores %u, end %u", row->isa, row->text, at->op,
                 at->loads, at->stores, at->end);
    if (row->end == END_CUT && (at->type != row->type || at->vector != row->vector))
        fail_msg("%s: %s: type %u, vector %u", row->isa, row->text, at->type, at->vector);
    same_registers(row, "registers read", at->reads, at->n_reads, row->reads);
    same_registers(row, "registers of addresses", at->addresses, at->n_addresses, row->addresses);
    same_registers(row, "registers written", at->writes, at->n_writes, row->writes);
}

static void known_instructions(void **state)
{
    unsigned n = 0;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct decoder *d = decoder_new(rows[i].isa);
        struct signature_instruction at;
        if (!d)
            continue;
        fill_bytes(&at, rows[i].bytes);
        at.address = rows[i].address;
        assert_true(decode(d, &at));
        check_row(&rows[i], &at);
        decoder_free(d);
        n++;
    }
    assert_true(n > 0);
}

/* cmova and cmovbe need two flags, cmovl, cmovge, cmovle and cmovg the order of signed numbers;
 * cmove, cmovb, and what sets a byte, need nothing more. */
static void selections_by_flags(void **state)
{
    static const struct {
        const char *bytes;
        unsigned idiom;
    } selections[] = {
        { "0f47c2", IDIOM_TWO_FLAGS }, { "0f46c7", IDIOM_TWO_FLAGS }, { "0f4cc2", IDIOM_SIGNED },
        { "0f4dc2", IDIOM_SIGNED },    { "0f4ec2", IDIOM_SIGNED },    { "0f4fc2", IDIOM_SIGNED },
        { "0f44c2", IDIOM_NONE },      { "0f42c7", IDIOM_NONE },      { "0f93c0", IDIOM_NONE },
        { "0f96c0", IDIOM_NONE },      { "0f9cc0", IDIOM_NONE },
    };
    struct decoder *d = decoder_new("x86_64");

    (void)state;
    for (size_t i = 0; d && i < sizeof selections / sizeof *selections; i++) {
        struct signature_instruction at;

        fill_bytes(&at, selections[i].bytes);
        assert_true(decode(d, &at));
        assert_int_equal(at.idiom, selections[i].idiom);
    }
    if (d)
        decoder_free(d);
}

/* An address of three parts is an operation of its own; of two, scaled or not, a sum. */
static void addresses_of_three_parts(void **state)
{
    static const struct {
        const char *bytes;
        unsigned op;
    } sums[] = {
        { "488d440301", OP_LEA },       /* lea 1(%rbx,%rax),%rax */
        { "488d448301", OP_LEA },       /* lea 1(%rbx,%rax,4),%rax */
        { "488d0403", OP_ADD },         /* lea (%rbx,%rax),%rax */
        { "488d0483", OP_ADD },         /* lea (%rbx,%rax,4),%rax */
        { "488d048508000000", OP_ADD }, /* lea 8(,%rax,4),%rax */
        { "488d4301", OP_ADD },         /* lea 1(%rbx),%rax */
    };
    struct decoder *d = decoder_new("x86_64");

    (void)state;
    for (size_t i = 0; d && i < sizeof sums / sizeof *sums; i++) {
        struct signature_instruction at;

        fill_bytes(&at, sums[i].bytes);
        assert_true(decode(d, &at));
        assert_int_equal(at.op, sums[i].op);
    }
    if (d)
        decoder_free(d);
}

static void is_sound(const struct signature_instruction *at)
{
    assert_true(at->op < SIGNATURE_OPS && at->type <= TYPE_F64 && at->end < SIGNATURE_ENDS);
    assert_true(at->n_reads <= SIGNATURE_REGISTERS && at->n_writes <= SIGNATURE_REGISTERS &&
                at->n_addresses <= SIGNATURE_REGISTERS);
    for (unsigned i = 0; i < at->n_reads; i++)
        assert_true(at->reads[i] < 128);
    for (unsigned i = 0; i < at->n_writes; i++)
        assert_true(at->writes[i] < 128);
    for (unsigned i = 0; i < at->n_addresses; i++)
        assert_true(at->addresses[i] < 128);
}

static void random_bytes(void **state)
{
    static const char *const isas[] = { "x86_64", "i386", "aarch64", "arm", "riscv64" };
    struct random r = { 1 };

    (void)state;
    for (size_t i = 0; i < sizeof isas / sizeof *isas; i++) {
        struct decoder *d = decoder_new(isas[i]);
        for (unsigned round = 0; d && round < RANDOM_ROUNDS; round++) {
            struct signature_instruction at = { .address = random_below(&r, 2) };
            at.length = (uint8_t)random_below(&r, SIGNATURE_BYTES + 1);
            for (unsigned k = 0; k < at.length; k++)
                at.bytes[k] = (uint8_t)random_below(&r, 256);
            if (i >= 2)
                at.length = (uint8_t)(random_below(&r, 2) ? 2 : 4);
            decode(d, &at);
            is_sound(&at);
        }
        if (d)
            decoder_free(d);
    }
}

static void other_isas(void **state)
{
    (void)state;
    assert_null(decoder_new("ppc64le"));
    assert_null(decoder_new(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(known_instructions),
                                        cmocka_unit_test(selections_by_flags),
                                        cmocka_unit_test(addresses_of_three_parts),
                                        cmocka_unit_test(random_bytes),
                                        cmocka_unit_test(other_isas) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
