/* Answers of several boards side by side, as text. */
#include "compare.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "report/output/visible.h"
#include "result/query.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID = 24, CELL = 14 };

/* Boards that a line has room for. */
static size_t boards_of_line(void)
{
    return format_columns() >= ID + 2 * CELL ? (format_columns() - ID) / CELL : 1;
}

static void put_row(FILE *out, const struct result_id *id, const struct compared *boards, size_t n,
                    const struct compare_usual *u)
{
    char text[FORMAT_CELL], name[ID], cell[CELL - 1];

    fprintf(out, "%-*s", ID, output_visible_cell(name, sizeof name, id->text));
    for (size_t i = 0; i < n; i++) {
        const struct result *r = result_find(&boards[i].results, *id);
        compare_cell(text, r);
        fprintf(out, "%*s%c", CELL - 1, output_visible_cell(cell, sizeof cell, text),
                compare_far(u, r) ? '*' : ' ');
    }
    fputc('\n', out);
}

/* The name of a file without folder and endings, its last letters where it is long. */
static void put_title(FILE *out, const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    size_t n = strcspn(name, ".");

    while (output_visible_bytes(name, n) > CELL - 2) {
        size_t first = output_visible_letter(name, n);
        name += first;
        n -= first;
    }
    fprintf(out, "%*s", CELL - 1 - (int)output_visible_bytes(name, n), "");
    output_visible(out, name, n);
    fputc(' ', out);
}

static void put_block(FILE *out, const struct compared *all, size_t n, size_t from, double *scratch)
{
    size_t shown = n - from < boards_of_line() ? n - from : boards_of_line();

    fprintf(out, "%-*s", ID, "ID");
    for (size_t i = 0; i < shown; i++)
        put_title(out, all[from + i].name);
    fputc('\n', out);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < all[i].results.n; k++) {
            const struct result_id *id = &all[i].results.at[k].name;
            if (compare_has(all, i, id))
                continue;
            struct compare_usual u = compare_usual(all, n, id, scratch);
            put_row(out, id, all + from, shown, &u);
        }
}

int compare_table(FILE *out, const struct compared *boards, size_t n)
{
    double *scratch = calloc(n + 1, sizeof *scratch);

    if (scratch == NULL)
        return -1;
    for (size_t from = 0; from < n; from += boards_of_line()) {
        put_block(out, boards, n, from, scratch);
        fputc('\n', out);
    }
    fputs("-: none, or not measured   ?: not determined   *: far from the other boards\n", out);
    free(scratch);
    return 0;
}
