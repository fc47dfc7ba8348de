/* Tables of text by libsmartcols. */
#include "table.h"
#include "report/output/visible.h"
#include "wrap.h"
#include <libsmartcols.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns left of a line after the indentation. */
enum { INDENT = 2, TABLE_COLUMNS = FORMAT_COLUMNS - INDENT };

static bool add_columns(struct libscols_table *table, const struct format_column *columns, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int flags = columns[i].right  ? SCOLS_FL_RIGHT
                    : columns[i].tree ? SCOLS_FL_TREE
                                      : SCOLS_FL_TRUNC;
        if (scols_table_new_column(table, columns[i].name, 0, flags) == NULL)
            return false;
    }
    return true;
}

struct libscols_table *format_table_new(const struct format_column *columns, size_t n)
{
    struct libscols_table *table = scols_new_table();

    if (table == NULL)
        return NULL;
    if (!add_columns(table, columns, n)) {
        scols_unref_table(table);
        return NULL;
    }
    /* The same on every terminal, in every locale. */
    scols_table_enable_ascii(table, 1);
    scols_table_set_column_separator(table, "  ");
    scols_table_set_termforce(table, SCOLS_TERMFORCE_ALWAYS);
    scols_table_set_termwidth(table, TABLE_COLUMNS);
    return table;
}

struct libscols_line *format_table_below(struct libscols_table *table, struct libscols_line *parent,
                                         const char *const *cells, size_t n)
{
    struct libscols_line *line = table ? scols_table_new_line(table, parent) : NULL;

    for (size_t i = 0; i < n && line != NULL; i++)
        if (scols_line_set_data(line, i, cells[i]) != 0)
            return NULL;
    return line;
}

int format_table_add(struct libscols_table *table, const char *const *cells, size_t n)
{
    return format_table_below(table, NULL, cells, n) != NULL ? 0 : -1;
}

/* Each line of TEXT indented, without the blanks that pad its last cell. */
static void print_lines(FILE *out, const char *text)
{
    while (*text != '\0') {
        size_t all = strcspn(text, "\n");
        size_t n = all;
        while (n > 0 && text[n - 1] == ' ')
            n--;
        fprintf(out, "%*s", INDENT, "");
        output_visible(out, text, n < TABLE_COLUMNS ? n : TABLE_COLUMNS);
        fputc('\n', out);
        text += all + (text[all] == '\n');
    }
}

int format_table_end(FILE *out, struct libscols_table *table)
{
    char *text = NULL;

    if (table == NULL || scols_print_table_to_string(table, &text) != 0) {
        scols_unref_table(table);
        return -1;
    }
    if (text != NULL)
        print_lines(out, text);
    free(text);
    scols_unref_table(table);
    return 0;
}
