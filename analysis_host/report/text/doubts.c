/* Section of the text: what should keep a reader from trusting a number, and what is missing. */
#include "report/format/line.h"
#include "report/format/ops.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/confidence.h"
#include "result/os_reported.h"
#include "result/query.h"
#include "result/verdict.h"
#include "sections.h"
#include "series/ops_chains.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct doubts {
    FILE *out;
    bool verbose;
    unsigned lines; /* that were printed */
    size_t hidden;  /* doubts that were not */
};

/* Of the first screen: all of them, and one. */
enum { MOST_LINES = 9, MOST_EACH = 2 };

static void print_doubt(struct doubts *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void print_doubt(struct doubts *d, const char *format, ...)
{
    char text[1000 + 1];
    va_list args;

    if (!d->verbose && d->lines >= MOST_LINES) {
        d->hidden++;
        return;
    }
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    d->lines += format_wrap_most(d->out, "  ! ", text, d->verbose ? UINT_MAX : MOST_EACH);
}

static void log_doubts(struct doubts *d, const struct log *log, const struct results *results)
{
    size_t n = problems_count(log, results);

    if (n > 0) {
        const struct log_problem *first = problem_at(log, results, 0);
        char place[40] = "";
        if (first->line != 0)
            snprintf(place, sizeof place, "line %llu: ", (unsigned long long)first->line);
        print_doubt(d, "problems in the log: %zu%s %s%s%s%s%s", n, n > 1 ? ", the first at" : ",",
                    place, first->what, *first->cost ? " (" : "", first->cost,
                    *first->cost ? ")" : "");
    }
    if (log_is_emulated(&log->run))
        print_doubt(d, "the board is emulated: its times are those of the emulator, and every "
                       "answer is in doubt");
    if (!log->run.complete)
        print_doubt(d, "the run is not whole: its beginning or its END is missing");
    if (log->run.end != RECORD_END_OK && log->run.status != NULL)
        print_doubt(d, "the run ended with: %s", log->run.status);
    if (log->run.sums == LOG_SUMS_MISSING)
        print_doubt(d,
                    "this log has no running checksums (an older image wrote it): lines exchanged "
                    "with another run's cannot be seen");
}

/* Each contradiction where there is room, else how many. */
static void contradiction_doubts(struct doubts *d, const struct results *r)
{
    for (size_t i = 0; i < r->n_contradictions && d->verbose; i++)
        print_doubt(d, "answers contradict each other: %s", r->contradictions[i].what);
    if (r->n_contradictions > 0 && !d->verbose)
        print_doubt(d, "%zu answer%s: %s%s", r->n_contradictions,
                    r->n_contradictions == 1 ? " contradicts another" : "s contradict others",
                    r->contradictions[0].what, r->n_contradictions > 1 ? "; ..." : "");
}

static void compiler_doubt(struct doubts *d, const struct log_run *run)
{
    const char *cc = ops_chains_rewritten_by(run);

    if (cc != NULL && log_find_sampled(run, "ops") < run->n_series)
        print_doubt(d,
                    "operations were timed in loops that %.40s compiled: some are other "
                    "instructions than they are named after; gcc's build measures them",
                    cc);
}

/* A list of ids, cut where it is full, or long on the first screen. */
struct ids {
    char text[700];
    size_t n, most;
};

static struct ids no_ids(bool verbose)
{
    return (struct ids){ .most = verbose ? SIZE_MAX : 3 };
}

static void list_id(struct ids *ids, const char *id)
{
    size_t used = strlen(ids->text);

    if (ids->n++ < ids->most)
        snprintf(ids->text + used, sizeof ids->text - used, "%s%s", used ? ", " : "", id);
}

static const char *listed(struct ids *ids)
{
    size_t used = strlen(ids->text);

    if (ids->n > ids->most)
        snprintf(ids->text + used, sizeof ids->text - used, " and %zu more", ids->n - ids->most);
    return ids->text;
}

/* ---- series ---- */

/* True when S ended otherwise than it should. That a machine has no such thing is no doubt. */
static bool ended_badly(const struct log_series *s)
{
    switch (s->end) {
    case RECORD_END_OK:
    case RECORD_END_NO_INSTRUCTION:
    case RECORD_END_NO_OS:
    case RECORD_END_ALONE:
    case RECORD_END_NOTHING:
    case RECORD_END_MISSING: /* said where the series is damaged */
        return false;
    default:
        return true;
    }
}

/* True when S says why its probe did not begin, after ':'. Words that this version does not know
 * tell it by their form, skip:REASON. */
static bool was_skipped(const struct log_series *s)
{
    switch (s->end) {
    case RECORD_END_OK:
    case RECORD_END_CLOCK_BACK:
    case RECORD_END_OUTPUT_LOST:
    case RECORD_END_WRONG:
    case RECORD_END_FAULT:
    case RECORD_END_MISSING:
        return false;
    case RECORD_END_UNKNOWN:
        return strncmp(s->status, "skip:", 5) == 0;
    default:
        return true;
    }
}

static bool same_end(const struct log_series *a, const struct log_series *b)
{
    return a->end == b->end && (a->end != RECORD_END_UNKNOWN || strcmp(a->status, b->status) == 0);
}

/* True where a log that is older than "skip:the system refuses pinning" shows the same: of the
 * series of contexts whose threads are pinned there is one thread alone, and pairs of contexts have
 * no points. */
static bool old_refusal(const struct log_run *run)
{
    bool one_alone = false, no_pairs = false;

    for (size_t i = 0; i < run->n_series; i++) {
        const struct log_series *s = &run->series[i];
        if (strcmp(s->probe, "contexts") == 0 &&
            log_key_number(s->keys, s->n_keys, "pinned", 0) == 1)
            one_alone |= s->n_samples == 1 && s->end == RECORD_END_OK;
        if (strcmp(s->probe, "core_to_core") == 0 || strcmp(s->probe, "smp_smt") == 0)
            no_pairs |= s->n_samples == 0 && s->end == RECORD_END_CLOCK_BACK;
    }
    return one_alone && no_pairs && log_key_number(run->keys, run->n_keys, "cores", 1) > 1;
}

/* True where S of such a log ended as it did because no thread could be pinned, whatever it says.
 */
static bool is_of_refusal(const struct log_series *s)
{
    return s->n_samples == 0 &&
           (s->end == RECORD_END_CLOCK_BACK ||
            (s->end == RECORD_END_NO_MEMORY && strcmp(s->probe, "loaded_latency") == 0));
}

static void pinning_doubt(struct doubts *d, const struct log_run *run)
{
    const char *error = log_key_text(run->keys, run->n_keys, "pinning");

    if (error != NULL)
        print_doubt(d,
                    "the system refuses to pin threads (%.20s), as seccomp or a cpuset does: "
                    "nothing that needs two contexts was timed",
                    error);
    else if (old_refusal(run))
        print_doubt(d, "no thread could be started on another context: the system probably "
                       "refuses to pin threads (seccomp, cpuset); nothing that needs two contexts "
                       "was timed");
}

/* One line for all probes that ended as series FIRST did, unless an earlier one has said it. */
static void ending_doubt(struct doubts *d, const struct log_run *run, size_t first)
{
    const struct log_series *of = &run->series[first];
    const char *last = "", *why = strchr(of->status, ':');
    struct ids ids = no_ids(d->verbose);

    for (size_t i = 0; i < run->n_series; i++) {
        const struct log_series *s = &run->series[i];
        if (!same_end(s, of))
            continue;
        if (i < first)
            return;
        if (strcmp(s->probe, last) != 0)
            list_id(&ids, s->probe);
        last = s->probe;
    }
    if (was_skipped(of) && why != NULL)
        print_doubt(d, "not measured by %s: %s", listed(&ids), why + 1);
    else
        print_doubt(d, "%s ended with %s", listed(&ids), of->status);
}

static void damaged_doubt(struct doubts *d, const struct log_series *s)
{
    print_doubt(d, "%s is damaged, lines %llu to %llu: points known to be missing %llu, left %zu%s",
                s->probe, (unsigned long long)s->first_line, (unsigned long long)s->last_line,
                (unsigned long long)s->points_lost, s->n_samples + s->n_events,
                s->status == NULL ? ", its end is missing" : "");
}

static void series_doubts(struct doubts *d, const struct log_run *run)
{
    enum { MOST_NAMED = 3 };
    struct format_line line = { 0 };
    size_t n = 0;

    for (size_t i = 0; i < run->n_series; i++) {
        const struct log_series *s = &run->series[i];
        if (!s->damaged)
            continue;
        if (d->verbose)
            damaged_doubt(d, s);
        else if (n++ < MOST_NAMED)
            format_line_add(&line, "%s%.40s (lost at least %llu points, left %zu)",
                            line.used > 0 ? ", " : "", s->probe, (unsigned long long)s->points_lost,
                            s->n_samples + s->n_events);
    }
    if (n > MOST_NAMED)
        format_line_add(&line, " and %zu more", n - MOST_NAMED);
    if (n > 0)
        print_doubt(d, "damaged series: %s", line.text);
    pinning_doubt(d, run);
    bool refused = old_refusal(run);
    for (size_t i = 0; i < run->n_series; i++)
        if (ended_badly(&run->series[i]) && !(refused && is_of_refusal(&run->series[i])))
            ending_doubt(d, run, i);
}

/* ---- what could not be determined ---- */

static bool same_reason(const struct result *a, const struct result *b)
{
    return a->kind == RESULT_NULL && b->kind == RESULT_NULL && strcmp(a->note, b->note) == 0;
}

/* One line for all that are not determined for the reason of result FIRST; none where an earlier
 * result has said it. */
static void unknown_doubt(struct doubts *d, const struct results *results, size_t first)
{
    const struct result *r = &results->at[first];
    struct ids ids = no_ids(d->verbose);

    for (size_t i = 0; i < first; i++)
        if (same_reason(&results->at[i], r))
            return;
    for (size_t i = first; i < results->n; i++)
        if (same_reason(&results->at[i], r))
            list_id(&ids, results->at[i].id);
    /* The first screen has the remedy under NEXT. */
    size_t n = d->verbose ? strlen(r->note) : result_reason_bytes(r);
    print_doubt(d, "%s not determined: %.*s", listed(&ids), n > 0 ? (int)n : 15,
                n > 0 ? r->note : "no reason given");
}

static void damage_doubt(struct doubts *d, const struct results *results)
{
    struct ids ids = no_ids(d->verbose);

    for (size_t i = 0; i < results->n; i++)
        if (results->at[i].damaged && results->at[i].kind != RESULT_NULL)
            list_id(&ids, results->at[i].id);
    if (ids.n > 0)
        print_doubt(d, "resting on a damaged series: %s", listed(&ids));
}

/* ---- what the system says ---- */

static void claim_doubts(struct doubts *d, const struct log_run *run, const struct results *results)
{
    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        char said[FORMAT_CELL], measured[FORMAT_CELL];
        double value;

        if (!os_reported_value(run, r->id, &value) || !os_reported_contradicts(r, value))
            continue;
        format_number(said, value, r->unit);
        format_answer(measured, r);
        print_doubt(d, "%s says %s %s; measured %s", os_reported_source(run), r->id, said,
                    measured);
    }
}

