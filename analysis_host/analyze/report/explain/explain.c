/* What an answer means: from the table of ids, and from a log where one is given. */
#include "explain.h"
#include "analysis/analysis.h"
#include "log/log.h"
#include "record/similar_names.h"
#include "report/format/remedy.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "report/output/visible.h"
#include "result/confidence.h"
#include "result/id.h"
#include "result/os_reported.h"
#include "result/result.h"
#include "result/topology.h"
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- answers by name ---- */

/* What was asked for. */
struct explain_found {
    struct result_id id; /* one answer, where ASKED is its whole id; else of QUANTITY_UNKNOWN */
    bool old_id;         /* ASKED is its id in reports of schema pontoon.report/1 */
    unsigned level;      /* of the cache or TLB that ASKED names; 0: none */
    enum quantity quantity[QUANTITIES]; /* rows of ids.def, in their order */
    size_t n;
};

enum { EXPLAIN_QUESTION = 160 };

enum { ASKED_BYTES = 96, MOST_WORDS = 700 };

/* ---- words ---- */

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) != 0;
}

/* The next word of *TEXT in TO, SIMILAR_NAMES_BYTES; false at the end. Words are letters and
 * digits. */
static bool next_word(const char **text, char *to)
{
    size_t n = 0;

    while (**text != '\0' && !is_letter(**text))
        ++*text;
    for (; is_letter(**text) && n + 1 < SIMILAR_NAMES_BYTES; ++*text)
        to[n++] = (char)tolower((unsigned char)**text);
    to[n] = '\0';
    return n > 0;
}

/* True when WORD is what ASKED means: the same, its plural, or a longer form of it. */
static bool is_word(const char *word, const char *asked)
{
    enum { LEAST_STEM = 4 };
    size_t n = strlen(asked), word_bytes = strlen(word);

    if (strncmp(word, asked, n) == 0 && (word_bytes == n || n >= LEAST_STEM))
        return true;
    return n == word_bytes + 1 && asked[n - 1] == 's' && strncmp(word, asked, word_bytes) == 0;
}

static bool has_word(const char *text, const char *asked)
{
    char word[SIMILAR_NAMES_BYTES];

    while (next_word(&text, word))
        if (is_word(word, asked))
            return true;
    return false;
}

/* ---- steps of ids ---- */

/* True when the step of an id that begins at STEP is the N bytes at ASKED, or a brace. */
static bool is_step(const char *step, const char *asked, size_t n)
{
    return *step == '{' || (strcspn(step, ".") == n && strncmp(step, asked, n) == 0);
}

/* True when {place} begins at *STEP and *ASKED goes on with a place, which may be two steps:
 * "cache.3". */
static bool skip_place(const char **asked, const char *step)
{
    const char *p = *asked;

    if (strncmp(step, "{place}", strlen("{place}")) != 0 || strncmp(p, "cache.", 6) != 0)
        return false;
    *asked += 6;
    return true;
}

/* True when ID, with braces, begins with the steps of ASKED, of which at least one is no brace. */
static bool begins_with(const char *id, const char *asked)
{
    bool named = false;

    while (*id != '\0' && *asked != '\0') {
        (void)skip_place(&asked, id);
        size_t n = strcspn(asked, ".");
        if (!is_step(id, asked, n))
            return false;
        named |= *id != '{';
        id += strcspn(id, ".");
        id += *id == '.';
        asked += n;
        asked += *asked == '.';
    }
    return *asked == '\0' && named;
}

/* ---- rows ---- */

typedef bool row_fits(enum quantity quantity, const char *asked);

static bool is_called(enum quantity quantity, const char *asked)
{
    const struct quantity_row *row = quantity_row(quantity);
    char word[ID_BYTES];

    quantity_word(word, sizeof word, quantity);
    return strcmp(asked, word) == 0 || strcmp(asked, row->id) == 0 || strcmp(asked, row->was) == 0;
}

static bool begins_so(enum quantity quantity, const char *asked)
{
    const struct quantity_row *row = quantity_row(quantity);
    char word[ID_BYTES];

    quantity_word(word, sizeof word, quantity);
    return begins_with(row->id, asked) || begins_with(row->was, asked) || begins_with(word, asked);
}

