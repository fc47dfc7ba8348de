/* Lines of answers whose truth is known, from which `calibrate` makes the table of
 * analysis_host/core/stats/calibration.h. */
#ifndef COUNTS_H
#define COUNTS_H

#include "result/result.h"
enum { COUNTS_LINE = 136 };

/* Writes to LINE that of R, an answer: kind, rank of its evidence, 1 where it is RIGHT, else 0, and
 * the class by which TRUTH lies beyond its bounds as its analysis gave them; -1 where it has none,
 * is no number on a scale, or TRUTH is NaN. */
void counts_line(char line[COUNTS_LINE], const struct result *r, bool right, double truth);

/* Returns how far TRUTH, above 0, is beyond the bounds of R, a natural logarithm; 0: within. As
 * they are, or, where RAW, as its analysis gave them. NaN where it has no bounds above 0. */
double counts_miss(const struct result *r, double truth, bool raw);

/* Returns the class of calibration_next by which VALUE, of another run, lies beyond R's bounds as
 * its analysis gave them; -1 where it has none. */
int counts_next(const struct result *r, double value);

#endif
