/* Lays out the lines of progress within the columns of a terminal. */
#include "progress_line.h"
#include "record/record.h"
#include "record/visible.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A line under way: its bytes, and the columns they take; UTF-8 and colour make them differ. */
struct line {
    char *text;
    size_t n_bytes;
    unsigned n_columns, columns;
};

static void put_whole(struct line *l, const char *text, unsigned columns)
{
    size_t n = strlen(text);

    if (l->n_bytes + n >= PROGRESS_LINE_BYTES || l->n_columns + columns > l->columns)
        return;
    memcpy(l->text + l->n_bytes, text, n + 1);
    l->n_bytes += n;
    l->n_columns += columns;
}

/* Appends text, as a whole or not at all, as record/visible.h shows it. Each byte beyond ASCII
 * counts as a column. */
static void add_text(struct line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_text(struct line *l, const char *format, ...)
{
    char text[160], shown[VISIBLE_BYTES * sizeof text];
    va_list args;

    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < sizeof text)
        put_whole(l, shown, (unsigned)visible_text(shown, sizeof shown, text, (size_t)n));
}

/* Appends what fits of TEXT, parts with ", " between them. */
static void add_parts(struct line *l, const char *text)
{
    unsigned left = l->columns - l->n_columns;
    size_t n = strlen(text);

    while (n > 0 && n + 2 > left)
        for (n--; n > 0 && strncmp(text + n, ", ", 2) != 0;)
            n--;
    if (n > 0)
        add_text(l, "  %.*s", (int)n, text);
}

static struct line begin_line(char text[PROGRESS_LINE_BYTES], const struct progress_view *view)
{
    text[0] = '\0';
    return (struct line){ .text = text, .columns = view->columns };
}

static unsigned columns_left(const struct line *l)
{
    return l->columns - l->n_columns;
}

static void add_bar(struct line *l, const struct progress_view *v, double share, unsigned cells)
{
    unsigned full = (unsigned)(share * cells);

    for (unsigned i = 0; i < cells; i++) {
        bool on = i < full;
        put_whole(l, v->utf8 ? (on ? "\u2501" : "\u2500") : on ? "#" : "-", 1);
    }
}

/* Appends NAME, cut or filled up to COLUMNS. */
static void add_name(struct line *l, const char *name, int columns)
{
    add_text(l, "%-*.*s", columns, columns, name);
}

static double share_of(uint64_t points, uint64_t planned)
{
    if (planned == 0 || points >= planned)
        return planned == 0 ? 0 : 1;
    return (double)points / (double)planned;
}

static int minutes(double s)
{
    return (int)(s / 60);
}

static int seconds(double s)
{
    return (int)s % 60;
}

double progress_whole_s(const struct progress_view *view)
{
    if (view->share < 0.02 || view->elapsed_s < 2)
        return 0;
    return view->elapsed_s / view->share;
}

void progress_bytes_text(char *text, size_t room, uint64_t n_bytes)
{
    static const char *const units[] = { "KiB", "MiB", "GiB" };
    double value = (double)n_bytes / 1024;
    unsigned u = 0;

    for (; value >= 1000 && u < 2; u++)
        value /= 1024;
    if (n_bytes < 1024)
        (void)snprintf(text, room, "%u B", (unsigned)n_bytes);
    else
        (void)snprintf(text, room, "%.1f %s", value, units[u]);
}

static bool is_silent(const struct progress_view *v)
{
    return v->silent_s >= 5;
}

static void silence_text(char *text, size_t room, const struct progress_view *v)
{
    if (v->limit_s > 0)
        (void)snprintf(text, room, "  silent for %.0f s (limit %.0f)", v->silent_s, v->limit_s);
    else
        (void)snprintf(text, room, "  silent for %.0f s", v->silent_s);
}

enum { NAME_COLUMNS = 14, MOST_CELLS = 24, FEWEST_CELLS = 4 };

