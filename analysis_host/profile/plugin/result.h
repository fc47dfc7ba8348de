/* From what was collected to a signature, not yet decoded. */
#ifndef RESULT_H
#define RESULT_H

#include "collected.h"
#include <stdio.h>

/* Fills S, whose texts the caller sets: code without operations, blocks that ran, edges, memory,
 * bursts, calls. The caller frees it with signature_free(). */
void result_make(const struct collect *c, struct signature *s);

/* Prints which files are in memory, a line for each piece of one: first address, address after
 * the last, offset in the file (hexadecimal), path. MAPS are the lines of /proc/self/maps. */
void result_maps(const struct collect *c, FILE *maps, FILE *to);

#endif
