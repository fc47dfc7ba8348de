/* Reads the characters of a text whose bytes are one, two or three each. */
#include "kernels/database.h"

MADE_BYTES(4)

/* Whole characters; the last word is of single bytes. */
static void fill(void *base, uint64_t n)
{
    uint8_t *at = base, *end = at + 4 * n - 4;
    uint32_t state = KERNEL_VALUES_BEGIN;

    for (unsigned i = 0; i < 4; i++)
        end[i] = 'e';
    while (at < end) {
        uint32_t v = made_next(&state) >> 12, kind = v % 5;

        if (kind < 3 || at + 3 > end) {
            *at++ = (uint8_t)('a' + v % 26);
        } else if (kind == 3) {
            *at++ = (uint8_t)(0xc3);
            *at++ = (uint8_t)(0x80 | (v & 63));
        } else {
            *at++ = (uint8_t)(0xe2);
            *at++ = (uint8_t)(0x80 | (v >> 6 & 63));
            *at++ = (uint8_t)(0x80 | (v & 63));
        }
    }
}

static const uint8_t *read(const uint8_t *at, uint32_t *value)
{
    if (*at < 0x80) {
        *value = *at;
        return at + 1;
    }
    if (*at < 0xe0) {
        *value = (uint32_t)((at[0] & 31) << 6 | (at[1] & 63));
        return at + 2;
    }
    *value = (uint32_t)((at[0] & 15) << 12 | (at[1] & 63) << 6 | (at[2] & 63));
    return at + 3;
}

static void run(void *base, uint64_t n, const struct kernel_share *share)
{
    const uint8_t *at = base, *end = at + 4 * n;
    uint32_t sum = 0;

    (void)share;
    while (at < end) {
        uint32_t value;

        at = read(at, &value);
        sum += value;
    }
    KEEP(&sum);
}

MADE_ALONE(utf8, "i32", "reads characters of one, two or three bytes", 16, 16);
