#ifndef OVERLAY_H
#define OVERLAY_H

#include "analysis/analysis.h"
#include "report/compare/compare.h"
#include <stdio.h>

/* Several boards in one page: their figures laid over each other, their answers side by side. */

enum { OVERLAY_MOST = 8 }; /* boards in a page: as many as there are colours to tell apart */

struct overlay {
    struct compared_boards boards; /* with their logs */
    char **names;                  /* of each, no two alike; owned */
};

/* Names O's boards after their files: without folder and endings, with as much of them as tells two
 * apart, and with a number where the same file is there twice. -1 where memory is short, else 0. */
int overlay_name(struct overlay *o);

/* The page of at most OVERLAY_MOST boards, less than a megabyte. -1 where memory is short, else 0.
 */
int html_overlay(FILE *out, const struct overlay *o);

/* Reads the N FILES, or those in the only one of them that is a folder, and replaces HTML by their
 * page. Returns 0; 1 when one of them could not be read or is damaged; 2 when a folder cannot be
 * read or there are more than OVERLAY_MOST; 3 when none of them can be read; 4 when HTML cannot be
 * written; each with a message on ERR. */
int overlay_write(const char *html, char *const *files, size_t n, enum method method, FILE *err);

/* Releases what the two above need; boards and names. */
void overlay_free(struct overlay *o);

#endif
