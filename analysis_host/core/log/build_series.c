/* Builds a series of a log from its sentences: PROBE, S, E, DONE, and the gaps between them. */
#include "build.h"
#include "store.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Samples become part of a series only where it is certain that they belong to it. Before a gap
 * they do. After a gap they do when DONE's count shows that every missing sentence was an S or E of
 * this very series: with a DONE and a PROBE among them, the count could not fit. */

static struct log_series *current_series(struct log_build *b)
{
    return &b->run.series[b->run.n_series - 1];
}

/* ---- a series begins ---- */

static void cost_orphans(struct log_build *b, const char *probe, uint64_t n)
{
    if (b->n_orphans > 0)
        log_build_cost(b, b->orphans, "%" PRIu64 " point%s of %s", n, log_build_plural(n), probe);
    b->n_orphans = 0;
}

static bool add_series(struct log_build *b, const struct record_sentence *s)
{
    struct log_run *run = &b->run;
    struct log_series *more = log_store_grown(run->series, run->n_series, 1, sizeof *more);
    char *probe = log_build_copy(b, log_build_probe(b, s->field[0]));

    if (more != NULL)
        run->series = more;
    if (more == NULL || probe == NULL) {
        free(probe);
        b->no_memory = true;
        return false;
    }
    more[run->n_series++] = (struct log_series){
        .probe = probe, .end = RECORD_END_MISSING, .first_line = s->line, .last_line = s->line
    };
    return true;
}

void log_build_series_probe(struct log_build *b, const struct record_sentence *s)
{
    log_build_series_cut(b, s->line);
    if (s->n_fields == 0 || *s->field[0] == '\0') {
        log_build_problem(b, s->line, "a series", "PROBE without a name");
        return;
    }
    if (!add_series(b, s))
        return;
    b->series.open = true;
    b->series.received = b->series.missing = 0;
    b->series.apart = true;
    for (unsigned i = 1; i < s->n_fields; i++)
        log_build_key(b, s->line, &current_series(b)->keys, &current_series(b)->n_keys,
                      s->field[i]);
}

/* ---- S and E ---- */

/* Reads numbers joined by ':'; returns how many, or 0 when TEXT is no such list or has too many. */
static unsigned parse_x(const char *text, uint64_t *x)
{
    for (unsigned n = 0; n < LOG_X && record_read_number(&text, &x[n]); text++) {
        n++;
        if (*text != ':')
            return *text == '\0' ? n : 0;
    }
    return 0;
}

/* Reads fields FROM to the last; returns how many, or 0 when there are none or one is no number. */
static unsigned parse_numbers(const struct record_sentence *s, unsigned from, uint64_t *values)
{
    for (unsigned i = from; i < s->n_fields; i++)
        if (!record_parse_number(s->field[i], &values[i - from]))
            return 0;
    return s->n_fields > from ? s->n_fields - from : 0;
}

/* Counts an S or E. Returns false when it is outside any series. */
static bool count_point(struct log_build *b, const struct record_sentence *s)
{
    if (b->series.open) {
        b->series.received++;
        current_series(b)->last_line = s->line;
        return true;
    }
    if (b->n_orphans++ == 0)
        b->orphans =
            log_build_loss(b, log_build_problem(b, s->line, "", "points without their PROBE"));
    return false;
}

static void bad_point(struct log_build *b, const struct record_sentence *s, const char *why)
{
    struct log_series *series = current_series(b);
    size_t index = log_build_problem(b, s->line, "", "%s: %s", s->type, why);

    log_build_cost(b, index, "1 point of %s", series->probe);
    series->damaged = true;
    series->points_lost++;
}

/* Returns true when NEW repeats the point of the last sample, with nothing lost between them. */
static bool repeats_point(struct log_build *b, const struct log_sample *new)
{
    const struct log_series *s = current_series(b);

    if (b->series.apart || s->n_samples == 0)
        return false;
    const struct log_sample *last = &s->samples[s->n_samples - 1];
    return last->x[0] == new->x[0] && last->ops == new->ops &&
           last->n_x == new->n_x &&memcmp(last->x, new->x, sizeof last->x) == 0;
}

static void add_sample(struct log_build *b, const struct log_sample *new, const uint64_t *ticks,
                       size_t n)
{
    struct log_series *s = current_series(b);

    if (!repeats_point(b, new)) {
        if (!log_store_sample(&b->run, s, new)) {
            b->no_memory = true;
            return;
        }
        b->series.apart = false;
    }
    struct log_sample *last = &s->samples[s->n_samples - 1];
    if (log_store_ticks(&b->run, last, ticks, n))
        return;
    b->no_memory = true;
    if (last->n_ticks == 0)
        s->n_samples--;
}