static bool has_all(const char *text, const char *asked)
{
    char word[SIMILAR_NAMES_BYTES];
    bool all = true, any = false;

    while (all && next_word(&asked, word)) {
        all = has_word(text, word);
        any = true;
    }
    return all && any;
}

/* True when the words of ASKED stand in a row in TEXT. */
static bool has_phrase(const char *text, const char *asked)
{
    char word[SIMILAR_NAMES_BYTES], first[SIMILAR_NAMES_BYTES];

    if (!next_word(&asked, first))
        return false;
    while (next_word(&text, word)) {
        const char *rest = text, *wanted = asked;
        char next[SIMILAR_NAMES_BYTES];
        bool same = is_word(word, first);
        while (same && next_word(&wanted, next))
            same = next_word(&rest, word) && is_word(word, next);
        if (same)
            return true;
    }
    return false;
}

static bool is_phrase(enum quantity quantity, const char *asked)
{
    const struct quantity_row *row = quantity_row(quantity);

    return has_phrase(row->term, asked) || has_phrase(row->label, asked) ||
           has_phrase(row->id, asked);
}

static bool is_termed(enum quantity quantity, const char *asked)
{
    const struct quantity_row *row = quantity_row(quantity);
    char text[600];

    snprintf(text, sizeof text, "%s %s %s %s", row->id, row->was, row->term, row->label);
    return has_all(text, asked);
}

static bool is_described(enum quantity quantity, const char *asked)
{
    const struct quantity_row *row = quantity_row(quantity);
    char text[1200];

    snprintf(text, sizeof text, "%s %s %s %s %s", row->id, row->term, row->label, row->about,
             row->probe);
    return has_all(text, asked);
}

static void take_rows(struct explain_found *found, row_fits *fits, const char *asked)
{
    for (enum quantity q = 0; q < QUANTITIES; q++)
        if (fits(q, asked))
            found->quantity[found->n++] = q;
}

/* ---- what is near ---- */

/* Words of all ids and terms, each once. */
struct vocabulary {
    char word[MOST_WORDS][SIMILAR_NAMES_BYTES];
    size_t n;
};

static void take_word(struct vocabulary *v, const char *word)
{
    enum { SHORTEST = 3 };

    for (size_t i = 0; i < v->n; i++)
        if (strcmp(v->word[i], word) == 0)
            return;
    if (v->n < MOST_WORDS && strlen(word) >= SHORTEST)
        snprintf(v->word[v->n++], SIMILAR_NAMES_BYTES, "%s", word);
}

static void take_words(struct vocabulary *v, const char *text)
{
    char word[SIMILAR_NAMES_BYTES];

    while (next_word(&text, word))
        take_word(v, word);
}

static void ask_back(const char *asked, char *question)
{
    static struct vocabulary v; /* large */
    struct similar_names near = { .typed = asked };
    char id[ID_BYTES];

    v.n = 0;
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        quantity_word(id, sizeof id, q);
        take_word(&v, id);
    }
    for (enum quantity q = 0; q < QUANTITIES; q++) {
        take_words(&v, quantity_row(q)->id);
        take_words(&v, quantity_row(q)->term);
    }
    for (size_t i = 0; i < v.n; i++)
        similar_names_add(&near, v.word[i], NULL);
    if (!similar_names_question(&near, "", question, EXPLAIN_QUESTION))
        *question = '\0';
}

/* ---- all ---- */

/* ASKED in lower case, without blanks at its ends; "l2" and "l2d" become "cache.2". */
static void tidy(char to[ASKED_BYTES], const char *asked)
{
    size_t n = 0;

    for (asked += strspn(asked, " "); *asked != '\0' && n + 1 < ASKED_BYTES; asked++)
        to[n++] = (char)tolower((unsigned char)*asked);
    while (n > 0 && (to[n - 1] == ' ' || to[n - 1] == '.'))
        n--;
    to[n] = '\0';
    if (to[0] == 'l' && isdigit((unsigned char)to[1]) &&
        (to[2] == '\0' || strcmp(to + 2, "d") == 0))
        snprintf(to, ASKED_BYTES, "cache.%c", to[1]);
}

