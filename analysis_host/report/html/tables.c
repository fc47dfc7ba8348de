/* Sections of the page: caches and memory; operations. */
#include "report/format/ops.h"
#include "report/format/value.h"
#include "result/confidence.h"
#include "result/query.h"
#include "result/regions.h"
#include "sections.h"
#include "write.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LEVELS = 9 };

static void cell_text(FILE *out, const char *text)
{
    fputs("<td>", out);
    html_text(out, text);
    fputs("</td>", out);
}

/* An answer, with its bounds where one points at it. */
static void answer_cell(FILE *out, const struct result *r)
{
    char value[FORMAT_CELL], low[FORMAT_CELL], high[FORMAT_CELL];

    if (r == NULL) {
        fputs("<td class=\"none\">not measured</td>", out);
        return;
    }
    format_value(value, r);
    fputs("<td title=\"", out);
    if (r->kind == RESULT_NUMBER && r->has_bounds) {
        format_number(low, r->low, r->unit);
        format_number(high, r->high, r->unit);
        fprintf(out, "from %s to %s; ", low, high);
    }
    html_text(out, r->note);
    fprintf(out, "\"%s>", result_is_known(r) ? "" : " class=\"none\"");
    html_text(out, value);
    fputs("</td>", out);
}

static void nominal_cell(FILE *out, const struct result *r)
{
    char value[FORMAT_CELL] = "-";

    if (r != NULL && r->has_nominal)
        format_number(value, r->nominal, r->unit);
    cell_text(out, value);
}

static void ns_cell(FILE *out, const struct result *r)
{
    char value[FORMAT_CELL] = "-";

    if (r != NULL && r->ns > 0)
        snprintf(value, sizeof value, "%.3g ns", r->ns);
    cell_text(out, value);
}

static void sure_cell(FILE *out, const struct result *r)
{
    char value[FORMAT_CELL] = "-";

    if (r != NULL && result_is_known(r))
        format_percent(value, r->confidence);
    cell_text(out, value);
}

/* The row of cache LEVEL, or of memory for MEMORY_LEVEL. */
static void memory_row(FILE *out, const struct results *results, const char *name, unsigned level)
{
    const struct result *size = result_find(results, id_at(CACHE_SIZE, level));
    const struct result *latency = result_find(
        results, level == MEMORY_LEVEL ? id_of(MEMORY_LATENCY) : id_at(CACHE_LATENCY, level));

    fputs("<tr>", out);
    fprintf(out, "<th scope=\"row\">%s</th>", name);
    if (level == MEMORY_LEVEL) {
        fputs("<td>-</td><td>-</td><td>-</td><td>-</td>", out);
    } else {
        answer_cell(out, size);
        nominal_cell(out, size);
        answer_cell(out, result_find(results, id_at(CACHE_WAYS, level)));
        answer_cell(out, result_find(results, id_at(CACHE_LINE, level)));
    }
    answer_cell(out, latency);
    ns_cell(out, latency);
    answer_cell(out, result_find(results, id_moving(BANDWIDTH_ALONE, level, "read")));
    sure_cell(out, size != NULL ? size : latency);
    fputs("</tr>\n", out);
}

void html_memory(FILE *out, const struct results *results)
{
    char name[24];

    fputs("<section><h2>Memory hierarchy</h2><p>What a C program gets; nominal is the nearest size "
          "that hardware is built in.</p>\n<div class=\"scroll\"><table><thead><tr><th>level</th>"
          "<th>effective</th><th>nominal</th><th>ways</th><th>line</th><th>latency</th>"
          "<th>latency</th><th>read</th><th>sure</th></tr></thead>\n<tbody>\n",
          out);
    for (unsigned i = 1; i < MOST_LEVELS; i++) {
        snprintf(name, sizeof name, "L%u%s", i, i == 1 ? " data" : "");
        if (result_find(results, id_at(CACHE_SIZE, i)) != NULL)
            memory_row(out, results, name, i);
    }
    memory_row(out, results, "memory", MEMORY_LEVEL);
    fputs("</tbody></table></div></section>\n", out);
}

/* ---- memories that the board names ---- */

