/* Confidence of answers, from the evidence that their analyses give. */
#ifndef RESULT_CALIBRATE_H
#define RESULT_CALIBRATE_H

#include "result.h"
#include "stats/calibration.h"

enum { RESULT_KIND = 96 };

/* Answers of known truth, counted by `accuracy` and `repeats` (tests/system/accuracy). */
extern const struct calibration result_counted;

/* Writes to KIND what R is counted as: its name, of all levels beyond the first as of the second
 * and with words in place of operations, types and states; "/"; its method. */
void result_kind(char kind[RESULT_KIND], const struct result *r);

/* True when R is a number on a scale, as a time or a rate is; not a count, nor a size. */
bool result_on_scale(const struct result *r);

/* Returns true where R, an answer, would have at least CONFIDENCE if another run's samples gave it
 * better evidence, as runs differ: by two ranks of evidence. Of 302 doubtful answers that were
 * measured again on one machine, 54 of the 199 that lay so near became sure, 3 of the others. */
bool result_may_reach(const struct result *r, double confidence);

/* Sets the confidence of R, an answer, from its evidence, and widens the range of a number on a
 * scale to what 9 in 10 of its kind needed: once for each answer. An answer whose range is wider
 * than CONFIDENCE_WIDE_FROM of its value is doubtful, the more so the wider it is. Nothing where R
 * has no answer. */
void result_calibrate(struct result *r);

#endif
