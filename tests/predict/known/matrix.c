/* Two products of matrices, rows by columns: strides, chains of additions of reals. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(double *c, const double *a, const double *b, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++) {
            double sum = 0;
            for (unsigned k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 160;
    double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b),
           *c = malloc(n * n * sizeof *c);

    for (unsigned i = 0; i < n * n; i++) {
        a[i] = 1 + i % 7;
        b[i] = 1.0 / (1 + i % 11);
    }
    multiply(c, a, b, n);
    multiply(a, c, b, n);
    printf("%.6f\n", a[n + 1]);
    return 0;
}