/* Returns the cells of a bar that leaves REST columns free. */
static unsigned bar_cells(const struct line *l, unsigned rest)
{
    unsigned n = columns_left(l) > rest ? columns_left(l) - rest : 0;

    if (n > MOST_CELLS)
        n = MOST_CELLS;
    return n < FEWEST_CELLS ? FEWEST_CELLS : n;
}

static void add_stage(struct line *l, const struct progress_view *v)
{
    if (v->stage_detail[0] != '\0')
        add_text(l, "  %s", v->stage_detail);
    add_text(l, "  %.0f s (limit %.0f)", v->stage_s, v->stage_limit_s);
}

/* Appends the longest of these texts that fits: who waits and what comes instead, or less of it. */
static void add_waiting(struct line *l, const struct progress_view *v, const char *silence)
{
    unsigned before = l->n_columns;
    const char *comma = v->settings != NULL ? ", " : "";
    const char *settings = v->settings != NULL ? v->settings : "";

    if (v->heard[0] != '\0') {
        add_text(l, "%.48s%s%s: %s", v->board, comma, settings, v->heard);
        if (l->n_columns == before)
            add_text(l, "%s", v->heard);
        if (l->n_columns == before)
            add_text(l, "%s", v->heard_brief);
    }
    if (l->n_columns == before)
        add_text(l, "%.48s%s%s: waiting for a sentence%s", v->board, comma, settings, silence);
    if (l->n_columns == before)
        add_text(l, "%.24s: waiting for a sentence", v->board);
    if (l->n_columns == before)
        add_text(l, "waiting");
}

void progress_line_probe(char text[PROGRESS_LINE_BYTES], const struct progress_view *v)
{
    struct line l = begin_line(text, v);
    double share = share_of(v->points, v->planned);
    char state[96];

    if (is_silent(v))
        silence_text(state, sizeof state, v);
    else
        (void)snprintf(state, sizeof state, "  %llu/%llu points", (unsigned long long)v->points,
                       (unsigned long long)v->planned);
    put_whole(&l, v->utf8 ? " \u25b8 " : " > ", 3);
    if (v->stage != NULL) {
        add_name(&l, v->stage, NAME_COLUMNS);
        add_stage(&l, v);
        return;
    }
    if (v->probe == NULL) {
        add_waiting(&l, v, is_silent(v) ? state : "");
        return;
    }
    add_name(&l, v->probe, NAME_COLUMNS);
    add_text(&l, " ");
    add_bar(&l, v, share, bar_cells(&l, 5 + (unsigned)strlen(state)));
    add_text(&l, " %3.0f%%", 100 * share);
    add_text(&l, "%s", state);
    if (v->x[0] != '\0' && !is_silent(v))
        add_text(&l, "  x=%s", v->x);
}

void progress_line_total(char text[PROGRESS_LINE_BYTES], const struct progress_view *v)
{
    struct line l = begin_line(text, v);
    double whole_s = progress_whole_s(v);
    char bytes[32];

    progress_bytes_text(bytes, sizeof bytes, v->n_bytes);
    add_text(&l, "total ");
    add_bar(&l, v, v->share, bar_cells(&l, 26));
    add_text(&l, " %d:%02d", minutes(v->elapsed_s), seconds(v->elapsed_s));
    if (whole_s > 0)
        add_text(&l, " of ~%d:%02d", minutes(whole_s), seconds(whole_s));
    add_text(&l, ", %s", bytes);
    if (v->bad > 0)
        add_text(&l, ", %llu bad", (unsigned long long)v->bad);
    add_text(&l, "  Ctrl-C keeps it");
}

