/* Changes to the sentences of a log, before their checksums are mended. */
#ifndef CHANGE_H
#define CHANGE_H

#include "random.h"
#include "sentences.h"

enum change {
    CHANGE_DROP,    /* sentences are missing */
    CHANGE_REPEAT,  /* sentences come again, at once or later */
    CHANGE_SWAP,    /* two sentences, half the time neighbours, change places */
    CHANGE_SPLICE,  /* sentences of another run stand between */
    CHANGE_REPLACE, /* points are those of another run */
    CHANGE_NUMBER,  /* a number is at the edge of its range, or ten times more or less */
    CHANGES,
};

/* "drop" ...: a literal. */
const char *change_name(enum change change);

/* Does it to S at up to 8 places that R decides. OTHER has what is foreign. */
void change_sentences(struct sentences *s, const struct sentences *other, enum change change,
                      struct random *r);

/* Puts a number from the edges of its range, or ten times or a tenth of what it was, in place of
 * one of ONE's, where it has any. */
void change_number(struct sentence *one, struct random *r);

#endif
