#include "verdict.h"
#include "complain.h"
#include <stdio.h>
#include <string.h>

enum { CAUSE_BYTES = 256 };

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* Where the stream broke off. */
static const char *place(const struct tally *t)
{
    const struct tally_probe *p = tally_current(t);

    return p != NULL         ? p->name
           : t->ended        ? "its end"
           : t->n_probes > 0 ? "its plan"
                             : "its beginning";
}

static void say_unwhole(char *cause, const struct capture *c)
{
    const struct tally *t = &c->tally;

    if (c->sentences == 0 && c->log->n_bytes == 0)
        (void)snprintf(cause, CAUSE_BYTES, "nothing came");
    else if (c->sentences == 0)
        (void)snprintf(cause, CAUSE_BYTES, "no sentence of the record stream ($PT,...) came");
    else if (!t->ended)
        (void)snprintf(cause, CAUSE_BYTES, "the stream broke off at %s: END did not come",
                       place(t));
    else if (t->faults > 0)
        (void)snprintf(cause, CAUSE_BYTES,
                       "the stream is damaged in %llu place%s, first: %s, line %llu",
                       (unsigned long long)t->faults, plural(t->faults),
                       tally_fault_text(t->first_fault), (unsigned long long)t->first_fault_line);
    else
        (void)snprintf(cause, CAUSE_BYTES, "the beginning of the stream (RUN) did not come");
}

/* A board that came to its end by itself. */
static int judge_ended(char *cause, const struct capture *c)
{
    const struct tally *t = &c->tally;
    const char *end = c->stopped ? NULL : c->link->kind->end_text(c->link);

    if (end != NULL) {
        (void)snprintf(cause, CAUSE_BYTES, "its program %s%s", end,
                       t->ended ? "" : ": END did not come");
        return EXIT_BOARD_FAULT;
    }
    if (t->ended && strcmp(t->end_status, "ok") != 0) {
        (void)snprintf(cause, CAUSE_BYTES, "the board reports: %s", t->end_status);
        return EXIT_BOARD_FAULT;
    }
    if (!tally_whole(t)) {
        say_unwhole(cause, c);
        return EXIT_DAMAGED;
    }
    (void)snprintf(cause, CAUSE_BYTES, "complete%s",
                   c->stopped ? "; its program did not leave and was stopped" : "");
    return EXIT_COMPLETE;
}

static int judge(char *cause, const struct capture *c, enum capture_end end)
{
    switch (end) {
    case CAPTURE_INTERRUPTED:
        (void)snprintf(cause, CAUSE_BYTES, "interrupted at %s", place(&c->tally));
        return EXIT_INTERRUPTED;
    case CAPTURE_NO_MEMORY:
        (void)snprintf(cause, CAUSE_BYTES, "out of memory: stopped before anything was read");
        return EXIT_NOT_STARTED;
    case CAPTURE_SILENT:
        (void)snprintf(cause, CAUSE_BYTES,
                       "silent for %lld s at %s: stopped (--silence sets how long to wait)",
                       (long long)(c->silence_ms / 1000), place(&c->tally));
        return EXIT_SILENT;
    case CAPTURE_LOG_LOST:
    case CAPTURE_ENDED:
        break;
    }
    if (c->log->err == 0)
        return judge_ended(cause, c);
    (void)snprintf(cause, CAUSE_BYTES, "the log takes no more: %s", strerror(c->log->err));
    return EXIT_LOG_LOST;
}

static void say_last_lines(const struct capture *c, int status)
{
    static const struct tail none;

    if (status == EXIT_COMPLETE || status == EXIT_INTERRUPTED || status == EXIT_LOG_LOST ||
        memcmp(&c->tail, &none, sizeof none) == 0)
        return;
    (void)fputs("  last lines:\n", stderr);
    (void)tail_print(&c->tail, stderr, "    ");
}

int verdict(const struct capture *c, enum capture_end end, bool quiet)
{
    char cause[CAUSE_BYTES], bytes[32];
    int status = judge(cause, c, end);

    if (quiet && status == EXIT_COMPLETE)
        return status;
    progress_bytes_text(bytes, sizeof bytes, c->log->n_bytes);
    complain("%s: %s", c->board, cause);
    say_last_lines(c, status);
    (void)fprintf(stderr, "  %s: %s (%s, %llu sentence%s, %.0f s)\n",
                  status == EXIT_COMPLETE ? "log" : "kept", c->log->name, bytes,
                  (unsigned long long)c->sentences, plural(c->sentences),
                  (double)(c->end_ms - c->begin_ms) / 1000);
    return status;
}
