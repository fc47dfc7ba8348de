/* A Fourier transform in place: strides of powers of two, reals. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    unsigned bits = argc > 1 ? (unsigned)atoi(argv[1]) : 15, n = 1U << bits;
    double *re = malloc(n * sizeof *re), *im = calloc(n, sizeof *im);

    for (unsigned i = 0; i < n; i++)
        re[i] = i % 17;
    for (unsigned i = 0, j = 0; i < n; i++) {
        if (i < j) {
            double t = re[i];
            re[i] = re[j];
            re[j] = t;
        }
        unsigned bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j |= bit;
    }
    for (unsigned half = 1; half < n; half *= 2) {
        double cr = cos(3.14159265358979 / half), ci = sin(3.14159265358979 / half), wr = 1, wi = 0;
        for (unsigned k = 0; k < half; k++) {
            for (unsigned i = k; i < n; i += 2 * half) {
                double r = re[i + half] * wr - im[i + half] * wi,
                       m = re[i + half] * wi + im[i + half] * wr;
                re[i + half] = re[i] - r;
                im[i + half] = im[i] - m;
                re[i] += r;
                im[i] += m;
            }
            double t = wr * cr - wi * ci;
            wi = wr * ci + wi * cr;
            wr = t;
        }
    }
    printf("%.6f\n", re[1] + im[2]);
    return 0;
}
