/* Processor time of group_tree_refine() at 512 contexts, of the shapes that cost most. */
#include "model/group_tree.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 512 };

static double of_levels(size_t a, size_t b)
{
    return a / 2 == b / 2       ? 8
           : a / 16 == b / 16   ? 25
           : a / 64 == b / 64   ? 60
           : a / 256 == b / 256 ? 100
                                : 200;
}

static double of_one_level(size_t a, size_t b)
{
    return 100 + (double)((a * 7919 + b * 104729) % 20);
}

/* Each merge adds one context. */
static double of_a_chain(size_t a, size_t b)
{
    return 10 + (double)(a > b ? a : b);
}

static double of_a_mesh(size_t a, size_t b)
{
    return 40 + fabs((double)(a % 23) - (double)(b % 23)) +
           fabs((double)(a / 23) - (double)(b / 23));
}

int main(void)
{
    static const struct {
        const char *name;
        double (*cost)(size_t a, size_t b);
    } shapes[] = { { "four levels", of_levels },
                   { "one level", of_one_level },
                   { "a chain", of_a_chain },
                   { "a mesh", of_a_mesh } };
    double *cost = malloc((size_t)N * N * sizeof *cost);

    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0] && cost != NULL; i++) {
        struct group_tree_levels levels = { .n = N };
        const struct group_tree_costs costs = { N, cost };

        for (size_t k = 0; k < (size_t)N * N; k++)
            cost[k] = shapes[i].cost(k / N > k % N ? k / N : k % N, k / N > k % N ? k % N : k / N);
        clock_t begin = clock();
        int refined = group_tree_refine(&levels, &costs);
        printf("%-12s %u levels, %.3f s of processor time at %d contexts%s\n", shapes[i].name,
               levels.n_levels, (double)(clock() - begin) / CLOCKS_PER_SEC, N,
               refined != 0 ? ": no memory" : "");
        group_tree_levels_free(&levels);
    }
    free(cost);
    return 0;
}
