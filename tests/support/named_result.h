/* Answers of tests, by their names as reports spell them. */
#ifndef NAMED_RESULT_H
#define NAMED_RESULT_H

#include "result/result.h"

/* Appends the answer called ID in UNIT, whatever unit such an answer has. Valid until the next add.
 */
struct result *named_result(struct results *r, const char *unit, const char *id);

/* Makes R not determined, with the printf-like NOTE as it is. */
void not_determined(struct result *r, const char *note, ...) __attribute__((format(printf, 2, 3)));

#endif
