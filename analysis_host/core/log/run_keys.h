/* What the values of RUN's keys are. */
#ifndef LOG_RUN_KEYS_H
#define LOG_RUN_KEYS_H

#include "log.h"

enum log_value {
    LOG_VALUE_TEXT,    /* whatever it looks like: model "6700" */
    LOG_VALUE_NUMBER,  /* an integer, below 2^64 */
    LOG_VALUE_DECIMAL, /* a number with two digits after the point */
};

/* Returns what the value of K is by the definition of its key in probes/record/RECORD.md: of a
 * number that no double or int64_t holds, or that is none, LOG_VALUE_TEXT. A number is also put
 * into *NUMBER or *DECIMAL, whichever it is. */
enum log_value log_run_value(const struct log_key *k, int64_t *number, double *decimal);

/* What row I of the table of numbers is: the key NAME, or all keys that begin so where it ends with
 * a point. Returns false where there are no more. */
bool log_run_key(size_t i, const char **name, enum log_value *value);

#endif
