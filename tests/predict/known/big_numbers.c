/* Powers of 3 in limbs of 32 bits, squared by the schoolbook. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1024 };

static uint32_t number[MOST], square[2 * MOST];

static unsigned squared(unsigned n)
{
    memset(square, 0, sizeof square);
    for (unsigned i = 0; i < n; i++) {
        uint64_t carry = 0;
        for (unsigned k = 0; k < n; k++) {
            carry += (uint64_t)number[i] * number[k] + square[i + k];
            square[i + k] = (uint32_t)carry;
            carry >>= 32;
        }
        square[i + n] = (uint32_t)carry;
    }
    n *= 2;
    while (n > 1 && square[n - 1] == 0)
        n--;
    return n;
}

int main(int argc, char **argv)
{
    unsigned n = 1, times = argc > 1 ? (unsigned)atoi(argv[1]) : 14;
    uint64_t sum = 0;

    number[0] = 3;
    for (unsigned i = 0; i < times && 2 * n <= MOST; i++) {
        n = squared(n);
        memcpy(number, square, n * sizeof *number);
    }
    for (unsigned i = 0; i < n; i++)
        sum = sum * 31 + number[i];
    printf("%u %llx\n", n, (unsigned long long)sum);
    return 0;
}
