/* Steps of a five-point stencil on a grid: streams of reals. */
#include <stdio.h>
#include <stdlib.h>

static void step(double *to, const double *from, unsigned n)
{
    for (unsigned i = 1; i < n - 1; i++)
        for (unsigned j = 1; j < n - 1; j++)
            to[i * n + j] = 0.2 * (from[i * n + j] + from[i * n + j - 1] + from[i * n + j + 1] +
                                   from[(i - 1) * n + j] + from[(i + 1) * n + j]);
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 300;
    double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b);

    for (unsigned i = 0; i < n * n; i++)
        a[i] = b[i] = 1 + i % 13;
    for (unsigned i = 0; i < 30; i++) {
        step(b, a, n);
        step(a, b, n);
    }
    printf("%.6f\n", a[n * n / 2]);
    return 0;
}
