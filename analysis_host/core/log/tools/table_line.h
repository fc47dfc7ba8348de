/* The text of a table in a line of a log: without markup, and behind what a logger puts before each
 * line, whatever that is. Lines are zero-terminated. */
#ifndef TABLE_LINE_H
#define TABLE_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* Makes LINE plain in place: blanks of any width become ' ', escape sequences of terminals and tags
 * go, entities of HTML become their letters, and what a carriage return overwrites goes. */
void table_line_clean(char *line);

/* Makes the numbers of TEXT, which is that of a table, plain in place: decimal commas become points
 * where no number of the line has a point; commas and semicolons between numbers become blanks. */
void table_line_numbers(char *text);

enum { TABLE_LINE_SHAPE = 128 };

/* What stands before the text of a table in each line: time stamps, names, quoting. Only its shape
 * is known, in which each run of letters and digits is one 'x' and blanks do not count. */
struct table_prefix {
    char shape[TABLE_LINE_SHAPE]; /* empty: nothing */
    unsigned fields;              /* words of it */
    char quote;                   /* the text stands in such quotes; 0: in none */
};

/* Sets *PREFIX to what stands in LINE before AT. Returns false where it is too long. */
bool table_prefix_of(struct table_prefix *prefix, const char *line, const char *at);

/* Return where the text begins in a LINE with that prefix: by its shape, or by the number of its
 * words. NULL: LINE has no such prefix. */
const char *table_prefix_by_shape(const struct table_prefix *prefix, const char *line);
const char *table_prefix_by_fields(const struct table_prefix *prefix, const char *line);

/* Copies the text at FROM, behind PREFIX, to TO, which has room for it: up to the closing quote and
 * without its escapes where it is quoted. */
void table_prefix_text(const struct table_prefix *prefix, char *to, const char *from);

#endif
