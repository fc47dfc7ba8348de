/* Looks up ceilings of arithmetic. */
#ifndef RESULT_PEAK_H
#define RESULT_PEAK_H

#include "result.h"

/* Returns the highest peak of one context among types of BITS wide floating-point numbers, of MIX
 * alone or, NULL, of all mixes; NULL: none is known. */
const struct result *peak_highest(const struct results *results, unsigned bits, const char *mix);

#endif
