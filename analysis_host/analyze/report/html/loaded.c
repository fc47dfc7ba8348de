/* Section of the page: latency of a load while the other hardware threads stream. */
#include "cell.h"
#include "report/format/value.h"
#include "result/query.h"
#include "sections.h"
#include "write.h"
#include <stdio.h>

/* What the load takes alone, as the same samples have it. */
static void idle_cell(FILE *out, const struct result *loaded, const struct result *ratio)
{
    char text[FORMAT_CELL] = "-";

    if (result_is_number(loaded) && result_is_number(ratio) && ratio->value > 0)
        format_number(text, loaded->value / ratio->value, loaded->unit);
    fprintf(out, "<td>%s</td>", text);
}

static void row(FILE *out, const struct results *results, const struct result *loaded)
{
    const struct result_id *id = &loaded->name;
    const struct result *ratio = result_find(results, id_moving(LOADED_RATIO, id->level, id->op));

    if (id->level == MEMORY_LEVEL)
        fputs("<tr><th scope=\"row\">DRAM</th>", out);
    else
        fprintf(out, "<tr><th scope=\"row\">L%u</th>", id->level);
    html_element(out, "td", id->op);
    idle_cell(out, loaded, ratio);
    html_answer_cell(out, loaded);
    html_ns_cell(out, loaded);
    html_answer_cell(out, ratio);
    fputs("<td class=\"quiet\">", out);
    html_text(out, loaded->kind == RESULT_NUMBER ? loaded->note : "");
    fputs("</td></tr>\n", out);
}

void html_loaded(FILE *out, const struct html_parts *p)
{
    bool begun = false;

    for (size_t i = 0; i < p->results->n; i++) {
        const struct result *r = &p->results->at[i];

        if (r->name.quantity != LOADED_LATENCY || r->kind == RESULT_NONE)
            continue;
        if (!begun)
            fputs("<div class=\"scroll\"><table class=\"first\"><thead><tr><th>level</th>"
                  "<th>others do</th><th>idle</th><th colspan=\"2\">loaded</th><th>ratio</th>"
                  "<th></th></tr></thead>\n<tbody>\n",
                  out);
        begun = true;
        row(out, p->results, r);
    }
    if (begun)
        fputs("</tbody></table></div>\n", out);
    html_figure(out, p, "loaded");
    html_figure(out, p, "loaded_curve");
}
