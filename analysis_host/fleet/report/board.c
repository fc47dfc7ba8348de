/* One board of a fleet: its runs, with what was found and what changed; or which kind it fits. */
#include "fleet.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "report/output/visible.h"
#include <string.h>

enum { COLUMNS = 3, MOST_CHANGES = 16, CELL = 22 };

/* Answers that are shown of every run: what was found, else what says most. */
static size_t choose_columns(const struct fleet *f, size_t board, size_t column[COLUMNS])
{
    static const enum quantity usual[COLUMNS] = { CPU_FREQUENCY, CACHE_LEVELS, MEMORY_LATENCY };
    size_t n = 0;

    for (size_t i = 0; i < f->n_findings && n < COLUMNS; i++)
        if (f->findings[i].board == board && f->findings[i].cause == i)
            column[n++] = f->findings[i].name;
    for (size_t i = 0; i < f->n_names && n < COLUMNS; i++)
        for (size_t k = 0; k < COLUMNS && n < COLUMNS; k++)
            if (f->names[i].id.quantity == usual[k] && (n == 0 || column[n - 1] != i))
                column[n++] = i;
    return n;
}

static void put_cell(FILE *out, const char *text)
{
    char cell[CELL];

    fprintf(out, " %*s", CELL - 1, output_visible_cell(cell, sizeof cell, text));
}

static void put_row(FILE *out, const struct fleet *f, const struct fleet_run *run,
                    const size_t *column, size_t n)
{
    char day[16], value[FORMAT_CELL];

    fleet_day(day, run->began);
    fprintf(out, "  %s%s", day, run->damaged ? "!" : run->began_by_file ? "~" : " ");
    for (size_t i = 0; i < n; i++) {
        const struct fleet_answer *a = fleet_answer(run, column[i]);
        snprintf(value, sizeof value, "-");
        if (a != NULL)
            fleet_value(value, f, column[i], a->kind, a->value);
        put_cell(out, value);
    }
    fputc('\n', out);
}

/* What changed from the run before run AT of the fleet. */
static void put_changes(FILE *out, const struct fleet *f, size_t at)
{
    struct fleet_finding here = { .since = at, .dated = true };
    struct fleet_change change[MOST_CHANGES];
    size_t n = fleet_changes(f, &here, change, MOST_CHANGES);

    for (size_t i = 0; i < n; i++)
        format_wrapf(out, "    changed  ", "%s %s -> %s", change[i].key,
                     change[i].was != NULL ? change[i].was : "not said",
                     change[i].is != NULL ? change[i].is : "not said");
}

static void put_usual(FILE *out, const struct fleet *f, const struct fleet_board *b,
                      const size_t *column, size_t n)
{
    char value[FORMAT_CELL];

    if (b->kind == FLEET_NO_KIND)
        return;
    fprintf(out, "  its kind   ");
    for (size_t i = 0; i < n; i++) {
        const struct fleet_typical *u = &f->kinds[b->kind].usual[column[i]];
        snprintf(value, sizeof value, "-");
        if (u->n_ways > 0)
            fleet_value(value, f, column[i], u->kind, u->way[0].value);
        put_cell(out, value);
    }
    fputc('\n', out);
}

static void put_findings(FILE *out, const struct fleet *f, size_t board)
{
    char value[FORMAT_CELL], usual[FORMAT_CELL];

    for (size_t i = 0; i < f->n_findings; i++) {
        const struct fleet_finding *found = &f->findings[i];
        if (found->board != board)
            continue;
        fleet_value(value, f, found->name, found->kind, found->value);
        fleet_value(usual, f, found->name, found->usual_kind, found->usual);
        format_wrapf(out, found->verdict == FLEET_DIFFERENT ? "DIFFERENT  " : "SUSPECT    ",
                     "%s  %s, its kind %s%s%s", f->names[found->name].id.text, value, usual,
                     found->cause != i ? "; follows " : "",
                     found->cause != i ? f->names[f->findings[found->cause].name].id.text : "");
    }
}

int report_fleet_board(FILE *out, const struct fleet *f, size_t board)
{
    const struct fleet_board *b = &f->boards[board];
    size_t column[COLUMNS], n = choose_columns(f, board, column);

    format_wrapf(out, "BOARD  ", "%s, %s%s, %zu runs%s", fleet_board_name(f, board),
                 b->kind == FLEET_NO_KIND ? "alone" : "of kind ",
                 b->kind == FLEET_NO_KIND ? "" : f->kinds[b->kind].name, b->n,
                 b->by_file ? "; its name is that of its file" : "");
    put_findings(out, f, board);
    fputs("  RUN        ", out);
    for (size_t i = 0; i < n; i++)
        put_cell(out, f->names[column[i]].id.text);
    fputc('\n', out);
    for (size_t i = b->first; i < b->first + b->n; i++) {
        if (i > b->first)
            put_changes(out, f, i);
        put_row(out, f, &f->runs[i], column, n);
    }
    put_usual(out, f, b, column, n);
    fputs("!: a damaged log   ~: the file's time; its log has none\n", out);
    return 0;
}

/* ---- which kind it fits ---- */

static void put_unlike(FILE *out, const struct fleet *f, const struct fleet_finding *found)
{
    char value[FORMAT_CELL], usual[FORMAT_CELL], share[16];

    fleet_value(value, f, found->name, found->kind, found->value);
    fleet_value(usual, f, found->name, found->usual_kind, found->usual);
    fleet_share(share, found);
    format_wrapf(out, "UNLIKE   ", "%s  %s, its kind %s%s%s", f->names[found->name].id.text, value,
                 usual, *share != '\0' ? ", " : "", share);
}

void report_fleet_fits(FILE *out, const struct fleet *f)
{
    const struct fleet_board *b = &f->boards[0];
    const char *name = fleet_board_name(f, 0);

    if (b->kind == FLEET_NO_KIND && b->nearest == FLEET_NO_KIND) {
        format_wrapf(out, "NO KIND  ", "%s: there are no kinds", name);
    } else if (b->kind == FLEET_NO_KIND) {
        format_wrapf(out, "NO KIND  ", "%s: nearest %s: %u of %u anchors differ%s", name,
                     f->kinds[b->nearest].name, b->differ, b->anchors,
                     b->differ == 0 ? ", but target, compiler or its flags do" : "");
    } else {
        format_wrapf(out, f->n_findings == 0 ? "FITS     " : "OF KIND  ", "%s: %s of %zu boards",
                     name, f->kinds[b->kind].name, f->kinds[b->kind].n);
    }
    for (size_t i = 0; i < f->n_findings; i++)
        put_unlike(out, f, &f->findings[i]);
    fleet_put_wrong(out, f);
}
