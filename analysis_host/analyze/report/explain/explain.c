/* What an answer means: from the table of ids, and from a log where one is given. */
#include "explain.h"
#include "analysis/analysis.h"
#include "find.h"
#include "report/format/wrap.h"
#include "report/output/visible.h"
#include "seen.h"
#include <stdio.h>
#include <string.h>

enum { MOST_WHOLE = 3 };

/* ---- one answer, whole ---- */

/* The section of the text report, as its heading spells it. */
static void put_section(FILE *out, const struct quantity_row *row)
{
    char name[40];
    size_t n = 0;

    for (; row->section_name[n] != '\0' && n + 1 < sizeof name; n++)
        name[n] = row->section_name[n] == '_' ? '-' : row->section_name[n];
    name[n] = '\0';
    if (row->section == SECTION_VERBOSE)
        format_wrap(out, "  report    ", "a line of its own with -v");
    else if (row->section == SECTION_NONE)
        format_wrap(out, "  report    ", "other answers");
    else
        format_wrapf(out, "  report    ", "section %s", name);
}

/* The analyses that read PROBE, each with the rule that its answers usually name. */
static void put_analyses(FILE *out, const char *probe)
{
    char text[600] = "";
    size_t used = 0;

    for (unsigned i = 0; i < analysis_table_count && used < sizeof text; i++) {
        const struct analysis *a = analysis_table[i].analysis;
        if (analysis_reads(a, probe))
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s (rule %s)",
                                     used > 0 ? ", " : "", analysis_table[i].name, a->method);
    }
    format_wrap(out, "  analysis  ", text);
}

static void put_row_facts(FILE *out, const struct quantity_row *row)
{
    static const char *const units[][2] = { { "name", "a word" },
                                            { "bool", "true or false" },
                                            { "count", "a number" },
                                            { "table", "a table: a row for each pair" } };
    const char *unit = row->unit;

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(row->unit, units[i][0]) == 0)
            unit = units[i][1];
    format_wrap(out, "  unit      ", unit);
    put_section(out, row);
    format_wrap(out, "  probe     ", row->probe);
    put_analyses(out, row->probe);
    if (*row->limits != '\0')
        format_wrap(out, "  limits    ", row->limits);
    if (row->kind == ID_DERIVED)
        format_wrap(out, "  derived   ", "computed from other answers: no further information");
    if (*row->was != '\0')
        format_wrapf(out, "  was       ", "%s, in reports of schema %s", row->was, REPORT_SCHEMA_1);
    format_wrapf(out, "  docs      ", "probes/%s/NOTE.md, docs/reference/ids.md", row->probe);
}

/* Writes row QUANTITY, as the answer ID where that is one. */
static void put_whole(FILE *out, enum quantity quantity, const char *id, const struct seen_log *s,
                      const struct result *r)
{
    const struct quantity_row *row = quantity_row(quantity);

    format_wrapf(out, "", "%s: %s", id, row->term);
    format_wrap(out, "  ", row->about);
    if (s != NULL && r != NULL)
        seen_write(out, s, r);
    else if (s != NULL)
        seen_none(out, s, row->probe);
    put_row_facts(out, row);
}

/* ---- lists ---- */

/* ID, then TEXT beside it or, on a narrow terminal, below. */
static void put_line(FILE *out, const char *id, const char *text)
{
    enum { ID_COLUMNS = 34, WIDE = 76 };
    char lead[ID_COLUMNS + 4];

    if (format_columns() >= WIDE && strlen(id) < ID_COLUMNS) {
        snprintf(lead, sizeof lead, "  %-*s", ID_COLUMNS, id);
        format_wrap(out, lead, text);
        return;
    }
    format_wrap(out, "  ", id);
    snprintf(lead, sizeof lead, "  %*s", format_columns() >= WIDE ? ID_COLUMNS : 4, "");
    format_wrap(out, lead, text);
}

static void list_rows(FILE *out, const struct explain_found *found)
{
    for (size_t i = 0; i < found->n; i++)
        put_line(out, quantity_row(found->quantity[i])->id, quantity_row(found->quantity[i])->term);
}

/* ---- answers of a log ---- */

static bool is_meant(const struct explain_found *found, const struct result *r)
{
    bool row = false;

    if (found->id.quantity != QUANTITY_UNKNOWN)
        return id_same(&found->id, &r->name);
    for (size_t i = 0; i < found->n; i++)
        row |= found->quantity[i] == r->name.quantity;
    return row && (found->level == 0 || r->name.level == found->level);
}

static size_t count_meant(const struct explain_found *found, const struct results *results)
{
    size_t n = 0;

    for (size_t i = 0; i < results->n; i++)
        n += is_meant(found, &results->at[i]);
    return n;
}

static void put_answer_line(FILE *out, const struct result *r)
{
    char text[300];

    seen_line(text, sizeof text, r);
    put_line(out, r->id, text);
}

/* Writes the answers that are meant: N of them. */
static void put_answers(FILE *out, const struct explain_found *found, const struct seen_log *s,
                        size_t n)
{
    bool first = true;

    for (size_t i = 0; i < s->results->n; i++) {
        const struct result *r = &s->results->at[i];
        if (!is_meant(found, r))
            continue;
        if (n > MOST_WHOLE) {
            put_answer_line(out, r);
            continue;
        }
        if (!first)
            fputc('\n', out);
        first = false;
        put_whole(out, r->name.quantity, r->id, s, r);
    }
}

/* ---- all ---- */

static void put_rows(FILE *out, const struct explain_found *found, const struct seen_log *s)
{
    if (found->n > MOST_WHOLE) {
        list_rows(out, found);
        return;
    }
    for (size_t i = 0; i < found->n; i++) {
        bool one = found->id.quantity != QUANTITY_UNKNOWN;
        if (i > 0)
            fputc('\n', out);
        put_whole(out, found->quantity[i],
                  one ? found->id.text : quantity_row(found->quantity[i])->id, s, NULL);
    }
}

static size_t list_all(FILE *out)
{
    struct explain_found all = { .n = 0 };

    for (enum quantity q = 0; q < QUANTITIES; q++)
        all.quantity[all.n++] = q;
    list_rows(out, &all);
    return all.n;
}

size_t explain(FILE *out, const char *asked, const char *file, const struct log *log,
               const struct results *results, FILE *err)
{
    const struct seen_log seen = { file, log, results };
    const struct seen_log *s = log != NULL ? &seen : NULL;
    struct explain_found found;
    char question[EXPLAIN_QUESTION], shown[256];

    if (strcmp(asked, "list") == 0 && s == NULL)
        return list_all(out);
    explain_find(&found, asked, question);
    output_visible_cell(shown, sizeof shown, asked);
    if (found.n == 0) {
        fprintf(err,
                "analyze: --explain=%s: no answer is called so%s%s; --explain=list names all\n",
                shown, *question != '\0' ? "; " : "", question);
        return 0;
    }
    if (found.old_id)
        fprintf(err, "analyze: --explain=%s: is %s now\n", shown, found.id.text);
    size_t n = s != NULL ? count_meant(&found, results) : 0;
    if (n > 0)
        put_answers(out, &found, s, n);
    else
        put_rows(out, &found, s);
    return found.n;
}
