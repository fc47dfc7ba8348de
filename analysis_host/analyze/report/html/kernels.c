/* Sections of the page: the roofline; kernels and access patterns. */
#include "cell.h"
#include "report/format/value.h"
#include "report/text/sections.h"
#include "result/query.h"
#include "sections.h"
#include "write.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 16 };

/* ---- the roofline ---- */

/* The highest peaks and where they meet the memory bandwidth. */
static void ridges(FILE *out, const struct results *results)
{
    static const char *const types[] = { "f32", "f64" };
    bool begun = false;

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const struct result *ridge = result_find(results, id_type(ROOFLINE_RIDGE, types[i]));

        if (ridge == NULL)
            continue;
        fprintf(out, "%s%s ", begun ? "; " : "<p>Ridge point, one core: ", types[i]);
        html_answer(out, ridge);
        begun = true;
    }
    fputs(begun ? ".</p>\n" : "", out);
}

void html_roofline(FILE *out, const struct html_parts *p)
{
    ridges(out, p->results);
    html_figure(out, p, "roofline");
}

/* ---- kernels ---- */

static const struct result *about(const struct results *results, const struct result *best,
                                  enum quantity quantity)
{
    const struct result_id *id = &best->name;

    return result_find(results, id_kernel(quantity, id->op, id->type, id->state, id->contexts));
}

/* True when no other variant of R's kernel, in the same state, is faster on one core. */
static bool is_fastest(const struct results *results, const struct result *r)
{
    for (size_t i = 0; i < results->n; i++) {
        const struct result *o = &results->at[i];

        if (o != r && o->name.quantity == KERNEL_BEST && o->kind == RESULT_NUMBER &&
            kernel_is_same(o->name.op, r->name.op) && strcmp(o->name.state, r->name.state) == 0 &&
            (o->value > r->value || (o->value == r->value && o < r)))
            return false;
    }
    return true;
}

/* The rate of BEST by time, where a cycle has a length of CYCLE_NS. */
static void time_cell(FILE *out, const struct result *best, double cycle_ns)
{
    char text[FORMAT_CELL];

    fputs("<td>", out);
    snprintf(text, sizeof text, "%.3g GFLOP/s", cycle_ns > 0 ? best->value / cycle_ns : 0);
    html_answer_text(out, cycle_ns > 0 ? best : NULL, text);
    fputs("</td>", out);
}

static void kernel_row(FILE *out, const struct html_parts *p, const struct result *best)
{
    const struct results *results = p->results;
    const struct result *at = about(results, best, KERNEL_AT);
    const struct result *roof = about(results, best, KERNEL_ROOF);
    char text[FORMAT_CELL] = "";

    fputs("<tr><th scope=\"row\">", out);
    html_text(out, best->name.op);
    fputc(' ', out);
    html_text(out, best->name.type);
    if (strcmp(best->name.state, "warm") != 0) {
        fputs(", ", out);
        html_text(out, best->name.state);
    }
    fputs("</th>", out);
    html_answer_cell(out, best);
    time_cell(out, best, p->figures->cycle_ns);
    html_answer_cell(out, at);
    html_answer_cell(out, about(results, best, KERNEL_INTENSITY));
    if (result_is_number(roof))
        format_percent(text, roof->value);
    fputs("<td>", out);
    html_answer_text(out, roof, text);
    fputs("</td>", out);
    html_answer_cell(out, about(results, best, KERNEL_LIMIT));
    fputs("</tr>\n", out);
}

static void kernel_table(FILE *out, const struct html_parts *p)
{
    const struct results *results = p->results;
    unsigned n = 0;

    for (size_t i = 0; i < results->n && n < MOST_ROWS; i++) {
        const struct result *r = &results->at[i];

        if (r->name.quantity != KERNEL_BEST || r->kind != RESULT_NUMBER || !is_fastest(results, r))
            continue;
        if (n++ == 0)
            fputs("<p>The fastest variant of each kernel on one core.</p>\n<div class=\"scroll\">"
                  "<table class=\"first\"><thead><tr><th>kernel</th><th colspan=\"2\">best rate"
                  "</th><th>at n</th><th>intensity</th><th>of the roofline</th><th>limited by</th>"
                  "</tr></thead>\n<tbody>\n",
                  out);
        kernel_row(out, p, r);
    }
    if (n > 0)
        fputs("</tbody></table></div>\n", out);
}

/* What WRITE says, as in the terminal, folded under SUMMARY; nothing where it says nothing. */
static void folded_text(FILE *out, const struct html_parts *p, const char *summary,
                        void (*write)(FILE *, const struct html_parts *))
{
    char *text = NULL;
    size_t n = 0;
    FILE *memory = open_memstream(&text, &n);

    if (memory == NULL)
        return;
    write(memory, p);
    if (fclose(memory) == 0 && n > 0) {
        fprintf(out, "<details><summary>%s</summary><pre>", summary);
        html_text(out, text);
        fputs("</pre></details>\n", out);
    }
    free(text);
}

static void write_patterns(FILE *out, const struct html_parts *p)
{
    (void)text_patterns(out, p->results);
}

static void write_speedups(FILE *out, const struct html_parts *p)
{
    (void)text_speedups(out, p->results, true);
}

static void write_texts(FILE *out, const struct html_parts *p)
{
    if (p->results->patterns != NULL)
        text_pattern_texts(out, p->log, p->results);
}

void html_kernels(FILE *out, const struct html_parts *p)
{
    kernel_table(out, p);
    html_figure(out, p, "speed");
    html_figure(out, p, "threads");
    folded_text(out, p, "Kernels on several threads: speed-up over one", write_speedups);
    html_figure(out, p, "patterns");
    folded_text(out, p, "Access patterns: the fastest variant by level", write_patterns);
    folded_text(out, p, "Access patterns: text, variants and loops", write_texts);
}
