/* bench_growth [WORD]: processor time of each analysis for n, 2n, 4n and 8n points, series or
 * contexts, and the exponent of its growth from n to 8n: 1 is linear. Only cases that hold WORD.
 * Not a test, since it reads a clock. */
#include "grown_run.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STEPS = 4 };

/* Below this, s, what a clock's step and the caches add is larger than growth. */
static const double told_from = 0.0005;

static double time_of(const struct growth_case *c, size_t n)
{
    enum { ROUNDS = 3 };
    struct log_run run;
    double least = INFINITY;

    grown_make(&run, c, n);
    for (unsigned i = 0; i < ROUNDS && (i == 0 || least < 1); i++)
        least = fmin(least, grown_time(&run, c));
    grown_free(&run);
    return least;
}

int main(int argc, char **argv)
{
    printf("%-34s %6s %9s %9s %9s %9s  exponent\n", "what grows", "n", "n, ms", "2n", "4n", "8n");
    for (size_t i = 0; i < n_growth_cases; i++) {
        const struct growth_case *c = &growth_cases[i];
        double s[STEPS];

        if (argc > 1 && strstr(c->what, argv[1]) == NULL)
            continue;
        printf("%-34s %6zu", c->what, c->n);
        for (unsigned k = 0; k < STEPS; k++) {
            s[k] = time_of(c, c->n << k);
            printf(" %9.2f", 1e3 * s[k]);
            (void)fflush(stdout);
        }
        if (s[STEPS - 1] < told_from)
            printf("  -\n");
        else
            printf("  %.2f\n", log2(s[STEPS - 1] / fmax(s[0], told_from / 8)) / (STEPS - 1));
    }
    return 0;
}
