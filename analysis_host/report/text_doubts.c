#include "text.h"
#include <stdarg.h>
#include <string.h>

/* Everything that should keep a reader from trusting a number, and what is missing. */

struct doubts {
    FILE *out;
    size_t n, most; /* lines met, lines to print */
};

static void doubt(struct doubts *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void doubt(struct doubts *d, const char *format, ...)
{
    char text[1000 + 1];
    va_list args;

    if (d->n++ >= d->most)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    text_wrap(d->out, "  ! ", text);
}

static void log_doubts(struct doubts *d, const struct log *log)
{
    if (log->n_problems > 0) {
        const struct log_problem *first = &log->problems[0];
        char place[40] = "";
        if (first->line != 0)
            snprintf(place, sizeof place, "line %llu: ", (unsigned long long)first->line);
        doubt(d, "problems in the log: %zu%s %s%s%s%s%s", log->n_problems,
              log->n_problems > 1 ? ", the first at" : ",", place, first->what,
              *first->cost ? " (" : "", first->cost, *first->cost ? ")" : "");
    }
    if (!log->run.complete)
        doubt(d, "the run is not whole: its beginning or its END is missing");
    if (log->run.status != NULL && strcmp(log->run.status, "ok") != 0)
        doubt(d, "the run ended with: %s", log->run.status);
}

/* Whether S ended otherwise than it should; what is no instruction of the target is no doubt. */
static bool ended_badly(const struct log_series *s)
{
    return s->status != NULL && strcmp(s->status, "ok") != 0 &&
           strcmp(s->status, "skip:no instruction") != 0;
}

static void series_doubts(struct doubts *d, const struct log_run *run)
{
    for (size_t i = 0; i < run->n_series; i++) {
        const struct log_series *s = &run->series[i];
        if (s->damaged)
            doubt(d,
                  "%s is damaged, lines %llu to %llu: points known to be missing %llu, left %zu%s",
                  s->probe, (unsigned long long)s->first_line, (unsigned long long)s->last_line,
                  (unsigned long long)s->points_lost, s->n_samples + s->n_events,
                  s->status == NULL ? ", its end is missing" : "");
        if (ended_badly(s))
            doubt(d, "%s ended with %s", s->probe, s->status);
    }
}

/* Appends ID to the list IDS of SIZE bytes, cut where it is full. */
static void list_id(char *ids, size_t size, const char *id)
{
    size_t used = strlen(ids);

    snprintf(ids + used, size - used, "%s%s", used ? ", " : "", id);
}

static bool same_reason(const struct result *a, const struct result *b)
{
    return a->kind == RESULT_NULL && b->kind == RESULT_NULL && strcmp(a->note, b->note) == 0;
}

/* One line for all that are not determined for the reason of result FIRST; none where an earlier
 * result has said it. */
static void unknown_doubt(struct doubts *d, const struct results *results, size_t first)
{
    const struct result *r = &results->at[first];
    char ids[700] = "";

    for (size_t i = 0; i < first; i++)
        if (same_reason(&results->at[i], r))
            return;
    for (size_t i = first; i < results->n; i++)
        if (same_reason(&results->at[i], r))
            list_id(ids, sizeof ids, results->at[i].id);
    doubt(d, "%s not determined: %s", ids, *r->note ? r->note : "no reason given");
}

static void damage_doubt(struct doubts *d, const struct results *results)
{
    char ids[700] = "";

    for (size_t i = 0; i < results->n; i++)
        if (results->at[i].damaged && results->at[i].kind != RESULT_NULL)
            list_id(ids, sizeof ids, results->at[i].id);
    if (*ids != '\0')
        doubt(d, "resting on a damaged series: %s", ids);
}

static bool unsure(const struct result *r)
{
    return (r->kind == RESULT_NUMBER || r->kind == RESULT_NAME) && r->confidence < TEXT_SURE;
}

static void unsure_doubt(struct doubts *d, const struct result *r)
{
    char low[TEXT_CELL], high[TEXT_CELL], between[2 * TEXT_CELL + 32] = "", sure[TEXT_CELL];

    text_percent(sure, r->confidence);
    if (r->has_bounds && r->low < r->high) {
        text_number(low, r->low, r->unit);
        text_number(high, r->high, r->unit);
        snprintf(between, sizeof between, ", between %s and %s", low, high);
    }
    doubt(d, "%s is only %s sure%s%s%s", r->id, sure, between, *r->note ? ": " : "", r->note);
}

static bool of_operation(const struct result *r)
{
    return strncmp(r->id, "op.", 3) == 0;
}

/* There are hundreds of them: one line for all whose latency is unsure. */
static void operations_doubt(struct doubts *d, const struct results *results)
{
    char ids[700] = "";

    for (size_t i = 0; i < results->n; i++)
        if (of_operation(&results->at[i]) && unsure(&results->at[i]) &&
            strstr(results->at[i].id, ".latency") != NULL)
            list_id(ids, sizeof ids, results->at[i].id);
    if (*ids != '\0')
        doubt(d, "timings that do not agree with each other: %s", ids);
}

static void result_doubts(struct doubts *d, const struct results *results)
{
    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        if (r->kind == RESULT_NULL)
            unknown_doubt(d, results, i);
        else if (unsure(r) && !of_operation(r))
            unsure_doubt(d, r);
    }
    operations_doubt(d, results);
    damage_doubt(d, results);
    if (results->n == 0)
        doubt(d, "no analysis found samples that it knows");
}

void text_doubts(FILE *out, const struct log *log, const struct results *results, bool verbose)
{
    enum { ONE_SCREEN = 12 };
    struct doubts d = { out, 0, verbose ? SIZE_MAX : ONE_SCREEN };

    fputs("DOUBTS\n", out);
    log_doubts(&d, log);
    series_doubts(&d, &log->run);
    result_doubts(&d, results);
    if (d.n > d.most)
        fprintf(out, "  ... and %zu more, all with analyze -v\n", d.n - d.most);
    if (d.n == 0)
        fputs("  none\n", out);
}

static bool any_doubt(const struct results *results)
{
    for (size_t i = 0; i < results->n; i++)
        if (results->at[i].kind == RESULT_NULL || unsure(&results->at[i]) || results->at[i].damaged)
            return true;
    return results->n == 0;
}

void text_next(FILE *out, const struct log *log, const struct results *results, bool verbose)
{
    bool foreign = log_key_text(log->run.keys, log->run.n_keys, "source") != NULL;

    fputs("NEXT\n", out);
    if (!verbose)
        fputs("  analyze -v             the rule, samples and bounds behind each number\n", out);
    if (log->n_problems > 0)
        fputs("  analyze --format json  every problem with its line, for programs too\n", out);
    else
        fputs("  analyze --format json  the same for programs\n", out);
    if (foreign)
        fputs("  probes                 measures more than this table holds\n", out);
    else if (any_doubt(results) || log->n_problems > 0)
        fputs("  probes --thorough      more points and longer samples, against the doubts\n", out);
}