void progress_line_probe_begins(char text[PROGRESS_LINE_BYTES], const struct progress_view *v)
{
    struct line l = begin_line(text, v);
    double whole_s = v->takes_s + v->line_s;
    char bytes[32];

    progress_bytes_text(bytes, sizeof bytes, v->sends_bytes);
    put_whole(&l, v->utf8 ? " \u25b8 " : " > ", 3);
    add_name(&l, v->probe, NAME_COLUMNS);
    add_text(&l, " takes about %d:%02d", minutes(whole_s), seconds(whole_s));
    if (v->line_s >= 1)
        add_text(&l, ", %.0f s of it", v->line_s);
    else
        add_text(&l, ", sends");
    add_text(&l, v->line_s >= 1 ? " for %s on the line" : " %s", bytes);
}

/* Returns the reason of a probe that had nothing to measure with or on; NULL where it is no such.
 */
static const char *reason_to_skip(const struct progress_view *v)
{
    static const char skip[] = "skip:";

    return strncmp(v->status, skip, sizeof skip - 1) == 0 ? v->status + sizeof skip - 1 : NULL;
}

static bool went_well(const struct progress_view *v)
{
    return record_end_of(v->status) == RECORD_END_OK;
}

/* Appends the mark for success. */
static void put_done(struct line *l, const struct progress_view *v)
{
    if (v->colour)
        put_whole(l, "\033[32m", 0);
    put_whole(l, v->utf8 ? " \u2713 " : " + ", 3);
    if (v->colour)
        put_whole(l, "\033[0m", 0);
}

void progress_line_stage_over(char text[PROGRESS_LINE_BYTES], const struct progress_view *v)
{
    struct line l = begin_line(text, v);

    put_done(&l, v);
    add_name(&l, v->stage, NAME_COLUMNS);
    add_text(&l, " %6.1f s", v->stage_s);
    if (v->stage_detail[0] != '\0')
        add_text(&l, "  %s", v->stage_detail);
}

/* Appends the mark for anything but success. */
static void put_doubt(struct line *l, const struct progress_view *v)
{
    if (v->colour)
        put_whole(l, "\033[33m", 0);
    add_text(l, " ! ");
    if (v->colour)
        put_whole(l, "\033[0m", 0);
}

void progress_line_probe_over(char text[PROGRESS_LINE_BYTES], const struct progress_view *v)
{
    struct line l = begin_line(text, v);

    const char *reason = reason_to_skip(v);

    if (went_well(v))
        put_done(&l, v);
    else if (reason != NULL)
        add_text(&l, " - ");
    else
        put_doubt(&l, v);
    add_name(&l, v->probe, NAME_COLUMNS);
    add_text(&l, " %6.1f s", v->probe_s);
    if (went_well(v) && v->found[0] != '\0')
        add_parts(&l, v->found);
    else if (went_well(v))
        add_text(&l, "  %llu points", (unsigned long long)v->points);
    else if (reason != NULL)
        add_text(&l, "  skipped: %s", reason);
    else
        add_text(&l, "  %s", v->status[0] != '\0' ? v->status : "its end did not come");
}

/* What matters most comes first: what does not fit any more is left out. */
void progress_line_plain(char text[PROGRESS_LINE_BYTES], const struct progress_view *v)
{
    struct line l = begin_line(text, v);
    double whole_s = progress_whole_s(v);
    char silence[96];

    if (v->stage != NULL) {
        add_text(&l, "%.24s: %s", v->board, v->stage);
        add_stage(&l, v);
        return;
    }
    if (v->probe == NULL)
        add_waiting(&l, v, "");
    else
        add_text(&l, "%s: %llu/%llu points", v->probe, (unsigned long long)v->points,
                 (unsigned long long)v->planned);
    if (is_silent(v) && v->heard[0] == '\0') {
        silence_text(silence, sizeof silence, v);
        add_text(&l, "%s", silence);
    }
    add_text(&l, ", %.0f%% of all", 100 * v->share);
    add_text(&l, ", %d:%02d", minutes(v->elapsed_s), seconds(v->elapsed_s));
    if (whole_s > 0)
        add_text(&l, " of ~%d:%02d", minutes(whole_s), seconds(whole_s));
}
