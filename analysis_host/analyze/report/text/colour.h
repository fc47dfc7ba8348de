/* Colours for a text report on a terminal. */
#ifndef TEXT_COLOUR_H
#define TEXT_COLOUR_H

#include <stdio.h>

/* Writes TEXT as report_text() made it, with colours for a terminal (SGR). Without its escape
 * sequences the output is TEXT. */
void report_colour(FILE *out, const char *text);

#endif
