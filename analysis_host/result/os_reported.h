#ifndef CLAIMS_H
#define CLAIMS_H

#include "log/log.h"
#include "result.h"
#include <stdbool.h>

/* What the system of the log's machine says of its hardware (RECORD.md: claims, claim.ID), held
 * against the answers. Analyses never see it. */

/* Who says it: "sysfs" ..., or "the system" where the log does not name it. The log owns the text.
 */
const char *claims_source(const struct log_run *run);

/* Whether there is a claim of the answer ID; its value, in the answer's unit, is then in *VALUE. */
bool claims_of(const struct log_run *run, const char *id, double *value);

/* Whether VALUE cannot be what R answers: R is a number, VALUE is outside its bounds, and neither
 * its value nor its nominal one. */
bool claims_contradict(const struct result *r, double value);

#endif
