#ifndef WORDS_H
#define WORDS_H

#include "run/probe.h"
#include <stdbool.h>

/* Orders in which the lines of one set are visited, lap after lap. Which of them miss tells the
 * policies apart: whoever knows the order can replay it under each (after Abel and Reineke 2013,
 * "Measurement-based modeling of the cache replacement policy"). Numbers of lines count from 0. */

enum {
    WORD_WAYS = 128, /* most ways of a cache asked about */
    WORD_STEPS = 512,
    WORD_LINES = 3 * WORD_WAYS + 8,
    WORD_VISITS = 8, /* most of one line in a lap */
    WORDS = 10,
    WORDS_POLICY = 7, /* the words before it ask for the policy, the others for inclusion */
};

struct word {
    uint16_t line[WORD_STEPS];
    unsigned n_steps, n_lines;
};

/* Makes word NUMBER (below WORDS) for a set of WAYS lines, 1 to WORD_WAYS. GAP: what may come
 * between two visits of a line so that a nearer level still has it, for the words about inclusion.
 */
void word_make(struct word *word, struct probe_run *run, unsigned number, unsigned ways,
               unsigned gap);

/* The most lines that a word for WAYS has. */
unsigned word_most_lines(unsigned ways);

#endif