static void region_row(FILE *out, const struct results *results, const struct region_facts *f)
{
    static const char *const actions[] = { "load", "store", "fetch" };
    char size[FORMAT_CELL], start[FORMAT_CELL];
    const struct result *first = NULL;

    format_number(size, (double)f->bytes, "B");
    snprintf(start, sizeof start, "0x%llx", (unsigned long long)f->start);
    fputs("<tr>", out);
    html_element(out, "th", f->name);
    cell_text(out, f->kind);
    cell_text(out, start);
    cell_text(out, size);
    for (unsigned i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        const struct result *r = result_find(results, id_op(REGION_LATENCY, f->name, actions[i]));

        first = first == NULL ? r : first;
        answer_cell(out, r);
        answer_cell(out, result_find(results, id_op(REGION_BANDWIDTH, f->name, actions[i])));
    }
    sure_cell(out, first);
    fputs("</tr>\n", out);
}

void html_regions(FILE *out, const struct log *log, const struct results *results)
{
    struct region_facts facts[REGIONS_MOST];
    size_t n = regions_read(facts, &log->run);

    if (n == 0)
        return;
    fputs("<section id=\"memories\"><h2>Memories of the board</h2><p>A load, a store and a jump by "
          "itself; loads, stores and code side by side.</p>\n<div class=\"scroll\"><table><thead>"
          "<tr><th>memory</th><th>kind</th><th>at</th><th>size</th><th>load</th><th>loads</th>"
          "<th>store</th><th>stores</th><th>fetch</th><th>code</th><th>sure</th></tr></thead>\n"
          "<tbody>\n",
          out);
    for (size_t i = 0; i < n; i++)
        region_row(out, results, &facts[i]);
    fputs("</tbody></table></div></section>\n", out);
}

/* ---- operations ---- */

enum { MOST_TYPES = 24 };

static size_t types_of(const struct results *results, char types[MOST_TYPES][24])
{
    size_t n = 0;

    for (size_t i = 0; i < results->n && n < MOST_TYPES; i++) {
        const struct result_id *id = &results->at[i].name;
        const char *type = id->quantity == OP_LATENCY ? id->type : "";
        bool seen = false;
        for (size_t k = 0; k < n; k++)
            seen |= strcmp(types[k], type) == 0;
        if (*type != '\0' && !seen)
            strcpy(types[n++], type);
    }
    return n;
}

static double number_or_nan(const struct result *r)
{
    return r != NULL && r->kind == RESULT_NUMBER ? r->value : NAN;
}

/* Cells are as strong as the latency is large against an addition's, a doubling a step. */
static void op_cell(FILE *out, const struct results *results, const char *op, const char *type)
{
    const struct result *latency = result_find(results, id_op(OP_LATENCY, op, type));
    const struct result *interval = result_find(results, id_op(OP_RTHROUGHPUT, op, type));

    if (latency == NULL) {
        fputs("<td></td>", out);
    } else if (isnan(number_or_nan(latency))) {
        fputs("<td class=\"none\" title=\"", out);
        html_text(out, latency->note);
        fprintf(out, "\">%s</td>", latency->kind == RESULT_NONE ? "none" : "?");
    } else {
        double value = latency->value, steps = fmax(0, fmin(6, log2(fmax(1, value))));
        bool whole = format_op_is_whole(value);
        fprintf(out,
                "<td class=\"shaded\" data-value=\"%.3g\" style=\"--share:%.0f%%\" title=\"%.0f %% "
                "sure\"><b>%.*f</b>",
                value, 10 * steps, 100 * latency->confidence, whole ? 0 : 1, value);
        if (!isnan(number_or_nan(interval)))
            fprintf(out, " / %.2g", interval->value);
        fputs("</td>", out);
    }
}

void html_ops(FILE *out, const struct results *results)
{
    char types[MOST_TYPES][24];
    size_t n = types_of(results, types);

    fputs("<section id=\"ops\"><h2>Operations</h2>\n", out);
    if (n == 0) {
        fputs("<p class=\"missing\">not measured: no answers of probe ops</p></section>\n", out);
        return;
    }
    fputs("<p><b>Latency</b> / initiation interval, in cycles. The stronger a cell, the longer the "
          "latency against an addition's.</p>\n<div class=\"scroll\"><table "
          "class=\"sortable\"><thead><tr><th>op</th>",
          out);
    for (size_t t = 0; t < n; t++)
        html_element(out, "th", types[t]);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t i = 0; i < FORMAT_OPS; i++) {
        fprintf(out, "<tr><th scope=\"row\">%s</th>", format_ops[i]);
        for (size_t t = 0; t < n; t++)
            op_cell(out, results, format_ops[i], types[t]);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div></section>\n", out);
}
