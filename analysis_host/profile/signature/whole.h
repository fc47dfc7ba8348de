/* Holds the sections of a signature that was read against each other. */
#ifndef SIGNATURE_WHOLE_H
#define SIGNATURE_WHOLE_H

#include "section.h"

/* Frees the rows of SECTION. */
void signature_drop(struct signature *s, const struct section *section);

/* Drops sections whose numbers lead out of others, and appends to MESSAGE of SIZE bytes which.
 * Returns false where one of them matters. */
bool signature_check(struct signature *s, char *message, size_t size);

#endif
