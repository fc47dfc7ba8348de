/* Product of matrices by OpenMP. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 256 };

static double a[N][N], b[N][N], c[N][N];

int main(int argc, char **argv)
{
    int n_threads = argc > 1 ? atoi(argv[1]) : 2;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i % 7 + j;
            b[i][j] = i - j % 5;
        }
#pragma omp parallel for num_threads(n_threads)
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            for (int j = 0; j < N; j++)
                c[i][j] += a[i][k] * b[k][j];
    printf("%g\n", c[N / 2][N / 3]);
    return 0;
}
