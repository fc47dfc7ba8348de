/* Draws progress on the terminal, and decides when. */
#include "progress.h"
#include "clock.h"
#include "record/visible.h"
#include "say.h"
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
    LIVE_AT_MOST_MS = 100,
    LIVE_AT_LEAST_MS =
        1000, /* the clock is shown in seconds; fewer wake-ups disturb a measurement less */
    PLAIN_MS = 10000,
    PLAIN_COLUMNS = 79,
    USUAL_COLUMNS = 80,
    FEWEST_COLUMNS = 20,
    BITS_A_BYTE = 10, /* on a serial line */
};

/* A moving cursor would tear apart a log that goes to the same terminal. */
enum progress_how progress_how(bool quiet, bool plain, int log_fd)
{
    const char *term = getenv("TERM");
    bool dumb = term == NULL || strcmp(term, "dumb") == 0;

    if (quiet)
        return PROGRESS_NONE;
    return isatty(STDERR_FILENO) && !plain && !dumb && !isatty(log_fd) ? PROGRESS_LIVE
                                                                       : PROGRESS_PLAIN;
}

void progress_begin(struct progress *p, enum progress_how how, const struct progress_source *s)
{
    const char *no_colour = getenv("NO_COLOR");

    *p = (struct progress){ .how = how, .source = *s, .begin_ms = clock_now_ms() };
    p->drawn_ms = p->over_ms = p->begin_ms;
    p->colour = how == PROGRESS_LIVE && (no_colour == NULL || *no_colour == '\0');
    (void)setlocale(LC_CTYPE, "");
    p->utf8 = how == PROGRESS_LIVE && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Returns one less than the terminal has: writing the last column moves some to the next line. */
static unsigned terminal_columns(const struct progress *p)
{
    struct winsize size = { .ws_col = 0 };

    if (p->how != PROGRESS_LIVE)
        return PLAIN_COLUMNS;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        size.ws_col = USUAL_COLUMNS;
    return size.ws_col <= FEWEST_COLUMNS ? FEWEST_COLUMNS : size.ws_col - 1u;
}

/* Returns true where no sentence of a run came. */
static bool is_waiting(const struct stream_counts *counts)
{
    return !counts->began && counts->n_probes == 0 && counts->ends == 0 && counts->x[0] == '\0';
}

static struct overheard_view heard_by(const struct progress *p, int64_t now_ms)
{
    const struct progress_source *s = &p->source;

    return (struct overheard_view){
        .heard = s->heard,
        .tail = s->tail,
        .settings = s->settings,
        .n_bytes = *s->n_bytes,
        .n_damaged = s->counts->faults + s->counts->faults_before,
        .silent_s = (double)(now_ms - *s->last_byte_ms) / 1000,
    };
}

/* Fills in what comes in place of the stream. */
static void view_overheard(struct progress_view *view, const struct progress *p, int64_t now_ms)
{
    struct overheard_view heard = heard_by(p, now_ms);

    if (!is_waiting(p->source.counts))
        return;
    overheard_say(&heard, false, view->heard);
    overheard_say(&heard, true, view->heard_brief);
}

static struct progress_view view_of(const struct progress *p, const struct stream_probe *probe,
                                    int64_t now_ms)
{
    const struct progress_source *s = &p->source;
    struct progress_view view = {
        .board = s->board,
        .settings = s->settings,
        .probe = probe != NULL ? probe->name : NULL,
        .points = probe != NULL ? probe->points : 0,
        .planned = probe != NULL ? probe->planned : 0,
        .stage = s->stage->name,
        .stage_detail = s->stage->detail,
        .stage_s = (double)(now_ms - s->stage->begin_ms) / 1000,
        .stage_limit_s = (double)s->stage->limit_ms / 1000,
        .x = s->counts->x,
        .status = probe != NULL ? probe->status : "",
        .probe_s = (double)(now_ms - p->over_ms) / 1000,
        .takes_s = probe != NULL ? (double)probe->takes_ms / 1000 : 0,
        .line_s = probe != NULL && s->baud > 0
                      ? (double)probe->sends_bytes * BITS_A_BYTE / (double)s->baud
                      : 0,
        .sends_bytes = probe != NULL ? probe->sends_bytes : 0,
        .share = stream_counts_share(s->counts),
        .elapsed_s = (double)(now_ms - p->begin_ms) / 1000,
        .silent_s = (double)(now_ms - *s->last_byte_ms) / 1000,
        .limit_s = (double)s->silence_ms / 1000,
        .n_bytes = *s->n_bytes,
        .bad = s->counts->faults + s->counts->faults_before,
        .utf8 = p->utf8,
        .colour = p->colour,
        .columns = terminal_columns(p),
    };

    view_overheard(&view, p, now_ms);
    return view;
}

/* Erases the live lines; the cursor is at the end of the second. */
static void wipe_live(struct progress *p)
{
    if (p->live)
        (void)fputs("\r\033[K\033[1A\033[K", stderr);
    p->live = false;
}

static void draw_live(struct progress *p, int64_t now_ms)
{
    struct progress_view view = view_of(p, stream_counts_current(p->source.counts), now_ms);
    char line[PROGRESS_LINE_BYTES];

    wipe_live(p);
    progress_line_probe(line, &view);
    (void)fprintf(stderr, "%s\n", line);
    progress_line_total(line, &view);
    (void)fputs(line, stderr);
    (void)fflush(stderr);
    p->live = true;
    p->drawn_ms = now_ms;
}

static void print_plain(struct progress *p, int64_t now_ms)
{
    struct progress_view view = view_of(p, stream_counts_current(p->source.counts), now_ms);
    char line[PROGRESS_LINE_BYTES];

    progress_line_plain(line, &view);
    (void)fprintf(stderr, "%s\n", line);
    p->drawn_ms = now_ms;
}

void progress_restart(struct progress *p)
{
    p->begin_ms = p->over_ms = clock_now_ms();
}

void progress_stage_begins(struct progress *p)
{
    int64_t now_ms = clock_now_ms();

    if (p->how == PROGRESS_LIVE)
        draw_live(p, now_ms);
    else if (p->how == PROGRESS_PLAIN)
        print_plain(p, now_ms);
}

void progress_stage_over(struct progress *p)
{
    struct progress_view view = view_of(p, NULL, clock_now_ms());
    char line[PROGRESS_LINE_BYTES];

    if (p->how == PROGRESS_NONE)
        return;
    wipe_live(p);
    progress_line_stage_over(line, &view);
    (void)fprintf(stderr, "%s\n", line);
}

/* Returns true where STATE, of HEARD, may be said: a stage may be silent, and a line that is the
 * last one for some seconds is where the board waits. */
static bool is_worth_saying(const struct progress *p, enum overheard_state state,
                            const struct overheard_view *heard)
{
    bool lasts = heard->silent_s >= OVERHEARD_SILENT_S;

    if (state == OVERHEARD_WAITING || (p->said & 1u << state) != 0)
        return false;
    return state == OVERHEARD_NOISE || (p->source.stage->name == NULL && lasts);
}

static void say_overheard(struct progress *p, int64_t now_ms)
{
    struct overheard_view heard = heard_by(p, now_ms);
    enum overheard_state state = overheard_state(&heard);
    char text[OVERHEARD_BYTES];

    if (p->how == PROGRESS_NONE || !is_waiting(p->source.counts) ||
        !is_worth_saying(p, state, &heard))
        return;
    p->said |= 1u << state;
    overheard_say(&heard, false, text);
    wipe_live(p);
    complain("%s: %s", p->source.board, text);
    p->drawn_ms = p->how == PROGRESS_LIVE ? 0 : now_ms;
}

void progress_tick(struct progress *p, int64_t now_ms)
{
    say_overheard(p, now_ms);
    if (p->how == PROGRESS_LIVE && now_ms - p->drawn_ms >= LIVE_AT_MOST_MS)
        draw_live(p, now_ms);
    if (p->how == PROGRESS_PLAIN && now_ms - p->drawn_ms >= PLAIN_MS)
        print_plain(p, now_ms);
}

int64_t progress_rest_ms(const struct progress *p, int64_t now_ms)
{
    int64_t every_ms = p->how == PROGRESS_LIVE ? LIVE_AT_LEAST_MS : PLAIN_MS;
    int64_t rest_ms = p->drawn_ms + every_ms - now_ms;
    int64_t lasts_ms = *p->source.last_byte_ms + 1000 * OVERHEARD_SILENT_S - now_ms;

    if (p->how == PROGRESS_NONE)
        return -1;
    if (is_waiting(p->source.counts) && lasts_ms > 0 && lasts_ms < rest_ms)
        rest_ms = lasts_ms;
    return rest_ms > 0 ? rest_ms : 0;
}

void progress_probe_over(void *progress, const struct stream_counts *counts,
                         const struct stream_probe *probe)
{
    struct progress *p = progress;
    int64_t now_ms = clock_now_ms();
    struct progress_view view = view_of(p, probe, now_ms);
    char line[PROGRESS_LINE_BYTES];

    (void)counts;
    p->over_ms = now_ms;
    if (p->how == PROGRESS_NONE)
        return;
    if (p->source.find != NULL)
        p->source.find(p->source.find_ctx, probe->name, view.found, sizeof view.found);
    wipe_live(p);
    progress_line_probe_over(line, &view);
    (void)fprintf(stderr, "%s\n", line);
    p->drawn_ms = p->how == PROGRESS_LIVE ? 0 : now_ms; /* the next tick draws what follows */
}

void progress_probe_begins(void *progress, const struct stream_probe *probe)
{
    struct progress *p = progress;
    int64_t now_ms = clock_now_ms();
    struct progress_view view = view_of(p, probe, now_ms);
    char line[PROGRESS_LINE_BYTES];

    if (p->how == PROGRESS_NONE)
        return;
    wipe_live(p);
    progress_line_probe_begins(line, &view);
    (void)fprintf(stderr, "%s\n", line);
    p->drawn_ms = p->how == PROGRESS_LIVE ? 0 : now_ms; /* the next tick draws what follows */
}

/* Passes on the first N bytes of the message and END: on a terminal as a whole line above the live
 * ones. */
static void print_message(struct progress *p, size_t n, const char *end)
{
    char text[VISIBLE_BYTES * PROGRESS_MESSAGE_BYTES + 1];
    bool was_live = p->live;

    if (n == 0 && *end == '\0')
        return;
    wipe_live(p);
    (void)visible_text(text, sizeof text, p->message, n);
    (void)fprintf(stderr, "%s%s", text, p->how == PROGRESS_LIVE ? "\n" : end);
    p->n_message -= n;
    memmove(p->message, p->message + n, p->n_message);
    if (was_live)
        draw_live(p, clock_now_ms());
}

/* Passes on a line, whose end, LF or CR LF, has come. */
static void print_line(struct progress *p)
{
    bool cr = p->n_message > 0 && p->message[p->n_message - 1] == '\r';

    p->n_message -= cr;
    print_message(p, p->n_message, "\n");
}

/* Returns how many bytes of the message can be shown before others come: not a CR, which may belong
 * to a line end, nor the beginning of a character. */
static size_t whole_bytes(const struct progress *p)
{
    size_t n = p->n_message;

    if (n > 0 && p->message[n - 1] == '\r')
        return n - 1;
    for (size_t back = 1; back <= 3 && back <= n; back++) {
        unsigned char c = (unsigned char)p->message[n - back];

        if (c >= 0xC0)
            return back < (c >= 0xF0 ? 4u : c >= 0xE0 ? 3u : 2u) ? n - back : n;
        if (c < 0x80)
            return n;
    }
    return n;
}

void progress_message(struct progress *p, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == '\n') {
            print_line(p);
            continue;
        }
        p->message[p->n_message++] = bytes[i];
        if (p->n_message == sizeof p->message)
            print_message(p, whole_bytes(p), "");
    }
    if (p->how != PROGRESS_LIVE)
        print_message(p, whole_bytes(p), "");
}

void progress_end(struct progress *p)
{
    wipe_live(p);
    print_message(p, p->n_message, "");
    (void)fflush(stderr);
}
