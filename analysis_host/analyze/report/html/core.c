/* Sections of the page: what was measured inside a core, and what the operating system costs. Rows
 * are named by ids.def. */
#include "cell.h"
#include "report/format/value.h"
#include "report/text/items.h"
#include "sections.h"
#include "write.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Answers of so many hardware threads have a row each; of more the evidence has all. */
enum { MOST_CONTEXTS = 8, TERM = 160 };

typedef bool in_table(const struct result_id *id, const struct quantity_row *row);

static bool in_group(const struct quantity_row *row, const char *group)
{
    return strcmp(row->group, group) == 0;
}

static bool is_forwarding(const struct result_id *id, const struct quantity_row *row)
{
    (void)row;
    return id->quantity >= STORE_FORWARD_LATENCY && id->quantity <= BYPASS_FP_LOAD;
}

static bool is_pipeline(const struct result_id *id, const struct quantity_row *row)
{
    return in_group(row, "ISSUE") && !is_forwarding(id, row);
}

static bool is_branch(const struct result_id *id, const struct quantity_row *row)
{
    (void)id;
    return in_group(row, "BRANCH");
}

static bool is_fetch(const struct result_id *id, const struct quantity_row *row)
{
    (void)id;
    return in_group(row, "FETCH") || in_group(row, "ICACHE");
}

static bool is_parallelism(const struct result_id *id, const struct quantity_row *row)
{
    (void)id;
    return in_group(row, "MLP") || in_group(row, "REGISTERS");
}

static bool is_thread(const struct result_id *id, const struct quantity_row *row)
{
    return in_group(row, "CONTEXTS") && id->context < MOST_CONTEXTS;
}

static bool is_kernel_cost(const struct result_id *id, const struct quantity_row *row)
{
    (void)id;
    return in_group(row, "OS");
}

static bool is_file_cost(const struct result_id *id, const struct quantity_row *row)
{
    (void)row;
    return id->quantity >= OS_READ && id->quantity <= OS_APPEND_BULK;
}

static bool is_memory_cost(const struct result_id *id, const struct quantity_row *row)
{
    return is_kernel_cost(id, row) && !is_file_cost(id, row);
}

/* The term, and which level, type or thread it is of. */
static void put_term(FILE *out, const struct result_id *id, const struct quantity_row *row)
{
    char term[TERM];

    fputs("<th scope=\"row\" title=\"", out);
    html_text(out, row->about);
    fputs("\">", out);
    text_term(term, sizeof term, id);
    html_text(out, term);
    fputs("</th>", out);
}

static void put_row(FILE *out, const struct result *r, const struct quantity_row *row)
{
    char range[FORMAT_CELL];

    fputs("<tr>", out);
    put_term(out, &r->name, row);
    html_answer_cell(out, r);
    fprintf(out, "<td class=\"quiet\">%s</td></tr>\n", format_range(range, r) ? range : "");
}

/* The answers that IN_TABLE wants, under TITLE; nothing where there is none. */
static void put_table(FILE *out, const struct results *results, const char *title, in_table *wanted)
{
    bool begun = false;

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];

        if (r->name.quantity == QUANTITY_UNKNOWN || r->kind == RESULT_NONE ||
            quantity_row(r->name.quantity)->kind == ID_DERIVED ||
            !wanted(&r->name, quantity_row(r->name.quantity)))
            continue;
        if (!begun)
            fprintf(out,
                    "<div class=\"scroll\"><h3>%s</h3><table class=\"list\"><thead><tr>"
                    "<th></th><th>value</th><th>range</th></tr></thead><tbody>\n",
                    title);
        begun = true;
        put_row(out, r, quantity_row(r->name.quantity));
    }
    if (begun)
        fputs("</tbody></table></div>\n", out);
}

struct table {
    const char *title;
    in_table *wanted;
};

/* N tables beside each other; nothing where all are empty. */
static void put_tables(FILE *out, const struct results *results, const struct table *tables,
                       size_t n)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *memory = open_memstream(&text, &bytes);

    if (memory == NULL)
        return;
    for (size_t i = 0; i < n; i++)
        put_table(memory, results, tables[i].title, tables[i].wanted);
    if (fclose(memory) == 0 && bytes > 0)
        fprintf(out, "<div class=\"columns\">\n%s</div>\n", text);
    free(text);
}

void html_core(FILE *out, const struct html_parts *p)
{
    static const struct table tables[] = {
        { "Pipeline", is_pipeline },
        { "Store forwarding and bypass", is_forwarding },
        { "Branches", is_branch },
        { "Instruction fetch", is_fetch },
        { "Parallel misses and registers", is_parallelism },
        { "Hardware threads", is_thread },
    };

    put_tables(out, p->results, tables, sizeof tables / sizeof tables[0]);
}

void html_os(FILE *out, const struct html_parts *p)
{
    static const struct table tables[] = {
        { "Memory and scheduling", is_memory_cost },
        { "Files", is_file_cost },
    };

    put_tables(out, p->results, tables, sizeof tables / sizeof tables[0]);
}
