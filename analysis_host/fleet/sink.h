/* Who takes the runs that are read: a fleet in memory, or a database. */
#ifndef FLEET_SINK_H
#define FLEET_SINK_H

#include "fleet.h"
#include <stdint.h>

/* What a run was read from, and what it says. All is the reader's. */
struct fleet_read {
    struct fleet_origin from;
    const struct log_key *keys;
    size_t n_keys, n_problems;
    const struct results *results;
};

/* Who takes the runs. */
struct fleet_sink {
    void *of;
    /* True when the file with this sum is known: it is not read then. May be NULL. */
    bool (*knows)(void *of, const uint8_t sha256[FLEET_SHA]);
    /* Takes one run. False ends the gathering: no more can be taken. */
    bool (*take)(void *of, const struct fleet_read *read);
    /* FILE could not be read. */
    void (*unread)(void *of, const char *file, const char *why);
};

#endif
