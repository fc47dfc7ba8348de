/* The command line of predict. */
#ifndef PREDICT_OPTIONS_H
#define PREDICT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct request {
    bool json, verbose, paper;
    bool leave_one_out;             /* no signature: each kernel of the log from the others */
    bool strict;                    /* doubts count in the exit status */
    bool block;                     /* a log and the code of a block, no signature */
    const char *symbol, *assembler; /* of the block; NULL: not given */
    const char *html;               /* the page to write; NULL: none */
    const char *like;    /* the kernel that --method=paper takes; NULL: the most similar */
    const char *what_if; /* NULL: not given */
    const char *kernels; /* likewise */
    const char *compare; /* the signature before the change; NULL: not given */
    char **file;         /* logs and signatures in any order */
    size_t n_files;
};

/* Reads the command line into *Q, zeroed before. Ends the program where it is wrong, with a message
 * and SAY_USAGE, and after what --help and its like ask for. ARGV must stay. */
void options_read(struct request *q, int argc, char **argv);

#endif
