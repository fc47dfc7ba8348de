/* Answers as parts of a page. */
#include "cell.h"
#include "report/format/line.h"
#include "report/format/value.h"
#include "result/confidence.h"
#include "result/query.h"
#include "write.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Units of which three digits are shown, and how an engineer writes them. */
static const char *const plain[][2] = {
    { "cycle", "c" },       { "ns", "ns" },       { "uop/cycle", "uops/c" },
    { "B/cycle", "B/c" },   { "1/cycle", "1/c" }, { "FLOP/cycle", "FLOP/c" },
    { "FLOP/B", "FLOP/B" }, { "ratio", "x" },     { "GB/s", "GB/s" },
};

/* What is less is shown as 0. */
#define LEAST 0.005

void html_number(char *to, double value, const char *unit)
{
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(unit, plain[i][0]) == 0) {
            snprintf(to, FORMAT_CELL, fabs(value) < 999.5 ? "%.3g %s" : "%.0f %s",
                     fabs(value) < LEAST ? 0 : value, plain[i][1]);
            return;
        }
    format_number(to, value, unit);
}

void html_term(char *to, const struct result_id *id)
{
    if (id->quantity == QUANTITY_UNKNOWN) {
        snprintf(to, HTML_TERM, "%s", id->text);
        return;
    }
    const struct quantity_row *row = quantity_row(id->quantity);
    bool code = id->quantity == ICACHE_SIZE || id->quantity == ICACHE_WAYS; /* L1i says it all */
    struct format_line line = { 0 };

    if (strstr(row->id, "{level}") != NULL && !code)
        format_line_add(&line, "L%u ", id->level);
    format_line_add(&line, "%s", row->term);
    if (strstr(row->id, "{place}") != NULL && id->level == MEMORY_LEVEL)
        format_line_add(&line, ", DRAM");
    else if (strstr(row->id, "{place}") != NULL)
        format_line_add(&line, ", L%u", id->level);
    if (strstr(row->id, "{context}") != NULL)
        format_line_add(&line, ", thread %u", id->context);
    if (strstr(row->id, "{op}") != NULL)
        format_line_add(&line, ", %s", id->op);
    if (*id->type != '\0')
        format_line_add(&line, ", %s", id->type);
    if (strstr(row->id, "{contexts}") != NULL)
        format_line_add(&line, ", %u threads", id->contexts);
    snprintf(to, HTML_TERM, "%.*s", HTML_TERM - 1, line.text);
}

const char *html_threads(const struct results *results)
{
    return result_measured(results, id_of(CONTEXTS_SMT)) == 1 ? "cores" : "threads";
}

bool html_range(char *to, const struct result *r)
{
    char low[FORMAT_CELL], high[FORMAT_CELL];

    if (r->kind != RESULT_NUMBER || !r->has_bounds)
        return false;
    html_number(low, r->low, r->unit);
    html_number(high, r->high, r->unit);
    bool wide = strcmp(low, high) != 0;
    char *low_unit = strchr(low, ' ');
    const char *high_unit = strchr(high, ' ');
    if (low_unit != NULL && high_unit != NULL && strcmp(low_unit, high_unit) == 0)
        *low_unit = '\0'; /* one unit for both */
    snprintf(to, 2 * FORMAT_CELL, "%.*s to %.*s", FORMAT_CELL - 3, low, FORMAT_CELL - 3, high);
    return wide;
}

/* What is shown to those who point at R. */
static void put_title(FILE *out, const struct result *r)
{
    char range[2 * FORMAT_CELL], sure[FORMAT_CELL];

    if (!result_is_known(r)) {
        html_text(out, r->note);
        return;
    }
    format_percent(sure, r->confidence);
    fprintf(out, "%s%s%s sure", html_range(range, r) ? range : "", html_range(range, r) ? ", " : "",
            sure);
}

static const char *class_of(const struct result *r)
{
    return !result_is_known(r) ? " none" : confidence_is_low(r) ? " doubt" : "";
}

/* The begin of a link to the evidence of R. */
static void open_link(FILE *out, const struct result *r)
{
    fprintf(out, "<a class=\"answer%s\" href=\"#e.", class_of(r));
    html_text(out, r->id);
    fputs("\" title=\"", out);
    put_title(out, r);
    fputs("\">", out);
}

void html_reason(FILE *out, const struct result *r, const char *text)
{
    open_link(out, r);
    html_text(out, text);
    fputs("</a>", out);
}

void html_answer_text(FILE *out, const struct result *r, const char *text)
{
    if (r == NULL) {
        fputs("<span class=\"none\">-</span>", out);
        return;
    }
    open_link(out, r);
    fputs(confidence_is_low(r) ? "~" : "", out);
    html_text(out, r->kind == RESULT_NULL ? "?" : r->kind == RESULT_NONE ? "none" : text);
    fputs("</a>", out);
}

void html_answer(FILE *out, const struct result *r)
{
    char value[FORMAT_CELL] = "";

    if (r != NULL && r->kind == RESULT_NUMBER)
        html_number(value, r->value, r->unit);
    else if (r != NULL && r->kind == RESULT_NAME)
        snprintf(value, sizeof value, "%s", r->text);
    html_answer_text(out, r, value);
}

void html_extra(FILE *out, const struct result *r)
{
    char value[FORMAT_CELL], text[FORMAT_CELL + 1] = "";

    if (r != NULL && r->kind == RESULT_NUMBER) {
        html_number(value, r->value, r->unit);
        snprintf(text, sizeof text, "+%s", value);
    }
    html_answer_text(out, r, text);
}

void html_answer_cell(FILE *out, const struct result *r)
{
    fputs("<td>", out);
    html_answer(out, r);
    fputs("</td>", out);
}

void html_bandwidth(FILE *out, const struct result *r)
{
    char text[2 * FORMAT_CELL] = "", cycle[FORMAT_CELL];

    if (r != NULL && r->kind == RESULT_NUMBER) {
        html_number(cycle, r->value, r->unit);
        if (r->gb_per_s > 0)
            snprintf(text, sizeof text, "%.3g GB/s (%s)", r->gb_per_s, cycle);
        else
            snprintf(text, sizeof text, "%s", cycle);
    }
    html_answer_text(out, r, text);
}

void html_ns_cell(FILE *out, const struct result *r)
{
    char text[FORMAT_CELL];

    fputs("<td>", out);
    if (r != NULL && r->kind == RESULT_NUMBER && r->ns > 0) {
        html_number(text, r->ns, "ns");
        html_answer_text(out, r, text);
    } else {
        fputs("<span class=\"none\">-</span>", out);
    }
    fputs("</td>", out);
}
