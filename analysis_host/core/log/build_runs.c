/* Builds the runs of a log from sentences and faults, and chooses the run that is wanted. */
#include "build.h"
#include "rounds.h"
#include "store.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- where the log ends ---- */

/* Returns true when RUN has the time that PROBE took, which comes after its last series. */
static bool has_ended(const struct log_run *run, const char *probe)
{
    char key[RECORD_LINE_BYTES];

    snprintf(key, sizeof key, "took.%s", probe);
    return log_key_text(run->keys, run->n_keys, key) != NULL;
}

/* The probe that the last series of RUN is of or was measured for; NULL: there is no series. */
static const char *last_probe(const struct log_run *run)
{
    const struct log_series *s = run->n_series > 0 ? &run->series[run->n_series - 1] : NULL;
    const char *beside = s != NULL ? log_key_text(s->keys, s->n_keys, "beside") : NULL;

    return beside != NULL ? beside : s != NULL ? s->probe : NULL;
}

/* The plan's probes up to the last one of which RUN has a series, that included. */
static size_t begun_of(const struct log_run *run)
{
    size_t n = run->n_begun;

    for (size_t i = n; i < run->n_plan; i++)
        if (log_find_series(run, run->plan[i].key, 0) < run->n_series)
            n = i + 1;
    return n;
}

/* Tells that the log ends within the chosen run, in which probe, and how many are whole. LINE: of
 * its last sentence. */
static void log_build_end_report(struct log_build *b, uint64_t line)
{
    const struct log_run *run = &b->log->run;
    size_t begun = begun_of(run);
    const char *probe = begun > 0 ? run->plan[begun - 1].key : last_probe(run);
    bool is_done =
        run->n_plan == 0 && run->n_series > 0 && run->series[run->n_series - 1].status != NULL;
    bool is_over = probe != NULL && (is_done || has_ended(run, probe));
    size_t whole = begun > 0 && !is_over ? begun - 1 : begun;
    char where[RECORD_LINE_BYTES + 40] = "before its first probe", of_plan[80] = "";

    if (probe != NULL)
        snprintf(where, sizeof where, "%s probe %s", is_over ? "after" : "in the middle of", probe);
    if (run->n_plan > 0)
        snprintf(of_plan, sizeof of_plan, "; %zu of %zu probe%s %s whole", whole, run->n_plan,
                 log_build_plural(run->n_plan), whole == 1 ? "is" : "are");
    log_build_problem(b, line, "the rest of the run", "the log ends %s%s", where, of_plan);
}

/* ---- runs ---- */

/* A round whose run 1 is not there is better than nothing. */
enum { RANK_NONE, RANK_REFUSED, RANK_ROUND, RANK_PART, RANK_WHOLE };

/* ---- broken sentences ---- */

static void bad_sentence(struct log_build *b, uint64_t line, const char *what)
{
    size_t index = log_build_loss(b, log_build_problem(b, line, "not known", "%s", what));

    if (b->n_bad < LOG_BUILD_BAD)
        b->bad[b->n_bad] = index;
    b->n_bad++;
}

/* The numbering goes on without a gap: no sentence was lost where something looked like one. */
static void bad_cost_nothing(struct log_build *b)
{
    for (uint64_t i = 0; i < b->n_bad && i < LOG_BUILD_BAD; i++)
        log_build_cost(b, b->bad[i], "%s", "");
    b->n_bad = 0;
}

/* ---- runs begin and end ---- */

static void open_run(struct log_build *b, uint64_t line, bool began)
{
    b->in_run = true;
    b->began = began;
    b->refused = false;
    b->n_bad = 0;
    b->summed_series = 0;
    b->sum_is_wrong = false;
    b->run.first_line = b->run.last_line = b->summed_line = line;
    b->log->n_runs++;
}

static void add_summary(struct log_build *b)
{
    struct log *log = b->log;
    struct log_run_summary *more;

    if (log->n_summaries >= LOG_BUILD_SUMMARIES)
        return;
    more = log_store_grown(log->runs, log->n_summaries, 1, sizeof *more);
    if (more == NULL) {
        b->no_memory = true;
        return;
    }
    log->runs = more;
    more[log->n_summaries++] = (struct log_run_summary){ .first_line = b->run.first_line,
                                                         .last_line = b->run.last_line,
                                                         .n_series = b->run.n_series,
                                                         .complete = b->run.complete };
}

static int rank_of(const struct log_build *b)
{
    unsigned round;
    uint32_t of;

    if (b->refused)
        return RANK_REFUSED;
    if (log_round_of(&b->run, &round, &of))
        return RANK_ROUND;
    return b->run.complete ? RANK_WHOLE : RANK_PART;
}

