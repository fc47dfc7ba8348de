/* Letter and colour of a board in a page of several. */
#ifndef OVERLAY_LABEL_H
#define OVERLAY_LABEL_H

#include <stddef.h>
#include <stdio.h>

/* Returns the letter of board I in figures and tables, beside its colour: 'A' and so on. */
char html_overlay_letter(size_t i);

/* The attribute that gives an element board I's colour: that of its lines, where a script draws
 * them. */
void html_overlay_colour(FILE *out, size_t i);

#endif
