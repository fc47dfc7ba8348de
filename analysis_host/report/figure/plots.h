#ifndef PLOTS_H
#define PLOTS_H

#include "figure.h"
#include <stdio.h>

/* Figures for papers: a script of gnuplot and a table for each, and pictures where gnuplot is. */

/* Writes NAME.gp and NAME.dat of each figure that there is anything of into the folder DIR, which
 * is made where it is missing, and runs gnuplot there, which writes NAME.svg. Without gnuplot it
 * says so on ERR. 0, or -1 after a message on ERR. */
int plots_write(const struct figures *figures, const char *dir, FILE *err);

/* The picture of F, to be freed; NULL where gnuplot is missing or fails. */
char *plots_svg(const struct figure *f);

#endif
