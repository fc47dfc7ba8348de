/* Section of the text: why answers are doubtful, by cause; what is not determined or not measured;
 * and what to do next. */
#include "report/format/doubts.h"
#include "items.h"
#include "report/format/flow.h"
#include "report/format/line.h"
#include "report/format/remedy.h"
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
    unsigned lines, most; /* that were printed, and that there is room for */
};

enum { MOST_EACH = 2 }; /* lines of one */

static void print_doubt(struct doubts *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void print_reason(struct doubts *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* TEXT on MOST lines at most, and as many as there is room for. */
static void print_lines(struct doubts *d, const char *text, unsigned most)
{
    unsigned room = d->verbose ? UINT_MAX : d->most - d->lines;

    if (d->verbose || d->lines < d->most)
        d->lines += format_wrap_most(d->out, "  ! ", text, most < room ? most : room);
}

static void print_doubt(struct doubts *d, const char *format, ...)
{
    char text[1000 + 1];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    print_lines(d, text, d->verbose ? UINT_MAX : MOST_EACH);
}

/* The same on two lines: analyze --explain has all of a reason. */
static void print_reason(struct doubts *d, const char *format, ...)
{
    char text[1000 + 1];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    print_lines(d, text, MOST_EACH);
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
                       "answer is doubtful");
    if (!log->run.complete)
        print_doubt(d, "the run is not whole: its beginning or its END is missing");
    if (log->run.end != RECORD_END_OK && log->run.status != NULL)
        print_doubt(d, "the run ended with: %s", log->run.status);
    if (log->run.sums == LOG_SUMS_MISSING)
        print_doubt(d,
                    "this log has no running checksums (an older image wrote it): lines that were "
                    "exchanged with another run's cannot be seen");
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

/* ---- lists of answers ---- */

typedef bool belongs(const struct result *r, const void *to);

/* Adds the answers of RESULTS for which IS_IN holds to LINE: by the field's names, three of them,
 * or all by their ids; those of one quantity as one where they are many. Returns how many there
 * are. */
static size_t list_answers(struct format_line *line, const struct results *results, belongs *is_in,
                           const void *to, bool verbose)
{
    enum { NAMED = 3, MANY = 3 };
    size_t of[QUANTITIES + 1] = { 0 }, n = 0, shown = 0;

    for (size_t i = 0; i < results->n; i++)
        if (is_in(&results->at[i], to)) {
            of[results->at[i].name.quantity]++;
            n++;
        }
    for (size_t i = 0; i < results->n && (verbose || shown < NAMED); i++) {
        const struct result *r = &results->at[i];
        enum quantity q = r->name.quantity;
        const char *separator = line->used > 0 ? ", " : "";
        char name[120];

        if (!is_in(r, to) || (q < QUANTITIES && of[q] == 0))
            continue;
        text_term(name, sizeof name, &r->name);
        if (q < QUANTITIES && of[q] >= MANY) {
            format_line_add(line, "%s%s (%zu)", separator,
                            verbose ? quantity_row(q)->id : quantity_row(q)->term, of[q]);
            shown += of[q];
            of[q] = 0;
        } else {
            format_line_add(line, "%s%s", separator, verbose ? r->id : name);
            shown++;
        }
    }
    if (n > shown)
        format_line_add(line, " and %zu more", n - shown);
    return n;
}

/* ---- what could not be determined ---- */

static bool is_unknown(const struct result *r, const void *to)
{
    (void)to;
    return r->kind == RESULT_NULL &&
           !(r->ns > 0); /* else its time is known, and the cycle's is not */
}

static bool same_reason(const struct result *r, const void *to)
{
    const struct result *one = to;

    return r->kind == RESULT_NULL && strcmp(r->note, one->note) == 0;
}

/* One line for all that are not determined for the reason of result FIRST; none where an earlier
 * result has said it. */
static void unknown_doubt(struct doubts *d, const struct results *results, size_t first)
{
    const struct result *r = &results->at[first];
    struct format_line line = { 0 };

    for (size_t i = 0; i < first; i++)
        if (same_reason(&results->at[i], r))
            return;
    (void)list_answers(&line, results, same_reason, r, d->verbose);
    print_reason(d, "%s not determined: %s", line.text, *r->note ? r->note : "no reason given");
}

/* All reasons where there is room for them, else the answers. */
static void unknown_doubts(struct doubts *d, const struct results *results)
{
    struct format_line line = { 0 };
    size_t n = list_answers(&line, results, is_unknown, NULL, false);

    if (n > 1 && !d->verbose && d->most < d->lines + MOST_EACH * n)
        print_doubt(d, "not determined (%zu): %s", n, line.text);
    else
        for (size_t i = 0; i < results->n; i++)
            if (is_unknown(&results->at[i], NULL))
                unknown_doubt(d, results, i);
    if (results->n == 0)
        print_doubt(d, "no analysis found samples that it knows");
}

/* ---- doubtful answers ---- */

struct asked {
    enum doubt_cause cause;
    const struct doubt_machine *machine;
};

static bool has_cause(const struct result *r, const void *to)
{
    const struct asked *a = to;

    return doubt_cause_of(r, a->machine) == a->cause;
}

/* A doubt a cause, with all ids. */
static void unsure_doubts(struct doubts *d, const struct results *results,
                          const struct doubt_machine *m)
{
    static const char *const why[DOUBT_CAUSES] = {
        [DOUBT_DAMAGED] = "from a damaged series",
        [DOUBT_CONTRADICTS] = "contradicted by another answer",
        [DOUBT_SHARED] = "range over 25 %, of caches and memory that other programs and VMs share",
        [DOUBT_SYSTEM] = "range over 25 %, of times of the OS and the timer",
        [DOUBT_SCATTER] = "range over 25 %",
        [DOUBT_UNCOUNTED] = "rule not yet tested on a machine with a known answer",
        [DOUBT_FEW] = "rule wrong on over 20 % of the machines with known answers",
    };

    for (enum doubt_cause c = DOUBT_DAMAGED; c < DOUBT_CAUSES; c++) {
        struct format_line line = { 0 };
        const struct asked asked = { c, m };
        size_t n = list_answers(&line, results, has_cause, &asked, true);

        if (n > 0)
            print_doubt(d, "%s (%zu): %s", why[c], n, line.text);
    }
}

/* Adds N of WHAT, where there are some. */
static void add_count(struct format_line *line, const char *first, size_t n, const char *what)
{
    if (n > 0)
        format_line_add(line, "%s%zu%s", line->used > 0 ? ", " : first, n, what);
}

/* How many answers each cause has: two lines. */
static void few_unsure_doubts(struct doubts *d, const struct results *results,
                              const struct doubt_machine *m)
{
    struct format_line wide = { 0 }, rule = { 0 };
    size_t of[DOUBT_CAUSES] = { 0 };
    char shared[60];

    for (size_t i = 0; i < results->n; i++)
        of[doubt_cause_of(&results->at[i], m)]++;
    if (m->last > 1)
        snprintf(shared, sizeof shared, " of L%u and DRAM (shared)", m->last);
    else
        strcpy(shared, " of DRAM (shared)");
    add_count(&wide, "range over 25 %: ", of[DOUBT_SHARED], shared);
    add_count(&wide, "range over 25 %: ", of[DOUBT_SYSTEM],
              of[DOUBT_SYSTEM] == 1 ? " OS time" : " OS times");
    add_count(&wide, "range over 25 %: ", of[DOUBT_SCATTER],
              wide.used > 0            ? " more"
              : of[DOUBT_SCATTER] == 1 ? " answer"
                                       : " answers");
    add_count(&rule, "", of[DOUBT_DAMAGED], " from a damaged series");
    add_count(&rule, "", of[DOUBT_CONTRADICTS], " contradicted by another answer");
    add_count(&rule, "", of[DOUBT_FEW], " by rules that failed on test machines");
    add_count(&rule, "", of[DOUBT_UNCOUNTED], " by untested rules");
    if (wide.used > 0)
        print_doubt(d, "%s", wide.text);
    unknown_doubts(d, results);
    if (rule.used > 0)
        print_doubt(d, "%s", rule.text);
}

static void unsure(struct doubts *d, const struct log_run *run, const struct results *results)
{
    const struct doubt_machine m = doubt_machine_of(run, results);

    if (!d->verbose) {
        few_unsure_doubts(d, results, &m);
        return;
    }
    unsure_doubts(d, results, &m);
    unknown_doubts(d, results);
}

/* ---- what did not run ---- */

/* True where the machine of RUN cannot have what PROBE measures. */
static bool needs_more(const struct log_run *run, const char *probe)
{
    static const char *const of_system[] = { "timeslice", "os_costs" };
    static const char *const of_several[] = { "contexts",     "smp_smt", "core_to_core",  "sharing",
                                              "each_context", "numa",    "loaded_latency" };
    const char *os = log_key_text(run->keys, run->n_keys, "os");
    bool needs = false;

    for (size_t i = 0; i < sizeof of_system / sizeof of_system[0]; i++)
        needs |= strcmp(probe, of_system[i]) == 0 && (os == NULL || strcmp(os, "none") == 0);
    for (size_t i = 0; i < sizeof of_several / sizeof of_several[0]; i++)
        needs |= strcmp(probe, of_several[i]) == 0 &&
                 log_key_number(run->keys, run->n_keys, "cores", 1) < 2;
    return needs;
}

/* True for a section of the first screen that every run fills. */
static bool is_usual(enum quantity q)
{
    const struct quantity_row *row = quantity_row(q);

    return row->kind == ID_MEASURED && row->section != SECTION_NONE &&
           row->section != SECTION_REGIONS && row->section != SECTION_KERNELS &&
           row->section != SECTION_PATTERNS;
}

/* "not measured: the probes tlb_size, ops did not run". */
static void missing_doubt(struct doubts *d, const struct log_run *run)
{
    struct format_line line = { 0 };

    if (log_key_text(run->keys, run->n_keys, "source") != NULL) {
        print_doubt(d, "another tool's table: it has latencies alone; the probes measure the rest");
        return;
    }
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        const char *probe = quantity_row(q)->probe;
        bool earlier = false;

        for (enum quantity o = 0; o < q; o++)
            earlier |= is_usual(o) && strcmp(quantity_row(o)->probe, probe) == 0;
        if (is_usual(q) && !earlier && log_find_series(run, probe, 0) == run->n_series &&
            !needs_more(run, probe))
            format_line_add(&line, "%s%s", line.used > 0 ? ", " : "", probe);
    }
    if (line.used > 0)
        print_doubt(d, "not measured, as these probes did not run: %s", line.text);
}

/* ---- what the system says ---- */

/* Where the system reports other than was measured, but for what the section MEMORY says of it. */
static void reported_doubts(struct doubts *d, const struct log_run *run,
                            const struct results *results)
{
    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        char said[FORMAT_CELL], measured[FORMAT_CELL], name[60];
        enum quantity q = r->name.quantity;
        double value;

        if (q == CACHE_SIZE || q == CACHE_WAYS || q == CACHE_LINE || q == CACHE_SHARED_BY ||
            !os_reported_value(run, r->id, &value) || !os_reported_contradicts(r, value))
            continue;
        format_number(said, value, r->unit);
        format_answer(measured, r);
        text_term(name, sizeof name, &r->name);
        print_doubt(d, "%s: %s says %s; measured %s", name, os_reported_name(run), said, measured);
    }
}

