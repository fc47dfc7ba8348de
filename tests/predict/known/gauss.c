/* Solves linear equations by elimination: rows of reals, divisions. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 220;
    float *a = malloc((size_t)n * (n + 1) * sizeof *a);
    double sum = 0;

    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j <= n; j++)
            a[i * (n + 1) + j] = (float)(1 + (i * 7 + j * 13) % 31) + (i == j ? 40.0F : 0);
    for (unsigned k = 0; k < n; k++)
        for (unsigned i = k + 1; i < n; i++) {
            float by = a[i * (n + 1) + k] / a[k * (n + 1) + k];
            for (unsigned j = k; j <= n; j++)
                a[i * (n + 1) + j] -= by * a[k * (n + 1) + j];
        }
    for (unsigned i = n; i-- > 0;) {
        for (unsigned j = i + 1; j < n; j++)
            a[i * (n + 1) + n] -= a[i * (n + 1) + j] * a[j * (n + 1) + n];
        a[i * (n + 1) + n] /= a[i * (n + 1) + i];
        sum += (double)a[i * (n + 1) + n];
    }
    printf("%.5f\n", sum);
    return 0;
}
