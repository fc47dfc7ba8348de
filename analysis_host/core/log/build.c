/* Adds problems, a bounded number of them, and keys to a log that is being built. */
#include "build.h"
#include "problem.h"
#include "record/probe_names.h"
#include "store.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

size_t log_build_problem(struct log_build *b, uint64_t line, const char *cost, const char *what,
                         ...)
{
    char text[RECORD_LINE_BYTES + 100];
    size_t index = b->log->n_problems;
    va_list args;

    if (index >= LOG_BUILD_PROBLEMS) {
        b->untold++;
        b->told_line = line;
        return LOG_BUILD_UNTOLD;
    }
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    log_problem(b->log, line, cost, "%s", text);
    b->run_of[index] = b->in_run ? b->log->n_runs : 0;
    if (b->log->n_problems > index)
        return index;
    b->no_memory = true;
    return LOG_BUILD_UNTOLD;
}

size_t log_build_loss(struct log_build *b, size_t index)
{
    if (index != LOG_BUILD_UNTOLD)
        b->of_loss[index] = true;
    return index;
}

void log_build_cost(struct log_build *b, size_t index, const char *cost, ...)
{
    char text[RECORD_LINE_BYTES * 2 + 100];
    va_list args;

    if (index == LOG_BUILD_UNTOLD)
        return;
    va_start(args, cost);
    vsnprintf(text, sizeof text, cost, args);
    va_end(args);
    if (!log_problem_cost(b->log, index, "%s", text))
        b->no_memory = true;
}

char *log_build_copy(struct log_build *b, const char *text)
{
    char *copy = strdup(text);

    if (copy == NULL)
        b->no_memory = true;
    return copy;
}

void log_build_sums(struct log_build *b, const struct record_sentence *s)
{
    if (b->run.sums != LOG_SUMS_MISSING)
        b->run.sums = s->has_sum ? LOG_SUMS_THERE : LOG_SUMS_MISSING;
}

const char *log_build_plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

const char *log_build_probe(struct log_build *b, const char *name)
{
    const char *now = probe_names_now(name, strlen(name));

    b->run.has_former_names |= now != NULL;
    return now != NULL ? now : name;
}

void log_build_key(struct log_build *b, uint64_t line, struct log_key **keys, size_t *n_keys,
                   const char *text)
{
    static const char took[] = "took.";
    char key[RECORD_LINE_BYTES], renamed[RECORD_LINE_BYTES];
    const char *equals = strchr(text, '='), *name = NULL;

    if (equals == NULL || equals == text) {
        log_build_problem(b, line, "", "no key=value: %s", text);
        return;
    }
    const char *value = equals + 1;
    snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
    if (strncmp(key, took, strlen(took)) == 0)
        name = log_build_probe(b, key + strlen(took));
    if (name != NULL)
        snprintf(renamed, sizeof renamed, "%s%s", took, name);
    if (strcmp(key, "beside") == 0)
        value = log_build_probe(b, value);
    if (!log_store_key(keys, n_keys, name != NULL ? renamed : key, value))
        b->no_memory = true;
}