/* "62 of 245 answers doubtful, 11 not determined". */
static void put_counts(char to[120], const struct results *results)
{
    size_t all = 0, doubtful = 0, unknown = 0;

    for (size_t i = 0; i < results->n; i++) {
        const struct result *r = &results->at[i];
        if (doubt_is_derived(r))
            continue;
        all++;
        unknown += r->kind == RESULT_NULL;
        doubtful += result_is_known(r) && confidence_is_low(r);
    }
    snprintf(to, 120, "%zu of %zu answers doubtful, %zu not determined", doubtful, all, unknown);
}

static void print_doubts(struct doubts *d, const struct log *log, const struct results *results)
{
    char counts[120];

    put_counts(counts, results);
    format_wrapf(d->out, "WHY DOUBTFUL  ", "%s%s", counts, d->verbose ? "" : " (analyze -v: all)");
    log_doubts(d, log, results);
    contradiction_doubts(d, results);
    compiler_doubt(d, &log->run);
    series_doubts(d, &log->run);
    missing_doubt(d, &log->run);
    reported_doubts(d, &log->run, results);
    unsure(d, &log->run, results);
    if (d->lines == 0)
        fputs("  none\n", d->out);
}

void text_doubts(FILE *out, const struct log *log, const struct results *results)
{
    struct doubts d = { .out = out, .verbose = true };

    print_doubts(&d, log, results);
}

