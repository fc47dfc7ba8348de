/* Judges a capture, and reports to the person. */
#include "verdict.h"
#include "record/record.h"
#include "say.h"
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
    const struct log_file *log = c->log;
    bool adds = log->append && log->before_bytes > 0;
    char bytes[32], whole[32];

    progress_bytes_text(bytes, sizeof bytes, log->n_bytes);
    progress_bytes_text(whole, sizeof whole, log->before_bytes + log->n_bytes);
    say_line(stderr, "  %s: %s (%s%s%s, %llu sentence%s, %.0f s)", what, log->name,
             adds ? whole : bytes, adds ? ", new: " : "", adds ? bytes : "",
             (unsigned long long)c->sentences, plural_s(c->sentences),
             (double)(c->end_ms - c->begin_ms) / 1000);
}

/* Says that no log began: what the file held is there, what came instead is next to it. */
static void say_as_it_was(const struct capture *c)
{
    char before[32], bytes[32];

    progress_bytes_text(before, sizeof before, c->log->before_bytes);
    complain("nothing was measured; %s is as it was (%s)", c->log->name, before);
    progress_bytes_text(bytes, sizeof bytes, c->log->n_bytes);
    if (c->log->n_bytes > 0)
        say_line(stderr, "  what came: %s (%s)", c->log->new_path, bytes);
}

/* Says where the bytes are, WHAT being the word for a log that began. */
static void say_log(const struct capture *c, const char *what)
{
    const struct log_file *log = c->log;
    char before[32];

    if (log_file_is_as_it_was(log)) {
        say_as_it_was(c);
        return;
    }
    if (log->n_bytes == 0 && log->made && log->err == 0) {
        complain("nothing was measured; no %s was written", log->name);
        return;
    }
    say_where(c, what);
    progress_bytes_text(before, sizeof before, log->before_bytes);
    if (log_file_has_previous(log))
        say_line(stderr, "  the log before it: %s (%s); the next run replaces that file",
                 log->previous_path, before);
}

/* Says what came in place of sentences. */
static void say_overheard(const struct capture *c)
{
    char text[OVERHEARD_BYTES];

    capture_overheard(c, text);
    if (text[0] != '\0')
        say_line(stderr, "  %s", text);
}

/* Writes how to go on after an interrupt. */
static void say_how_to_go_on(const struct capture *c, const char *port)
{
    if (port == NULL && c->sentences == 0)
        return;
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
    say_overheard(c);
    if (status != EXIT_COMPLETE && status != EXIT_LOG_LOST &&
        (status != EXIT_INTERRUPTED || c->sentences == 0))
        say_lines("", &c->tail);
    say_log(c, status == EXIT_COMPLETE ? "log" : "kept");
    if (status == EXIT_INTERRUPTED)
        say_how_to_go_on(c, port);
    return status;
}

int verdict_stage(const struct capture *c, int status)
{
    size_t n_board = strlen(c->board);
    bool twice = strncmp(c->cause, c->board, n_board) == 0 && c->cause[n_board] == ':';

    complain("%s: %s: %s", c->board, c->stage.name,
             twice ? c->cause + n_board + 1 + strspn(c->cause + n_board + 1, " ") : c->cause);
    if (c->log->n_bytes > 0)
        say_overheard(c);
    if (c->how == PROGRESS_NONE)
        say_lines(" of the tool", &c->tool_tail);
    if (status != EXIT_INTERRUPTED && status != EXIT_LOG_LOST)
        say_lines(" of the board", &c->tail);
    if (c->log->n_bytes > 0 || log_file_is_as_it_was(c->log))
        say_log(c, "kept");
    return status;
}
