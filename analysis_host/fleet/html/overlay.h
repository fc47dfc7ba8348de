/* The page of several boards: figures laid over each other, answers side by side. */
#ifndef OVERLAY_H
#define OVERLAY_H

#include "analysis/analysis.h"
#include "fleet/boards.h"
#include "report/html/figure_data.h"
#include <stddef.h>
#include <stdio.h>

/* Reads the N FILES, or those in the only one of them that is a folder, and replaces HTML by their
 * page. Returns 0; 1 when one of them could not be read or is damaged; 2 when a folder cannot be
 * read or there are more than COMPARE_MOST; 3 when none of them can be read; 4 when HTML cannot be
 * written; each with a message on ERR. */
int overlay_write(const char *html, char *const *files, size_t n, enum method method, FILE *err);

/* ---- its parts ---- */

struct overlay {
    struct compared_boards boards;
    char **names; /* of each, no two alike; owned */
};

/* Names O's boards after their files: without folder and endings, with as much of them as tells two
 * apart, and with a number where the same file is there twice. -1 where memory is short, else 0. */
int overlay_name(struct overlay *o);
/* Releases O's boards and names. */
void overlay_free(struct overlay *o);

/* Writes the page of the struct overlay OF, at most DOTS dots a figure (html_write_page). */
int html_overlay_page(FILE *out, const void *of, size_t dots);
/* Figure K of those of the N BOARDS that have it and know the unit that most know, as one picture
 * by gnuplot; the others are named. For pages without a script. Some board must have the figure. */
void html_overlay_picture(FILE *out, const struct html_board *boards, size_t n, size_t k);
/* Returns true when more boards can be shown in nanoseconds than in cycles. */
bool html_overlay_in_ns(const struct html_board *boards, size_t n);

#endif
