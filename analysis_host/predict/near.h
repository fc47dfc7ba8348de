/* Names that a person may have meant: those that a few letters make of what was typed. */
#ifndef NEAR_H
#define NEAR_H

#include <stdbool.h>

enum { NEAR_MOST = 3, NEAR_BYTES = 96 };

/* The nearest names so far, the nearest first. Fill what was typed, the rest with zeros. */
struct near {
    const char *typed;
    unsigned n, distance[NEAR_MOST];
    const char *name[NEAR_MOST]; /* not owned */
};

/* Returns true where at most a third of the letters typed, or two, are others in NAME, missing, too
 * many, or in the place of their neighbour. Names of NEAR_BYTES and more are never near. */
bool near_fits(const struct near *n, const char *name);

/* Takes NAME up where it fits; where ALIAS (may be NULL), another name of the same, is what was
 * typed, it is the nearest. */
void near_take(struct near *n, const char *name, const char *alias);

#endif
