/* Orders in which the lines of one set are visited, lap after lap. Which of them miss shows the
 * policies apart: whoever knows the order can replay it under each (after Abel and Reineke 2013,
 * "Measurement-based modeling of the cache replacement policy"). Numbers of lines count from 0. */
#ifndef ACCESS_SEQUENCE_H
#define ACCESS_SEQUENCE_H

#include "run/probe.h"
#include <stdbool.h>

enum {
    SEQUENCE_WAYS = 128, /* most ways of a cache asked about */
    SEQUENCE_STEPS = 512,
    SEQUENCE_LINES = 3 * SEQUENCE_WAYS + 8,
    SEQUENCE_VISITS = 8, /* most of one line in a lap */
    SEQUENCES = 10,
    SEQUENCES_POLICY = 7, /* the sequences before it ask for the policy, the others for inclusion */
};

struct access_sequence {
    uint16_t line[SEQUENCE_STEPS];
    unsigned n_steps, n_lines;
};

/* Makes sequence NUMBER (below SEQUENCES) for a set of WAYS lines, 1 to SEQUENCE_WAYS. GAP: what
 * may come between two visits of a line so that a nearer level still has it, for the sequences
 * about inclusion.
 */
void sequence_make(struct access_sequence *sequence, struct probe_run *run, unsigned number,
                   unsigned ways, unsigned gap);

/* The most lines that a sequence for WAYS has. */
unsigned sequence_most_lines(unsigned ways);

#endif
