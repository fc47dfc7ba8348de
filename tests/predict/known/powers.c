/* Powers of large numbers modulo an odd number of 1024 bits, without divisions. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 16 };

static uint64_t modulus[WORDS], inverse;

static int at_least(const uint64_t *a)
{
    for (int i = WORDS - 1; i >= 0; i--)
        if (a[i] != modulus[i])
            return a[i] > modulus[i];
    return 1;
}

static void subtract(uint64_t *a)
{
    unsigned borrow = 0;

    for (int i = 0; i < WORDS; i++) {
        unsigned __int128 d = (unsigned __int128)a[i] - modulus[i] - borrow;

        a[i] = (uint64_t)d;
        borrow = (unsigned)(d >> 64) & 1;
    }
}

/* out = a * b / 2^1024 modulo the modulus */
static void multiply(uint64_t *out, const uint64_t *a, const uint64_t *b)
{
    uint64_t t[WORDS + 2] = { 0 };

    for (int i = 0; i < WORDS; i++) {
        unsigned __int128 c = 0;

        for (int k = 0; k < WORDS; k++) {
            c += (unsigned __int128)a[k] * b[i] + t[k];
            t[k] = (uint64_t)c;
            c >>= 64;
        }
        c += t[WORDS];
        t[WORDS] = (uint64_t)c;
        t[WORDS + 1] = (uint64_t)(c >> 64);
        uint64_t m = t[0] * inverse;

        c = (unsigned __int128)m * modulus[0] + t[0];
        c >>= 64;
        for (int k = 1; k < WORDS; k++) {
            c += (unsigned __int128)m * modulus[k] + t[k];
            t[k - 1] = (uint64_t)c;
            c >>= 64;
        }
        c += t[WORDS];
        t[WORDS - 1] = (uint64_t)c;
        t[WORDS] = t[WORDS + 1] + (uint64_t)(c >> 64);
    }
    memcpy(out, t, WORDS * sizeof *t);
    if (t[WORDS] || at_least(out))
        subtract(out);
}

int main(int argc, char **argv)
{
    int powers = argc > 1 ? atoi(argv[1]) : 10;
    uint64_t x = 12345, base[WORDS], exponent[WORDS], result[WORDS], sum = 0;

    for (int i = 0; i < WORDS; i++)
        modulus[i] = x = x * 6364136223846793005u + 1442695040888963407u;
    modulus[0] |= 1;
    modulus[WORDS - 1] |= (uint64_t)1 << 63;
    inverse = 1;
    for (int i = 0; i < 6; i++)
        inverse *= 2 - modulus[0] * inverse;
    inverse = -inverse;
    for (int p = 0; p < powers; p++) {
        for (int i = 0; i < WORDS; i++) {
            base[i] = x = x * 6364136223846793005u + 1442695040888963407u;
            exponent[i] = x ^ x >> 31;
        }
        base[WORDS - 1] >>= 1;
        memcpy(result, base, sizeof result);
        for (int i = WORDS * 64 - 2; i >= 0; i--) {
            multiply(result, result, result);
            if (exponent[i / 64] >> (i % 64) & 1)
                multiply(result, result, base);
        }
        for (int i = 0; i < WORDS; i++)
            sum ^= result[i];
    }
    printf("%016llx\n", (unsigned long long)sum);
    return 0;
}
