/* How a file holds instructions: programs use few of all forms that there are. A form is an
 * instruction without its address; each form is stored once. */
#ifndef SIGNATURE_INSTRUCTIONS_H
#define SIGNATURE_INSTRUCTIONS_H

#include "numbers.h"
#include "signature.h"

enum { INSTRUCTIONS_BYTES = 2 }; /* that an instruction takes at least */

/* Appends s->code: the forms, then of each instruction its form and its address. B has failed where
 * there is no memory. */
void instructions_put(struct buffer *b, const struct signature *s);

/* Reads them into the s->n_code rows of s->code, which are there. C is bad where they are damaged,
 * and without memory. */
void instructions_get(struct cursor *c, struct signature *s);

#endif
