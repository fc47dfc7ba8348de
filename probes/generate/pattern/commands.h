/* The commands of the program. Each returns its exit status: 0; 2 after faults or wrong usage; 4
 * where its output could not be written. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "study.h"

enum { MOST_FILES = 256, MOST_SIZES = 64, MOST_GIVEN = 64 };

/* A let of one pattern that is given on the command line. */
struct given_word {
    const char *pattern;
    struct let_given let;
};

struct request {
    unsigned n_files;
    const char *files[MOST_FILES];
    unsigned n_sizes;
    uint64_t sizes[MOST_SIZES]; /* n=N */
    bool json;
    bool small; /* code for boards with little memory */
    unsigned line_bytes;
    const char *out; /* of `c` and `table` */
    unsigned n_given;
    struct given_word given[MOST_GIVEN];
};

int command_check(struct request *q);

/* Reads the file NUMBER of Q with the lets given for it. As study_make(); a given let that is none
 * is a fault. */
int request_study(struct request *q, unsigned number, struct study *s);

#endif
