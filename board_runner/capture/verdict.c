/* Judges a capture, and tells the person. */
#include "verdict.h"
#include "complain.h"
#include "record/record.h"
#include "say.h"
#include "shell_word.h"
#include <stdio.h>
#include <string.h>

enum { CAUSE_BYTES = 256 };

static const char *plural_s(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* Returns where the stream broke off. A literal or a name in T. */
static const char *place_of_break(const struct stream_counts *t)
{
    const struct stream_probe *p = stream_counts_current(t);

    return p != NULL         ? p->name
           : t->ended        ? "its end"
           : t->n_probes > 0 ? "its plan"
                             : "its beginning";
}

static void say_incomplete(char *cause, const struct capture *c)
{
    const struct stream_counts *t = &c->counts;

    if (c->sentences == 0 && c->log->n_bytes == 0)
        (void)snprintf(cause, CAUSE_BYTES, "nothing came");
    else if (c->sentences == 0)
        (void)snprintf(cause, CAUSE_BYTES, "no sentence of the record stream ($PT,...) came");
    else if (!t->ended)
        (void)snprintf(cause, CAUSE_BYTES, "the stream broke off at %s: END did not come",
                       place_of_break(t));
    else if (t->faults > 0)
        (void)snprintf(
            cause, CAUSE_BYTES, "the stream is damaged in %llu place%s, first: %s, line %llu",
            (unsigned long long)t->faults, plural_s(t->faults),
            stream_counts_fault_text(t->first_fault), (unsigned long long)t->first_fault_line);
    else
        (void)snprintf(cause, CAUSE_BYTES, "the beginning of the stream (RUN) did not come");
}

/* Judges a capture that came to its end by itself. */
static int judge_ended(char *cause, const struct capture *c)
{
    const struct stream_counts *t = &c->counts;
    const char *lost = c->stopped ? NULL : c->link->kind->lost_text(c->link);
    const char *end = c->stopped || lost != NULL ? NULL : c->link->kind->end_text(c->link);

    if (end != NULL) {
        (void)snprintf(cause, CAUSE_BYTES, "its program %s%s", end,
                       t->ended ? "" : ": END did not come");
        return EXIT_BOARD_FAULT;
    }
    if (t->ended && record_end_of(t->end_status) != RECORD_END_OK) {
        (void)snprintf(cause, CAUSE_BYTES, "the board reports: %s", t->end_status);
        return EXIT_BOARD_FAULT;
    }
    if (lost != NULL && !t->ended) {
        (void)snprintf(cause, CAUSE_BYTES, "%.120s: the stream broke off at %s, END did not come",
                       lost, place_of_break(t));
        return EXIT_DAMAGED;
    }
    if (!stream_counts_whole(t)) {
        say_incomplete(cause, c);
        return EXIT_DAMAGED;
    }
    (void)snprintf(cause, CAUSE_BYTES, "complete%s",
                   c->stopped ? "; its program did not end and was stopped" : "");
    return EXIT_COMPLETE;
}

static int judge_capture(char *cause, const struct capture *c, enum capture_end end)
{
    switch (end) {
    case CAPTURE_INTERRUPTED:
        (void)snprintf(cause, CAUSE_BYTES, "interrupted at %s", place_of_break(&c->counts));
        return EXIT_INTERRUPTED;
    case CAPTURE_SILENT:
        (void)snprintf(cause, CAUSE_BYTES,
                       "silent for %lld s at %s: stopped (--silence sets how long to wait)",
                       (long long)(c->silence_ms / 1000), place_of_break(&c->counts));
        return EXIT_SILENT;
    case CAPTURE_LOG_LOST:
    case CAPTURE_ENDED:
        break;
    }
    if (c->log->err == 0)
        return judge_ended(cause, c);
    (void)snprintf(cause, CAUSE_BYTES, "the log cannot be written: %s", strerror(c->log->err));
    return EXIT_LOG_LOST;
}

static const struct tail none;

static void say_lines(const char *of, const struct tail *tail)
{
    if (memcmp(tail, &none, sizeof none) == 0)
        return;
    say_line(stderr, "  last lines%s:", of);
    (void)tail_print(tail, stderr, "    ");
}

static void say_where(const struct capture *c, const char *what)
{
    char bytes[32];

    progress_bytes_text(bytes, sizeof bytes, c->log->n_bytes);
    say_line(stderr, "  %s: %s (%s, %llu sentence%s, %.0f s)", what, c->log->name, bytes,
             (unsigned long long)c->sentences, plural_s(c->sentences),
             (double)(c->end_ms - c->begin_ms) / 1000);
}

/* Writes how to go on after an interrupt. */
static void say_how_to_go_on(const struct capture *c, const char *port)
{
    if (port == NULL) {
        (void)fputs("  the log can be analysed; the same command measures again\n", stderr);
        return;
    }
    (void)fputs("  the board goes on; to capture the rest: board_runner capture ", stderr);
    shell_word_print(stderr, port);
    (void)fputs(" --append -o ", stderr);
    shell_word_print(stderr, c->log->name);
    (void)fputc('\n', stderr);
}

int verdict(const struct capture *c, enum capture_end end, bool quiet, const char *port)
{
    char cause[CAUSE_BYTES];
    int status = judge_capture(cause, c, end);

    if (quiet && status == EXIT_COMPLETE)
        return status;
    complain("%s: %s", c->board, cause);
    if (status != EXIT_COMPLETE && status != EXIT_INTERRUPTED && status != EXIT_LOG_LOST)
        say_lines("", &c->tail);
    say_where(c, status == EXIT_COMPLETE ? "log" : "kept");
    if (status == EXIT_INTERRUPTED)
        say_how_to_go_on(c, port);
    return status;
}

int verdict_stage(const struct capture *c, int status)
{
    complain("%s: %s: %s", c->board, c->stage.name, c->cause);
    if (c->how == PROGRESS_NONE)
        say_lines(" of the tool", &c->tool_tail);
    if (status != EXIT_INTERRUPTED && status != EXIT_LOG_LOST)
        say_lines(" of the board", &c->tail);
    if (c->log->n_bytes > 0)
        say_where(c, "kept");
    return status;
}