/* ---- answers that are less than sure ---- */

static void unsure_doubt(struct doubts *d, const struct result *r)
{
    char low[FORMAT_CELL], high[FORMAT_CELL], between[2 * FORMAT_CELL + 32] = "", sure[FORMAT_CELL];

    format_percent(sure, r->confidence);
    if (format_bounds(low, high, r))
        snprintf(between, sizeof between, ", between %s and %s", low, high);
    print_doubt(d, "%s is only %s sure%s%s%s", r->id, sure, between, *r->note ? ": " : "", r->note);
}

/* There are hundreds of them: one line for all whose latency is unsure. */
static void operations_doubt(struct doubts *d, const struct results *results)
{
    struct ids ids = no_ids(d->verbose);

    for (size_t i = 0; i < results->n; i++)
        if (results->at[i].name.quantity == OP_LATENCY && confidence_below_limit(&results->at[i]))
            list_id(&ids, results->at[i].id);
    if (ids.n > 0)
        print_doubt(d, "timings that do not agree with each other: %s", listed(&ids));
}

/* "cache.3.size 71 % (705 KiB to 2 MiB)". */
static void name_unsure(struct format_line *line, const struct result *r)
{
    char low[FORMAT_CELL], high[FORMAT_CELL], sure[FORMAT_CELL];

    format_percent(sure, r->confidence);
    format_line_add(line, "%s%s %s", line->used > 0 ? ", " : "", r->id, sure);
    if (format_bounds(low, high, r))
        format_line_add(line, " (%s to %s)", low, high);
}

