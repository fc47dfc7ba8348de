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

/* A size at which counts are asked for: NAME=AT. */
struct size_word {
    const char *name;
    uint64_t at;
};

struct request {
    unsigned n_files;
    const char *files[MOST_FILES];
    const char *lists[MOST_FILES]; /* variants of each, joined by ','; NULL: all */
    unsigned n_sizes;
    struct size_word sizes[MOST_SIZES];
    bool json;
    unsigned line_bytes;
    bool narrow;      /* f64 becomes f32 */
    unsigned seconds; /* of processor time that a file may take; 0: no limit */
    const char *out;  /* of `c`, `json` and `table`, */
    char *text;       /* and what is to be written there */
    size_t n_text;
    unsigned n_given;
    struct given_word given[MOST_GIVEN];
};

int command_check(struct request *q);
int command_explain(struct request *q);
int command_c(struct request *q);
int command_table(struct request *q);
int command_json(struct request *q);

/* Reads the file NUMBER of Q with the lets given for it. As study_make(); a given let that is none
 * is a fault. */
int request_study(struct request *q, unsigned number, struct study *s);

/* The same, but checks nothing except the language. */
int request_read(struct request *q, unsigned number, struct study *s);

/* Opens what becomes Q->out; NULL after a message, also where that is one of the files of Q. */
FILE *request_open(struct request *q);
/* Closes OUT and, where STATUS is 0, puts it in the place of Q->out; else a plain file that is
 * there is removed. Returns STATUS, or 4 after a message where Q->out could not be written. */
int request_close(struct request *q, FILE *out, int status);

#endif