/* The number of a level in ASKED, after "cache." or "tlb."; 0: none. */
static unsigned level_in(const char *asked)
{
    static const char *const before[] = { "cache.", "tlb." };

    for (size_t i = 0; i < 2; i++) {
        const char *at = strstr(asked, before[i]);
        if (at != NULL && isdigit((unsigned char)at[strlen(before[i])]))
            return (unsigned)(at[strlen(before[i])] - '0');
    }
    return 0;
}

/* Looks ASKED up, without regard to case: a whole id; else the rows whose id begins with its steps
 * ("tlb", "cache.3"); else those whose id, term or label have all its words, or words that begin so
 * ("page fault", "L1i"); else those whose description has them. "L2" is cache.2. Where there is
 * none, N is 0 and QUESTION, of EXPLAIN_QUESTION bytes, is "did you mean A or B?", or "". */
static void explain_find(struct explain_found *found, const char *asked, char *question)
{
    static row_fits *const ways[] = { is_called, begins_so, is_phrase, is_termed, is_described };
    char text[ASKED_BYTES];

    tidy(text, asked);
    *question = '\0';
    *found = (struct explain_found){ .id = id_read(asked), .level = level_in(text) };
    if (found->id.quantity == QUANTITY_UNKNOWN)
        found->id = id_read(text);
    if (found->id.quantity != QUANTITY_UNKNOWN) {
        found->quantity[found->n++] = found->id.quantity;
        found->old_id = strcmp(found->id.text, asked) != 0 && strcmp(found->id.text, text) != 0;
        return;
    }
    for (size_t i = 0; i < sizeof ways / sizeof ways[0] && found->n == 0 && *text != '\0'; i++)
        take_rows(found, ways[i], text);
    if (found->n == 0)
        ask_back(text, question);
}

/* ---- what the log has of one answer ---- */

struct seen_log {
    const char *file; /* of the log */
    const struct log *log;
    const struct results *results;
};

/* ---- samples ---- */

struct samples {
    size_t series, points, timings;
    uint64_t first_line, last_line;
    bool whole; /* no other series stands between the first line and the last */
};

/* False where S is of another operation, type ... than R: its keys say so. */
static bool is_of(const struct log_series *s, const struct result *r)
{
    struct id_part parts[ID_PARTS];
    size_t n = id_parts(&r->name, parts);

    if (strcmp(s->probe, r->probe) != 0 || (r->series_line != 0 && s->first_line != r->series_line))
        return false;
    for (size_t i = 0; i < n; i++) {
        const char *key = log_key_text(s->keys, s->n_keys, parts[i].word);
        if (key != NULL && parts[i].text != NULL && strcmp(key, parts[i].text) != 0)
            return false;
    }
    return true;
}

static void take_series(struct samples *all, const struct log_series *s)
{
    all->series++;
    all->points += s->n_samples + s->n_events;
    for (size_t i = 0; i < s->n_samples; i++)
        all->timings += log_sample_next(s, i)->n_ticks;
    log_series_release(s);
    if (all->first_line == 0 || s->first_line < all->first_line)
        all->first_line = s->first_line;
    if (s->last_line > all->last_line)
        all->last_line = s->last_line;
}

static struct samples samples_of(const struct log_run *run, const struct result *r)
{
    struct samples all = { .whole = true };

    for (size_t i = 0; i < run->n_series; i++)
        if (is_of(&run->series[i], r))
            take_series(&all, &run->series[i]);
    for (size_t i = 0; i < run->n_series; i++) {
        const struct log_series *s = &run->series[i];
        all.whole &= is_of(s, r) || s->last_line < all.first_line || s->first_line > all.last_line;
    }
    return all;
}

