/* Writes vectors' shuffles. */
#ifndef TUNE_SHUFFLE_H
#define TUNE_SHUFFLE_H

#include <stdio.h>

/* Writes the macro SHUFFLE(a, b, lane, ...) for vectors of elements with BYTES: compilers differ in
 * its name. */
void shuffle_macro(FILE *out, unsigned bytes, unsigned lanes);

/* Writes ", i0, i1, ...", the lanes of a vector with neighbours DISTANCE apart exchanged. */
void shuffle_swap(FILE *out, unsigned lanes, unsigned distance);

/* Writes ", i0, i1, ...", the lanes of the first (HIGH = 0) or second vector after two have
 * exchanged blocks of DISTANCE lanes: the second's lower ones for the first's upper ones. */
void shuffle_exchange(FILE *out, unsigned lanes, unsigned distance, unsigned high);

/* Writes turn(a, lda, b, ldb), which transposes a block of LANES x LANES; after SHUFFLE and the
 * types. */
void shuffle_block(FILE *out, unsigned lanes);

#endif
