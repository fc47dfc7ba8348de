/* Kernels of probe live_ranges. */
#ifndef LIVE_H
#define LIVE_H

#include <stdbool.h>
#include <stdio.h>

/* Returns true when WORD is "named.FLOATS.VECTORS.INTEGERS", how many registers the target's
 * instructions name, each within 4 to 128. */
bool live_is_named(const char *word);

/* The additions in a lap of the loop on LIVE variables: rounds over all of them, enough that the
 * loop's own counter hardly matters; SMALL: as few as will do. */
unsigned live_adds(unsigned live, bool small);

/* Writes to OUT all kernels on TYPE: of 3 to 132 variables. SMALL: fewer, most of them around what
 * NAMES names for TYPE; where that is NULL or not known for TYPE, every number up to 16 and then
 * every second. */
void live_file(FILE *out, const char *type, const char *names, bool small);

/* Writes the table of all kernels on the N types TYPES, of files with the same NAMES and SMALL. */
void live_table_file(FILE *out, char *const *types, int n, const char *names, bool small);

#endif
