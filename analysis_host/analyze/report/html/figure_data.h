/* Figures as data for the script that draws them. */
#ifndef HTML_FIGURE_DATA_H
#define HTML_FIGURE_DATA_H

#include "report/figure/figures.h"
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A board whose figures are drawn; it is called NAME there. */
struct html_board {
    const char *name;
    const struct figures *figures; /* NULL: only its answers are known */
};

/* Writes the title, the note and the place of F, or its picture where there is no script. */
void html_put_figure(FILE *out, const struct figure *f);

/* Writes the data of the figures as element "figures"; nothing where there is no script. OVERLAY:
 * the lines that can be laid over each other, without dots. -1 where memory is short, else 0. */
int html_figure_data(FILE *out, const struct html_board *boards, size_t n, bool overlay);
/* Returns the same data, or NULL when memory is short; the caller frees it. */
json_t *html_figures_json(const struct html_board *boards, size_t n, bool overlay);

#endif
