/* Cuts a log into its sentences, and writes them with checksums that are right again. */
#include "sentences.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LINE_BYTES = SENTENCE_BYTES + 64, DIGITS = 8 };

static void make_room(struct sentences *s)
{
    if (s->n < s->room)
        return;
    s->room = 2 * s->room + 64;
    s->at = realloc(s->at, s->room * sizeof *s->at);
    if (s->at == NULL)
        abort();
}

void sentences_add(struct sentences *s, const char *text, size_t n)
{
    struct sentence one = { .seq = (uint32_t)s->n };

    one.n = (unsigned)(n < SENTENCE_BYTES ? n : SENTENCE_BYTES);
    memcpy(one.text, text, one.n);
    sentences_insert(s, s->n, &one);
}

void sentences_insert(struct sentences *s, size_t i, const struct sentence *one)
{
    struct sentence copy = *one;

    make_room(s);
    memmove(s->at + i + 1, s->at + i, (s->n - i) * sizeof *s->at);
    s->at[i] = copy;
    s->n++;
}

void sentences_drop(struct sentences *s, size_t i)
{
    s->n--;
    memmove(s->at + i, s->at + i + 1, (s->n - i) * sizeof *s->at);
}

void sentences_copy(struct sentences *to, const struct sentences *from)
{
    *to = (struct sentences){ malloc((from->n + 1) * sizeof *to->at), from->n, from->n + 1 };
    if (to->at == NULL)
        abort();
    memcpy(to->at, from->at, from->n * sizeof *to->at);
}

void sentences_free(struct sentences *s)
{
    free(s->at);
    *s = (struct sentences){ 0 };
}

bool sentence_is(const struct sentence *one, const char *type)
{
    size_t n = strlen(type);

    return one->n >= n && memcmp(one->text, type, n) == 0 && (one->n == n || one->text[n] == ',');
}

static bool carries_running(const struct sentence *one)
{
    return sentence_is(one, "DONE") || sentence_is(one, "END");
}

/* ---- what a DONE and an END say ---- */

/* The probe that PROBE or DONE names, and what DONE counts; false where there is no such thing. */
static bool read_counts(const struct sentence *one, char probe[SENTENCE_BYTES],
                        unsigned long *points)
{
    char text[SENTENCE_BYTES + 1];

    snprintf(text, sizeof text, "%.*s", (int)one->n, one->text);
    if (points == NULL)
        return sscanf(text, "PROBE,%231[^,]", probe) == 1;
    return sscanf(text, "DONE,%231[^,],%lu", probe, points) == 2;
}

/* Replaces the field of ONE that follows its first COMMAS commas by NUMBER, where it is there. */
static void set_number(struct sentence *one, unsigned commas, unsigned long number)
{
    char text[SENTENCE_BYTES + 64];
    unsigned at = 0, end;

    for (; at < one->n && commas > 0; at++)
        commas -= one->text[at] == ',';
    for (end = at; end < one->n && one->text[end] != ',';)
        end++;
    if (commas > 0)
        return;
    int n = snprintf(text, sizeof text, "%.*s%lu%.*s", (int)at, one->text, number,
                     (int)(one->n - end), one->text + end);
    one->n = (unsigned)n < SENTENCE_BYTES ? (unsigned)n : SENTENCE_BYTES;
    memcpy(one->text, text, one->n);
}

static bool is_point(const struct sentence *one)
{
    return sentence_is(one, "S") || sentence_is(one, "E");
}

/* Sentence I of S as it is written: END, and where asked for DONE, count what is there. POINTS: so
 * many since PROBE. */
static struct sentence mended(const struct sentences *s, size_t i, enum mend mend,
                              unsigned long points)
{
    struct sentence one = s->at[i];

    if (mend == MEND_CRC)
        return one;
    one.seq = (uint32_t)i;
    if (sentence_is(&one, "END"))
        set_number(&one, 1, i);
    if (sentence_is(&one, "DONE") && (mend == MEND_COUNTS || mend == MEND_ALL))
        set_number(&one, 2, points);
    return one;
}

/* ---- writing ---- */

/* Writes ONE with its running checksum into LINE. Returns its checksum. */
static uint32_t write_line(const struct sentence *one, char *line)
{
    int n = snprintf(line, LINE_BYTES, "$PT,%" PRIu32 ",%.*s", one->seq, (int)one->n, one->text);

    if (carries_running(one))
        n += snprintf(line + n, (size_t)(LINE_BYTES - n), ",%08" PRIX32, one->running);
    uint32_t crc = (uint32_t)crc32(0, (const Bytef *)line + 1, (uInt)n - 1);
    snprintf(line + n, (size_t)(LINE_BYTES - n), "*%08" PRIX32 "\n", crc);
    return crc;
}

