/* Fills a knapsack by dynamic programming: maxima along rows. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int items = argc > 1 ? atoi(argv[1]) : 300, room = 20000;
    int *best = calloc((size_t)room + 1, sizeof *best);

    for (int i = 0; i < items; i++) {
        int weight = 20 + i * 37 % 211, value = 10 + i * 53 % 97;
        for (int w = room; w >= weight; w--)
            if (best[w - weight] + value > best[w])
                best[w] = best[w - weight] + value;
    }
    printf("%d\n", best[room]);
    return 0;
}
