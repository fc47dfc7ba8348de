/* Tables of text by libsmartcols. */
#include "table.h"
#include "report/output/visible.h"
#include "wrap.h"
#include <libsmartcols.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 2, BETWEEN = 2, BRANCH = 3, MOST_COLUMNS = 32 };

/* Columns left of a line after the indentation. */
static size_t room_of_line(void)
{
    return format_columns() - INDENT;
}

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
    scols_table_set_termwidth(table, room_of_line());
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
        output_visible(out, text, n < room_of_line() ? n : room_of_line());
        fputc('\n', out);
        text += all + (text[all] == '\n');
    }
}

static int print_table(FILE *out, struct libscols_table *table)
{
    char *text = NULL;

    if (scols_print_table_to_string(table, &text) != 0)
        return -1;
    if (text != NULL)
        print_lines(out, text);
    free(text);
    return 0;
}

/* ---- narrow terminals ---- */

/* Levels of the tree above LINE. */
static size_t depth_of(const struct libscols_line *line)
{
    size_t depth = 0;

    while ((line = scols_line_get_parent(line)) != NULL)
        depth++;
    return depth;
}

/* The widest text of each of the first N columns, with its name. */
static void widths_of(struct libscols_table *table, size_t n, size_t *width)
{
    struct libscols_iter *at = scols_new_iter(SCOLS_ITER_FORWARD);
    struct libscols_line *line;

    for (size_t i = 0; i < n; i++) {
        struct libscols_column *column = scols_table_get_column(table, i);
        const char *name = scols_cell_get_data(scols_column_get_header(column));
        width[i] = name != NULL ? strlen(name) : 0;
    }
    while (at != NULL && scols_table_next_line(table, at, &line) == 0)
        for (size_t i = 0; i < n; i++) {
            bool tree = scols_column_is_tree(scols_table_get_column(table, i));
            const char *text = scols_cell_get_data(scols_line_get_cell(line, i));
            size_t wide = (text != NULL ? strlen(text) : 0) + (tree ? BRANCH * depth_of(line) : 0);
            width[i] = wide > width[i] ? wide : width[i];
        }
    scols_free_iter(at);
}

/* Shows the first column of TABLE and those from FROM to END. */
static void show_columns(struct libscols_table *table, size_t n, size_t from, size_t end)
{
    for (size_t i = 1; i < n; i++) {
        struct libscols_column *column = scols_table_get_column(table, i);
        int flags = scols_column_get_flags(column) & ~SCOLS_FL_HIDDEN;

        (void)scols_column_set_flags(column,
                                     i < from || i >= end ? flags | SCOLS_FL_HIDDEN : flags);
    }
}

/* Columns that do not fit beside each other stand below each other, each time with the first one.
 */
static int print_folded(FILE *out, struct libscols_table *table)
{
    size_t n = scols_table_get_ncols(table), width[MOST_COLUMNS], end;
    int err = 0;

    if (n > MOST_COLUMNS)
        return print_table(out, table);
    widths_of(table, n, width);
    for (size_t from = 1; from < n && err == 0; from = end) {
        size_t used = width[0] + BETWEEN + width[from];

        for (end = from + 1; end < n && used + BETWEEN + width[end] <= room_of_line(); end++)
            used += BETWEEN + width[end];
        show_columns(table, n, from, end);
        err = print_table(out, table);
    }
    return err;
}

int format_table_end(FILE *out, struct libscols_table *table)
{
    bool narrow = format_columns() < FORMAT_COLUMNS;
    int err = table == NULL                                ? -1
              : narrow && scols_table_get_ncols(table) > 1 ? print_folded(out, table)
                                                           : print_table(out, table);

    scols_unref_table(table);
    return err;
}
