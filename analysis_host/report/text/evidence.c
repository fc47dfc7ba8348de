/* Section of the text: every answer with its rule, probe and bounds. */
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/confidence.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

static size_t samples_of(const struct log_run *run, const char *probe)
{
    size_t n = 0;

    for (size_t i = log_find_series(run, probe, 0); i < run->n_series;
         i = log_find_series(run, probe, i + 1))
        n += run->series[i].n_samples + run->series[i].n_events;
    return n;
}

/* The probe whose points were counted last: answers of one follow each other. */
struct counted {
    const struct log_run *run;
    const char *probe; /* NULL: none yet */
    size_t points;
};

static size_t count_once(struct counted *last, const char *probe)
{
    if (last->probe == NULL || strcmp(last->probe, probe) != 0)
        *last = (struct counted){ last->run, probe, samples_of(last->run, probe) };
    return last->points;
}

static void print_confidence(FILE *out, const char *lead, const struct result *r)
{
    char low[FORMAT_CELL], high[FORMAT_CELL], sure[FORMAT_CELL];

    if (!result_is_known(r))
        return;
    format_percent(sure, r->confidence);
    if (!r->has_bounds) {
        format_wrapf(out, lead, "%s sure, no bounds", sure);
        return;
    }
    if (format_bounds(low, high, r))
        format_wrapf(out, lead, "%s sure, from %s to %s", sure, low, high);
    else
        format_wrapf(out, lead, "%s sure", sure);
}

static void print_evidence(FILE *out, struct counted *last, const struct result *r)
{
    static const char lead[] = "      ";
    char value[FORMAT_CELL];

    format_value(value, r);
    format_wrapf(out, "  ", "%s = %s", r->id, value);
    print_confidence(out, lead, r);
    if (*r->method != '\0')
        format_wrapf(out, lead, "rule: %s", r->method);
    if (*r->probe != '\0')
        format_wrapf(out, lead, "probe: %s, points: %zu%s", r->probe, count_once(last, r->probe),
                     r->damaged ? ", damaged" : "");
    if (*r->note != '\0' && r->kind != RESULT_NONE)
        format_wrap(out, lead, r->note);
}

void text_evidence(FILE *out, const struct log *log, const struct results *results)
{
    struct counted last = { .run = &log->run };

    fputs("EVIDENCE\n", out);
    for (size_t i = 0; i < results->n; i++)
        print_evidence(out, &last, &results->at[i]);
    if (results->n == 0)
        fputs("  none\n", out);
}
