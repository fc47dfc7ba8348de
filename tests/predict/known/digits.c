/* Digits of pi by a spigot: divisions of integers in a chain. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 700, size = n * 10 / 3 + 1, nines = 0,
             digit = 0;
    unsigned *a = malloc(size * sizeof *a);
    unsigned long sum = 0;

    for (unsigned i = 0; i < size; i++)
        a[i] = 2;
    for (unsigned j = 0; j < n; j++) {
        unsigned long carry = 0;
        for (unsigned i = size; i > 0; i--) {
            unsigned long x = 10 * (unsigned long)a[i - 1] + carry * i;
            a[i - 1] = (unsigned)(x % (2 * i - 1));
            carry = x / (2 * i - 1);
        }
        a[0] = (unsigned)(carry % 10);
        carry /= 10;
        if (carry == 9) {
            nines++;
            continue;
        }
        sum = sum * 7 + digit + carry / 10 + nines;
        digit = (unsigned)(carry % 10);
        nines = 0;
    }
    printf("%lu\n", sum);
    return 0;
}
