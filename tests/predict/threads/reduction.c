/* Steps of conjugate gradients on a band: sums of all threads after each part of a step. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 100000, STEPS = 60 };

static double x[N], r[N], p[N], q[N];

int main(int argc, char **argv)
{
    int n_threads = argc > 1 ? atoi(argv[1]) : 2;
    double rr = 0;

    for (int i = 0; i < N; i++) {
        p[i] = r[i] = 1 + i % 3;
        rr += r[i] * r[i];
    }
    for (int step = 0; step < STEPS; step++) {
        double pq = 0, next = 0;
#pragma omp parallel for num_threads(n_threads) reduction(+ : pq)
        for (int i = 0; i < N; i++) {
            q[i] = 4 * p[i] - (i > 0 ? p[i - 1] : 0) - (i < N - 1 ? p[i + 1] : 0);
            pq += p[i] * q[i];
        }
        double alpha = rr / pq;
#pragma omp parallel for num_threads(n_threads) reduction(+ : next)
        for (int i = 0; i < N; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
            next += r[i] * r[i];
        }
        double beta = next / rr;
        rr = next;
#pragma omp parallel for num_threads(n_threads)
        for (int i = 0; i < N; i++)
            p[i] = r[i] + beta * p[i];
    }
    printf("%g %g\n", x[N / 2], rr);
    return 0;
}
