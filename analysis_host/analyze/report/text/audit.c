/* The text of an audit: findings, the greatest loss first; then what could not be checked. */
#include "audit.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/confidence.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void number_text(char *to, const struct audit_number *n)
{
    if (*n->text != '\0')
        snprintf(to, FORMAT_CELL, "%.40s", n->text);
    else if (strcmp(n->unit, "yes") == 0)
        snprintf(to, FORMAT_CELL, "%s", n->value != 0 ? "yes" : "no");
    else if (strcmp(n->unit, "B/s") == 0)
        snprintf(to, FORMAT_CELL, "%.3g GB/s", n->value / 1e9);
    else if (strcmp(n->unit, "FLOP/s") == 0)
        snprintf(to, FORMAT_CELL, "%.3g GFLOP/s", n->value / 1e9);
    else
        format_number(to, n->value, n->unit);
}

void text_audit_finding(char text[TEXT_AUDIT], const struct audit_finding *f)
{
    static const char claim[] = "claim.";
    char is[FORMAT_CELL], may[FORMAT_CELL];

    number_text(is, &f->is);
    number_text(may, &f->may);
    const char *stated =
        strncmp(f->may.what, claim, strlen(claim)) == 0 ? f->may.what + strlen(claim) : NULL;
    const char *doubt = f->confidence < CONFIDENCE_SURE_FROM ? "~" : "";
    if (stated != NULL && strcmp(stated, f->is.what) == 0)
        snprintf(text, TEXT_AUDIT, "%s measured %s%s, stated %s", f->is.what, doubt, is, may);
    else if (stated != NULL)
        snprintf(text, TEXT_AUDIT, "%s measured %s%s; stated: %s %s", f->is.what, doubt, is, stated,
                 may);
    else
        snprintf(text, TEXT_AUDIT, "%s %s%s; %s %s", f->is.what, doubt, is, f->may.what, may);
}

static void put_finding(FILE *out, const struct audit_finding *f)
{
    char lead[16], numbers[TEXT_AUDIT];

    if (isnan(f->loss))
        snprintf(lead, sizeof lead, "   ?   ");
    else
        snprintf(lead, sizeof lead, "%4.0f %% ", 100 * f->loss);
    format_wrapf(out, lead, "%s [%s]", f->what, f->rule);
    text_audit_finding(numbers, f);
    format_wrapf(out, "       ", "%s; %.0f %% sure%s%s", numbers, 100 * f->confidence,
                 isnan(f->loss) ? "" : "; lost: ", isnan(f->loss) ? "" : f->of);
    format_wrapf(out, "       ", "look at: %s", f->look);
}

void report_audit(FILE *out, const struct audit *audit, const char *machine, bool verbose)
{
    size_t checks = audit->n_applied + audit->n_open;

    if (audit->n_found == 0)
        format_wrapf(out, "", "AUDIT %s: nothing found by the %zu of %zu checks that could be made",
                     machine, audit->n_applied, checks);
    else
        format_wrapf(out, "", "AUDIT %s: %zu finding%s by the %zu of %zu checks that could be made",
                     machine, audit->n_found, audit->n_found == 1 ? "" : "s", audit->n_applied,
                     checks);
    if (audit->n_found > 0)
        fputs("  LOSS\n", out);
    for (size_t i = 0; i < audit->n_found; i++)
        put_finding(out, &audit->found[i]);
    if (audit->n_open == 0)
        return;
    if (!verbose) {
        format_wrapf(out, "",
                     "%zu checks could not be made: analyze --audit -v names what each "
                     "needs",
                     audit->n_open);
        return;
    }
    fputs("CHECKS THAT COULD NOT BE MADE, and what each needs\n", out);
    for (size_t i = 0; i < audit->n_open; i++) {
        char lead[24];

        snprintf(lead, sizeof lead, "  %-15.15s ", audit->open[i].rule);
        format_wrapf(out, lead, "%s", audit->open[i].needs);
    }
}
