/* The loops of a variant while its clauses are applied. */
#ifndef LOOPS_H
#define LOOPS_H

#include "relation.h"

enum {
    MOST_LOOPS = 48,  /* of an order, positions between loops included */
    MOST_PIECES = 64, /* of a statement */
};

enum loop_role {
    LOOP_FIXED, /* a position between loops */
    LOOP_POINT,
    LOOP_TILE,
    LOOP_LANE,
};

struct loop {
    const char *name; /* of the iterator that it came from; NULL: none alone */
    enum loop_role role;
    int64_t value; /* of a fixed one */
    isl_pw_aff *at;
    unsigned unroll;
    bool parallel;
};

/* How a part of a statement's instances is ordered. */
struct piece {
    unsigned statement;
    isl_set *where;
    unsigned n;
    struct loop loops[MOST_LOOPS];
};

struct loops {
    const struct relation *r;
    const struct variant *variant;
    struct faults *faults;
    bool ordered; /* by clauses `order`: statements share what these say */
    unsigned n;
    struct piece *pieces; /* MOST_STATEMENTS * MOST_PIECES */
};

/* Makes the order of the text, or of the variant's clauses `order`. False after a fault. */
bool loops_begin(struct loops *l);
void loops_free(struct loops *l);

/* Apply a clause; false after a fault. */
bool loops_apply(struct loops *l, const struct clause *c);

/* Drops positions that are the same everywhere, and fills up with 0. */
void loops_align(struct loops *l);

/* Adds a fault on the line of the clause; false. */
__attribute__((format(printf, 3, 4))) bool loops_fail(const struct loops *l, struct place at,
                                                      const char *format, ...);

#endif
