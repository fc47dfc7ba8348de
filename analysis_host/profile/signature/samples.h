/* How a file holds the events and accesses of samples. Columns are in the order of blocks, or of
 * instructions, and of time within each: what one instruction does again and again lies together.
 * Of addresses the difference to a guess is stored; of distances and depths what does not follow
 * from the addresses of the sample. SIGNATURE.md has the columns. */
#ifndef SIGNATURE_SAMPLES_H
#define SIGNATURE_SAMPLES_H

#include "numbers.h"
#include "signature.h"

/* Bytes that an event, and an access, takes at least. */
enum { SAMPLES_EVENT_BYTES = 6, SAMPLES_ACCESS_BYTES = 4 };

/* How accesses are stored: the first number of their columns. */
enum samples_form { SAMPLES_COLUMNS, SAMPLES_PLAIN };

/* Append the columns of s->events, and of s->accesses; PLAIN: no column, as accesses follow as they
 * are in memory, for a reader on this machine alone. B has failed where they find no memory. */
void samples_put_events(struct buffer *b, const struct signature *s);
void samples_put_accesses(struct buffer *b, const struct signature *s, bool plain);

/* Read them into s->n_events rows of s->events, and s->n_accesses of s->accesses, which are there.
 * All of S that a file has before them was read. C is bad where they are damaged, and without
 * memory. */
void samples_get_events(struct cursor *c, struct signature *s);
void samples_get_accesses(struct cursor *c, struct signature *s);

#endif
