/* Part of the page: findings of an audit, where one was asked for. */
#include "report/text/audit.h"
#include "sections.h"
#include "write.h"
#include <math.h>

static void put_finding(FILE *out, const struct audit_finding *f)
{
    char loss[80] = "loss unknown", numbers[TEXT_AUDIT];

    if (!isnan(f->loss))
        snprintf(loss, sizeof loss, "%.0f %% of %s lost", 100 * f->loss, f->of);
    text_audit_finding(numbers, f);
    fputs("<li>", out);
    html_element(out, "b", loss);
    fputs(": ", out);
    html_text(out, f->what);
    fputs(".<br>", out);
    html_text(out, numbers);
    fprintf(out, "; %.0f %% sure.<br>Look at: ", 100 * f->confidence);
    html_text(out, f->look);
    fputs(".</li>\n", out);
}

void html_audit(FILE *out, const struct html_parts *p)
{
    const struct audit *audit = p->results->audit;

    if (audit == NULL)
        return;
    fprintf(out,
            "<section id=\"audit\"><h2>Audit</h2><p>What is off or slower than it need be: %zu "
            "finding%s by the %zu of %zu checks that could be made. Of each: at least so much is "
            "lost; as measured, as it could be.</p>\n",
            audit->n_found, audit->n_found == 1 ? "" : "s", audit->n_applied,
            audit->n_applied + audit->n_open);
    if (audit->n_found > 0) {
        fputs("<ol>\n", out);
        for (size_t i = 0; i < audit->n_found; i++)
            put_finding(out, &audit->found[i]);
        fputs("</ol>\n", out);
    }
    fputs("</section>\n", out);
}
