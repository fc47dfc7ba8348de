/* Runs a program of byte code: a jump to one of twelve places for each. */
#include "kernels/database.h"

enum { OPERATIONS = 12 };

MADE_BYTES(4)

static void fill(void *base, uint64_t n)
{
    uint8_t *code = base;
    uint32_t state = KERNEL_VALUES_BEGIN;

    for (size_t i = 0; i < 4 * (size_t)n; i++)
        code[i] = (uint8_t)((made_next(&state) >> 16) % OPERATIONS);
}

static uint32_t step(uint8_t code, uint32_t x, uint32_t *other)
{
    switch (code) {
    case 0:
        return x + 1;
    case 1:
        return x ^ *other;
    case 2:
        *other = x;
        return x;
    case 3:
        return x << 1 | x >> 31;
    case 4:
        return x * 5 + 1;
    case 5:
        *other += x >> 3;
        return x;
    case 6:
        return x - *other;
    case 7:
        return x & ~*other;
    case 8:
        return ~x;
    case 9:
        *other ^= x << 7;
        return x + *other;
    case 10:
        return x > *other ? x - 3 : x;
    default:
        return x | 3;
    }
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint8_t *code = base;
    uint32_t x = 1, other = 2;

    (void)share;
    for (size_t i = 0; i < 4 * (size_t)n; i++)
        x = step(code[i], x, &other);
    KEEP(&x);
}

MADE_ALONE(interpreter, "i32", "runs byte code of twelve operations in random order", 16, 16);
