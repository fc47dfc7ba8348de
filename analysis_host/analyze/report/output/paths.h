/* What a program reads, and where it is going to write: held against each other before a byte is
 * written. */
#ifndef OUTPUT_PATHS_H
#define OUTPUT_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct output_path;

/* Zero-initialise; output_paths_free() at the end. */
struct output_paths {
    struct output_path *at;
    size_t n;
};

/* Adds the input NAME; NULL: standard input. What is not there is no input. Returns false where
 * memory is short. */
bool output_paths_read(struct output_paths *p, const char *name);

/* Adds the output NAME (NULL: standard output) of the option OPTION. Returns false, after a message
 * on ERR, where it is a file that is read, or the file of another output, by whatever names and
 * links; or where memory is short. */
bool output_paths_write(struct output_paths *p, const char *option, const char *name, FILE *err);

/* Returns true when the output NAME of the option OPTION is another file than INPUT; false after a
 * message on ERR. */
bool output_is_apart(const char *option, const char *name, const char *input, FILE *err);

void output_paths_free(struct output_paths *p);

#endif
