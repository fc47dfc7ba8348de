/* A program of one's own with three lines of region.h in it. Its word: options for region_send().
 */
#include "region.h"
#include <stdio.h>

enum { LEAST = 1 << 10, MOST = 1 << 16, TIMES = 20 };

static double x[MOST], y[MOST];

static void daxpy(double a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

int main(int argc, char **argv)
{
    puts("what it has to say itself");
    for (size_t n = LEAST; n <= MOST; n *= 4)
        for (int i = 0; i < TIMES; i++) {
            region_begin("daxpy", 2 * n, 24 * n);
            daxpy(0.5, n);
            region_end();
        }
    return region_send(argc > 1 ? argv[1] : NULL);
}
