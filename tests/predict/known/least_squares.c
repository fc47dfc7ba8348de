/* A plane through points: Householder's reflections of a tall matrix. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 4000, COLUMNS = 24 };

static double a[COLUMNS + 1][ROWS];

int main(int argc, char **argv)
{
    unsigned x = argc > 1 ? (unsigned)atoi(argv[1]) : 5;
    double left = 0;

    for (unsigned c = 0; c <= COLUMNS; c++)
        for (unsigned r = 0; r < ROWS; r++) {
            x = x * 1664525 + 1013904223;
            a[c][r] = (double)(x >> 8) / 16777216 - 0.5;
        }
    for (unsigned k = 0; k < COLUMNS; k++) {
        double norm = 0;
        for (unsigned r = k; r < ROWS; r++)
            norm += a[k][r] * a[k][r];
        norm = a[k][k] > 0 ? -sqrt(norm) : sqrt(norm);
        a[k][k] -= norm;
        double scale = -norm * a[k][k];
        for (unsigned c = k + 1; c <= COLUMNS; c++) {
            double dot = 0;
            for (unsigned r = k; r < ROWS; r++)
                dot += a[k][r] * a[c][r];
            dot /= scale;
            for (unsigned r = k; r < ROWS; r++)
                a[c][r] -= dot * a[k][r];
        }
    }
    for (unsigned r = COLUMNS; r < ROWS; r++)
        left += a[COLUMNS][r] * a[COLUMNS][r];
    printf("%.6f\n", sqrt(left));
    return 0;
}
