/* What a program reads, and where it is going to write: held against each other before a byte is
 * written. */
#ifndef OUTPUT_PLACES_H
#define OUTPUT_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct output_place;

/* Zero-initialise; output_places_free() at the end. */
struct output_places {
    struct output_place *at;
    size_t n;
};

/* Adds the input NAME; NULL: standard input. What is not there is no input. Returns false where
 * memory is short. */
bool output_places_read(struct output_places *p, const char *name);

/* Adds the output NAME (NULL: standard output) of the option OPTION. Returns false, after a message
 * on ERR, where it is a file that is read, or the file of another output, by whatever names and
 * links; or where memory is short. */
bool output_places_write(struct output_places *p, const char *option, const char *name, FILE *err);

/* Returns true when the output NAME of the option OPTION is another file than INPUT; false after a
 * message on ERR. */
bool output_is_apart(const char *option, const char *name, const char *input, FILE *err);

void output_places_free(struct output_places *p);

#endif
