/* Keeps the last lines, distinguishes noise from text, and knows the prompts that a board may wait
 * at. */
#include "overheard.h"
#include "record/visible.h"
#include <stdio.h>
#include <string.h>

enum {
    WINDOW = 512,      /* the counts are halved at so many bytes: later ones matter more */
    FEWEST = 24,       /* of fewer bytes nothing is said */
    ODD_PERCENT = 10,  /* more of them are noise: text of any language has fewer */
    LINE_COLUMNS = 40, /* of a line that is shown */
    BRIEF_COLUMNS = 24,
};

static bool is_text(char byte)
{
    return (byte >= ' ' && byte <= '~') || strchr("\t\r\n\b\a\033", byte) != NULL;
}

void overheard_feed(struct overheard *o, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n;) {
        unsigned length = (unsigned char)bytes[i] >= 0x80 ? visible_length(bytes + i, n - i) : 1;
        bool odd = length == 0 || bytes[i] == '\0' || (length == 1 && !is_text(bytes[i]));

        i += length > 0 ? length : 1;
        o->n++;
        o->n_odd += odd;
        if (o->n >= WINDOW) {
            o->n /= 2;
            o->n_odd /= 2;
        }
    }
}

enum overheard_state overheard_state(const struct overheard_view *view)
{
    const struct overheard *o = view->heard;

    if (view->n_bytes == 0)
        return view->settings != NULL && view->silent_s >= OVERHEARD_SILENT_S ? OVERHEARD_SILENT
                                                                              : OVERHEARD_WAITING;
    if (o->n >= FEWEST && 100 * o->n_odd >= ODD_PERCENT * o->n)
        return OVERHEARD_NOISE;
    if (view->n_damaged > 0)
        return OVERHEARD_DAMAGED;
    return tail_last(view->tail)[0] != '\0' ? OVERHEARD_TEXT : OVERHEARD_WAITING;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool ends(const char *text, const char *with)
{
    size_t n = strlen(text), n_with = strlen(with);

    return n >= n_with && strcmp(text + n - n_with, with) == 0;
}

/* Returns true for a line like "[    1.234567] usb 1-1: ...". */
static bool has_kernel_time(const char *line)
{
    char microseconds[7], end = '\0';
    unsigned seconds;

    return sscanf(line, "[%u.%6[0-9]%c", &seconds, microseconds, &end) == 3 &&
           strlen(microseconds) == 6 && end == ']';
}

/* Returns what LINE, the last one, means; "" where it is not known. */
static const char *meaning_of(const char *line)
{
    bool prompts = ends(line, "> ") || ends(line, ">");

    if (ends(line, "=> ") || ends(line, "=>") || (prompts && strstr(line, "oot") != NULL))
        return "U-Boot's prompt: nobody started the image";
    if (strstr(line, "stop autoboot") != NULL)
        return "U-Boot counts down";
    if (begins(line, "grub>"))
        return "GRUB's prompt: nobody started the image";
    if (ends(line, "login: ") || ends(line, "Password: "))
        return "a system's login: nobody started the image";
    if (ends(line, "# ") || ends(line, "$ "))
        return "a shell's prompt: nobody started the image";
    if (begins(line, "Starting kernel"))
        return "U-Boot started a kernel, not the image";
    return has_kernel_time(line) ? "a kernel's console, not the image" : "";
}

static void say_text(const struct overheard_view *view, bool brief, char *text)
{
    const char *line = tail_last(view->tail), *meaning = meaning_of(line);
    int most = brief ? BRIEF_COLUMNS : LINE_COLUMNS;
    bool cut = strlen(line) > (size_t)most;

    /* The end of a long prompt says what it is, the beginning of any other line. */
    (void)snprintf(text, OVERHEARD_BYTES, "last line: \"%.*s%s\"", most, line, cut ? "..." : "");
    size_t n = strlen(text);
    if (!brief && *meaning != '\0')
        (void)snprintf(text + n, OVERHEARD_BYTES - n, " (%s)", meaning);
}

static void say_noise(const struct overheard_view *view, bool brief, char *text)
{
    unsigned percent = 100 * view->heard->n_odd / view->heard->n;
    char bytes[32];

    progress_bytes_text(bytes, sizeof bytes, view->n_bytes);
    if (view->settings == NULL)
        (void)snprintf(text, OVERHEARD_BYTES, "%s came, %u %% is no text", bytes, percent);
    else if (brief)
        (void)snprintf(text, OVERHEARD_BYTES, "%u %% is no text: another --baud?", percent);
    else
        (void)snprintf(text, OVERHEARD_BYTES, "%s came, %u %% is no text: another --baud?", bytes,
                       percent);
}

static void say_silence(const struct overheard_view *view, bool brief, char *text)
{
    if (brief)
        (void)snprintf(text, OVERHEARD_BYTES, "nothing in %.0f s: power? --baud?", view->silent_s);
    else
        (void)snprintf(text, OVERHEARD_BYTES,
                       "nothing has come in %.0f s at %s: power? TX and RX crossed? another baud "
                       "rate?",
                       view->silent_s, view->settings);
}

void overheard_say(const struct overheard_view *view, bool brief, char text[OVERHEARD_BYTES])
{
    text[0] = '\0';
    switch (overheard_state(view)) {
    case OVERHEARD_WAITING:
        break;
    case OVERHEARD_SILENT:
        say_silence(view, brief, text);
        break;
    case OVERHEARD_NOISE:
        say_noise(view, brief, text);
        break;
    case OVERHEARD_DAMAGED:
        (void)snprintf(text, OVERHEARD_BYTES, "%llu sentences, none whole%s",
                       (unsigned long long)view->n_damaged,
                       brief ? "" : ": noise on the line, or bytes are lost (--flow)?");
        break;
    case OVERHEARD_TEXT:
        say_text(view, brief, text);
        break;
    }
}

bool overheard_means(const struct overheard_view *view)
{
    enum overheard_state state = overheard_state(view);

    return state != OVERHEARD_WAITING &&
           (state != OVERHEARD_TEXT || *meaning_of(tail_last(view->tail)) != '\0');
}

static void next_line(struct tail *tail)
{
    if (tail->n_bytes == 0)
        return;
    tail->at = (tail->at + 1) % TAIL_LINES;
    tail->n_bytes = 0;
    memset(tail->line[tail->at], 0, TAIL_BYTES);
}

static void add_byte(struct tail *tail, char byte)
{
    char *line = tail->line[tail->at];

    tail->n_bytes += visible_text(line + tail->n_bytes, TAIL_BYTES - tail->n_bytes, &byte, 1);
}

void tail_feed(struct tail *tail, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char c = bytes[i];

        if (c == '\n')
            next_line(tail);
        else if (tail->cr)
            add_byte(tail, '\r');
        tail->cr = c == '\r';
        if (c != '\n' && c != '\r')
            add_byte(tail, c);
    }
}

const char *tail_last(const struct tail *tail)
{
    const char *now = tail->line[tail->at];

    return *now != '\0' ? now : tail->line[(tail->at + TAIL_LINES - 1) % TAIL_LINES];
}

unsigned tail_print(const struct tail *tail, FILE *out, const char *indent)
{
    unsigned n = 0;

    for (unsigned i = 1; i <= TAIL_LINES; i++) {
        const char *line = tail->line[(tail->at + i) % TAIL_LINES];

        if (*line != '\0') {
            (void)fprintf(out, "%s%s\n", indent, line);
            n++;
        }
    }
    return n;
}
