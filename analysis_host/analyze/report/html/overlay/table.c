/* Answers of several boards side by side. */
#include "boards.h"
#include "label.h"
#include "report/compare/compare.h"
#include "report/format/remedy.h"
#include "report/format/value.h"
#include "report/html/write.h"
#include "result/confidence.h"
#include "result/query.h"
#include "sections.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Groups of answers, by how their ids begin; what begins otherwise comes last. */
static const struct group {
    const char *title;
    const char *begins[6];
} groups[] = {
    { "Clock", { "cpu.", "timer." } },
    { "Caches and memory", { "cache.", "memory.", "prefetch.", "region." } },
    { "TLB", { "tlb.", "huge_page." } },
    { "Core", { "core.", "issue.", "branch.", "fetch.", "icache.", "regs." } },
    { "Topology", { "context", "core_to_core.", "numa." } },
    { "OS costs", { "os." } },
    { "Bandwidth and peaks", { "bandwidth.", "loaded.", "peak.", "roofline." } },
    { "Others", { "" } },
    { "Instructions", { "op." } },
};
enum { N_GROUPS = sizeof groups / sizeof groups[0], OTHERS = N_GROUPS - 2, OPS = N_GROUPS - 1 };

enum { LONG = 12 }; /* a cell with more letters may take several lines */

static size_t group_of(const char *id)
{
    for (size_t g = 0; g < N_GROUPS; g++)
        for (size_t i = 0; g != OTHERS && i < 6 && groups[g].begins[i] != NULL; i++)
            if (strncmp(id, groups[g].begins[i], strlen(groups[g].begins[i])) == 0)
                return g;
    return OTHERS;
}

/* Writes confidence, bounds and note of an answer, shown to those who point at it. */
static void cell_title(FILE *out, const struct result *r)
{
    char low[FORMAT_CELL], high[FORMAT_CELL];

    fputs(" title=\"", out);
    if (result_is_known(r))
        fprintf(out, "%.0f %% sure", 100 * r->confidence);
    if (r->kind == RESULT_NUMBER && r->has_bounds) {
        format_number(low, r->low, r->unit);
        format_number(high, r->high, r->unit);
        fputs(", from ", out);
        html_text(out, low);
        fputs(" to ", out);
        html_text(out, high);
    }
    if (*r->note != '\0' && result_is_known(r))
        fputs("; ", out);
    html_text(out, format_note(r).text);
    fputc('"', out);
}

static void answer_cell(FILE *out, const struct result *r, bool far, bool brief)
{
    bool doubt = r != NULL && confidence_is_low(r);
    char text[FORMAT_CELL];

    compare_cell(text, r);
    fputs("<td", out);
    if (r == NULL || !result_is_known(r))
        fputs(" class=\"none\"", out);
    else if (doubt || far || strlen(text) > LONG)
        fprintf(out, " class=\"%s%s%s\"", doubt ? "doubt" : "", far ? " far" : "",
                strlen(text) > LONG ? " long" : "");
    if (r != NULL && !brief)
        cell_title(out, r);
    fputc('>', out);
    html_text(out, text);
    fprintf(out, "%s%s</td>", doubt ? " ~" : "", far ? " *" : "");
}

static void answer_row(FILE *out, const struct overlay *o, const struct result_id *id,
                       double *scratch, bool brief)
{
    size_t n = o->boards.n;
    struct compare_usual usual = compare_usual(o->boards.at, n, id, scratch);

    fputs("<tr><th scope=\"row\">", out);
    html_text(out, id->text);
    fputs("</th>", out);
    for (size_t i = 0; i < n; i++) {
        const struct result *r = result_find(&o->boards.at[i].results, *id);
        answer_cell(out, r, compare_far(&usual, r), brief);
    }
    fputs("</tr>\n", out);
}

static void table_head(FILE *out, const struct overlay *o)
{
    fputs("<div class=\"scroll\"><table class=\"answers\"><thead><tr><th>what</th>", out);
    for (size_t i = 0; i < o->boards.n; i++) {
        fputs("<th", out);
        html_overlay_colour(out, i);
        fprintf(out, "><i></i>%c ", html_overlay_letter(i));
        html_text(out, o->names[i]);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n", out);
}

/* The rows of group G, in the order in which boards have them; nothing where there are none. */
static void group_rows(FILE *out, const struct overlay *o, size_t g, double *scratch, bool brief)
{
    const struct compared *at = o->boards.at;
    bool begun = false;

    for (size_t i = 0; i < o->boards.n; i++)
        for (size_t k = 0; k < at[i].results.n; k++) {
            const struct result_id *id = &at[i].results.at[k].name;
            if (group_of(id->text) != g || compare_has(at, i, id))
                continue;
            if (!begun)
                fprintf(out, "<tbody><tr><th class=\"group\" colspan=\"%zu\">%s</th></tr>\n",
                        o->boards.n + 1, groups[g].title);
            begun = true;
            answer_row(out, o, id, scratch, brief);
        }
    if (begun)
        fputs("</tbody>\n", out);
}

static bool has_operations(const struct overlay *o)
{
    for (size_t i = 0; i < o->boards.n; i++)
        for (size_t k = 0; k < o->boards.at[i].results.n; k++)
            if (group_of(o->boards.at[i].results.at[k].id) == OPS)
                return true;
    return false;
}

int html_overlay_table(FILE *out, const struct overlay *o, bool brief)
{
    double *scratch = calloc(o->boards.n + 1, sizeof *scratch);

    if (scratch == NULL)
        return -1;
    fputs(
        "<section id=\"answers\"><h2>Answers</h2>\n<p class=\"small\">- none, or not measured; "
        "? not determined; <span class=\"doubt\">~ in doubt</span>, less than 80 % sure; <b>* far "
        "from the other boards</b>: more than three scaled median deviations from the "
        "median.</p>\n",
        out);
    table_head(out, o);
    for (size_t g = 0; g < OPS; g++)
        group_rows(out, o, g, scratch, brief);
    fputs("</table></div>\n", out);
    if (has_operations(o)) {
        fputs("<details><summary>Instructions</summary>\n", out);
        table_head(out, o);
        group_rows(out, o, OPS, scratch, brief);
        fputs("</table></div></details>\n", out);
    }
    fputs("</section>\n", out);
    free(scratch);
    return 0;
}
