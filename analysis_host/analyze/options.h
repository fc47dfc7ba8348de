/* The command line of analyze, and its exit statuses. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "report/export/orders.h"
#include "series/method.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit statuses; DAMAGED is also for answers that changed and, where --strict asks for it, for
 * answers that contradict each other. */
enum {
    EXIT_ANSWERED = 0,
    EXIT_DAMAGED = 1,
    EXIT_USAGE = 2,
    EXIT_NOTHING = 3,
    EXIT_OUTPUT = 4,
};

enum { MOST_TRAFFIC = 8 };

struct request {
    const char *file; /* for messages; NAME when it is not standard input */
    const char *name; /* NULL: standard input */
    bool json, verbose, validation;
    enum { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } colour;
    enum method method;
    unsigned run, table; /* from 1; 0: not asked for */
    struct export_orders exports;
    const char *compare;               /* a report, or a folder; NULL: not asked for */
    const char *html, *plots;          /* a file, a folder; NULL: not asked for */
    const char *patterns;              /* a file; NULL: not given */
    const char *traffic[MOST_TRAFFIC]; /* logs of the simulated board */
    size_t n_traffic;
    const char *with;    /* another log; NULL: not given */
    const char *explain; /* answers to explain, in place of the report; NULL: not asked for */
    bool standard_input; /* FILE is "-" */
    bool suggest;        /* runs that would settle open answers, in place of the report, */
    bool wanted;         /* or the same of schema pontoon.wanted/1 */
    bool found;          /* what each probe found, in place of the report; of */
    const char *probe;   /* this one only; NULL: of all */
    bool overlay, fleet;
    bool like;              /* the report also says which documented core the answers resemble */
    bool audit;             /* what is off or slow, in place of the report; with the log of a */
    const char *sister;     /* sister board and */
    const char *claims;     /* a file of what the board states; NULL: not given */
    const char *board, *by; /* of --fleet: a board, a setting; NULL: not asked for */
    const char *fits;       /* kinds to hold FILE against; NULL: not asked for */
    const char *db, *part;  /* databases: of the fleet, and for a part of it; NULL: none */
    int64_t from, until;    /* runs that began then, seconds since 1970 */
    char **files;           /* of --overlay and --fleet */
    size_t n_files;
};

/* Reads the command line into *Q, zeroed before. Ends the program where it is wrong, with a message
 * and EXIT_USAGE, and after what --help and its like ask for. ARGV must stay. */
void options_read(struct request *q, int argc, char **argv);

/* Says "analyze: FILE: WHY" on standard error. Returns STATUS. */
int options_refuse(int status, const char *file, const char *why);

#endif
