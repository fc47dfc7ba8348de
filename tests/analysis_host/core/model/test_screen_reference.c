/* Results of probe screen bit by bit, against this machine's instructions and against Python's. */
#include "model/screen_reference.h"
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { OPERANDS = 50000 };

static double f64_of(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static float f32_of(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float x;

    memcpy(&x, &low, sizeof x);
    return x;
}

static uint64_t bits_of_f64(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t bits_of_f32(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* What this machine's instructions say of OP on f64, on f32; *KNOWN: there is such an operation. */
static uint64_t machine_f64(const char *op, const uint64_t *v)
{
    double a = f64_of(v[0]), b = f64_of(v[1]), c = f64_of(v[2]);

    return strcmp(op, "add") == 0        ? bits_of_f64(a + b)
           : strcmp(op, "sub") == 0      ? bits_of_f64(a - b)
           : strcmp(op, "mul") == 0      ? bits_of_f64(a * b)
           : strcmp(op, "div") == 0      ? bits_of_f64(a / b)
           : strcmp(op, "min") == 0      ? bits_of_f64(a < b ? a : b)
           : strcmp(op, "max") == 0      ? bits_of_f64(a > b ? a : b)
           : strcmp(op, "fma") == 0      ? bits_of_f64(fma(a, b, c))
           : strcmp(op, "sqrt") == 0     ? bits_of_f64(sqrt(fabs(a)))
           : strcmp(op, "to_i32") == 0   ? (uint32_t)(int32_t)a
           : strcmp(op, "to_i64") == 0   ? (uint64_t)(int64_t)a
           : strcmp(op, "from_i32") == 0 ? bits_of_f64((double)(int32_t)v[0])
           : strcmp(op, "from_i64") == 0 ? bits_of_f64((double)(int64_t)v[0])
           : strcmp(op, "to_f32") == 0   ? bits_of_f32((float)a)
                                         : bits_of_f64((double)f32_of(v[0]));
}

static uint64_t machine_f32(const char *op, const uint64_t *v)
{
    float a = f32_of(v[0]), b = f32_of(v[1]), c = f32_of(v[2]);

    return strcmp(op, "add") == 0      ? bits_of_f32(a + b)
           : strcmp(op, "sub") == 0    ? bits_of_f32(a - b)
           : strcmp(op, "mul") == 0    ? bits_of_f32(a * b)
           : strcmp(op, "div") == 0    ? bits_of_f32(a / b)
           : strcmp(op, "min") == 0    ? bits_of_f32(a < b ? a : b)
           : strcmp(op, "max") == 0    ? bits_of_f32(a > b ? a : b)
           : strcmp(op, "fma") == 0    ? bits_of_f32(fmaf(a, b, c))
           : strcmp(op, "sqrt") == 0   ? bits_of_f32(sqrtf(fabsf(a)))
           : strcmp(op, "to_i32") == 0 ? (uint32_t)(int32_t)a
                                       : bits_of_f32((float)(int32_t)v[0]);
}

/* Of integers of BITS, as C has them. */
static uint64_t machine_integer(const char *op, unsigned bits, const uint64_t *v)
{
    uint64_t mask = UINT64_MAX >> (64 - bits), shift = v[1] & (bits - 1);
    int64_t a = (int64_t)(v[0] << (64 - bits)) >> (64 - bits);
    int64_t b = (int64_t)(v[1] << (64 - bits)) >> (64 - bits);

    return mask & (strcmp(op, "add") == 0   ? v[0] + v[1]
                   : strcmp(op, "sub") == 0 ? v[0] - v[1]
                   : strcmp(op, "mul") == 0 ? v[0] * v[1]
                   : strcmp(op, "div") == 0 ? (uint64_t)(a / b)
                   : strcmp(op, "mod") == 0 ? (uint64_t)(a % b)
                   : strcmp(op, "and") == 0 ? v[0] & v[1]
                   : strcmp(op, "xor") == 0 ? v[0] ^ v[1]
                   : strcmp(op, "shl") == 0 ? v[0] << shift
                   : strcmp(op, "shr") == 0 ? v[0] >> shift
                   : strcmp(op, "min") == 0 ? (uint64_t)(a < b ? a : b)
                                            : (uint64_t)(a > b ? a : b));
}

static void compare(const char *op, bool is_float, unsigned bits)
{
    struct screen_operation o;
    uint64_t state = 0x123456789, v[3];

    assert_true(screen_operation_read(&o, op, is_float, bits, 1));
    for (unsigned i = 0; i < OPERANDS; i++) {
        screen_operands(&o, &state, v);
        uint64_t is = screen_reference(&o, v[0], v[1], v[2]);
        uint64_t wanted = !is_float    ? machine_integer(op, bits, v)
                          : bits == 64 ? machine_f64(op, v)
                                       : machine_f32(op, v);
        if (is != wanted)
            fail_msg("%s %c%u of %llx %llx %llx: %llx, this machine has %llx", op,
                     is_float ? 'f' : 'i', bits, (unsigned long long)v[0], (unsigned long long)v[1],
                     (unsigned long long)v[2], (unsigned long long)is, (unsigned long long)wanted);
    }
}

static void integers_are_those_of_this_machine(void **state)
{
    static const char *const ops[] = { "add", "sub", "mul", "div", "mod", "and",
                                       "xor", "shl", "shr", "min", "max" };

    (void)state;
    for (unsigned bits = 8; bits <= 64; bits *= 2)
        for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++)
            compare(ops[i], false, bits);
}

static void floats_are_those_of_this_machine(void **state)
{
    static const char *const ops[] = { "add", "sub", "mul",  "div",    "min",
                                       "max", "fma", "sqrt", "to_i32", "from_i32" };
    static const char *const only_f64[] = { "to_i64", "from_i64", "to_f32", "from_f32" };

    (void)state;
    if (FLT_EVAL_METHOD != 0)
        skip(); /* it rounds twice */
    for (unsigned i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        compare(ops[i], true, 32);
        compare(ops[i], true, 64);
    }
    for (unsigned i = 0; i < sizeof only_f64 / sizeof only_f64[0]; i++)
        compare(only_f64[i], true, 64);
}

static uint64_t checksum(const char *op, bool is_float, unsigned bits)
{
    struct screen_operation o;

    assert_true(screen_operation_read(&o, op, is_float, bits, 1));
    return screen_checksum(&o, 1, 1000);
}

/* CPython 3.11 computed these, from RECORD.md alone. */
static void checksums_are_those_of_python(void **state)
{
    (void)state;
    assert_int_equal(checksum("add", true, 64), 6026913837968384705u);
    assert_int_equal(checksum("mul", true, 64), 14614443928839612286u);
    assert_int_equal(checksum("div", true, 64), 6059450136191075921u);
    assert_int_equal(checksum("div", false, 32), 10273586186506952645u);
    assert_int_equal(checksum("mul", false, 64), 5268190349639574014u);
}

static void lanes_take_operands_in_turn(void **state)
{
    struct screen_operation scalar, vector;

    (void)state;
    assert_true(screen_operation_read(&scalar, "fma", true, 32, 1));
    assert_true(screen_operation_read(&vector, "fma", true, 32, 8));
    assert_int_equal(screen_checksum(&vector, 7, 100), screen_checksum(&scalar, 7, 800));
}

static void other_operations_are_unknown(void **state)
{
    struct screen_operation o;

    (void)state;
    assert_false(screen_operation_read(&o, "rotate", false, 32, 1));
    assert_false(screen_operation_read(&o, "mod", true, 64, 1));
    assert_false(screen_operation_read(&o, "sqrt", true, 32, 4));
    assert_false(screen_operation_read(&o, "div", false, 32, 4));
    assert_false(screen_operation_read(&o, "to_i64", true, 32, 1));
    assert_false(screen_operation_read(&o, "fma", false, 32, 1));
    assert_false(screen_operation_read(&o, "add", false, 7, 1));
    assert_false(screen_operation_read(&o, "add", true, 16, 1));
    assert_false(screen_operation_read(&o, "add", true, 80, 1));
    assert_false(screen_operation_read(&o, "add", false, 32, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_those_of_this_machine),
        cmocka_unit_test(floats_are_those_of_this_machine),
        cmocka_unit_test(checksums_are_those_of_python),
        cmocka_unit_test(lanes_take_operands_in_turn),
        cmocka_unit_test(other_operations_are_unknown),
    };

    return cmocka_run_group_tests_name("screen_reference", tests, NULL, NULL);
}
