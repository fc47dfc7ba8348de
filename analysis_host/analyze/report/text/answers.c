/* Section of the text: a line for each answer that no table shows. */
#include "report/format/flow.h"
#include "report/format/remedy.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "report/output/visible.h"
#include "result/confidence.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

/* Widths of columns; the last one has what is left of the line. */
enum { ID = 28, VALUE = 9, RANGE = 13, SURE = 4, LEAST_NOTE = 8 };

/* True when a table shows R, or another answer of which R is another form. */
static bool is_in_table(const struct result *r)
{
    const struct quantity_row *row;

    if (r->name.quantity >= QUANTITIES)
        return false;
    row = quantity_row(r->name.quantity);
    switch (row->section) {
    case SECTION_INSTRUCTIONS:
    case SECTION_BANDWIDTH:
    case SECTION_KERNELS:
    case SECTION_PATTERNS:
    case SECTION_REGIONS:
    case SECTION_CORE_TO_CORE:
        return r->name.quantity != OS_TIMESLICE;
    case SECTION_ROOFLINE:
        return r->name.quantity == PEAK_RATE || r->name.quantity == PEAK_TOGETHER;
    default:
        return row->kind == ID_DERIVED;
    }
}

struct cells {
    char value[FORMAT_CELL], range[FORMAT_CELL], sure[FORMAT_CELL];
    char note[sizeof(struct format_note) + 60]; /* the rule, and what it says */
};

static void fill(struct cells *c, const struct result *r)
{
    struct format_note all = format_note(r);
    const char *reason = r->kind == RESULT_NONE ? "" : r->kind == RESULT_NULL ? r->note : all.text;

    *c = (struct cells){ .sure = "" };
    format_answer(c->value, r);
    (void)format_range(c->range, r);
    if (result_is_known(r))
        format_percent(c->sure, r->confidence);
    bool wide = format_columns() > FORMAT_COLUMNS;
    snprintf(c->note, sizeof c->note, "%s%s%s%s%s", r->method, wide ? ", " : "",
             wide ? r->probe : "", *r->method && *reason ? "; " : "", reason);
}

/* NOTE in ROOM columns, cut between words where it can be. */
static void put_note(FILE *out, const char *note, size_t room)
{
    static const char cut[] = "...";
    size_t n = strlen(note), word;

    if (output_visible_bytes(note, n) > room) {
        n = output_visible_fit(note, n, room - strlen(cut));
        for (word = n; word > 0 && note[word] != ' ';)
            word--;
        n = word > 0 ? word : n;
    }
    output_visible(out, note, n);
    if (note[n] != '\0')
        fputs(cut, out);
}

static int at_least_0(int n)
{
    return n > 0 ? n : 0;
}

/* A cell that is longer than its column takes room from the range. */
static void print_row(FILE *out, const char *id, const struct cells *c)
{
    char line[2 * FORMAT_MOST_COLUMNS], name[ID + 12 + 1], value[FORMAT_CELL];

    (void)output_visible_cell(name, sizeof name, id);
    (void)output_visible_cell(value, sizeof value, c->value);
    int over = at_least_0((int)strlen(name) - ID) + at_least_0((int)strlen(value) - VALUE);
    int used = snprintf(line, sizeof line, "%-*s %*s %*s %*s", ID, name, VALUE, value,
                        at_least_0(RANGE - over), c->range, SURE, c->sure);
    size_t n = (size_t)used < format_columns() ? (size_t)used : format_columns();

    while (n > 0 && line[n - 1] == ' ' && *c->note == '\0')
        n--;
    fwrite(line, 1, n, out);
    if (*c->note != '\0' && n + LEAST_NOTE < format_columns()) {
        fputc(' ', out);
        put_note(out, c->note, format_columns() - n - 1);
    }
    fputc('\n', out);
}

/* The same where the columns are wider than the terminal. */
static void print_narrow(FILE *out, const char *id, const struct cells *c)
{
    struct format_flow f = { .n = 0 };
    const char *const parts[] = { id, c->value, c->range, c->sure, c->note };

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (*parts[i] != '\0')
            format_flow_add(&f, "  ", "%s", parts[i]);
    format_flow_print(out, "  ", 4, &f);
}

void text_answers(FILE *out, const struct results *results)
{
    const char *const rule = format_columns() > FORMAT_COLUMNS ? "RULE, PROBE; NOTE" : "RULE; NOTE";
    struct cells titles = { "VALUE", "RANGE", "SURE", "" };
    bool narrow = format_columns() < FORMAT_COLUMNS;

    strcpy(titles.note, rule);
    if (narrow)
        fputs("ANSWERS OF NO TABLE\n", out);
    else
        print_row(out, "ANSWERS OF NO TABLE", &titles);
    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        struct cells c;

        if (is_in_table(r) || r->kind == RESULT_NONE)
            continue;
        fill(&c, r);
        if (narrow)
            print_narrow(out, r->id, &c);
        else
            print_row(out, r->id, &c);
    }
}
