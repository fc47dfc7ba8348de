/* Names that a person may have meant: "did you mean cache_size?" */
#ifndef NEAR_H
#define NEAR_H

#include <stdbool.h>
#include <stddef.h>

enum { NEAR_MOST = 3, NEAR_BYTES = 96 };

/* The nearest names so far, the nearest first. Fill what was typed, the rest with zeros. */
struct near {
    const char *typed;
    unsigned n, distance[NEAR_MOST];
    const char *name[NEAR_MOST]; /* not owned */
};

/* All functions are freestanding. */

/* Returns true where at most a third of the letters typed, or two, differ in NAME, are missing, are
 * too many, or are swapped with their neighbour, and at least one letter is the same. Names of
 * NEAR_BYTES and more are never near. */
bool near_fits(const struct near *n, const char *name);

/* Takes NAME where it fits. ALIAS (may be NULL) is another name of the same thing: if it is what
 * was typed, NAME is the nearest. */
void near_take(struct near *n, const char *name, const char *alias);

/* Writes "did you mean A?", "did you mean A or B?" or "did you mean A, B or C?" to TEXT, of ROOM >
 * 0 bytes, with PREFIX ("" or such as "--") before each name; "" where no name is near, or where
 * the question does not fit. Names that are less near than the first are left out.
 * Returns true where there is a question. */
bool near_question(const struct near *n, const char *prefix, char *text, size_t room);

#endif
