/* The box at the top of the page: why answers are doubtful, grouped by cause. */
#include "cell.h"
#include "report/format/doubts.h"
#include "report/format/line.h"
#include "report/format/value.h"
#include "report/text/items.h"
#include "result/confidence.h"
#include "result/os_reported.h"
#include "result/query.h"
#include "result/verdict.h"
#include "sections.h"
#include "series/ops_chains.h"
#include "write.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMED = 4, TERM = 160 };
/* A clock that moved by less is not worth a warning. */
#define STEADY_CLOCK 0.05

static void item(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line of the box; what is printed is text. */
static void item(FILE *out, const char *format, ...)
{
    struct format_line line = { 0 };
    va_list args;

    va_start(args, format);
    vsnprintf(line.text, sizeof line.text, format, args);
    va_end(args);
    html_element(out, "li", line.text);
    fputc('\n', out);
}

/* ---- the log ---- */

/* Points that all damaged series of the probe of series FIRST lost; *AGAIN: an earlier series is of
 * the same probe. */
static unsigned long long lost_points(const struct log_run *run, size_t first, bool *again)
{
    unsigned long long lost = 0;

    *again = false;
    for (size_t i = 0; i < run->n_series; i++) {
        const struct log_series *s = &run->series[i];

        if (!s->damaged || strcmp(s->probe, run->series[first].probe) != 0)
            continue;
        *again |= i < first;
        lost += s->points_lost;
    }
    return lost;
}

static void damaged_series(FILE *out, const struct log_run *run)
{
    struct format_line line = { 0 };
    size_t n = 0;

    for (size_t i = 0; i < run->n_series; i++) {
        bool again;
        unsigned long long lost = lost_points(run, i, &again);

        if (run->series[i].damaged && !again && n++ < MOST_NAMED)
            format_line_add(&line, "%s%.40s %llu", line.used > 0 ? ", " : "", run->series[i].probe,
                            lost);
    }
    if (n > MOST_NAMED)
        format_line_add(&line, " and %zu more probes", n - MOST_NAMED);
    if (n > 0)
        item(out, "The log is damaged. Points that are known to be lost: %s.", line.text);
}

static void log_items(FILE *out, const struct html_parts *p)
{
    const struct log_run *run = &p->log->run;

    if (log_is_emulated(run))
        item(out, "The board is emulated. Its times are the emulator's, not the hardware's: every "
                  "time on this page is doubtful.");
    if (!run->complete)
        item(out, "The run is not whole: its beginning or its end is missing in the log.");
    if (run->end != RECORD_END_OK && run->status != NULL)
        item(out, "The run ended with: %.100s.", run->status);
    damaged_series(out, run);
    if (p->log->n_problems > 0) {
        const struct log_problem *first = problem_at(p->log, p->results, 0);
        fprintf(out,
                "<li>The log has <a href=\"#problems\">%zu problem%s</a>. The first is at line "
                "%llu: ",
                p->log->n_problems, p->log->n_problems == 1 ? "" : "s",
                (unsigned long long)first->line);
        html_text(out, first->what);
        fputs(".</li>\n", out);
    }
}

/* ---- conditions ---- */

static void condition_items(FILE *out, const struct html_parts *p)
{
    const struct log_run *run = &p->log->run;
    const struct result *clock = result_find(p->results, id_of(CPU_FREQUENCY));
    const struct result *share = result_find(p->results, id_of(NEIGHBOUR_SHARE));
    const char *quota = log_key_text(run->keys, run->n_keys, "cpu_quota");
    const char *pinning = log_key_text(run->keys, run->n_keys, "pinning");
    const char *compiler = ops_chains_rewritten_by(run);
    char low[FORMAT_CELL], high[FORMAT_CELL];

    if (result_is_number(clock) && format_bounds(low, high, clock) &&
        clock->high - clock->low > STEADY_CLOCK * clock->value)
        item(out, "The core clock moved between %s and %s while the probes ran.", low, high);
    if (result_is_number(share))
        item(out,
             "Another thread or virtual machine used the same core in %.0f %% of the passes. The "
             "ROB size is measured without these passes.",
             100 * share->value);
    if (quota != NULL)
        item(out, "A CPU quota of %.20s CPUs stops the threads for part of the time.", quota);
    if (pinning != NULL)
        item(out,
             "The system refuses to pin threads (%.40s). Nothing that needs two hardware "
             "threads was measured.",
             pinning);
    if (compiler != NULL && log_find_sampled(run, "ops") < run->n_series)
        item(out,
             "%.40s compiled the loops of the instruction probe and replaced some instructions. "
             "Use the build by GCC for instruction latencies.",
             compiler);
}

/* ---- contradictions ---- */

static void contradiction_items(FILE *out, const struct results *r)
{
    for (size_t i = 0; i < r->n_contradictions; i++) {
        size_t n = verdict_count_among(r, i);

        if (n == 1)
            item(out, "A contradiction among %s: %s.", r->contradictions[i].among,
                 r->contradictions[i].what);
        else if (n > 1)
            item(out, "%zu contradictions among %s. The first: %s.", n, r->contradictions[i].among,
                 r->contradictions[i].what);
    }
    for (size_t i = 0; i < r->n_problems && i < MOST_NAMED; i++)
        item(out, "%.300s.", r->problems[i].what);
}

/* Answers outside of whose range the system's report lies. */
static void reported_item(FILE *out, const struct html_parts *p)
{
    struct format_line line = { 0 };
    size_t n = 0;

    for (size_t i = 0; i < p->results->n; i++) {
        const struct result *r = &p->results->at[i];
        char said[FORMAT_CELL], measured[FORMAT_CELL], term[TERM];
        double value;

        if (!os_reported_value(&p->log->run, r->id, &value) || !os_reported_contradicts(r, value) ||
            n++ >= MOST_NAMED)
            continue;
        format_number(said, value, r->unit);
        format_number(measured, r->value, r->unit);
        text_term(term, sizeof term, &r->name);
        format_line_add(&line, "%s%s %s, measured %s%s", line.used > 0 ? "; " : "", term, said,
                        confidence_is_low(r) ? "~" : "", measured);
    }
    if (n > MOST_NAMED)
        format_line_add(&line, "; and %zu more", n - MOST_NAMED);
    if (n > 0)
        item(out, "The OS (%.40s) reports other values: %s.", os_reported_source(&p->log->run),
             line.text);
}

/* ---- causes of doubt ---- */

/* Causes that are one line, as bits of enum doubt_cause. */
static const struct line_of_causes {
    unsigned causes;
    const char *one, *many;
} lines_of_causes[] = {
    { 1U << DOUBT_DAMAGED, "rests", "rest on a series that lost samples" },
    { 1U << DOUBT_CONTRADICTS, "is", "are contradicted by another answer" },
    { 1U << DOUBT_SHARED | 1U << DOUBT_SYSTEM | 1U << DOUBT_SCATTER, "has",
      "have a range wider than a quarter of the value" },
    { 1U << DOUBT_UNCOUNTED, "comes",
      "come from a rule that is not yet tested on a machine with a known answer" },
    { 1U << DOUBT_FEW, "comes",
      "come from a rule that was wrong on over 20 % of the machines with known answers" },
};

/* What a group of ids.def is called on the page. */
static const struct heading {
    const char *group, *words;
} headings[] = {
    { "CLOCK", "clock and timer" },
    { "LEVELS", "caches and memory" },
    { "LINES", "caches and memory" },
    { "WAYS", "caches and memory" },
    { "POLICY", "cache policies" },
    { "WRITE", "cache policies" },
    { "TLB", "TLB" },
    { "OPS", "instructions" },
    { "REGISTERS", "core" },
    { "MLP", "core" },
    { "BRANCH", "branches" },
    { "ICACHE", "instruction fetch" },
    { "FETCH", "instruction fetch" },
    { "ISSUE", "core" },
    { "CONTEXTS", "hardware threads" },
    { "OS", "OS costs" },
    { "BANDWIDTH", "bandwidth" },
    { "SHARING", "core-to-core latency" },
    { "NUMA", "NUMA" },
    { "LOADED", "loaded latency" },
    { "PEAK", "peaks and roofline" },
    { "KERNEL", "kernels" },
    { "PATTERN", "access patterns" },
};
enum { N_HEADINGS = sizeof headings / sizeof headings[0] };

static const char *heading_of(const struct result *r)
{
    for (size_t i = 0; i < N_HEADINGS && r->name.quantity != QUANTITY_UNKNOWN; i++)
        if (strcmp(quantity_row(r->name.quantity)->group, headings[i].group) == 0)
            return headings[i].words;
    return "other answers";
}

struct asked {
    const struct line_of_causes *line;
    struct doubt_machine machine;
};

static bool is_asked(const struct result *r, const struct asked *a)
{
    return (a->line->causes >> doubt_cause_of(r, &a->machine) & 1) != 0;
}

/* Answers of A with the same heading as answer FIRST; 0 where an earlier one is. */
static size_t count_alike(const struct results *results, size_t first, const struct asked *a)
{
    const char *heading = heading_of(&results->at[first]);
    size_t n = 0;

    for (size_t i = 0; i < results->n; i++) {
        if (!is_asked(&results->at[i], a) || strcmp(heading_of(&results->at[i]), heading) != 0)
            continue;
        if (i < first)
            return 0;
        n++;
    }
    return n;
}

static void cause_item(FILE *out, const struct results *results, const struct asked *a)
{
    struct format_line line = { 0 };
    size_t all = 0;

    for (size_t i = 0; i < results->n; i++) {
        if (!is_asked(&results->at[i], a))
            continue;
        size_t n = count_alike(results, i, a);
        all++;
        if (n > 0)
            format_line_add(&line, "%s%s %zu", line.used > 0 ? ", " : "",
                            heading_of(&results->at[i]), n);
    }
    if (all == 1)
        item(out, "~ 1 answer %s%s: %s.", a->line->one, strchr(a->line->many, ' '), line.text);
    else if (all > 1)
        item(out, "~ %zu answers %s: %s.", all, a->line->many, line.text);
}

/* ---- what could not be determined ---- */

static bool is_unknown(const struct result *r)
{
    return r->kind == RESULT_NULL && !doubt_is_derived(r);
}

/* Which they are; their reasons are shown to those who point at them. */
static void unknown_item(FILE *out, const struct results *results)
{
    enum { MOST_UNKNOWN = 8 };
    char term[TERM];
    size_t all = 0, shown = 0;

    for (size_t i = 0; i < results->n; i++)
        all += is_unknown(&results->at[i]);
    if (all > 0)
        fprintf(out, "<li>? %zu answer%s could not be determined: ", all, all == 1 ? "" : "s");
    for (size_t i = 0; i < results->n && shown < MOST_UNKNOWN; i++) {
        const struct result *r = &results->at[i];

        if (!is_unknown(r))
            continue;
        text_term(term, sizeof term, &r->name);
        fputs(shown++ > 0 ? ", " : "", out);
        html_reason(out, r, term);
    }
    if (all > shown)
        fprintf(out, " and <a href=\"#evidence\">%zu more</a>", all - shown);
    fputs(all > 0 ? ".</li>\n" : "", out);
}

/* ---- the box ---- */

static void write_items(FILE *out, const struct html_parts *p)
{
    log_items(out, p);
    condition_items(out, p);
    contradiction_items(out, p->results);
    reported_item(out, p);
    struct asked a = { lines_of_causes, doubt_machine_of(&p->log->run, p->results) };
    for (size_t i = 0; i < sizeof lines_of_causes / sizeof lines_of_causes[0]; i++, a.line++)
        if (!log_is_emulated(&p->log->run))
            cause_item(out, p->results, &a);
    unknown_item(out, p->results);
    if (p->results->n == 0)
        item(out, "No analysis found samples that it knows.");
}

void html_read_first(FILE *out, const struct html_parts *p)
{
    char *items = NULL;
    size_t n = 0;
    FILE *memory = open_memstream(&items, &n);

    if (memory == NULL)
        return;
    write_items(memory, p);
    if (fclose(memory) == 0 && n > 0)
        fprintf(out,
                "<div class=\"warn\" id=\"read-first\"><b>Read this first</b><ul>\n%s</ul></div>\n",
                items);
    free(items);
    fputs("<p class=\"small\"><span class=\"doubt\">~ doubtful: confidence below 80 %</span> "
          "&middot; ? not determined &middot; - not measured &middot; c = core cycles. Point at a "
          "number for its range, click it for its evidence.</p>\n",
          out);
}
