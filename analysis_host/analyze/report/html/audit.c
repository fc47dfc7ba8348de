/* Part of the page: findings of an audit, where one was asked for. */
#include "report/text/audit.h"
#include "sections.h"
#include "write.h"
#include <math.h>

static void put_row(FILE *out, const struct audit_finding *f)
{
    char loss[16] = "?", sure[16], numbers[TEXT_AUDIT];

    if (!isnan(f->loss))
        snprintf(loss, sizeof loss, "%.0f %%", 100 * f->loss);
    snprintf(sure, sizeof sure, "%.0f %%", 100 * f->confidence);
    text_audit_finding(numbers, f);
    fputs("<tr>", out);
    html_element(out, "td", loss);
    html_element(out, "td", f->what);
    html_element(out, "td", numbers);
    html_element(out, "td", sure);
    html_element(out, "td", f->look);
    fputs("</tr>\n", out);
}

void html_audit(FILE *out, const struct html_parts *p)
{
    const struct audit *audit = p->results->audit;

    if (audit == NULL)
        return;
    fprintf(out,
            "<section id=\"audit\"><h2>Audit</h2><p>What is off or slower than it need be: %zu "
            "findings by the %zu of %zu checks that could be made.</p>\n",
            audit->n_found, audit->n_applied, audit->n_applied + audit->n_open);
    if (audit->n_found > 0) {
        fputs("<div class=\"scroll\"><table><thead><tr><th>LOSS</th><th>FINDING</th>"
              "<th>NUMBERS</th><th>SURE</th><th>LOOK AT</th></tr></thead>\n<tbody>\n",
              out);
        for (size_t i = 0; i < audit->n_found; i++)
            put_row(out, &audit->found[i]);
        fputs("</tbody></table></div>\n", out);
    }
    fputs("</section>\n", out);
}
