/* A method of analysis btb: the ways of the levels that it found. */
#ifndef INFER_BTB_H
#define INFER_BTB_H

#include "log/log.h"
#include "model/jump_levels.h"
#include "result/result.h"

/* The key of series for the ways. */
#define BTB_PLACES "places"

/* Adds the ways of N levels, whose entries end at EDGE, to OUT, from the rows of jumps for the ways
 * in RUN; nothing where it has none. CYCLE: ticks. */
void btb_add_ways(struct results *out, const struct log_run *run, const struct jump_edge *edge,
                  unsigned n, double cycle);

#endif
