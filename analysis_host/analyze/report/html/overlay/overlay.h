/* Several boards in one page, from their files. */
#ifndef OVERLAY_H
#define OVERLAY_H

#include "analysis/analysis.h"
#include <stddef.h>
#include <stdio.h>

/* Reads the N FILES, or those in the only one of them that is a folder, and replaces HTML by their
 * page. Returns 0; 1 when one of them could not be read or is damaged; 2 when a folder cannot be
 * read or there are more than OVERLAY_MOST; 3 when none of them can be read; 4 when HTML cannot be
 * written; each with a message on ERR. */
int overlay_write(const char *html, char *const *files, size_t n, enum method method, FILE *err);

#endif
