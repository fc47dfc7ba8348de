/* A program of known loops: a product of matrices, 64 by 64, ten times; its sum is printed. */
#include <stdio.h>

enum { N = 64 };

static double a[N][N], b[N][N], c[N][N];

static __attribute__((noinline)) double row_times_column(int i, int j)
{
    double sum = 0;

    for (int k = 0; k < N; k++)
        sum += a[i][k] * b[k][j];
    return sum;
}

static __attribute__((noinline)) void multiply(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = row_times_column(i, j);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = 1;
            b[i][j] = j + 1;
        }
    multiply();
    double sum = 0;
    for (int j = 0; j < N; j++)
        sum += c[0][j] / N;
    printf("%.0f\n", sum);
    return 0;
}
