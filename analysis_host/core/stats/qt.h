/* The parts of stats_qt_clusters(). README.md tells why they give what the pseudocode gives. */
#ifndef QT_H
#define QT_H

#include <stdbool.h>
#include <stddef.h>

/* Places LO ... HI, both included. */
struct qt_range {
    size_t lo, hi;
};

/* Memory that qt_grow() works in, for as many points as qt_growth_init() was told. */
struct qt_growth {
    double *sum;             /* sum[i]: of the values before i */
    struct qt_join *join;    /* join[k]: where the gap between k and k + 1 is crossed */
    struct qt_range *result; /* result[k]: how far a cluster gets that fills join k */
    size_t *order;           /* joins, inner ones before those around them */
    size_t *stack;
};

/* False when memory is short; qt_growth_free() in either case. */
bool qt_growth_init(struct qt_growth *g, size_t n);
void qt_growth_free(struct qt_growth *g);

/* Fills REACH[i] with the cluster that each of N ascending values Y, n >= 1, grows into. */
void qt_grow(struct qt_growth *g, const double *y, size_t n, double fraction,
             struct qt_range *reach);

/* The cluster of a start: COUNT points whose lowest stands at place LO. COUNT is 0 when the start
 * is gone. */
struct qt_offer {
    size_t count, lo;
};

/* A knock-out of offers. */
struct qt_contest {
    struct qt_offer *tree; /* offers from tree[width] on, the winner in tree[1] */
    size_t width;
};

/* N >= 1 empty offers. False when memory is short; free tree in either case. */
bool qt_contest_init(struct qt_contest *c, size_t n);
void qt_contest_set(struct qt_contest *c, size_t place, struct qt_offer offer);
/* To be called after offers at places FROM ... TO were set, before the winner is read. */
void qt_contest_settle(struct qt_contest *c, size_t from, size_t to);
struct qt_offer qt_contest_winner(const struct qt_contest *c);

/* Takes cluster after cluster until no point is left. Y is N >= 1 ticks. MEMBERS gets all N
 * indices, cluster by cluster as they were found; COUNTS, of N elements, the clusters' sizes;
 * *N_CLUSTERS their number. False when memory is short. */
bool qt_peel(const double *y, size_t n, double fraction, size_t *members, size_t *counts,
             size_t *n_clusters);

#endif
