/* Problems as messages. */
#include "problems.h"
#include "report/format/line.h"
#include "report/output/visible.h"
#include "result/verdict.h"
#include <stdio.h>
#include <string.h>

static void put_visible(FILE *err, const char *text)
{
    output_visible(err, text, strlen(text));
}

static void print_problem(FILE *err, const char *file, const struct log_problem *p)
{
    fprintf(err, "%s: ", output_program);
    put_visible(err, file);
    if (p->line != 0)
        fprintf(err, ":%llu", (unsigned long long)p->line);
    fputs(": ", err);
    put_visible(err, p->what);
    if (*p->cost != '\0') {
        fputs(" (", err);
        put_visible(err, p->cost);
        fputc(')', err);
    }
    fputc('\n', err);
}

/* One line for all of them: they are doubts. */
static void say_contradictions(FILE *err, const char *file, const struct results *results)
{
    struct format_line line = { 0 };

    for (size_t i = 0; i < results->n_contradictions; i++) {
        size_t n = verdict_count_among(results, i);

        if (n > 0)
            format_line_add(&line, "%s%s (%zu)", line.used > 0 ? ", " : "",
                            results->contradictions[i].among, n);
    }
    if (line.used > 0)
        output_say(err, file, "doubts: answers contradict each other among %s; see analyze -v",
                   line.text);
}

void report_problems(FILE *err, const char *file, const struct log *log,
                     const struct results *results, size_t most)
{
    size_t n = problems_count(log, results);

    for (size_t i = 0; i < n && i < most; i++)
        print_problem(err, file, problem_at(log, results, i));
    if (n > most)
        output_say(err, file, "... and %zu more, all in --format json", n - most);
    say_contradictions(err, file, results);
}