static bool is_wanted(const struct log_build *b)
{
    return b->wanted == 0 ? rank_of(b) >= b->kept_rank : b->wanted == b->log->n_runs;
}

/* What became of a further round. */
static void report_round(struct log_build *b, unsigned round, const char *why, const char *cost)
{
    size_t index = log_build_problem(b, b->run.first_line, cost, "round %u, run %u of the log: %s",
                                     round, b->log->n_runs, why);

    if (index != LOG_BUILD_UNTOLD && b->log->has_run)
        b->run_of[index] = b->log->chosen; /* it is what this run lacks */
}

/* Damage of the round that was just taken is damage of the run. */
static void own_problems(struct log_build *b)
{
    for (size_t i = 0; i < b->log->n_problems && i < LOG_BUILD_PROBLEMS; i++)
        if (b->run_of[i] == b->log->n_runs)
            b->run_of[i] = b->log->chosen;
}

static void take_round_of(struct log_build *b, unsigned round)
{
    struct log_run *run = &b->log->run;
    char why[LOG_ROUNDS_WHY];

    if (!b->run.complete)
        report_round(b, round, "it has no end, so nothing of it is used", "this round");
    else if (log_rounds_take(run, &b->run, LOG_TAKE_AGAIN, why))
        own_problems(b);
    else
        report_round(b, round, why, "this round");
}

/* Takes the run under way into the chosen one, where it is a round of that. Returns true when it is
 * used up; it may stand for itself otherwise. */
static bool take_round(struct log_build *b)
{
    const struct log *log = b->log;
    unsigned round;
    uint32_t of;

    if (b->wanted != 0 || b->refused || !log_round_of(&b->run, &round, &of))
        return false;
    bool has_first = log->has_run && log->run.has_first_crc;
    if (round != 0 && has_first && log->run.first_crc == of) {
        take_round_of(b, round);
        log_run_free(&b->run);
        return true;
    }
    report_round(b, round,
                 round == 0
                     ? "round= is no number from 2, or of= no checksum"
                     : "the log holds no run before it whose first sentence has the checksum "
                       "that of= gives",
                 log->has_run ? "this round" : "round 1");
    return false;
}

static void close_run(struct log_build *b)
{
    if (!b->in_run)
        return;
    log_build_series_cut(b, b->run.last_line);
    b->run.end = record_end_of(b->run.status);
    add_summary(b);
    if (take_round(b)) {
        /* its series are those of the chosen run now */
    } else if (is_wanted(b)) {
        log_run_free(&b->log->run);
        b->log->run = b->run;
        b->log->has_run = true;
        b->log->chosen = b->log->n_runs;
        b->kept_rank = rank_of(b);
        b->run = (struct log_run){ 0 };
    } else {
        log_run_free(&b->run);
    }
    b->in_run = false;
}

/* ---- sentences ---- */

static void refuse_run(struct log_build *b, uint64_t line, const char *format)
{
    char shown[40];

    snprintf(shown, sizeof shown, "%s", format);
    log_build_problem(b, line, "the run", "format %s is not known, %d is", shown, RECORD_FORMAT);
    log_build_series_cut(b, line);
    uint64_t first_line = b->run.first_line;
    log_run_free(&b->run);
    b->run.first_line = first_line;
    b->run.last_line = line;
    b->refused = true;
}

static void take_run(struct log_build *b, const struct record_sentence *s)
{
    for (unsigned i = 0; i < s->n_fields; i++) {
        const char *text = s->field[i];
        if (strncmp(text, "format=", 7) == 0 && strcmp(text + 7, "1") != 0 && !b->refused)
            refuse_run(b, s->line, text + 7);
        log_build_key(b, s->line, &b->run.keys, &b->run.n_keys, text);
    }
}

/* Returns true when S is the second PLAN of PROBE, which begins: its points replace the first
 * ones. Probes begin in the order of their first PLANs. */
static bool take_beginning(struct log_build *b, const struct record_sentence *s, const char *probe)
{
    struct log_run *run = &b->run;

    if (run->n_begun == run->n_plan || strcmp(run->plan[run->n_begun].key, probe) != 0)
        return false;
    char *points = log_build_copy(b, s->field[1]);
    if (points == NULL)
        return true; /* and the log says that memory is short */
    free(run->plan[run->n_begun].value);
    run->plan[run->n_begun++].value = points;
    return true;
}

