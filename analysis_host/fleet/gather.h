/* Reads runs of boards from folders of logs and reports, one file at a time. */
#ifndef FLEET_GATHER_H
#define FLEET_GATHER_H

#include "series/method.h"
#include "sink.h"
#include <stdio.h>

/* Reads the N FILES and the files of those of them that are folders: reports as they are, logs by a
 * process each, so that one that crashes or takes SECONDS costs its log alone. A log beside whose
 * name a report stands ("n1.log", "n1.json") is left to the report; names that begin with a dot or
 * end in ".part" are left out. Messages go to ERR. Returns the number of files that there were, or
 * -1 where a folder cannot be read (after a message), TAKER ended it, or memory is short. */
long fleet_gather(const struct fleet_sink *taker, char *const *files, size_t n, enum method method,
                  unsigned seconds, FILE *err);

#endif
