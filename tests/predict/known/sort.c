/* Sorts random numbers by quicksort of its own, and looks some up: branches, streams. */
#include <stdio.h>
#include <stdlib.h>

static void sort(unsigned *a, long n)
{
    while (n > 16) {
        unsigned pivot = a[n / 2];
        long i = -1, j = n;
        for (;;) {
            while (a[++i] < pivot)
                ;
            while (a[--j] > pivot)
                ;
            if (i >= j)
                break;
            unsigned t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
        sort(a, j + 1);
        a += j + 1;
        n -= j + 1;
    }
    for (long i = 1; i < n; i++) {
        unsigned one = a[i];
        long k = i;
        for (; k > 0 && a[k - 1] > one; k--)
            a[k] = a[k - 1];
        a[k] = one;
    }
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 80000;
    unsigned *a = malloc((size_t)n * sizeof *a), seed = 11, sum = 0;

    for (long i = 0; i < n; i++) {
        seed = seed * 1664525U + 1013904223U;
        a[i] = seed >> 4;
    }
    sort(a, n);
    for (long i = 0; i < n; i += 7) {
        long low = 0, high = n;
        while (low < high) {
            long middle = (low + high) / 2;
            if (a[middle] < (unsigned)i * 54321U >> 4)
                low = middle + 1;
            else
                high = middle;
        }
        sum += (unsigned)low;
    }
    printf("%u\n", sum);
    return 0;
}