static void take_plan(struct log_build *b, const struct record_sentence *s)
{
    uint64_t points;

    if (s->n_fields < 2 || !record_parse_number(s->field[1], &points)) {
        log_build_problem(b, s->line, "", "PLAN without probe and points");
        return;
    }
    const char *probe = log_build_probe(b, s->field[0]);
    if (!take_beginning(b, s, probe) &&
        !log_store_key(&b->run.plan, &b->run.n_plan, probe, s->field[1]))
        b->no_memory = true;
}

static void take_note(struct log_build *b, const struct record_sentence *s)
{
    for (unsigned i = 0; i < s->n_fields; i++) {
        char **more = log_store_grown(b->run.notes, b->run.n_notes, 1, sizeof *more);
        char *note = log_build_copy(b, s->field[i]);
        if (more != NULL)
            b->run.notes = more;
        if (more == NULL || note == NULL) {
            free(note);
            b->no_memory = true;
            return;
        }
        more[b->run.n_notes++] = note;
    }
}

static void take_end(struct log_build *b, const struct record_sentence *s)
{
    uint64_t sentences;

    log_build_series_cut(b, s->line);
    if (b->sum_is_wrong)
        log_build_series_foreign(b, s);
    if (s->n_fields < 1 || !record_parse_number(s->field[0], &sentences))
        log_build_problem(b, s->line, "", "END without its count of sentences");
    else if (sentences != s->seq)
        log_build_problem(b, s->line, "not known",
                          "END counts %" PRIu64 " sentences, its own number is %" PRIu32, sentences,
                          s->seq);
    b->run.status = log_build_copy(b, s->n_fields > 1 ? s->field[1] : "");
    b->run.complete = b->began && b->run.status != NULL;
    log_build_sums(b, s);
    close_run(b);
}

static void take_unknown(struct log_build *b, const struct record_sentence *s)
{
    log_build_problem(b, s->line, "", "sentence of unknown type %s", s->type);
}

static void take_other(struct log_build *b, const struct record_sentence *s)
{
    static const struct {
        const char *type;
        void (*take)(struct log_build *b, const struct record_sentence *s);
        bool in_refused; /* taken from a run in an unknown format, too */
    } table[] = {
        { "E", log_build_series_event, false },
        { "PROBE", log_build_series_probe, false },
        { "SKIP", log_build_series_skip, false },
        { "DONE", log_build_series_done, false },
        { "RUN", take_run, true },
        { "PLAN", take_plan, false },
        { "NOTE", take_note, false },
        { "END", take_end, true },
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(s->type, table[i].type) == 0) {
            if (!b->refused || table[i].in_refused)
                table[i].take(b, s);
            return;
        }
    take_unknown(b, s);
}

/* Takes any sentence; nearly all are S. */
static void take_sentence(struct log_build *b, const struct record_sentence *s)
{
    if (s->type[0] != 'S' || s->type[1] != '\0')
        take_other(b, s);
    else if (!b->refused)
        log_build_series_sample(b, s);
}

void log_build_runs_sentence(void *build, const struct record_sentence *s)
{
    struct log_build *b = build;

    if (b->no_memory)
        return;
    bad_cost_nothing(b);
    if (s->seq == 0 && strcmp(s->type, "RUN") == 0) {
        close_run(b);
        open_run(b, s->line, true);
        b->run.has_first_crc = true;
        b->run.first_crc = s->crc;
    }
    b->run.last_line = s->line;
    take_sentence(b, s);
}

/* ---- faults ---- */

/* The sentences that were seen broken are just those that are missing. */
static void gap_of_bad(struct log_build *b)
{
    for (uint64_t i = 0; i < b->n_bad; i++)
        if (b->series.open)
            log_build_series_gap(b, b->bad[i], 1);
        else
            log_build_cost(b, b->bad[i], "%s", "1 sentence outside any series");
}

static void gap_of_other(struct log_build *b, uint64_t line, uint64_t n)
{
    size_t index =
        log_build_loss(b, log_build_problem(b, line, "", "%" PRIu64 " sentence%s missing", n,
                                            log_build_plural(n)));

    for (uint64_t i = 0; i < b->n_bad && i < LOG_BUILD_BAD; i++)
        log_build_cost(b, b->bad[i], "counted in the gap at line %" PRIu64, line);
    if (b->series.open)
        log_build_series_gap(b, index, n);
    else
        log_build_cost(b, index, "%" PRIu64 " sentence%s outside any known series", n,
                       log_build_plural(n));
}

