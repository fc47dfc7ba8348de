/* Problems as messages. */
#include "problems.h"
#include "report/format/wrap.h"
#include "result/verdict.h"
#include <stdio.h>
#include <string.h>

static void put_ascii(FILE *err, const char *text)
{
    format_ascii(err, text, strlen(text));
}

static void print_problem(FILE *err, const char *file, const struct log_problem *p)
{
    fputs("analyze: ", err);
    put_ascii(err, file);
    if (p->line != 0)
        fprintf(err, ":%llu", (unsigned long long)p->line);
    fputs(": ", err);
    put_ascii(err, p->what);
    if (*p->cost != '\0') {
        fputs(" (", err);
        put_ascii(err, p->cost);
        fputc(')', err);
    }
    fputc('\n', err);
}

void report_problems(FILE *err, const char *file, const struct log *log,
                     const struct results *results, size_t most)
{
    size_t n = problems_count(log, results);

    for (size_t i = 0; i < n && i < most; i++)
        print_problem(err, file, problem_at(log, results, i));
    if (n > most) {
        fputs("analyze: ", err);
        put_ascii(err, file);
        fprintf(err, ": ... and %zu more, all in --format json\n", n - most);
    }
}
