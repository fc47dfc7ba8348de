/* Cholesky's factors of a matrix, row by row: sums of products, square roots. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 220;
    double *a = malloc(n * n * sizeof *a), trace = 0;

    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            a[i * n + j] = i == j ? n + 1.0 : 1.0 / (1 + i + j);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j <= i; j++) {
            double s = a[i * n + j];
            for (unsigned k = 0; k < j; k++)
                s -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = i == j ? sqrt(s) : s / a[j * n + j];
        }
        trace += a[i * n + i];
    }
    printf("%.6f\n", trace);
    return 0;
}
