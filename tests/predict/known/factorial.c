/* A factorial in digits of 32 bits: multiplications and a carry, then division to decimal. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 2000 };

int main(int argc, char **argv)
{
    static uint32_t digit[MOST];
    uint32_t n = argc > 1 ? (uint32_t)atoi(argv[1]) : 1500;
    unsigned used = 1, decimals = 0;

    digit[0] = 1;
    for (uint32_t k = 2; k <= n; k++) {
        uint64_t carry = 0;
        for (unsigned i = 0; i < used; i++) {
            carry += (uint64_t)digit[i] * k;
            digit[i] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry > 0 && used < MOST)
            digit[used++] = (uint32_t)carry;
    }
    while (used > 0) {
        uint64_t rest = 0;
        for (unsigned i = used; i-- > 0;) {
            rest = rest << 32 | digit[i];
            digit[i] = (uint32_t)(rest / 1000000000);
            rest %= 1000000000;
        }
        while (used > 0 && digit[used - 1] == 0)
            used--;
        decimals += 9;
    }
    printf("%u\n", decimals);
    return 0;
}
