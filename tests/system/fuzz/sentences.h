/* A log as its sentences, to be changed one by one and written with checksums that are right again:
 * else only the checksums would be tried. */
#ifndef SENTENCES_H
#define SENTENCES_H

#include "damage.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SENTENCE_BYTES = 232 }; /* of a type and its fields; the rest of a line is for the mending */

struct sentence {
    uint32_t seq;
    uint32_t running;          /* DONE and END: the running checksum that they carry */
    unsigned n;                /* bytes of text */
    char text[SENTENCE_BYTES]; /* type and fields, without the running checksum; not terminated */
};

struct sentences {
    struct sentence *at; /* owned; sentences_free() */
    size_t n, room;
};

/* What is right again in what is written. */
enum mend {
    MEND_CRC,     /* the checksum of each sentence: its number is the one that it had */
    MEND_NUMBERS, /* and the numbers go on by one, and END counts them */
    MEND_COUNTS,  /* and DONE counts its points: the running checksums alone tell */
    MEND_RUNNING, /* as MEND_NUMBERS, and the running checksums: the counts of DONE tell */
    MEND_ALL,     /* and the counts of DONE: nothing but what the sentences say can tell */
    MENDS,
};

/* Takes the sentences from the N bytes of a LOG that was never damaged; what is no sentence is left
 * out. DONE and END get the running checksum where they have none. */
void sentences_read(struct sentences *s, const char *log, size_t n);
/* Appends a sentence whose type and fields are the N bytes of TEXT, cut where they are too many. */
void sentences_add(struct sentences *s, const char *text, size_t n);
void sentences_copy(struct sentences *to, const struct sentences *from);
void sentences_free(struct sentences *s);

/* Leaves I out. */
void sentences_drop(struct sentences *s, size_t i);
/* Puts ONE, which may be of S, at place I, at most s->n. */
void sentences_insert(struct sentences *s, size_t i, const struct sentence *one);
/* Returns true when sentence I is of TYPE, as "S" or "DONE". */
bool sentence_is(const struct sentence *one, const char *type);

/* Returns them as a log; to be freed with bytes_free(). All of these end the program when memory is
 * short. */
struct bytes sentences_write(const struct sentences *s, enum mend mend);

/* Returns true when a reader can see by types, names and counts alone that sentences are missing,
 * repeated or foreign: points outside a series, a series within another, a DONE of another probe or
 * of another count, a run that does not begin with RUN or not end with END. */
bool sentences_are_broken(const struct sentences *s);

#endif
