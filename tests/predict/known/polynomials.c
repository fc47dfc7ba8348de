/* Products of polynomials over a prime field by number-theoretic transforms. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 13 };

static const uint32_t prime = 998244353, root = 3;
static uint32_t a[N], b[N];

static uint32_t times(uint32_t x, uint32_t y)
{
    return (uint32_t)((uint64_t)x * y % prime);
}

static uint32_t power(uint32_t x, uint32_t n)
{
    uint32_t y = 1;

    for (; n > 0; n >>= 1, x = times(x, x))
        if (n & 1)
            y = times(y, x);
    return y;
}

static void transform(uint32_t *p, int back)
{
    for (unsigned i = 1, k = 0; i < N; i++) {
        unsigned bit = N / 2;

        for (; k & bit; bit >>= 1)
            k ^= bit;
        k ^= bit;
        if (i < k) {
            uint32_t t = p[i];

            p[i] = p[k];
            p[k] = t;
        }
    }
    for (unsigned half = 1; half < N; half *= 2) {
        uint32_t step = power(root, (prime - 1) / (2 * half));

        if (back)
            step = power(step, prime - 2);
        for (unsigned i = 0; i < N; i += 2 * half) {
            uint32_t w = 1;

            for (unsigned k = i; k < i + half; k++) {
                uint32_t x = p[k], y = times(p[k + half], w);

                p[k] = x + y >= prime ? x + y - prime : x + y;
                p[k + half] = x >= y ? x - y : x + prime - y;
                w = times(w, step);
            }
        }
    }
}

int main(int argc, char **argv)
{
    int products = argc > 1 ? atoi(argv[1]) : 12;
    uint32_t sum = 0, scale = power(N, prime - 2);

    for (int n = 0; n < products; n++) {
        for (uint32_t i = 0; i < N; i++) {
            a[i] = i < N / 2 ? (i * 2654435761u + sum) % prime : 0;
            b[i] = i < N / 2 ? (i * 40503u + 1) % prime : 0;
        }
        transform(a, 0);
        transform(b, 0);
        for (uint32_t i = 0; i < N; i++)
            a[i] = times(a[i], b[i]);
        transform(a, 1);
        for (uint32_t i = 0; i < N; i++)
            sum = (sum + times(a[i], scale)) % prime;
    }
    printf("%u\n", sum);
    return 0;
}
