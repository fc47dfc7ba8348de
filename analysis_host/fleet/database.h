/* The database of a fleet: every run that was ever read, in one file that one collector writes. */
#ifndef FLEET_DATABASE_H
#define FLEET_DATABASE_H

#include "gather.h"
#include <stdint.h>
#include <stdio.h>

enum fleet_database_status {
    STORE_OK = 0,
    STORE_UNUSABLE, /* no such file, no database of this kind, of a newer version, locked, cut; or a
                     * folder that cannot be read */
    STORE_FULL,     /* it cannot be written: what was stored before stays */
};

/* What is asked of a database. */
struct fleet_database_use {
    const char *file;   /* made where it is not there and there are FILES; older ones are brought up
                         * to date, after a copy to FILE.vN */
    char *const *files; /* logs, reports and folders, whose runs are stored unless they are there:
                         * all of a run or nothing */
    size_t n_files;
    enum method method;
    unsigned seconds; /* that a log may take */
    void (*unread)(void *fleet, const char *file, const char *why);
    const char *part;    /* a new database for the runs that are asked for; NULL: none */
    int64_t from, until; /* the runs that began from FROM until before UNTIL, seconds since 1970 */
};

/* Stores what is new, and adds the runs that are asked for to FLEET, or writes them to the part; a
 * file that is there stays as it is, and is refused. Messages go to ERR. */
enum fleet_database_status fleet_database_use(const struct fleet_database_use *use,
                                              struct fleet *fleet, FILE *err);

#endif
