/* Names that a person may have meant: "did you mean cache_size?" */
#ifndef SIMILAR_NAMES_H
#define SIMILAR_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum { SIMILAR_NAMES_MOST = 3, SIMILAR_NAMES_BYTES = 96 };

/* The nearest names so far, the nearest first. Fill what was typed, the rest with zeros. */
struct similar_names {
    const char *typed;
    unsigned n, distance[SIMILAR_NAMES_MOST];
    const char *name[SIMILAR_NAMES_MOST]; /* not owned */
};

/* All functions are freestanding. */

/* Returns true where at most a third of the letters typed, or two, differ in NAME, are missing, are
 * too many, or are swapped with their neighbour, and at least one letter is the same. Names of
 * SIMILAR_NAMES_BYTES and more are never near. */
bool similar_names_fits(const struct similar_names *n, const char *name);

/* Takes NAME where it fits. ALIAS (may be NULL) is another name of the same thing: if it is what
 * was typed, NAME is the nearest. */
void similar_names_add(struct similar_names *n, const char *name, const char *alias);

/* Writes "did you mean A?", "did you mean A or B?" or "did you mean A, B or C?" to TEXT, of ROOM >
 * 0 bytes, with PREFIX ("" or such as "--") before each name; "" where no name is near, or where
 * the question does not fit. Names that are less near than the first are left out.
 * Returns true where there is a question. */
bool similar_names_question(const struct similar_names *n, const char *prefix, char *text,
                            size_t room);

#endif
