/* A run as a board would send it, and a ledger of every value in it: each timing and each event
 * value names the image, the sentence and the place it was sent in, so that one that turns up in a
 * wrong place gives itself away. */
#ifndef SENT_RUN_H
#define SENT_RUN_H

#include "log/log.h"
#include "record/record.h"

enum { SENT_MOST = 64, SENT_BYTES = 8192 };

struct sent_sentence {
    size_t begin, end; /* bytes of the stream, line end included */
    char type[8];
    int series; /* index, -1: outside any series */
    uint64_t x, ops;
    unsigned n_values;
};

struct sent_series {
    char probe[16];
    uint64_t line; /* value of its key "line", unique in its run */
    unsigned n_points;
};

struct sent_run {
    bool summed;    /* set before sent_run_make(): DONE and END have the running checksum */
    unsigned image; /* from 1: part of every value, and the key "image" of every series */
    char bytes[SENT_BYTES];
    size_t n_bytes;
    struct sent_sentence sentence[SENT_MOST];
    unsigned n_sentences;
    struct sent_series series[8];
    unsigned n_series;
};

/* Makes the run of IMAGE; SALT tells runs of one image apart; EXTRA_PLANS shifts all numbers. */
void sent_run_make(struct sent_run *run, unsigned image, unsigned salt, unsigned extra_plans);

/* Returns the value that SENTENCE of the run of IMAGE with SALT sends in place K. */
uint64_t sent_value(unsigned image, unsigned salt, unsigned sentence, unsigned k);
unsigned sent_image_of(uint64_t value);
unsigned sent_sentence_of(uint64_t value);
unsigned sent_place_of(uint64_t value);

#endif
