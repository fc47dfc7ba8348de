/* Sentences that are not whole within their line: what they have in common says who broke them. */
#include "build_breaks.h"
#include "problem.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
