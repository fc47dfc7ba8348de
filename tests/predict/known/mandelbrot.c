/* The Mandelbrot set: chains of operations on reals. */
#include <stdio.h>
#include <stdlib.h>

static unsigned steps(double x, double y)
{
    double a = 0, b = 0;
    unsigned n = 0;

    while (n < 200 && a * a + b * b < 4) {
        double t = a * a - b * b + x;
        b = 2 * a * b + y;
        a = t;
        n++;
    }
    return n;
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 180;
    unsigned long sum = 0;

    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            sum += steps(-2 + 3.0 * i / n, -1.5 + 3.0 * j / n);
    printf("%lu\n", sum);
    return 0;
}
