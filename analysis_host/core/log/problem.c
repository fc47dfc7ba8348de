/* Problems of a log: lines that were damaged, and what that cost. */
#include "problem.h"
#include "store.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 512 }; /* of a problem, longer than what a sentence can bring in */

void log_problem(struct log *log, uint64_t line, const char *cost, const char *what, ...)
{
    char text[TEXT_BYTES];
    va_list args;

    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    struct log_problem *more = log_store_grown(log->problems, log->n_problems, 1, sizeof *more);
    if (more == NULL)
        return;
    log->problems = more;
    struct log_problem p = { .line = line, .what = strdup(text), .cost = strdup(cost) };
    if (p.what == NULL || p.cost == NULL) {
        free(p.what);
        free(p.cost);
        return;
    }
    more[log->n_problems++] = p;
}

bool log_problem_cost(struct log *log, size_t index, const char *cost, ...)
{
    char text[TEXT_BYTES];
    va_list args;

    va_start(args, cost);
    vsnprintf(text, sizeof text, cost, args);
    va_end(args);
    char *copy = strdup(text);
    if (copy == NULL)
        return false;
    free(log->problems[index].cost);
    log->problems[index].cost = copy;
    return true;
}
