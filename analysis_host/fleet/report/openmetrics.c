/* What was found about a fleet as gauges for Prometheus. Times are left out: node_exporter refuses
 * them. */
#include "fleet.h"

/* The value of a label: quotes and backslashes are escaped, control characters left out. */
static void put_label(FILE *out, const char *before, const char *name, const char *text)
{
    fprintf(out, "%s%s=\"", before, name);
    for (; *text != '\0'; text++)
        if ((unsigned char)*text >= ' ')
            fprintf(out, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
    fputc('"', out);
}

static void put_head(FILE *out, const char *name, const char *help)
{
    fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name);
}

static void put_kinds(FILE *out, const struct fleet *f)
{
    size_t alone = f->n_boards;

    put_head(out, "pontoon_fleet_boards", "Boards of each kind; kind \"\": of none.");
    for (size_t k = 0; k < f->n_kinds; k++) {
        put_label(out, "pontoon_fleet_boards{", "kind", f->kinds[k].name);
        fprintf(out, "} %zu\n", f->kinds[k].n);
        alone -= f->kinds[k].n;
    }
    fprintf(out, "pontoon_fleet_boards{kind=\"\"} %zu\n", alone);
}

static void put_finding(FILE *out, const struct fleet *f, const char *name,
                        const struct fleet_finding *found, double value)
{
    fputs(name, out);
    put_label(out, "{", "board", fleet_board_name(f, found->board));
    put_label(out, ",", "kind", f->kinds[f->boards[found->board].kind].name);
    put_label(out, ",", "id", f->names[found->name].id.text);
    fprintf(out, "} %.7g\n", value);
}

static void put_findings(FILE *out, const struct fleet *f, const char *name, const char *help,
                         enum fleet_verdict verdict)
{
    put_head(out, name, help);
    for (size_t i = 0; i < f->n_findings; i++) {
        const struct fleet_finding *found = &f->findings[i];
        bool numbers = found->kind == RESULT_NUMBER && found->usual_kind == RESULT_NUMBER;
        if (found->verdict == verdict && found->cause == i)
            put_finding(out, f, name, found,
                        numbers && found->usual != 0 ? found->value / found->usual : 0);
    }
}

void report_fleet_openmetrics(FILE *out, const struct fleet *f)
{
    put_kinds(out, f);
    put_findings(out, f, "pontoon_fleet_different",
                 "Value of a board as a share of its kind's; 0: a name, or not known.",
                 FLEET_DIFFERENT);
    put_findings(out, f, "pontoon_fleet_suspect", "The same of boards to measure again.",
                 FLEET_SUSPECT);
    put_head(out, "pontoon_fleet_not_read", "Files that could not be read.");
    fprintf(out, "pontoon_fleet_not_read %zu\n# EOF\n", f->n_unread);
}
