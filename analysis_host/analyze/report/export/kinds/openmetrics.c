/* --export openmetrics: a gauge an answer, as the textfile collector of Prometheus' node_exporter
 * reads it. It refuses times, so there are none; a name of a board is the scraper's to add. */
#include "report/export/kind.h"
#include "report/export/values.h"
#include <stdio.h>
#include <string.h>

/* The value of a label: quotes, backslashes and line ends are escaped. */
static void put_label(FILE *out, const char *name, const char *text)
{
    fprintf(out, "%s=\"", name);
    for (; *text != '\0'; text++)
        if (*text == '\n')
            fputs("\\n", out);
        else
            fprintf(out, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
    fputc('"', out);
}

static void put_answer(struct exporter *e, const struct result *r)
{
    fputs("pontoon_answer{", e->out);
    put_label(e->out, "id", r->id);
    fputc(',', e->out);
    put_label(e->out, "unit", r->unit);
    fprintf(e->out, "} %.9g\n", r->value);
}

/* A name is a label of a gauge that is 1. */
static void put_name(struct exporter *e, const struct result *r)
{
    fputs("pontoon_answer_name{", e->out);
    put_label(e->out, "id", r->id);
    fputc(',', e->out);
    put_label(e->out, "name", r->text);
    fputs("} 1\n", e->out);
}

static void put_kind(struct exporter *e, enum result_kind kind,
                     void (*put)(struct exporter *e, const struct result *r))
{
    for (size_t i = 0; i < e->results->n; i++)
        if (e->results->at[i].kind == kind && strcmp(e->results->at[i].unit, "table") != 0)
            put(e, &e->results->at[i]);
}

static void write_openmetrics(struct exporter *e)
{
    fputs("# HELP pontoon_answer What was measured, as a number in its unit.\n"
          "# TYPE pontoon_answer gauge\n",
          e->out);
    put_kind(e, RESULT_NUMBER, put_answer);
    fputs("# HELP pontoon_answer_name What was measured, as a name.\n"
          "# TYPE pontoon_answer_name gauge\n",
          e->out);
    put_kind(e, RESULT_NAME, put_name);
    fputs("# EOF\n", e->out);
}

const struct export_kind export_openmetrics = {
    "Prometheus: a gauge an answer, for node_exporter --collector.textfile.directory; with --fleet "
    "one for each finding",
    EXPORT_EFFECTIVE, COMMENT_HASH, write_openmetrics
};