/* "levels, from 63 points, 189 timings of cache_size (board.log:22326-22390)". */
static void put_how(FILE *out, const struct seen_log *s, const struct result *r)
{
    struct samples all = samples_of(&s->log->run, r);
    const char *slash = strrchr(s->file, '/');
    char series[40] = "";

    if (all.series == 0) {
        format_wrapf(out, "  how       ", "rule %s; its samples are not in series of %s", r->method,
                     r->probe);
        return;
    }
    if (all.series > 1)
        snprintf(series, sizeof series, " in %zu series", all.series);
    format_wrapf(out, "  how       ",
                 "rule %s, from %zu point%s and %zu timing%s of probe %s%s (%s:%llu-%llu%s)%s",
                 r->method, all.points, all.points == 1 ? "" : "s", all.timings,
                 all.timings == 1 ? "" : "s", r->probe, series, slash != NULL ? slash + 1 : s->file,
                 (unsigned long long)all.first_line, (unsigned long long)all.last_line,
                 all.whole ? "" : ", with others between them",
                 r->damaged ? "; points are missing" : "");
}

/* ---- the answer ---- */

static void put_value(FILE *out, const struct result *r, const struct results *all)
{
    char value[FORMAT_CELL], nominal[FORMAT_CELL], low[FORMAT_CELL], high[FORMAT_CELL];
    char also[2 * FORMAT_CELL + 32] = "";

    format_value(value, r);
    if (r->kind == RESULT_NUMBER && strcmp(r->unit, "table") == 0 && all->topology != NULL) {
        format_wrapf(out, "  value     ", "a table of %.0f pairs of hardware threads", r->value);
        return;
    }
    if (r->has_nominal && r->nominal != r->value) {
        format_number(nominal, r->nominal, r->unit);
        snprintf(also, sizeof also, "; hardware of this kind has %s", nominal);
    }
    format_wrapf(out, "  value     ", "%s%s%s", r->kind == RESULT_NULL ? "? " : "", value, also);
    if (format_bounds(low, high, r))
        format_wrapf(out, "  range     ", "%s to %s", low, high);
}

static void put_confidence(FILE *out, const struct result *r)
{
    char sure[FORMAT_CELL], limit[FORMAT_CELL];

    if (!result_is_known(r))
        return;
    format_percent(sure, r->confidence);
    format_percent(limit, CONFIDENCE_SURE_FROM);
    if (r->confidence < CONFIDENCE_SURE_FROM)
        format_wrapf(out, "  sure      ", "%s: doubtful, as it is below %s", sure, limit);
    else
        format_wrapf(out, "  sure      ", "%s%s", sure,
                     r->damaged ? ", but doubtful, as points are missing" : "");
}

static void put_reported(FILE *out, const struct log_run *run, const struct result *r)
{
    char text[FORMAT_CELL];
    double value;

    if (!os_reported_value(run, r->id, &value))
        return;
    format_number(text, value, r->unit);
    format_wrapf(out, "  OS        ", "%s reports %s%s", os_reported_source(run), text,
                 !result_is_known(r)                 ? ""
                 : os_reported_contradicts(r, value) ? ": outside the measured range"
                                                     : ": the measurement agrees");
}

/* Why the answer is unknown, and what would tell; or what is to be said of it. */
static void put_note(FILE *out, const struct result *r)
{
    if (r->kind == RESULT_NONE) {
        format_wrap(out, "  note      ", "this machine has no such thing");
        return;
    }
    if (r->kind != RESULT_NULL && *r->note != '\0')
        format_wrap(out, "  note      ", format_note(r).text);
    if (r->kind == RESULT_NULL && *r->note != '\0')
        format_wrap(out, "  why ?     ", r->note);
    if (r->kind == RESULT_NULL && r->remedy.kind != REMEDY_UNSAID)
        format_wrap(out, "  try       ", format_remedy(&r->remedy).text);
}

/* Writes R: value, range, confidence, what the system reports, rule and samples with the lines of
 * the log that hold them; where it is unknown, why, and what would tell. */
static void seen_write(FILE *out, const struct seen_log *s, const struct result *r)
{
    put_value(out, r, s->results);
    put_confidence(out, r);
    put_reported(out, &s->log->run, r);
    if (*r->method != '\0')
        put_how(out, s, r);
    put_note(out, r);
}

