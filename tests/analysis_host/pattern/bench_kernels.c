/* Generated kernels against what a person would write, and orders against each other: ratios of
 * processor time, the least of several runs, with their goals. Nothing is judged. */
#include "lib/kernel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, STEPS = 16 };

static double *arrays;

static double seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const struct kernel *kernel_of(const char *name, const char *variant)
{
    for (unsigned i = 0; pattern_table[i] != NULL; i++)
        if (strcmp(pattern_table[i]->name, name) == 0 &&
            strcmp(pattern_table[i]->variant, variant) == 0)
            return pattern_table[i];
    fprintf(stderr, "%s.%s is not in the image\n", name, variant);
    exit(1);
}

static void run(const struct kernel *k, uint64_t n)
{
    const struct kernel_share alone = { .contexts = 1 };

    k->run(arrays, n, &alone);
}

/* jacobi2d as a person writes it, rows on lines. */
static void by_hand(uint64_t n)
{
    size_t pitch = (size_t)(n + 7) / 8 * 8, plane = pitch * (size_t)n;

    for (unsigned t = 0; t < STEPS; t++) {
        const double *restrict from = arrays + t % 2 * plane;
        double *restrict to = arrays + (t + 1) % 2 * plane;

        for (size_t j = 1; j + 1 < n; j++) {
            const double *above = from + (j - 1) * pitch, *here = above + pitch,
                         *below = here + pitch;
            double *out = to + j * pitch;

            for (size_t i = 1; i + 1 < n; i++)
                out[i] = (above[i - 1] + above[i] + above[i + 1] + here[i - 1] + 8 * here[i] +
                          here[i + 1] + below[i - 1] + below[i] + below[i + 1]) *
                         0.0625;
        }
    }
}

/* Seconds of K at N, of the hand-written one where K is NULL. */
static double least(const struct kernel *k, uint64_t n)
{
    double best = 1e30;

    for (unsigned i = 0; i < ROUNDS; i++) {
        double begin = seconds();

        if (k != NULL)
            run(k, n);
        else
            by_hand(n);
        double took = seconds() - begin;
        best = took < best ? took : best;
    }
    return best;
}

/* Prints how many times as long A takes as B. */
static void compare(const char *what, const struct kernel *a, const struct kernel *b, uint64_t n,
                    const char *goal)
{
    const struct kernel *shape = a != NULL ? a : b;

    arrays = aligned_alloc(4096, (size_t)(shape->bytes(n) + 4095) / 4096 * 4096);
    if (arrays == NULL)
        exit(1);
    shape->fill(arrays, n);
    printf("%-44s n = %8llu: %.2f (goal: %s)\n", what, (unsigned long long)n,
           least(a, n) / least(b, n), goal);
    free(arrays);
}

int main(void)
{
    const struct kernel *plain1 = kernel_of("jacobi1d", "plain");
    const struct kernel *plain3 = kernel_of("jacobi3d", "plain");

    compare("jacobi2d plain, by hand", kernel_of("jacobi2d", "plain"), NULL, 504, "0.9 to 1.1");
    compare("jacobi2d plain, by hand", kernel_of("jacobi2d", "plain"), NULL, 2040, "0.9 to 1.1");
    compare("jacobi1d plain, time tiles", plain1, kernel_of("jacobi1d", "time"), 4000008,
            "at least 2 where memory is 5 times slower");
    compare("jacobi3d plain, time tiles", plain3, kernel_of("jacobi3d", "time"), 256,
            "at least 1.5");
    compare("jacobi3d plain, space tiles of 3 loops", plain3, kernel_of("jacobi3d", "space3"), 256,
            "none: told as it is");
    return 0;
}
