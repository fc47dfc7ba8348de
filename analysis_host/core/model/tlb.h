/* The steps that address translation adds to a latency curve: entries, associativity and cost of
 * each. */
#ifndef MODEL_TLB_H
#define MODEL_TLB_H

#include <stdbool.h>
#include <stddef.h>

/* The curve: cost of a load on N pages less its cost on as many lines of few pages. Each step is a
 * TLB, a set-associative LRU store of page numbers, that overflows. Every page is visited once a
 * lap, so that the miss ratio follows from entries and ways, and from the choice of sets: in turn
 * or hashed. */

enum { TLB_MOST = 3, TLB_FULL = 0 };

struct tlb_point {
    double pages;
    double control; /* cost of as many lines on few pages, cycles */
    double extra;   /* cost of the pages above that, cycles */
    double noise;   /* disagreement of the timings of either, cycles */
};

struct tlb_step {
    double entries, entries_low, entries_high;
    double ways;   /* TLB_FULL: fully associative */
    bool hashed;   /* pages fall into sets as if at random */
    bool has_ways; /* whether the curve tells them from others */
    double cost;   /* added by missing here, cycles */
    double doubt;  /* root mean square of what is left unexplained, cycles */
};

/* Fills STEPS with the steps of AT[0..*N), ascending by pages, in ascending order of entries, and
 * returns their number, at most TLB_MOST; -1 when memory is short. Drops lonely points from AT and
 * *N. *LEAST: the lowest step that would have been seen, cycles. *EXPLAINED: true when the steps
 * explain nine in ten points, and nine in ten of those beyond PEACEFUL pages, too. */
int tlb_steps(struct tlb_point *at, size_t *n, struct tlb_step steps[TLB_MOST], double *least,
              double peaceful, bool *explained);

/* Returns the ratio of loads that miss in STEP on PAGES pages. */
double tlb_share(const struct tlb_step *step, double pages);

#endif
