/* A plan of ways to build kernels (analyze --export tuning): what of it a board is to try. */
#ifndef TUNING_PLAN_H
#define TUNING_PLAN_H

#include <stdbool.h>
#include <stddef.h>

enum { PLAN_KERNELS = 16, PLAN_RANKS = 16, PLAN_WORD = 64, PLAN_WHY = 300, PLAN_TRIED = 5 };

struct plan_way {
    unsigned long rows, columns; /* columns 0: the tile has one number */
    unsigned long kc, mc;        /* of a product */
    unsigned long block;         /* bytes that stay near, 0: none are given */
    bool given;
};

struct tuning_plan {
    char target[PLAN_WORD]; /* of the log that it was made of */
    char round[PLAN_WORD];  /* "2,1FE336AA": what a further round of that log says; "": unknown */
    struct plan_kernel {
        char kernel[12], type[8];
        struct plan_way way[PLAN_RANKS]; /* by rank, from 1 */
    } at[PLAN_KERNELS];
    size_t n;
};

/* Reads the N bytes of TEXT. Returns false with "line N: cause" in WHY. */
bool tuning_plan_read(struct tuning_plan *plan, const char *text, size_t n, char why[PLAN_WHY]);

/* Fills WORD, of SIZE bytes, with "tune=" and the first PLAN_TRIED ways of each kernel and type:
 * products, then the others while they fit. Returns how many; 0: the plan has none, or products do
 * not fit. *LEFT_OUT: so many others did not. */
unsigned tuning_plan_option(const struct tuning_plan *plan, char *word, size_t size,
                            unsigned *left_out);

#endif
