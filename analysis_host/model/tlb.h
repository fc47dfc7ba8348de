#ifndef MODEL_TLB_H
#define MODEL_TLB_H

#include <stdbool.h>
#include <stddef.h>

/* The steps that translation draws: what a load costs on N pages beyond what it costs on as many
 * lines of few pages. Each step is a set-associative store of page numbers, least recently used,
 * that overflows; where every page is visited once a lap, the share of misses follows from its
 * entries and ways, and from whether pages fall into its sets in turn or as if at random. */

enum { TLB_MOST = 3, TLB_FULL = 0 };

struct tlb_point {
    double pages;
    double control; /* cost of as many lines on few pages, cycles */
    double extra;   /* what the pages cost beyond that, cycles */
    double noise;   /* how far timings of either disagree, cycles */
};

struct tlb_step {
    double entries, entries_low, entries_high;
    double ways;   /* TLB_FULL: fully associative */
    bool hashed;   /* pages fall into sets as if at random */
    bool has_ways; /* whether the curve tells them from others */
    double cost;   /* added by missing here, cycles */
    double doubt;  /* root mean square of what is left unexplained, cycles */
};

/* Finds the steps of AT[0..*N), ascending by pages; returns their number, at most TLB_MOST, and
 * fills STEPS in ascending order of entries. Lonely points are dropped from AT and *N. *LEAST
 * receives the lowest step that would have been seen, cycles; *EXPLAINED whether the steps explain
 * nearly all points, and nearly all beyond PEACEFUL pages, too. -1 when memory is short. */
int tlb_steps(struct tlb_point *at, size_t *n, struct tlb_step steps[TLB_MOST], double *least,
              double peaceful, bool *explained);

/* Share of loads that STEP makes miss on PAGES pages. */
double tlb_share(const struct tlb_step *step, double pages);

#endif
