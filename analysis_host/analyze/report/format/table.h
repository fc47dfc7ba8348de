/* Tables of text by libsmartcols, indented by two. */
#ifndef FORMAT_TABLE_H
#define FORMAT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct format_column {
    const char *name;
    bool right; /* numbers are aligned to the right */
    bool tree;  /* lines below others are drawn as a tree; one column at most */
};
struct libscols_table;
struct libscols_line;

/* Returns an empty table, which format_table_end() frees; NULL when memory is short. */
struct libscols_table *format_table_new(const struct format_column *columns, size_t n);
/* Adds a line of as many cells as there are columns; -1 when memory is short. */
int format_table_add(struct libscols_table *table, const char *const *cells, size_t n);
/* The same, below PARENT in the tree, NULL: at the top. Returns the line, which the table owns, or
 * NULL when memory is short. */
struct libscols_line *format_table_below(struct libscols_table *table, struct libscols_line *parent,
                                         const char *const *cells, size_t n);
/* Prints and frees TABLE, format_columns() wide; where that is less than 80, columns that do not
 * fit stand below the others, with the first one repeated. -1 when memory is short. */
int format_table_end(FILE *out, struct libscols_table *table);

#endif
