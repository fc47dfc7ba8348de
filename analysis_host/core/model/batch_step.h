/* Where the time of a batch of misses steps up: one miss more than there are miss buffers. */
#ifndef MODEL_BATCH_STEP_H
#define MODEL_BATCH_STEP_H

#include <stdbool.h>
#include <stddef.h>

struct batch_step {
    double at;    /* the most loads of a batch before the step */
    double jump;  /* its height, as a share of the time before it */
    double clear; /* the height in units of how far points lie from the lines beside it */
};

/* Y[i] > 0 is the time of a batch of X[i] loads that miss, X ascending from 1. While each finds a
 * miss buffer (MSHR: D. Kroft, "Lockup-Free Instruction Fetch/Prefetch Cache Organization", ISCA
 * 1981), a batch takes little longer with each load; the first that finds none waits for another
 * one's line. Fits a line to the eight points at most on either side of each gap, to the right up
 * to twice the loads on the left, where the next step may be, and takes the gap whose lines differ
 * most: height times clearness. Returns false where N < 4 or no gap has a step of a twelfth. */
bool batch_step_find(const double *x, const double *y, size_t n, struct batch_step *step);

#endif
