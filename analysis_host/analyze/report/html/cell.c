/* Answers as parts of a page. */
#include "cell.h"
#include "report/format/remedy.h"
#include "report/format/value.h"
#include "result/confidence.h"
#include "result/query.h"
#include "write.h"
#include <stdio.h>
#include <string.h>

const char *html_threads(const struct results *results)
{
    return result_measured(results, id_of(CONTEXTS_SMT)) == 1 ? "cores" : "threads";
}

/* What is shown to those who point at R. */
static void put_title(FILE *out, const struct result *r)
{
    char range[FORMAT_CELL], sure[FORMAT_CELL];

    if (!result_is_known(r)) {
        html_text(out, format_note(r).text);
        return;
    }
    format_percent(sure, r->confidence);
    fprintf(out, "%s%s%s sure", format_range(range, r) ? range : "",
            format_range(range, r) ? ", " : "", sure);
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

    if (r != NULL)
        format_value(value, r);
    html_answer_text(out, r, value);
}

void html_extra(FILE *out, const struct result *r)
{
    char value[FORMAT_CELL], text[FORMAT_CELL + 1] = "";

    if (r != NULL && r->kind == RESULT_NUMBER) {
        format_number(value, r->value, r->unit);
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
        format_number(cycle, r->value, r->unit);
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
        format_number(text, r->ns, "ns");
        html_answer_text(out, r, text);
    } else {
        fputs("<span class=\"none\">-</span>", out);
    }
    fputs("</td>", out);
}
