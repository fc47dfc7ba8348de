/* The script and the table that gnuplot draws a figure from. */
#ifndef PLOTS_SCRIPT_H
#define PLOTS_SCRIPT_H

#include "figure.h"
#include <stdio.h>

/* The table of F: for each line its single timings (x, y), where there are any, and then its points
 * (x, x2, least, quartile, median, quartile, most, timings); two empty lines between. */
void plots_table(FILE *out, const struct figure *f);
/* The script that draws it from the file TABLE, into the file PICTURE or, where that is NULL, to
 * standard output. */
void plots_script(FILE *out, const struct figure *f, const char *table, const char *picture);

#endif