static void take_gap(struct log_build *b, uint64_t line, uint64_t n)
{
    if (!b->in_run) {
        open_run(b, line, false);
        log_build_loss(b,
                       log_build_problem(b, line, "the beginning of the run",
                                         "%" PRIu64 " sentence%s missing", n, log_build_plural(n)));
        return;
    }
    if (b->n_bad == n && n <= LOG_BUILD_BAD)
        gap_of_bad(b);
    else
        gap_of_other(b, line, n);
    b->n_bad = 0;
}

static void restart_run(struct log_build *b, uint64_t line)
{
    close_run(b);
    open_run(b, line, false);
    log_build_problem(b, line, "the beginning of the run", "numbering begins again without a RUN");
}

static void add_to_tally(struct log_build_tally *t, uint64_t line)
{
    if (t->n++ == 0)
        t->first_line = line;
    t->last_line = line;
}

void log_build_runs_fault(void *build, enum record_fault fault, uint64_t line, uint64_t count)
{
    struct log_build *b = build;

    if (b->no_memory)
        return;
    switch (fault) {
    case RECORD_BAD_CRC:
        bad_sentence(b, line, "bad crc");
        break;
    case RECORD_BAD_FORM:
        bad_sentence(b, line, "broken sentence");
        break;
    case RECORD_GAP:
        take_gap(b, line, count);
        break;
    case RECORD_REPEATED:
        add_to_tally(&b->repeated, line);
        break;
    case RECORD_LATE:
        add_to_tally(&b->late, line);
        break;
    case RECORD_RESTART:
        restart_run(b, line);
        break;
    case RECORD_SUM:
        b->sum_is_wrong = true;
        break;
    }
}

/* ---- the end ---- */

static void report_tally(struct log_build *b, const struct log_build_tally *t, const char *what)
{
    if (t->n > 0)
        log_build_problem(b, t->first_line, "",
                          "%" PRIu64 " sentence%s %s, from here to line %" PRIu64, t->n,
                          log_build_plural(t->n), what, t->last_line);
}

static void report_incomplete(struct log_build *b)
{
    const struct log *log = b->log;
    bool cut_off = log->has_run && log->chosen == log->n_runs && b->at_end_of_run;

    for (size_t i = 0; i < log->n_summaries; i++) {
        const struct log_run_summary *run = &log->runs[i];
        bool chosen = log->has_run && i + 1 == log->chosen;
        if (chosen && cut_off)
            log_build_end_report(b, run->last_line);
        else if (!run->complete && !(chosen && b->is_cut))
            log_build_problem(b, run->last_line, chosen ? "the rest of the run" : "",
                              "run %zu, from line %" PRIu64 ", is not complete", i + 1,
                              run->first_line);
    }
}

/* Damage outside the run that is used costs nothing. */
static void clear_other_costs(struct log_build *b)
{
    for (size_t i = 0; i < b->log->n_problems && b->log->has_run; i++)
        if (b->run_of[i] != b->log->chosen)
            log_build_cost(b, i, "%s", "");
}

static void report_unlisted(struct log_build *b)
{
    size_t n = b->log->n_problems;

    if (b->untold == 0)
        return;
    log_problem(b->log, b->told_line, "not known", "%" PRIu64 " more problem%s, up to here",
                b->untold, log_build_plural(b->untold));
    if (b->log->n_problems == n)
        b->no_memory = true;
}

/* By line; nearly so they are already. */
static void sort_problems(struct log *log)
{
    for (size_t i = 1; i < log->n_problems; i++) {
        struct log_problem p = log->problems[i];
        size_t to = i;
        for (; to > 0 && log->problems[to - 1].line > p.line; to--)
            log->problems[to] = log->problems[to - 1];
        log->problems[to] = p;
    }
}

/* The sentence that the log ends in is no other loss than the end of the run. */
static void forget_last_bad(struct log_build *b)
{
    size_t last = b->log->n_problems - 1;

    if (!b->in_run || b->n_bad != 1 || b->bad[0] != last)
        return;
    free(b->log->problems[last].what);
    free(b->log->problems[last].cost);
    b->log->n_problems--;
    b->of_loss[last] = false;
    b->n_bad = 0;
}

void log_build_runs_end(struct log_build *b)
{
    b->at_end = true;
    b->at_end_of_run = b->in_run;
    forget_last_bad(b);
    close_run(b);
    clear_other_costs(b);
    log_build_breaks_report(b);
    report_tally(b, &b->repeated, "repeated and dropped");
    report_tally(b, &b->late, "out of order and dropped, counted as missing");
    report_incomplete(b);
    report_unlisted(b);
    sort_problems(b->log);
}
