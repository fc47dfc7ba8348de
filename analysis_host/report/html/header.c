/* Head of the page: what was measured, by what, and whether it can be trusted. */
#include "assets.h"
#include "report/format/value.h"
#include "result/confidence.h"
#include "result/query.h"
#include "result/verdict.h"
#include "sections.h"
#include "write.h"
#include <stdio.h>
#include <string.h>

static const char *key(const struct log *log, const char *name)
{
    const char *value = log_key_text(log->run.keys, log->run.n_keys, name);

    return value != NULL ? value : "";
}

static void card(FILE *out, const char *title, const char *first, const char *second)
{
    fprintf(out, "<div class=\"card\"><h3>%s</h3><b>", title);
    html_text(out, *first != '\0' ? first : "not known");
    fputs("</b><span>", out);
    html_text(out, second);
    fputs("</span></div>\n", out);
}

static void board_card(FILE *out, const struct log *log)
{
    char about[300];

    snprintf(about, sizeof about, "%s, %s bits, cores: %s, system: %s", key(log, "arch"),
             key(log, "word"), key(log, "cores"), key(log, "os"));
    card(out, "Board", key(log, "target"), *key(log, "arch") ? about : log->kind);
}

static void clock_card(FILE *out, const struct log *log, const struct results *results)
{
    const struct result *r = result_find(results, id_of(CPU_FREQUENCY));
    double hz = (double)log_key_number(log->run.keys, log->run.n_keys, "tick_hz", 0);
    char processor[FORMAT_CELL] = "", timer[FORMAT_CELL] = "", about[200];

    if (r != NULL && r->kind == RESULT_NUMBER && r->value > 0)
        format_value(processor, r);
    if (hz > 0)
        format_number(timer, hz, "Hz");
    snprintf(about, sizeof about, "timer of %s, smallest step %s ticks",
             *timer ? timer : "unknown rate", *key(log, "tick_min") ? key(log, "tick_min") : "?");
    card(out, "Clock", processor, about);
}

static void log_card(FILE *out, const struct log *log, const struct results *results)
{
    char first[100], second[200];

    snprintf(first, sizeof first, "%llu lines, problems: %zu", (unsigned long long)log->lines,
             problems_count(log, results));
    snprintf(second, sizeof second, "%s; run %u of %u, lines %llu to %llu", log->kind, log->chosen,
             log->n_runs, (unsigned long long)log->run.first_line,
             (unsigned long long)log->run.last_line);
    card(out, "Log", first, second);
}

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
    put_chip(out, "doubt", "?", count_results(results, confidence_is_low), "in doubt");
    put_chip(out, "unknown", "&ndash;", count_results(results, is_undetermined), "not determined");
    put_chip(out, "bad", "!", n_problems,
             n_problems == 1 ? "problem in the log" : "problems in the log");
    if (!whole)
        fputs("<li class=\"bad\">! the run is not whole</li>\n", out);
    fputs("</ul>\n", out);
}

/* Buttons do nothing without scripts: the page's own shows them. */
static void controls(FILE *out)
{
    fputs("<p class=\"controls\" hidden>\n"
          "<span id=\"save\">Save </span>\n",
          out);
    if (*html_figure_script != '\0')
        fputs(
            "<label><input type=\"checkbox\" id=\"in-ns\"> nanoseconds</label>\n"
            "<label><input type=\"checkbox\" id=\"with-dots\" checked> every repetition</label>\n",
            out);
    fputs("</p>\n", out);
}

void html_header(FILE *out, const struct log *log, const struct results *results)
{
    fputs("<header>\n", out);
    html_element(out, "h1", *key(log, "target") ? key(log, "target") : log->kind);
    html_verdict(out, results, problems_count(log, results), log->run.complete);
    fputs("<div class=\"cards\">\n", out);
    board_card(out, log);
    clock_card(out, log, results);
    card(out, "Compiler", key(log, "cc"), key(log, "cflags"));
    log_card(out, log, results);
    fputs("</div>\n", out);
    controls(out);
    fputs("</header>\n", out);
}
