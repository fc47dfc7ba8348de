/* What is wrong with a pattern, and where. */
#ifndef FAULT_H
#define FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    MOST_FAULTS = 20,  /* of a file that are kept */
    FAULT_TEXT = 1000, /* bytes of a message, with its 0 */
};

/* Where in a file: both count from 1, columns in bytes. */
struct place {
    unsigned line, column;
};

struct fault {
    struct place at;
    char text[FAULT_TEXT];
};

struct faults {
    const char *file; /* as given on the command line; not owned */
    const char *text; /* the file's N_BYTES bytes; not owned */
    size_t n_bytes;
    unsigned n; /* that are kept */
    bool more;  /* some were not */
    struct fault at[MOST_FAULTS];
};

/* Adds a message, as printf writes it. One that is there already, at the same place, is not added
 * again. */
__attribute__((format(printf, 3, 4))) void fault_add(struct faults *faults, struct place at,
                                                     const char *format, ...);

/* Puts the faults into the order of the file. */
void faults_sort(struct faults *faults);

/* Writes each fault as FILE:LINE:COLUMN: TEXT, the line that it is in, and a caret below. */
void faults_write(const struct faults *faults, FILE *out);

#endif
