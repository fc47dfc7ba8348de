/* Head of the page: which machine was measured, when, and under which conditions. */
#include "assets.h"
#include "cell.h"
#include "report/format/value.h"
#include "result/confidence.h"
#include "result/os_reported.h"
#include "result/query.h"
#include "result/verdict.h"
#include "sections.h"
#include "write.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A clock that differs by less is the same clock. */
#define SAME_CLOCK 0.05

static const char *key(const struct log *log, const char *name)
{
    const char *value = log_key_text(log->run.keys, log->run.n_keys, name);

    return value != NULL ? value : "";
}

/* Where another tool's table came from, which its series say and not the run. */
static const char *table_name(const struct log *log)
{
    const struct log_series *s = log->run.n_series > 0 ? &log->run.series[0] : NULL;
    const char *name = s != NULL ? log_key_text(s->keys, s->n_keys, "name") : NULL;

    return name != NULL && *name != '\0' ? name : log->kind;
}

const char *html_machine(const struct log *log)
{
    return *key(log, "model") != '\0'    ? key(log, "model")
           : *key(log, "target") != '\0' ? key(log, "target")
                                         : table_name(log);
}

/* ---- a line of parts with points between them ---- */

static void part(FILE *out, bool *begun, const char *before, const char *text, const char *after)
{
    if (*text == '\0')
        return;
    fputs(*begun ? " &middot; " : "", out);
    *begun = true;
    html_text(out, before);
    html_text(out, text);
    html_text(out, after);
}

static const char *plural(double n)
{
    return n == 1 ? "" : "s";
}

/* "2 cores x 1 thread", or what the board says of itself. */
static void cores_part(FILE *out, bool *begun, const struct html_parts *p)
{
    double smp = result_measured(p->results, id_of(CONTEXTS_SMP));
    double smt = result_measured(p->results, id_of(CONTEXTS_SMT));
    double nodes = result_measured(p->results, id_of(NUMA_NODES));
    char text[80];

    if (smp > 0 && smt > 0) {
        snprintf(text, sizeof text, "%.0f core%s x %.0f thread%s", smp, plural(smp), smt,
                 plural(smt));
        part(out, begun, "", text, "");
    } else if (*key(p->log, "cores") != '\0') {
        part(out, begun, "", key(p->log, "cores"),
             strcmp(key(p->log, "cores"), "1") == 0 ? " hardware thread" : " hardware threads");
    }
    if (nodes > 0) {
        snprintf(text, sizeof text, "%.0f NUMA node%s", nodes, plural(nodes));
        part(out, begun, "", text, "");
    }
}

static void system_part(FILE *out, bool *begun, const struct log *log)
{
    char text[120];

    if (strcmp(key(log, "os"), "none") == 0) {
        part(out, begun, "", "no OS", "");
        return;
    }
    bool is_linux = strcmp(key(log, "os"), "linux") == 0;
    snprintf(text, sizeof text, "%.40s%s%.70s", is_linux ? "Linux" : key(log, "os"),
             *key(log, "os_release") != '\0' ? " " : "", key(log, "os_release"));
    part(out, begun, "", text, "");
}

/* Seconds that the probes of all rounds took; 0: not known. */
static double seconds_taken(const struct log_run *run)
{
    double sum = 0;

    for (size_t i = 0; i < run->n_keys; i++)
        if (strncmp(run->keys[i].key, "took.", strlen("took.")) == 0)
            sum += strtod(run->keys[i].value, NULL) / 1000;
    for (size_t i = 0; i < run->n_rounds; i++)
        sum += seconds_taken(&run->rounds[i]);
    return sum;
}

static void time_part(FILE *out, bool *begun, const struct log_run *run)
{
    time_t began = (time_t)log_key_number(run->keys, run->n_keys, "began", 0);
    struct tm utc;
    char text[60];
    double seconds = seconds_taken(run);

    if (began > 0 && gmtime_r(&began, &utc) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &utc) > 0)
        part(out, begun, "", text, "");
    if (run->n_rounds > 0) {
        snprintf(text, sizeof text, "%zu rounds", run->n_rounds + 1);
        part(out, begun, "", text, "");
    }
    if (seconds > 0) {
        snprintf(text, sizeof text, "%.3g s", seconds);
        part(out, begun, "", text, "");
    }
}

static void compiler_part(FILE *out, bool *begun, const struct log *log)
{
    char text[200];

    snprintf(text, sizeof text, "%.60s%s%.130s", key(log, "cc"),
             *key(log, "cflags") != '\0' ? " " : "", key(log, "cflags"));
    part(out, begun, "", *key(log, "cc") != '\0' ? text : "", "");
}

static void machine_line(FILE *out, const struct html_parts *p)
{
    const struct log *log = p->log;
    bool begun = false;

    fputs("<p class=\"quiet\">", out);
    cores_part(out, &begun, p);
    part(out, &begun, "", key(log, "arch"), "");
    part(out, &begun, "", key(log, "word"), "-bit");
    if (*key(log, "model") != '\0')
        part(out, &begun, "target ", key(log, "target"), "");
    part(out, &begun, "host ", key(log, "node"), "");
    system_part(out, &begun, log);
    time_part(out, &begun, &log->run);
    compiler_part(out, &begun, log);
    if (*key(log, "source") != '\0')
        part(out, &begun, "latency table of ", key(log, "source"), "");
    if (log->n_runs > 1) {
        char text[60];
        snprintf(text, sizeof text, "run %u of %u in this log", log->chosen, log->n_runs);
        part(out, &begun, "", text, "");
    }
    fputs("</p>\n", out);
}