/* All in a line or two where there is little room: -v has the notes. */
static void unsure_doubts(struct doubts *d, const struct results *results)
{
    enum { MOST_NAMED = 4 };
    struct format_line line = { 0 };
    size_t n = 0;

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        if (!confidence_below_limit(r) || format_is_op(r))
            continue;
        if (d->verbose)
            unsure_doubt(d, r);
        else if (n++ < MOST_NAMED)
            name_unsure(&line, r);
    }
    if (n > MOST_NAMED)
        format_line_add(&line, " and %zu more", n - MOST_NAMED);
    if (line.used > 0)
        print_doubt(d, "less than %.0f %% sure: %s", 100 * CONFIDENCE_SURE_FROM, line.text);
}

static void result_doubts(struct doubts *d, const struct results *results)
{
    unsure_doubts(d, results);
    operations_doubt(d, results);
    for (size_t i = 0; i < results->n; i++)
        if (results->at[i].kind == RESULT_NULL)
            unknown_doubt(d, results, i);
    if (results->n == 0)
        print_doubt(d, "no analysis found samples that it knows");
}

/* Passes in which another thread had part of the core. */
static void neighbour_doubt(struct doubts *d, const struct results *results)
{
    const struct result *share = result_find(results, id_of(NEIGHBOUR_SHARE));

    if (share != NULL && result_is_number(share))
        print_doubt(d,
                    "another thread was on this core in %.0f %% of the passes; core.rob.entries is "
                    "without it",
                    100 * share->value);
}

