/* The order of a variant: its clauses as one relation from instances to points in time. */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "loops.h"

struct schedule {
    isl_union_map *map;  /* for the pattern's sizes; every range has N dimensions */
    isl_union_map *free; /* the same for all sizes from 1 on */
    unsigned n;
    int parallel;                /* the dimension whose loop is shared by contexts; -1: none */
    unsigned unroll[MOST_LOOPS]; /* copies of a dimension's loop; 0: as it is */
    bool lane[MOST_LOOPS];       /* the dimension numbers interleaved parts */
    bool fixed[MOST_LOOPS];      /* the dimension is a position, no loop */
};

/* Makes S from the clauses of VARIANT; false after a fault. The caller frees it either way. */
bool schedule_make(struct schedule *s, const struct relation *r, const struct variant *variant,
                   struct faults *faults);
void schedule_free(struct schedule *s);

/* Dimensions FROM to TO - 1 of the order alone. */
isl_union_map *schedule_part(const struct schedule *s, unsigned from, unsigned to);

#endif
