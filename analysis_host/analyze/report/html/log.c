/* Section of the page, folded: doubts, problems, the environment, and the series that samples came
 * from. */
#include "report/text/sections.h"
#include "result/verdict.h"
#include "sections.h"
#include "write.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROBLEMS = 200, MOST_NOTES = 50, MOST_SERIES = 300 };

/* The same doubts as in the terminal, one under the other. */
static void doubts_section(FILE *out, const struct log *log, const struct results *results)
{
    char *text = NULL;
    size_t n = 0;
    FILE *memory = open_memstream(&text, &n);

    if (memory == NULL)
        return;
    text_doubts(memory, log, results);
    if (fclose(memory) == 0) {
        const char *lines = strchr(text, '\n'); /* the heading has its own */
        fputs("<h3 id=\"doubts\">Doubts</h3><pre>", out);
        html_text(out, lines != NULL ? lines + 1 : text);
        fputs("</pre>\n", out);
    }
    free(text);
}

static void put_keys(FILE *out, const struct log_key *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            fputs(", ", out);
        html_text(out, at[i].key);
        fputc('=', out);
        html_text(out, at[i].value);
    }
}

static void environment_section(FILE *out, const struct log_run *run)
{
    fputs("<h3 id=\"environment\">Environment</h3><div class=\"scroll\"><table><tbody>\n", out);
    for (size_t i = 0; i < run->n_keys; i++) {
        fputs("<tr><th scope=\"row\">", out);
        html_text(out, run->keys[i].key);
        fputs("</th><td class=\"text\">", out);
        html_text(out, run->keys[i].value);
        fputs("</td></tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
    for (size_t i = 0; i < run->n_notes && i < MOST_NOTES; i++)
        html_element(out, "p", run->notes[i]);
}

static void series_row(FILE *out, const struct log_series *s)
{
    fprintf(out, "<tr%s><th scope=\"row\">", s->damaged ? " class=\"weak\"" : "");
    html_text(out, s->probe);
    fputs("</th><td class=\"text\">", out);
    put_keys(out, s->keys, s->n_keys);
    fprintf(out, "</td><td>%llu to %llu</td><td>%zu</td><td>%llu</td><td>",
            (unsigned long long)s->first_line, (unsigned long long)s->last_line,
            s->n_samples + s->n_events, (unsigned long long)s->points_lost);
    html_text(out, s->status != NULL ? s->status : "its end is missing");
    fputs(s->damaged ? ", damaged</td></tr>\n" : "</td></tr>\n", out);
}

static void series_table(FILE *out, const struct log_run *run)
{
    fputs("<details><summary>Series</summary><div "
          "class=\"scroll\"><table><thead><tr><th>probe</th><th>keys"
          "</th><th>lines</th><th>points</th><th>lost</th><th>end</th></tr></thead>\n<tbody>\n",
          out);
    for (size_t i = 0; i < run->n_series && i < MOST_SERIES; i++)
        series_row(out, &run->series[i]);
    fputs("</tbody></table></div>\n", out);
    if (run->n_series > MOST_SERIES)
        fprintf(out, "<p>and %zu more</p>\n", run->n_series - MOST_SERIES);
    fputs("</details>\n", out);
}

static void problem_rows(FILE *out, const struct log *log, const struct results *results)
{
    size_t n = problems_count(log, results);

    for (size_t i = 0; i < n && i < MOST_PROBLEMS; i++) {
        const struct log_problem *p = problem_at(log, results, i);

        fprintf(out, "<tr><td>%llu</td><td class=\"text\">", (unsigned long long)p->line);
        html_text(out, p->what);
        fputs("</td><td class=\"text\">", out);
        html_text(out, p->cost);
        fputs("</td></tr>\n", out);
    }
}

static void problems_section(FILE *out, const struct log *log, const struct results *results)
{
    size_t n = problems_count(log, results);

    fputs("<h3 id=\"problems\">Problems in the log</h3>\n", out);
    if (n == 0) {
        fputs("<p>none</p>\n", out);
        return;
    }
    fputs("<div "
          "class=\"scroll\"><table><thead><tr><th>line</th><th>what</th><th>cost</th></tr></"
          "thead>\n<tbody>\n",
          out);
    problem_rows(out, log, results);
    fputs("</tbody></table></div>\n", out);
    if (n > MOST_PROBLEMS)
        fprintf(out, "<p>and %zu more, all in the JSON</p>\n", n - MOST_PROBLEMS);
}

void html_log(FILE *out, const struct html_parts *p)
{
    size_t problems = problems_count(p->log, p->results);

    fprintf(out,
            "<details id=\"log\"><summary>Log and environment: %s, lines %llu to %llu, %zu "
            "problem%s</summary>\n",
            p->log->kind, (unsigned long long)p->log->run.first_line,
            (unsigned long long)p->log->run.last_line, problems, problems == 1 ? "" : "s");
    doubts_section(out, p->log, p->results);
    problems_section(out, p->log, p->results);
    environment_section(out, &p->log->run);
    series_table(out, &p->log->run);
    fputs("</details>\n", out);
}
