/* Sections of the page of several boards; html_overlay_page() puts them together. */
#ifndef OVERLAY_SECTIONS_H
#define OVERLAY_SECTIONS_H

#include "boards.h"
#include "report/html/figure_data.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A card for each board, with what shows and hides it. BOARDS as long as O's. */
void html_overlay_cards(FILE *out, const struct overlay *o, const struct html_board *boards);
/* A section for each figure that some board has. */
void html_overlay_figures(FILE *out, const struct html_board *boards, size_t n);
/* Figure K of those of the N BOARDS that have it and know the unit that most know, as one picture
 * by gnuplot; the others are named. For pages without a script. Some board must have the figure. */
void html_overlay_picture(FILE *out, const struct html_board *boards, size_t n, size_t k);
/* Returns true when more boards can be shown in nanoseconds than in cycles. */
bool html_overlay_in_ns(const struct html_board *boards, size_t n);
/* Every answer, a column for each board; BRIEF: without bounds and notes where one points at a
 * cell. -1 where memory is short, else 0. */
int html_overlay_table(FILE *out, const struct overlay *o, bool brief);

#endif