/* Moves a running checksum on by a sentence's, lowest byte first. */
static uint32_t running_on(uint32_t running, uint32_t crc)
{
    const Bytef bytes[] = { (Bytef)crc, (Bytef)(crc >> 8), (Bytef)(crc >> 16), (Bytef)(crc >> 24) };

    return (uint32_t)crc32(running, bytes, sizeof bytes);
}

struct bytes sentences_write(const struct sentences *s, enum mend mend)
{
    struct bytes b = { malloc(s->n * LINE_BYTES + 1), 0 };
    uint32_t running = 0;
    unsigned long points = 0;

    if (b.at == NULL)
        abort();
    for (size_t i = 0; i < s->n; i++) {
        struct sentence one = mended(s, i, mend, points);
        char *line = b.at + b.n;
        if (mend >= MEND_RUNNING)
            one.running = running;
        points = sentence_is(&one, "PROBE") ? 0 : points + is_point(&one);
        running = running_on(running, write_line(&one, line));
        b.n += strlen(line);
    }
    return b;
}

/* ---- reading ---- */

/* Gives DONE and END the running checksum of what is before them. */
static void seal(struct sentences *s)
{
    char line[LINE_BYTES];
    uint32_t running = 0;

    for (size_t i = 0; i < s->n; i++) {
        s->at[i].running = running;
        s->at[i].seq = (uint32_t)i;
        running = running_on(running, write_line(&s->at[i], line));
    }
}

/* Takes the running checksum off: eight digits as the fourth field of DONE, the third of END. */
static void take_running(struct sentence *one)
{
    unsigned commas = 0, wanted = sentence_is(one, "DONE") ? 4 : 3;

    for (unsigned i = 0; i < one->n; i++)
        commas += one->text[i] == ',';
    if (carries_running(one) && commas == wanted && one->n > DIGITS &&
        one->text[one->n - DIGITS - 1] == ',')
        one->n -= DIGITS + 1;
}

static void read_line(struct sentences *s, const char *line, const char *end)
{
    const char *star = memchr(line, '*', (size_t)(end - line));

    if (star == NULL || star - line < 5 || memcmp(line, "$PT,", 4) != 0)
        return;
    const char *text = memchr(line + 4, ',', (size_t)(star - line) - 4);
    if (text == NULL)
        return;
    sentences_add(s, text + 1, (size_t)(star - text) - 1);
    take_running(&s->at[s->n - 1]);
}

void sentences_read(struct sentences *s, const char *log, size_t n)
{
    const char *end = log + n;

    *s = (struct sentences){ 0 };
    for (const char *line = log; line < end;) {
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        if (line_end == NULL)
            line_end = end;
        read_line(s, line, line_end);
        line = line_end + 1;
    }
    seal(s);
}

/* ---- what its structure tells ---- */

/* Returns true when DONE names the probe that PROBE does, and counts POINTS. */
static bool fits(const struct sentence *probe, const struct sentence *done, unsigned long points)
{
    char want[SENTENCE_BYTES], got[SENTENCE_BYTES];
    unsigned long counted;

    return read_counts(probe, want, NULL) && read_counts(done, got, &counted) &&
           strcmp(want, got) == 0 && counted == points;
}

static bool is_framed(const struct sentences *s)
{
    if (s->n == 0 || !sentence_is(&s->at[0], "RUN") || !sentence_is(&s->at[s->n - 1], "END"))
        return false;
    for (size_t i = 0; i + 1 < s->n; i++)
        if (sentence_is(&s->at[i], "END"))
            return false;
    return true;
}

bool sentences_are_broken(const struct sentences *s)
{
    const struct sentence *open = NULL;
    unsigned long points = 0;

    for (size_t i = 0; i < s->n; i++) {
        const struct sentence *one = &s->at[i];
        bool starts = sentence_is(one, "PROBE"), ends = sentence_is(one, "DONE");
        if ((starts && open != NULL) || ((ends || is_point(one)) && open == NULL))
            return true;
        if (ends && !fits(open, one, points))
            return true;
        points = starts ? 0 : points + is_point(one);
        open = starts ? one : ends ? NULL : open;
    }
    return open != NULL || !is_framed(s);
}