/* ---- conditions ---- */

static void next_part(FILE *out, bool *begun)
{
    fputs(*begun ? " &middot; " : "", out);
    *begun = true;
}

/* "core 3.10 GHz (2.39 GHz to 4.02 GHz in this run)". */
static void core_clock(FILE *out, bool *begun, const struct result *r)
{
    char range[FORMAT_CELL];

    if (!result_is_number(r) || r->value <= 0)
        return;
    next_part(out, begun);
    fputs("core ", out);
    html_answer(out, r);
    if (format_range(range, r) && r->high - r->low > SAME_CLOCK * r->value)
        fprintf(out, " (%s in this run)", range);
}

/* The clock that is lowest under vectors; where none is lower, that it stays. */
static void vector_clock(FILE *out, bool *begun, const struct results *results, double hz)
{
    const struct result *low = NULL;
    char text[FORMAT_CELL];

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];

        if (r->name.quantity == CPU_FREQUENCY_UNDER && result_is_number(r) &&
            (low == NULL || r->value < low->value))
            low = r;
    }
    if (low == NULL || hz <= 0)
        return;
    next_part(out, begun);
    format_number(text, hz * low->value, "Hz");
    if (low->value > 1 - SAME_CLOCK)
        strcpy(text, "the same clock");
    html_answer_text(out, low, text);
    fputs(" under ", out);
    html_text(out, low->name.type);
}

static void timer(FILE *out, bool *begun, const struct html_parts *p)
{
    double hz = (double)log_key_number(p->log->run.keys, p->log->run.n_keys, "tick_hz", 0);
    const struct result *step = result_find(p->results, id_of(TIMER_STEP));
    char text[FORMAT_CELL];

    if (hz > 0 && *key(p->log, "source") == '\0') { /* another tool's table has no timer */
        format_number(text, hz, "Hz");
        next_part(out, begun);
        fputs("timer ", out);
        html_text(out, key(p->log, "clock"));
        fprintf(out, " %s", text);
    }
    if (result_is_number(step)) {
        next_part(out, begun);
        fputs("timer resolution ", out);
        html_answer(out, step);
    }
}

static void conditions(FILE *out, const struct html_parts *p)
{
    const struct result *clock = result_find(p->results, id_of(CPU_FREQUENCY));
    const struct result *share = result_find(p->results, id_of(NEIGHBOUR_SHARE));
    bool begun = false;

    fputs("<p class=\"quiet\">", out);
    core_clock(out, &begun, clock);
    vector_clock(out, &begun, p->results, result_is_number(clock) ? clock->value : 0);
    timer(out, &begun, p);
    if (result_is_number(share)) {
        next_part(out, &begun);
        fprintf(out, "others on the same core in %.0f %% of the passes", 100 * share->value);
    }
    part(out, &begun, "CPU quota ", key(p->log, "cpu_quota"), " CPUs");
    part(out, &begun, "THP ", key(p->log, "thp"), "");
    part(out, &begun, "governor ", key(p->log, "governor"), "");
    if (log_is_emulated(&p->log->run))
        part(out, &begun, "", "emulated", "");
    fputs("</p>\n", out);
}

void html_identity(FILE *out, const struct html_parts *p)
{
    html_element(out, "h1", html_machine(p->log));
    machine_line(out, p);
    conditions(out, p);
}

/* ---- counts, of the page of several boards ---- */

static size_t count_results(const struct results *results, bool (*wanted)(const struct result *))
{
    size_t n = 0;

    for (size_t i = 0; i < results->n; i++)
        n += wanted(&results->at[i]);
    return n;
}

static bool is_sure(const struct result *r)
{
    return result_is_known(r) && !confidence_is_low(r);
}

static bool is_undetermined(const struct result *r)
{
    return r->kind == RESULT_NULL;
}

static void put_chip(FILE *out, const char *class, const char *sign, size_t n, const char *what)
{
    if (n > 0)
        fprintf(out, "<li class=\"%s\">%s %zu %s</li>\n", class, sign, n, what);
}

void html_verdict(FILE *out, const struct results *results, size_t n_problems, bool whole)
{
    fputs("<ul class=\"chips\">\n", out);
    put_chip(out, "ok", "&#10003;", count_results(results, is_sure), "sure");
    put_chip(out, "doubt", "~", count_results(results, confidence_is_low), "doubtful");
    put_chip(out, "unknown", "?", count_results(results, is_undetermined), "not determined");
    put_chip(out, "bad", "!", n_problems,
             n_problems == 1 ? "problem in the log" : "problems in the log");
    if (!whole)
        fputs("<li class=\"bad\">! the run is not whole</li>\n", out);
    fputs("</ul>\n", out);
}

void html_controls(FILE *out, const struct html_parts *p)
{
    (void)p;
    fputs("<p class=\"controls\" hidden>\n<span id=\"save\">Save </span>\n", out);
    if (*html_figure_script != '\0')
        fputs(
            "<label><input type=\"checkbox\" id=\"in-ns\"> nanoseconds</label>\n"
            "<label><input type=\"checkbox\" id=\"with-dots\" checked> every repetition</label>\n",
            out);
    fputs("</p>\n", out);
}
