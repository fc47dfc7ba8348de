/* Reads runs of boards from folders of logs and reports. */
#ifndef FLEET_GATHER_H
#define FLEET_GATHER_H

#include "fleet.h"
#include "series/method.h"
#include <stdio.h>

/* What a run was read from, and what it says. All is the reader's. */
struct fleet_read {
    struct fleet_origin from;
    const struct log_key *keys;
    size_t n_keys, n_problems;
    const struct results *results;
};

/* Who takes the runs: a fleet in memory, or a database. */
struct fleet_sink {
    void *of;
    /* True when the file with this sum is known: it is not read then. May be NULL. */
    bool (*knows)(void *of, const uint8_t sha256[FLEET_SHA]);
    /* Takes one run. False ends the gathering: no more can be taken. */
    bool (*take)(void *of, const struct fleet_read *read);
    /* FILE could not be read. */
    void (*unread)(void *of, const char *file, const char *why);
};

/* Reads the N FILES and the files of those of them that are folders: reports as they are, logs by a
 * process each, as many at once as there are processors, so that one that crashes or needs more
 * than SECONDS costs its log alone. A log next to whose name a report is ("n1.log", "n1.json") is
 * left to the report; names that begin with a dot or end in ".part" are left out, as is what
 * board_runner leaves next to a log. Messages go to ERR. Returns the number of files that there
 * were, or -1 where a folder cannot be read (after a message), TAKER ended it, or memory is short.
 */
long fleet_gather(const struct fleet_sink *taker, char *const *files, size_t n, enum method method,
                  unsigned seconds, FILE *err);

#endif