/* Writes that the log has no such answer of PROBE, and why. */
static void seen_none(FILE *out, const struct seen_log *s, const char *probe)
{
    size_t at = log_find_series(&s->log->run, probe, 0);
    const struct log_series *first = at < s->log->run.n_series ? &s->log->run.series[at] : NULL;

    if (first == NULL)
        format_wrapf(out, "  value     ", "none in %s: probe %s sent nothing", s->file, probe);
    else
        format_wrapf(out, "  value     ", "none in %s; probe %s begins at line %llu%s%s", s->file,
                     probe, (unsigned long long)first->first_line,
                     first->status != NULL ? " and ends with: " : "",
                     first->status != NULL ? first->status : "");
}

/* Writes value, range and term of R to TO, SIZE bytes. */
static void seen_line(char *to, size_t size, const struct result *r)
{
    char value[FORMAT_CELL], low[FORMAT_CELL], high[FORMAT_CELL], range[2 * FORMAT_CELL + 8] = "";

    format_answer(value, r);
    if (format_bounds(low, high, r))
        snprintf(range, sizeof range, " (%s to %s)", low, high);
    snprintf(to, size, "%s%s, %s", value, range, quantity_row(r->name.quantity)->term);
}

enum { MOST_WHOLE = 3 };

/* ---- one answer, whole ---- */

/* The section of the text report, as its heading spells it. */
static void put_section(FILE *out, const struct quantity_row *row)
{
    char name[40];
    size_t n = 0;

    for (; row->section_name[n] != '\0' && n + 1 < sizeof name; n++)
        name[n] = row->section_name[n] == '_' ? '-' : row->section_name[n];
    name[n] = '\0';
    if (row->section == SECTION_VERBOSE)
        format_wrap(out, "  report    ", "a line of its own with -v");
    else if (row->section == SECTION_NONE)
        format_wrap(out, "  report    ", "other answers");
    else
        format_wrapf(out, "  report    ", "section %s", name);
}

/* The analyses that read PROBE, each with the rule that its answers usually name. */
static void put_analyses(FILE *out, const char *probe)
{
    char text[600] = "";
    size_t used = 0;

    for (unsigned i = 0; i < analysis_table_count && used < sizeof text; i++) {
        const struct analysis *a = analysis_table[i].analysis;
        if (analysis_reads(a, probe))
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s (rule %s)",
                                     used > 0 ? ", " : "", analysis_table[i].name, a->method);
    }
    format_wrap(out, "  analysis  ", text);
}

static void put_row_facts(FILE *out, const struct quantity_row *row)
{
    static const char *const units[][2] = { { "name", "a word" },
                                            { "bool", "true or false" },
                                            { "count", "a number" },
                                            { "table", "a table: a row for each pair" } };
    const char *unit = row->unit;

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(row->unit, units[i][0]) == 0)
            unit = units[i][1];
    format_wrap(out, "  unit      ", unit);
    put_section(out, row);
    format_wrap(out, "  probe     ", row->probe);
    put_analyses(out, row->probe);
    if (*row->limits != '\0')
        format_wrap(out, "  limits    ", row->limits);
    if (row->kind == ID_DERIVED)
        format_wrap(out, "  derived   ", "computed from other answers: no further information");
    if (*row->was != '\0')
        format_wrapf(out, "  was       ", "%s, in reports of schema %s", row->was, REPORT_SCHEMA_1);
    format_wrapf(out, "  docs      ", "probes/%s/NOTE.md, docs/reference/ids.md", row->probe);
}

/* Writes row QUANTITY, as the answer ID where that is one. */
static void put_whole(FILE *out, enum quantity quantity, const char *id, const struct seen_log *s,
                      const struct result *r)
{
    const struct quantity_row *row = quantity_row(quantity);

    format_wrapf(out, "", "%s: %s", id, row->term);
    format_wrap(out, "  ", row->about);
    if (s != NULL && r != NULL)
        seen_write(out, s, r);
    else if (s != NULL)
        seen_none(out, s, row->probe);
    put_row_facts(out, row);
}

/* ---- lists ---- */

