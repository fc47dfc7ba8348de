/* Kernels of probe live_ranges. */
#ifndef LIVE_H
#define LIVE_H

#include <stdbool.h>
#include <stdio.h>

/* Returns how many registers for TYPE the target's instructions name, from WORD
 * "named.FLOATS.VECTORS.INTEGERS"; 0 where it is no such word, or a number is not within 4 to 128.
 */
unsigned live_named(const char *type, const char *word);

/* Writes to OUT all kernels on TYPE. SMALL: fewer, most of them around NAMED variables; where that
 * is 0, every number up to 16 and then every second. */
void live_file(FILE *out, const char *type, unsigned named, bool small);

/* Writes the table of all kernels on the N types WORDS. */
void live_table_file(FILE *out, char *const *words, int n);

#endif
