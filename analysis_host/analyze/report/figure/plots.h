/* Figures for papers: a script of gnuplot and a table for each, and pictures where gnuplot is. */
#ifndef FIGURE_PLOTS_H
#define FIGURE_PLOTS_H

#include "figures.h"
#include "log/log.h"
#include "result/result.h"
#include <stdio.h>

/* Writes NAME.gp and NAME.dat of each figure that there is anything of into the folder DIR, which
 * is made where it is missing, and runs gnuplot there, which writes NAME.svg. Without gnuplot it
 * says so on ERR. Returns 0, or -1 after a message on ERR. */
int plots_write(const struct figures *figures, const char *dir, FILE *err);

/* The same for all figures of a log. */
int report_plots(const char *dir, const struct log *log, const struct results *results, FILE *err);

/* Writes the path of file number I, from 0, of those that report_plots() may write into DIR to TO,
 * cut where ROOM bytes are too few. Returns false where there are no so many. */
bool plots_file(char *to, size_t room, const char *dir, size_t i);

/* Returns the picture of F, to be freed; NULL where gnuplot is missing or fails. */
char *plots_svg(const struct figure *f);

#endif