void log_build_series_sample(struct log_build *b, const struct record_sentence *s)
{
    struct log_sample new = { .line = s->line };
    uint64_t ticks[RECORD_FIELDS];
    unsigned n = parse_numbers(s, 2, ticks);

    if (!count_point(b, s))
        return;
    if (s->n_fields > 0)
        new.n_x = record_parse_number(s->field[0], new.x) ? 1 : parse_x(s->field[0], new.x);
    if (new.n_x == 0)
        bad_point(b, s, "x is no list of 1 to 4 numbers");
    else if (s->n_fields < 2 || !record_parse_number(s->field[1], &new.ops) || new.ops == 0)
        bad_point(b, s, "ops is no number from 1");
    else if (n == 0)
        bad_point(b, s, s->n_fields == 2 ? "no timing" : "a timing is no number");
    else
        add_sample(b, &new, ticks, n);
}

static void add_event(struct log_build *b, const struct log_event *new, const uint64_t *values)
{
    struct log_series *s = current_series(b);
    struct log_event *more = log_store_grown(s->events, s->n_events, 1, sizeof *more);
    uint64_t *copy = malloc(new->n_values * sizeof *copy);

    if (more != NULL)
        s->events = more;
    if (more == NULL || copy == NULL) {
        free(copy);
        b->no_memory = true;
        return;
    }
    memcpy(copy, values, new->n_values * sizeof *copy);
    more[s->n_events] = *new;
    more[s->n_events++].values = copy;
}

void log_build_series_event(struct log_build *b, const struct record_sentence *s)
{
    struct log_event new = { .line = s->line };
    uint64_t values[RECORD_FIELDS];

    if (!count_point(b, s))
        return;
    new.n_values = parse_numbers(s, 1, values);
    if (s->n_fields == 0 || !record_parse_number(s->field[0], &new.x))
        bad_point(b, s, "x is no number");
    else if (new.n_values == 0)
        bad_point(b, s, s->n_fields == 1 ? "no value" : "a value is no number");
    else
        add_event(b, &new, values);
}

/* ---- SKIP ---- */

static void add_skip(struct log_build *b, struct log_skip skip)
{
    struct log_series *s = current_series(b);
    struct log_skip *more = log_store_grown(s->skips, s->n_skips, 1, sizeof *more);

    if (more == NULL) {
        b->no_memory = true;
        return;
    }
    s->skips = more;
    more[s->n_skips++] = skip;
}

void log_build_series_skip(struct log_build *b, const struct record_sentence *s)
{
    struct log_skip skip;

    if (s->n_fields < 2 || !record_parse_number(s->field[0], &skip.x)) {
        log_build_problem(b, s->line, "", "SKIP without x and a reason");
        return;
    }
    skip.end = record_end_of(s->field[1]);
    if (b->series.open)
        add_skip(b, skip);
    else
        log_build_problem(b, s->line, "", "SKIP outside of any series");
}

/* ---- gaps ---- */

void log_build_series_gap(struct log_build *b, size_t index, uint64_t n)
{
    struct log_build_series *o = &b->series;

    if (o->missing == 0) {
        o->sure_received = o->received;
        o->sure_samples = current_series(b)->n_samples;
        o->sure_events = current_series(b)->n_events;
        o->sure_skips = current_series(b)->n_skips;
    }
    o->missing += n;
    o->apart = true;
    current_series(b)->damaged = true;
    if (index == LOG_BUILD_UNTOLD)
        return;
    struct log_build_loss *more = log_store_grown(o->losses, o->n_losses, 1, sizeof *more);
    if (more == NULL) {
        b->no_memory = true;
        return;
    }
    o->losses = more;
    more[o->n_losses++] = (struct log_build_loss){ index, n };
}

/* ---- a series ends ---- */

static void close_series(struct log_build *b)
{
    free(b->series.losses);
    b->series = (struct log_build_series){ 0 };
}

/* Drops samples and events beyond those that are certain to belong to the series. */
static void keep_only(struct log_series *s, size_t n_samples, size_t n_events)
{
    if (s->n_samples > n_samples)
        s->n_samples = n_samples; /* their timings go with the run */
    while (s->n_events > n_events)
        log_event_free(&s->events[--s->n_events]);
}

/* Closes a series of which every missing sentence was a point. */
static void close_whole(struct log_build *b)
{
    struct log_series *s = current_series(b);

    s->points_lost += b->series.missing;
    for (size_t i = 0; i < b->series.n_losses; i++) {
        struct log_build_loss loss = b->series.losses[i];
        log_build_cost(b, loss.problem, "%" PRIu64 " point%s of %s", loss.count,
                       log_build_plural(loss.count), s->probe);
    }
    close_series(b);
}

/* Closes a series whose end is not known: what came after its first gap may not belong to it. */
static void close_in_doubt(struct log_build *b)
{
    struct log_build_series *o = &b->series;
    struct log_series *s = current_series(b);
    uint64_t doubtful = o->received - o->sure_received;

    keep_only(s, o->sure_samples, o->sure_events);
    s->n_skips = o->sure_skips;
    for (size_t i = 0; i < o->n_losses; i++) {
        struct log_build_loss loss = o->losses[i];
        if (i == 0 && doubtful > 0)
            log_build_cost(b, loss.problem,
                           "up to %" PRIu64 " point%s of %s, and %" PRIu64
                           " behind it that may not be of this series",
                           loss.count, log_build_plural(loss.count), s->probe, doubtful);
        else
            log_build_cost(b, loss.problem, "up to %" PRIu64 " point%s of %s, or its end",
                           loss.count, log_build_plural(loss.count), s->probe);
    }
    close_series(b);
}

