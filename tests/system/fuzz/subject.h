/* The logs that are corrupted: whole ones and pieces of long ones, each with its true answers. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include "judge.h"
#include "sentences.h"

struct subject {
    char name[120];
    struct sentences sentences;
    struct bytes log; /* the sentences, whole and in order */
    struct found truth;
};

struct subjects {
    struct subject *at; /* owned; subjects_free() */
    size_t n, room;
    size_t n_short; /* of them, first: those that take little time */
};

/* Adds the log FILE, gzip or not. A long one is kept whole and is also cut into pieces of some
 * series each, with the series that all analyses look at in front. -1 after a message when it
 * cannot be read. */
int subjects_add(struct subjects *s, const char *file);
/* Sorts short ones first and finds all true answers. Returns how many of these are unsound, and
 * how many problems the logs have before anything was done to them; prints each. */
unsigned long subjects_ready(struct subjects *s);
void subjects_free(struct subjects *s);

#endif
