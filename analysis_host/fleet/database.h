/* The database of a fleet: every run that was ever read, in one file that one collector writes. */
#ifndef FLEET_DATABASE_H
#define FLEET_DATABASE_H

#include "gather.h"
#include <stdint.h>
#include <stdio.h>

struct fleet_database;

enum fleet_database_status {
    STORE_OK = 0,
    STORE_UNUSABLE, /* no such file, no database of this kind, of a newer version, locked, cut */
    STORE_FULL,     /* it cannot be written: what was stored before stands */
};

/* Opens FILE, made where it is not there and MAY_MAKE; older ones are brought up to date, after a
 * copy to FILE.vN. Messages go to ERR, of this and of all calls. fleet_database_close() in every
 * case.
 */
enum fleet_database_status fleet_database_open(struct fleet_database **store, const char *file,
                                               bool may_make, FILE *err);
void fleet_database_close(struct fleet_database *store);

/* True when a run with this sum is stored. */
bool fleet_database_knows(struct fleet_database *store, const uint8_t sha256[FLEET_SHA]);

/* Stores one run: all of it or, where that fails, nothing. */
enum fleet_database_status fleet_database_put(struct fleet_database *store,
                                              const struct fleet_read *read);

/* Adds the runs that began from FROM until before UNTIL, seconds since 1970, to FLEET. */
enum fleet_database_status fleet_database_load(struct fleet_database *store, struct fleet *fleet,
                                               int64_t from, int64_t until);

/* Writes these runs to a new database FILE; a file that is there stays as it is, and is refused. */
enum fleet_database_status fleet_database_copy(struct fleet_database *store, const char *file,
                                               int64_t from, int64_t until);

#endif
