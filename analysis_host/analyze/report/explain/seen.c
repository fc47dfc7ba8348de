/* What a log has of an answer. */
#include "seen.h"
#include "report/format/remedy.h"
#include "report/format/value.h"
#include "report/format/wrap.h"
#include "result/confidence.h"
#include "result/os_reported.h"
#include "result/topology.h"
#include <stdint.h>
#include <string.h>

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

void seen_write(FILE *out, const struct seen_log *s, const struct result *r)
{
    put_value(out, r, s->results);
    put_confidence(out, r);
    put_reported(out, &s->log->run, r);
    if (*r->method != '\0')
        put_how(out, s, r);
    put_note(out, r);
}

void seen_none(FILE *out, const struct seen_log *s, const char *probe)
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

void seen_line(char *to, size_t size, const struct result *r)
{
    char value[FORMAT_CELL], low[FORMAT_CELL], high[FORMAT_CELL], range[2 * FORMAT_CELL + 8] = "";

    format_answer(value, r);
    if (format_bounds(low, high, r))
        snprintf(range, sizeof range, " (%s to %s)", low, high);
    snprintf(to, size, "%s%s, %s", value, range, quantity_row(r->name.quantity)->term);
}
