/* The page of several boards: figures laid over each other, answers side by side. */
#ifndef OVERLAY_PAGE_H
#define OVERLAY_PAGE_H

#include "boards.h"
#include <stddef.h>
#include <stdio.h>

/* The page of at most OVERLAY_MOST boards, less than a megabyte. -1 where memory is short, else 0.
 */
int html_overlay(FILE *out, const struct overlay *o);

/* Writes the page of the struct overlay OF. */
int html_overlay_page(FILE *out, const void *of, size_t dots);

#endif
