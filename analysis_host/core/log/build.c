/* Adds problems, a bounded number of them, and keys to a log that is being built. */
#include "build.h"
#include "record/probe_names.h"
#include "store.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

/* ---- sentences that broke off ---- */

#define INSTEAD "next time capture with board_runner, or into a file, not from a terminal's window"

void log_build_breaks_take(void *build, const struct record_break *broke)
{
    struct log_build *b = build;
    struct log_build_breaks *t = &b->breaks[broke->join];

    if (t->n++ == 0)
        t->first_line = broke->line;
    if (broke->column < LOG_BUILD_COLUMNS)
        t->at_column[broke->column]++;
    if (broke->length < LOG_BUILD_COLUMNS)
        t->at_length[broke->length]++;
}

static size_t most_frequent(const uint32_t *n_of)
{
    size_t best = 0;

    for (size_t i = 1; i < LOG_BUILD_COLUMNS; i++)
        if (n_of[i] > n_of[best])
            best = i;
    return best;
}

/* Writes to PLACE where nearly all of T break off, as "lines end at column 80". Returns false where
 * they have no such place. */
static bool common_place(const struct log_build_breaks *t, char *place, size_t size)
{
    enum { FEWEST = 3 };
    size_t column = most_frequent(t->at_column), length = most_frequent(t->at_length);
    bool lines = t->at_column[column] >= t->at_length[length];
    uint64_t n = lines ? t->at_column[column] : t->at_length[length];

    if (n < FEWEST || 5 * n < 4 * t->n)
        return false;
    if (lines)
        snprintf(place, size, "lines end at column %zu", column);
    else
        snprintf(place, size, "sentences end after %zu bytes", length);
    return true;
}

static void tell_joined(struct log_build *b, const struct log_build_breaks *lines,
                        const struct log_build_breaks *text)
{
    char place[60];

    if (lines->n > 0 && common_place(lines, place, sizeof place))
        log_problem(b->log, lines->first_line, "",
                    "%s: a terminal or logger wrapped %" PRIu64 " sentence%s; they were joined by "
                    "their checksums, and nothing of them is lost; " INSTEAD,
                    place, lines->n, log_build_plural(lines->n));
    else if (lines->n > 0)
        log_problem(b->log, lines->first_line, "",
                    "line ends within %" PRIu64
                    " sentence%s, which were joined by their checksums: nothing of them is lost",
                    lines->n, log_build_plural(lines->n));
    if (text->n > 0)
        log_problem(b->log, text->first_line, "",
                    "other text (messages of a kernel, escapes) within %" PRIu64
                    " sentence%s, which were joined by their checksums: nothing of them is lost",
                    text->n, log_build_plural(text->n));
}

/* Drops the problems that came of lost sentences. Returns true when one of them had a cost. */
static bool drop_losses(struct log_build *b)
{
    struct log *log = b->log;
    size_t kept = 0;
    bool cost = b->untold > 0;

    for (size_t i = 0; i < log->n_problems; i++) {
        struct log_problem p = log->problems[i];
        if (i >= LOG_BUILD_PROBLEMS || !b->of_loss[i]) {
            log->problems[kept++] = p;
            continue;
        }
        cost |= *p.cost != '\0';
        free(p.what);
        free(p.cost);
    }
    log->n_problems = kept;
    b->untold = 0;
    return cost;
}

void log_build_breaks_report(struct log_build *b)
{
    const struct log_build_breaks *cut = &b->breaks[RECORD_NOT_JOINED];
    char place[60], cost[60];

    if (common_place(cut, place, sizeof place)) {
        snprintf(cost, sizeof cost, "%" PRIu64 " sentences", cut->n);
        log_problem(b->log, cut->first_line, drop_losses(b) ? cost : "",
                    "%s: a terminal or logger cut %" PRIu64
                    " sentences, whose ends are lost; " INSTEAD,
                    place, cut->n);
        b->is_cut = true;
    }
    tell_joined(b, &b->breaks[RECORD_JOINED_LINES], &b->breaks[RECORD_JOINED_TEXT]);
}
