/* The hardware as the operating system of a log's machine reports it. */
#ifndef OS_REPORTED_H
#define OS_REPORTED_H

#include "log/log.h"
#include "result.h"
#include <stdbool.h>

/* RUN keys "claims" (who reports) and "claim.ID" (see RECORD.md), compared with the answers.
 * Analyses never see them. */

/* Returns who reports: "sysfs" ..., or "the system" where the log does not name it. The log owns
 * the text. */
const char *os_reported_source(const struct log_run *run);

/* Returns the same in a person's words: "OS" for sysfs. */
const char *os_reported_name(const struct log_run *run);

/* Returns true when the system reports the answer ID; *VALUE is then its number, in the answer's
 * unit. */
bool os_reported_value(const struct log_run *run, const char *id, double *value);

/* Returns true when VALUE cannot be the answer R: R is a number, VALUE is outside its bounds, and
 * neither its value nor its nominal one. */
bool os_reported_contradicts(const struct result *r, double value);

/* What stands for the size of cache LEVEL, from 1, where a number is needed and none is known: the
 * middle of its bounds, what the system of RUN reports (RUN may be NULL: it does not count), or
 * what the levels around it let expect. BEFORE: bytes of the level before, 0 if LEVEL is 1. Returns
 * bytes; *WHY says which, and lives forever. */
double cache_size_instead(const struct results *r, const struct log_run *run, unsigned level,
                          double before, const char **why);

#endif
