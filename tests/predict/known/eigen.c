/* Eigenvalues of a symmetric matrix by rotations of two rows and columns at a time. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 96 };

static double a[N][N];

static void rotate(int p, int q)
{
    double t = (a[q][q] - a[p][p]) / (2 * a[p][q]);

    t = (t >= 0 ? 1 : -1) / (fabs(t) + sqrt(t * t + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;

    for (int k = 0; k < N; k++) {
        double x = a[k][p], y = a[k][q];

        a[k][p] = c * x - s * y;
        a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < N; k++) {
        double x = a[p][k], y = a[q][k];

        a[p][k] = c * x - s * y;
        a[q][k] = s * x + c * y;
    }
}

int main(int argc, char **argv)
{
    int sweeps = argc > 1 ? atoi(argv[1]) : 8;
    double least = 1e300, most = -1e300, off = 0;

    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            a[i][k] = 1.0 / (1 + abs(i - k)) + (i == k) * (i % 7);
    for (int s = 0; s < sweeps; s++)
        for (int p = 0; p < N; p++)
            for (int q = p + 1; q < N; q++)
                if (fabs(a[p][q]) > 1e-12)
                    rotate(p, q);
    for (int i = 0; i < N; i++) {
        least = a[i][i] < least ? a[i][i] : least;
        most = a[i][i] > most ? a[i][i] : most;
        for (int k = 0; k < i; k++)
            off += a[i][k] * a[i][k];
    }
    printf("%.9f %.9f %d\n", least, most, off < 1e-9);
    return 0;
}
