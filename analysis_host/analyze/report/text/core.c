/* Sections of the text whose lines are items by their labels in ids.def: the core, the operating
 * system, and what no section knows. */
#include "items.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/confidence.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

enum { INDENT = 2, LEAD = 16 };

/* A line each, longer where it does not fit. A line without title continues the section before. */
struct line {
    const char *title;
    enum section section;
    const char *between;
};

static void print_lines(FILE *out, const struct results *results, const struct line *lines,
                        size_t n)
{
    const char *title = NULL;

    for (size_t i = 0; i < n; i++) {
        struct text_items items = { .between = lines[i].between };
        char lead[LEAD] = "  ";

        title = lines[i].title != NULL ? lines[i].title : title;
        text_items(&items, results, lines[i].section);
        if (items.flow.n == 0)
            continue;
        if (title != NULL)
            snprintf(lead, sizeof lead, "%s  ", title);
        format_flow_print(out, lead, INDENT, &items.flow);
        title = NULL;
    }
}

void text_core(FILE *out, const struct results *results)
{
    static const struct line lines[] = {
        { "CORE", SECTION_CORE, "; " },    { NULL, SECTION_MISSES, "; " },
        { NULL, SECTION_REGISTERS, "; " }, { NULL, SECTION_BRANCH, "; " },
        { NULL, SECTION_FORWARD, "; " },   { NULL, SECTION_STORES, "; " },
        { NULL, SECTION_FETCH, "; " },
    };

    print_lines(out, results, lines, sizeof lines / sizeof lines[0]);
}

/* Returns the length of the words that LABEL, of ids.def, begins with. */
static int words_of(const char *label)
{
    size_t n = strcspn(label, "%|{[");

    while (n > 0 && label[n - 1] == ' ')
        n--;
    return (int)n;
}

void text_terms(FILE *out, const struct results *results)
{
    static const struct {
        const char *column; /* of the table of memory; NULL: its label is in ids.def */
        enum quantity quantity;
        unsigned level;
    } terms[] = { { "WAYS", CACHE_WAYS, 1 },
                  { "LINE", CACHE_LINE, 1 },
                  { NULL, CORE_ROB_ENTRIES, MEMORY_LEVEL },
                  { NULL, MEMORY_MLP, MEMORY_LEVEL } };
    struct format_flow f = { .n = 0 };

    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++) {
        const struct quantity_row *row = quantity_row(terms[i].quantity);
        const char *label = terms[i].column != NULL ? terms[i].column : row->label;

        if (result_find(results, id_at(terms[i].quantity, terms[i].level)) != NULL)
            format_flow_add(&f, "; ", "%.*s: %s", words_of(label), label, row->term);
    }
    format_flow_print(out, "TERMS  ", INDENT, &f);
}

void text_system(FILE *out, const struct results *results)
{
    static const struct line lines[] = {
        { "OS COSTS, ns", SECTION_OS, ", " },
        { NULL, SECTION_PAGE_FAULTS, ", " },
    };

    print_lines(out, results, lines, sizeof lines / sizeof lines[0]);
}

/* True when R is in no section: a new analysis is seen at once. */
static bool is_other(const struct result *r)
{
    enum quantity q = r->name.quantity;

    return q == QUANTITY_UNKNOWN || quantity_row(q)->section == SECTION_NONE;
}

void text_others(FILE *out, const struct log_run *run, const struct results *results)
{
    enum { FEW = 6 };
    struct format_flow f = { .n = 0 };
    size_t more = 0;

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        char value[FORMAT_CELL];

        if (!is_other(r) || r->kind == RESULT_NONE)
            continue;
        more += f.n >= FEW;
        format_answer(value, r);
        if (f.n < FEW)
            format_flow_add(&f, "; ", "%s %s", r->id, value);
    }
    if (more > 0)
        format_flow_add(&f, "; ", "%zu more with analyze -v", more);
    for (size_t i = 0; i < run->n_series; i++)
        if (run->series[i].unread && log_find_series(run, run->series[i].probe, 0) == i)
            format_flow_add(&f, "; ", "%s: no analysis reads its samples", run->series[i].probe);
    format_flow_print(out, "OTHER  ", INDENT, &f);
}