/* ID, then TEXT beside it or, on a narrow terminal, below. */
static void put_line(FILE *out, const char *id, const char *text)
{
    enum { ID_COLUMNS = 34, WIDE = 76 };
    char lead[ID_COLUMNS + 4];

    if (format_columns() >= WIDE && strlen(id) < ID_COLUMNS) {
        snprintf(lead, sizeof lead, "  %-*s", ID_COLUMNS, id);
        format_wrap(out, lead, text);
        return;
    }
    format_wrap(out, "  ", id);
    snprintf(lead, sizeof lead, "  %*s", format_columns() >= WIDE ? ID_COLUMNS : 4, "");
    format_wrap(out, lead, text);
}

static void list_rows(FILE *out, const struct explain_found *found)
{
    for (size_t i = 0; i < found->n; i++)
        put_line(out, quantity_row(found->quantity[i])->id, quantity_row(found->quantity[i])->term);
}

/* ---- answers of a log ---- */

static bool is_meant(const struct explain_found *found, const struct result *r)
{
    bool row = false;

    if (found->id.quantity != QUANTITY_UNKNOWN)
        return id_same(&found->id, &r->name);
    for (size_t i = 0; i < found->n; i++)
        row |= found->quantity[i] == r->name.quantity;
    return row && (found->level == 0 || r->name.level == found->level);
}

static size_t count_meant(const struct explain_found *found, const struct results *results)
{
    size_t n = 0;

    for (size_t i = 0; i < results->n; i++)
        n += is_meant(found, &results->at[i]);
    return n;
}

static void put_answer_line(FILE *out, const struct result *r)
{
    char text[300];

    seen_line(text, sizeof text, r);
    put_line(out, r->id, text);
}

/* Writes the answers that are meant: N of them. */
static void put_answers(FILE *out, const struct explain_found *found, const struct seen_log *s,
                        size_t n)
{
    bool first = true;

    for (size_t i = 0; i < s->results->n; i++) {
        const struct result *r = &s->results->at[i];
        if (!is_meant(found, r))
            continue;
        if (n > MOST_WHOLE) {
            put_answer_line(out, r);
            continue;
        }
        if (!first)
            fputc('\n', out);
        first = false;
        put_whole(out, r->name.quantity, r->id, s, r);
    }
}

/* ---- all ---- */

static void put_rows(FILE *out, const struct explain_found *found, const struct seen_log *s)
{
    if (found->n > MOST_WHOLE) {
        list_rows(out, found);
        return;
    }
    for (size_t i = 0; i < found->n; i++) {
        bool one = found->id.quantity != QUANTITY_UNKNOWN;
        if (i > 0)
            fputc('\n', out);
        put_whole(out, found->quantity[i],
                  one ? found->id.text : quantity_row(found->quantity[i])->id, s, NULL);
    }
}

static size_t list_all(FILE *out)
{
    struct explain_found all = { .n = 0 };

    for (enum quantity q = 0; q < QUANTITIES; q++)
        all.quantity[all.n++] = q;
    list_rows(out, &all);
    return all.n;
}

size_t explain(FILE *out, const char *asked, const char *file, const struct log *log,
               const struct results *results, FILE *err)
{
    const struct seen_log seen = { file, log, results };
    const struct seen_log *s = log != NULL ? &seen : NULL;
    struct explain_found found;
    char question[EXPLAIN_QUESTION], shown[256];

    if (strcmp(asked, "list") == 0 && s == NULL)
        return list_all(out);
    explain_find(&found, asked, question);
    output_visible_cell(shown, sizeof shown, asked);
    if (found.n == 0) {
        fprintf(err,
                "analyze: --explain=%s: no answer is called so%s%s; --explain=list names all\n",
                shown, *question != '\0' ? "; " : "", question);
        return 0;
    }
    if (found.old_id)
        fprintf(err, "analyze: --explain=%s: is %s now\n", shown, found.id.text);
    size_t n = s != NULL ? count_meant(&found, results) : 0;
    if (n > 0)
        put_answers(out, &found, s, n);
    else
        put_rows(out, &found, s);
    return found.n;
}