void text_few_doubts(FILE *out, const struct log *log, const struct results *results, unsigned most)
{
    struct doubts d = { .out = out, .most = most };

    print_doubts(&d, log, results);
}

static bool any_doubt(const struct results *results)
{
    for (size_t i = 0; i < results->n; i++)
        if (results->at[i].kind == RESULT_NULL || confidence_below_limit(&results->at[i]) ||
            results->at[i].damaged)
            return true;
    return results->n == 0 || results->n_contradictions > 0;
}

/* One line for all that the remedy of result FIRST would tell; none where there is no remedy, or an
 * earlier result has said it. */
static void print_remedy(FILE *out, const struct results *results, size_t first, bool verbose)
{
    const struct result *r = &results->at[first];
    struct result_words remedy = format_remedy(&r->remedy);
    struct ids ids = no_ids(verbose);

    if (!result_has_remedy(r))
        return;
    for (size_t i = 0; i < results->n; i++) {
        bool same = results->at[i].kind == RESULT_NULL &&
                    strcmp(format_remedy(&results->at[i].remedy).text, remedy.text) == 0;

        if (same && i < first)
            return;
        if (same)
            list_id(&ids, results->at[i].id);
    }
    format_wrapf(out, "  ? ", "%s: %s", listed(&ids), remedy.text);
}

void text_next(FILE *out, const struct log *log, const struct results *results, bool verbose)
{
    bool foreign = log_key_text(log->run.keys, log->run.n_keys, "source") != NULL;
    bool thorough = log_has_effort(&log->run, "thorough");
    struct format_flow f = { .n = 0 };

    format_flow_add(&f, "", verbose ? "analyze --explain ID (why)" : "analyze -v (all)");
    if (!verbose)
        format_flow_add(&f, ", ", "--explain ID (why)");
    format_flow_add(&f, ", ", "--html FILE");
    if (foreign)
        format_flow_add(&f, "; ", "the probes measure the rest");
    else if (!thorough && (any_doubt(results) || problems_count(log, results) > 0))
        format_flow_add(&f, "; ", "probes --thorough");
    format_flow_print(out, "NEXT  ", 2, &f);
    for (size_t i = 0; i < results->n && verbose; i++)
        print_remedy(out, results, i, verbose);
}