void text_doubts(FILE *out, const struct log *log, const struct results *results, bool verbose)
{
    struct doubts d = { .out = out, .verbose = verbose };

    fputs("DOUBTS\n", out);
    log_doubts(&d, log, results);
    contradiction_doubts(&d, results);
    compiler_doubt(&d, &log->run);
    neighbour_doubt(&d, results);
    series_doubts(&d, &log->run);
    damage_doubt(&d, results);
    claim_doubts(&d, &log->run, results);
    result_doubts(&d, results);
    if (d.hidden > 0)
        fprintf(out, "  ... and %zu more, all with analyze -v\n", d.hidden);
    if (d.lines == 0)
        fputs("  none\n", out);
}

static bool any_doubt(const struct results *results)
{
    for (size_t i = 0; i < results->n; i++)
        if (results->at[i].kind == RESULT_NULL || confidence_below_limit(&results->at[i]) ||
            results->at[i].damaged)
            return true;
    return results->n == 0 || results->n_contradictions > 0;
}

/* One line for all that the remedy of result FIRST would tell. False where there is none, or an
 * earlier result has said it. */
static bool print_remedy(FILE *out, const struct results *results, size_t first, bool verbose)
{
    const struct result *r = &results->at[first];
    struct ids ids = no_ids(verbose);

    if (r->kind != RESULT_NULL || !r->has_remedy || *r->remedy == '\0')
        return false;
    for (size_t i = 0; i < results->n; i++) {
        bool same =
            results->at[i].kind == RESULT_NULL && strcmp(results->at[i].remedy, r->remedy) == 0;

        if (same && i < first)
            return false;
        if (same)
            list_id(&ids, results->at[i].id);
    }
    format_wrapf(out, "  ? ", "%s: %s", listed(&ids), r->remedy);
    return true;
}

/* What would tell the answers that are not known: all of them, or some on the first screen. */
static void print_remedies(FILE *out, const struct results *results, bool verbose)
{
    enum { MOST = 3 };
    unsigned n = 0;

    for (size_t i = 0; i < results->n && (verbose || n < MOST); i++)
        n += print_remedy(out, results, i, verbose);
}

/* A command and what it does, in columns where there is room. */
static void next_line(FILE *out, const char *command, const char *what)
{
    if (format_columns() < FORMAT_COLUMNS)
        format_wrapf(out, "  ", "%s: %s", command, what);
    else
        fprintf(out, "  %-22s %s\n", command, what);
}

void text_next(FILE *out, const struct log *log, const struct results *results, bool verbose)
{
    bool foreign = log_key_text(log->run.keys, log->run.n_keys, "source") != NULL;
    bool thorough = log_has_effort(&log->run, "thorough");

    fputs("NEXT\n", out);
    if (!verbose)
        next_line(out, "analyze -v", "all tables, curves and doubts, the rule of each number");
    next_line(out, "analyze --html FILE", "a page with figures; --format json: for programs");
    if (foreign)
        next_line(out, "probes", "measures more than this table holds");
    else if (!thorough && (any_doubt(results) || problems_count(log, results) > 0))
        next_line(out, "probes --thorough", "more points and longer samples, against the doubts");
    print_remedies(out, results, verbose);
}
