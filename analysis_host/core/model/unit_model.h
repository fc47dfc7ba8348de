/* Execution units: the fewest that explain how fast operations start, alone and in pairs. The model
 * is that of uops.info (A. Abel and J. Reineke, "uops.info: Characterizing Latency, Throughput, and
 * Port Usage of Instructions on Intel Microarchitectures", ASPLOS 2019): an operation may start on
 * any unit of a set, and keeps it busy for some cycles. */
#ifndef UNIT_MODEL_H
#define UNIT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UNIT_OPS_MOST = 24, UNIT_MODEL_UNITS = 32 };

/* One operation by its rate. */
struct unit_op {
    unsigned units; /* that may start it, 1 to 8 */
    double busy;    /* cycles that it keeps one of them */
};

/* The units of an operation that starts every INTERVAL cycles (above 0) at its fastest: as many as
 * start it once a cycle each, or one that is busy longer. */
struct unit_op unit_op_of_interval(double interval);

/* Two operations in one loop: A of the first and B of the second. */
struct unit_loop_cost {
    double a, b;
    double least; /* cycles that the loop takes for another reason: latency, front end */
};

/* Returns the cycles that loop L of operations FIRST and SECOND takes where SHARED of their units
 * are the same, at most the fewer units of the two: the units that serve both have to do all. */
double unit_model_cycles(const struct unit_loop_cost *l, const struct unit_op *first,
                         const struct unit_op *second, unsigned shared);

/* How many units two operations share, from LOW to HIGH; WEIGHT orders what is least sure. */
struct unit_shared {
    unsigned char low, high;
    float weight;
};

/* What is known of N operations. */
struct unit_facts {
    unsigned n;
    struct unit_op op[UNIT_OPS_MOST];
    struct unit_shared shared[UNIT_OPS_MOST][UNIT_OPS_MOST]; /* [i][j] where i < j */
};

struct unit_model {
    unsigned n_ops, n_units;
    uint32_t units[UNIT_OPS_MOST]; /* of each operation: bit U, unit U */
    double busy[UNIT_OPS_MOST];    /* cycles that it keeps one of them */
    unsigned n_dropped; /* pairs whose facts were left out, as no set of units explains all */
    bool proven;        /* no fewer units explain the facts; false: the search was cut short */
};

/* Finds the fewest units that explain FACTS, by branch and bound over the sets of operation after
 * operation. Operations that no pair of FACTS joins are on units of their own, as nothing says that
 * they share. Where no units explain all, the least sure pairs are left out, one after the other.
 * Returns 0, or -1 where no more than UNIT_MODEL_UNITS units do, or without operations; then *MODEL
 * is empty. */
int unit_model_fit(struct unit_model *model, const struct unit_facts *facts);

/* Writes UNITS (bit U, unit U) as "p015" into TO of SIZE bytes (at least 2): a digit, or a letter
 * from the eleventh on, of each unit. */
void unit_model_text(char *to, size_t size, uint32_t units);

/* Returns the units of such a TEXT, a bit each; 0: it is none. */
uint32_t unit_model_units(const char *text);

/* Returns the units that there are at least: those of operations that share none with each other.
 */
unsigned unit_model_least(const struct unit_facts *facts);

#endif