void log_build_series_cut(struct log_build *b, uint64_t line)
{
    cost_orphans(b, "an unknown probe", b->n_orphans);
    if (!b->series.open)
        return;
    struct log_series *s = current_series(b);
    s->damaged = true;
    if (b->series.missing > 0) {
        close_in_doubt(b);
        return;
    }
    if (!b->at_end) {
        size_t index =
            log_build_loss(b, log_build_problem(b, line, "", "series %s has no DONE", s->probe));
        log_build_cost(b, index, "the end of %s", s->probe);
    }
    close_series(b);
}

/* The count of DONE and the numbering agree that nothing is missing but points of this series. */
static void done_fits(struct log_build *b, uint64_t points, const char *status)
{
    struct log_series *s = current_series(b);

    s->points_announced = points;
    s->status = log_build_copy(b, status);
    s->end = record_end_of(s->status);
    if (s->status == NULL)
        s->damaged = true;
    close_whole(b);
}

/* No number is missing, and yet DONE is not that of this series: the probe miscounts, or two runs
 * meet somewhere in here at the same number. */
static void done_contradicts(struct log_build *b, uint64_t line, const char *probe, uint64_t points)
{
    struct log_series *s = current_series(b);
    uint64_t n = b->series.received;
    size_t index =
        log_build_problem(b, line, "", "DONE of %s counts %" PRIu64 " point%s, in %s came %" PRIu64,
                          probe, points, log_build_plural(points), s->probe, n);

    log_build_cost(b, index, "all %" PRIu64 " point%s of %s", n, log_build_plural(n), s->probe);
    s->damaged = true;
    s->points_lost = n;
    keep_only(s, 0, 0);
    s->n_skips = 0;
    close_series(b);
}

/* There is no telling which of the sentences is foreign, nor which series it is in. */
void log_build_series_foreign(struct log_build *b, const struct record_sentence *s)
{
    char names[2 * RECORD_LINE_BYTES] = "not known";
    size_t n = 0;

    for (size_t i = b->summed_series; i < b->run.n_series; i++) {
        struct log_series *series = &b->run.series[i];

        keep_only(series, 0, 0);
        series->n_skips = 0;
        series->damaged = true;
        if (n < sizeof names)
            n += (size_t)snprintf(names + n, sizeof names - n, "%s%s",
                                  n == 0 ? "all points of " : ", ", series->probe);
    }
    log_build_problem(b, s->line, names,
                      "%s does not sum up the sentences after line %" PRIu64
                      ": one is of another run, or out of order",
                      s->type, b->summed_line);
    b->sum_is_wrong = false;
}

/* DONE ends a series that has a foreign sentence. */
static void done_foreign(struct log_build *b, const struct record_sentence *s)
{
    current_series(b)->points_lost = b->series.received;
    b->series.sure_received = 0;
    close_in_doubt(b);
    log_build_series_foreign(b, s);
}

/* Its PROBE was lost, and with it what the points were. */
static void done_alone(struct log_build *b, uint64_t line, const char *probe, uint64_t points)
{
    if (b->n_orphans > 0) {
        cost_orphans(b, probe, points > b->n_orphans ? points : b->n_orphans);
        return;
    }
    size_t index =
        log_build_loss(b, log_build_problem(b, line, "", "DONE of %s without its PROBE", probe));
    log_build_cost(b, index, "%" PRIu64 " point%s of %s", points, log_build_plural(points), probe);
}

static void done_open(struct log_build *b, const struct record_sentence *s, const char *probe,
                      uint64_t points)
{
    bool same = strcmp(probe, current_series(b)->probe) == 0;
    bool fits = points == b->series.received + b->series.missing;

    current_series(b)->last_line = s->line;
    if (b->sum_is_wrong) {
        done_foreign(b, s);
    } else if (same && fits) {
        done_fits(b, points, s->n_fields > 2 ? s->field[2] : "");
    } else if (b->series.missing > 0) {
        close_in_doubt(b);
        if (!same)
            done_alone(b, s->line, probe, points);
    } else {
        done_contradicts(b, s->line, probe, points);
    }
}

void log_build_series_done(struct log_build *b, const struct record_sentence *s)
{
    const char *probe = s->n_fields > 0 ? log_build_probe(b, s->field[0]) : "";
    uint64_t points = 0;

    if (s->n_fields < 3 || !record_parse_number(s->field[1], &points))
        log_build_problem(b, s->line, "", "DONE without probe, points and status");
    if (b->series.open)
        done_open(b, s, probe, points);
    else
        done_alone(b, s->line, probe, points);
    if (b->sum_is_wrong)
        log_build_series_foreign(b, s);
    b->summed_line = s->line;
    b->summed_series = b->run.n_series;
    log_build_sums(b, s);
}
