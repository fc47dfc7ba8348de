/* Sieve of Eratosthenes: stores with strides. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 1500000, count = 0;
    char *crossed = calloc(n, 1);

    for (unsigned i = 2; i < n; i++) {
        if (crossed[i])
            continue;
        count++;
        for (unsigned long k = (unsigned long)i * i; k < n; k += i)
            crossed[k] = 1;
    }
    printf("%u\n", count);
    return 0;
}
