#include "record.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    FRAME_BYTES = 11, /* '$', '*', eight digits, line end */
    BODY_BYTES = RECORD_LINE_BYTES - FRAME_BYTES,
    DIGITS = 8,
    PIECES = RECORD_FIELDS + 2, /* seq, type, fields */
    REMEMBERED = 64,            /* sentences that a repetition is recognised from */
    LATE_MOST = 8,              /* numbers that a sentence may come late by */
};

static const char prefix[] = "PT,";
enum { PREFIX_BYTES = sizeof prefix - 1 };

enum state {
    OUTSIDE,   /* in foreign text */
    IN_PREFIX, /* behind '$' */
    IN_BODY,   /* behind "$PT," */
    IN_DIGITS, /* behind '*' */
};

/* What stood between '$' and '*'. */
struct body {
    uint32_t seq;
    size_t n_bytes; /* 0: nothing is remembered here */
    char bytes[BODY_BYTES];
};

struct record_reader {
    struct record_reader_calls calls;
    uint64_t line_ends, lines_with_sentence, n_sentences;
    bool in_line; /* bytes have come since the last line end */
    bool line_has_sentence;

    enum state state;
    struct body body;
    char digits[DIGITS];
    size_t n_digits;

    /* The sentence, cut up. */
    char text[BODY_BYTES + 1];
    char *piece[PIECES];
    unsigned n_pieces;

    bool begun;                         /* a sentence was passed on */
    bool ended;                         /* the last one of them was END */
    uint32_t last;                      /* its number */
    uint64_t received;                  /* bit D: sentence last - D of this run was passed on */
    struct body remembered[REMEMBERED]; /* by seq modulo REMEMBERED; of this run */
};

struct record_reader *record_reader_new(const struct record_reader_calls *calls)
{
    struct record_reader *r = calloc(1, sizeof *r);

    if (r != NULL)
        r->calls = *calls;
    return r;
}

void record_reader_free(struct record_reader *r)
{
    free(r);
}

bool record_parse_number(const char *text, uint64_t *value)
{
    uint64_t n = 0;

    if (*text == '\0')
        return false;
    for (; *text; text++) {
        unsigned digit = (unsigned)(unsigned char)*text - '0';
        if (digit > 9 || n > UINT64_MAX / 10 || (n == UINT64_MAX / 10 && digit > UINT64_MAX % 10))
            return false;
        n = 10 * n + digit;
    }
    *value = n;
    return true;
}

static void fault(struct record_reader *r, enum record_fault what, uint64_t count)
{
    if (r->calls.fault != NULL)
        r->calls.fault(r->calls.ctx, what, r->line_ends + 1, count);
}

/* ---- numbering: which sentences are passed on ---- */

static void begin_numbering(struct record_reader *r)
{
    for (unsigned i = 0; i < REMEMBERED; i++)
        r->remembered[i].n_bytes = 0;
    r->received = 0;
    r->begun = true;
    r->ended = false;
}

static bool is_remembered(const struct record_reader *r)
{
    const struct body *old = &r->remembered[r->body.seq % REMEMBERED];

    return old->n_bytes == r->body.n_bytes && old->seq == r->body.seq &&
           r->last - old->seq < REMEMBERED && memcmp(old->bytes, r->body.bytes, old->n_bytes) == 0;
}

/* Whether the number belongs to a sentence that went missing a moment ago. */
static bool is_late(const struct record_reader *r)
{
    uint32_t seq = r->body.seq;

    return seq < r->last && r->last - seq <= LATE_MOST && (r->received >> (r->last - seq) & 1) == 0;
}

static bool drop(struct record_reader *r, enum record_fault why)
{
    fault(r, why, 0);
    return false;
}

static bool restart(struct record_reader *r)
{
    fault(r, RECORD_RESTART, 0);
    begin_numbering(r);
    return true;
}

/* A number beyond the last one, or the first of the stream. */
static bool forward(struct record_reader *r, uint32_t missing)
{
    if (!r->begun)
        begin_numbering(r);
    if (missing > 0)
        fault(r, RECORD_GAP, missing);
    return true;
}

/* Whether the sentence is to be passed on; says what is wrong with its number. */
static bool in_order(struct record_reader *r, bool is_run)
{
    uint32_t seq = r->body.seq;

    if (is_run && seq == 0) {
        if (r->begun && !r->ended && r->last == 0 && is_remembered(r))
            return drop(r, RECORD_REPEATED);
        begin_numbering(r);
        return true;
    }
    if (!r->begun)
        return seq == 0 ? restart(r) : forward(r, seq);
    if (is_remembered(r))
        return drop(r, RECORD_REPEATED);
    if (is_late(r))
        return drop(r, RECORD_LATE);
    if (seq <= r->last || r->ended)
        return restart(r);
    return forward(r, seq - r->last - 1);
}

static void remember(struct record_reader *r)
{
    uint32_t seq = r->body.seq;
    struct body *slot = &r->remembered[seq % REMEMBERED];
    uint32_t step = r->received == 0 ? 0 : seq - r->last;

    slot->seq = seq;
    slot->n_bytes = r->body.n_bytes;
    memcpy(slot->bytes, r->body.bytes, slot->n_bytes);
    r->received = (step < 64 ? r->received << step : 0) | 1;
    r->last = seq;
}

/* ---- a sentence is cut into its pieces ---- */

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The byte that the %XX at P stands for, or -1. A zero byte would end the text early: it is none.
 */
static int unescaped(const char *p, const char *end)
{
    if (end - p < 3)
        return -1;
    int high = hex_value(p[1]), low = hex_value(p[2]);
    return high < 0 || low < 0 || high + low == 0 ? -1 : 16 * high + low;
}

static bool cut_up(struct record_reader *r)
{
    const char *p = r->body.bytes + PREFIX_BYTES;
    const char *end = r->body.bytes + r->body.n_bytes;
    char *to = r->text;
    unsigned n = 1; /* not in R, which stores through TO might change for all the compiler knows */

    r->piece[0] = to;
    for (; p < end; p++) {
        if (*p == ',') {
            if (n == PIECES)
                return false;
            *to++ = '\0';
            r->piece[n++] = to;
        } else if (*p == '%') {
            int c = unescaped(p, end);
            if (c < 0)
                return false;
            *to++ = (char)c;
            p += 2;
        } else {
            *to++ = *p;
        }
    }
    *to = '\0';
    r->n_pieces = n;
    return n >= 2;
}

static bool read_seq(const char *text, uint32_t *seq)
{
    uint64_t n;

    if (!record_parse_number(text, &n) || n > UINT32_MAX || (text[0] == '0' && text[1] != '\0'))
        return false;
    *seq = (uint32_t)n;
    return true;
}

static bool is_type(const char *text)
{
    const char *p = text;

    while (*p >= 'A' && *p <= 'Z')
        p++;
    return p > text && *p == '\0';
}

static void pass_on(struct record_reader *r)
{
    struct record_sentence s = { .line = r->line_ends + 1,
                                 .seq = r->body.seq,
                                 .type = r->piece[1],
                                 .n_fields = r->n_pieces - 2,
                                 .field = r->piece + 2 };

    r->n_sentences++;
    if (r->calls.sentence != NULL)
        r->calls.sentence(r->calls.ctx, &s);
}

static void take_sentence(struct record_reader *r)
{
    if (!cut_up(r) || !read_seq(r->piece[0], &r->body.seq) || !is_type(r->piece[1])) {
        fault(r, RECORD_BAD_FORM, 0);
        return;
    }
    if (!r->line_has_sentence)
        r->lines_with_sentence++;
    r->line_has_sentence = true;
    if (!in_order(r, strcmp(r->piece[1], "RUN") == 0))
        return;
    remember(r);
    r->ended = strcmp(r->piece[1], "END") == 0;
    pass_on(r);
}

/* ---- bytes ---- */

/* The digits themselves are compared: 'a' is not 'A'. */
static bool crc_matches(const struct record_reader *r)
{
    uLong crc = crc32(0, (const Bytef *)r->body.bytes, (uInt)r->body.n_bytes);

    for (unsigned i = 0; i < DIGITS; i++)
        if (hex_value(r->digits[i]) != (int)(crc >> (28 - 4 * i) & 15))
            return false;
    return true;
}

/* Eight bytes at once: the high bit of each byte of T is set where the byte of V is not '\n'. */
static unsigned line_ends_in_8(const char *bytes)
{
    const uint64_t low7 = 0x7f7f7f7f7f7f7f7fu;
    uint64_t v;

    memcpy(&v, bytes, sizeof v);
    v ^= 0x0a0a0a0a0a0a0a0au;
    uint64_t t = ((v & low7) + low7) | v | low7;
    return (unsigned)((~t >> 7) * 0x0101010101010101u >> 56);
}

static void skip(struct record_reader *r, const char *bytes, size_t n)
{
    uint64_t ends = 0;
    size_t i = 0;

    if (n == 0)
        return;
    for (; i + 8 <= n; i += 8)
        ends += line_ends_in_8(bytes + i);
    for (; i < n; i++)
        ends += bytes[i] == '\n';
    r->line_ends += ends;
    if (ends > 0)
        r->line_has_sentence = false;
    r->in_line = bytes[n - 1] != '\n';
}

/* Each take_ returns how many bytes it used up; a byte that ends a state may be left to the next.
 */

static size_t take_outside(struct record_reader *r, const char *bytes, size_t n)
{
    const char *dollar = memchr(bytes, '$', n);
    size_t foreign = dollar == NULL ? n : (size_t)(dollar - bytes);

    skip(r, bytes, foreign);
    if (dollar == NULL)
        return n;
    r->in_line = true;
    r->state = IN_PREFIX;
    r->body.n_bytes = 0;
    return foreign + 1;
}

static size_t take_prefix(struct record_reader *r, char c)
{
    if (c != prefix[r->body.n_bytes]) {
        r->state = OUTSIDE;
        return 0;
    }
    r->body.bytes[r->body.n_bytes++] = c;
    if (r->body.n_bytes == PREFIX_BYTES)
        r->state = IN_BODY;
    return 1;
}

static size_t broken(struct record_reader *r, enum record_fault why)
{
    r->state = OUTSIDE;
    fault(r, why, 0);
    return 0;
}

static bool may_stand_in_body(char c)
{
    return c > ' ' && c < 0x7f && c != '$' && c != '*';
}

static size_t take_body(struct record_reader *r, const char *bytes, size_t n)
{
    size_t room = BODY_BYTES - r->body.n_bytes;
    size_t most = n < room ? n : room;
    size_t i = 0;

    while (i < most && may_stand_in_body(bytes[i]))
        i++;
    memcpy(r->body.bytes + r->body.n_bytes, bytes, i);
    r->body.n_bytes += i;
    if (i == n)
        return i;
    if (bytes[i] != '*')
        return i + broken(r, RECORD_BAD_FORM);
    r->state = IN_DIGITS;
    r->n_digits = 0;
    return i + 1;
}

static size_t take_digit(struct record_reader *r, char c)
{
    if (hex_value(c) < 0)
        return broken(r, c == '\n' || c == '\r' || c == '$' ? RECORD_BAD_FORM : RECORD_BAD_CRC);
    r->digits[r->n_digits++] = c;
    if (r->n_digits < DIGITS)
        return 1;
    r->state = OUTSIDE;
    if (crc_matches(r))
        take_sentence(r);
    else
        fault(r, RECORD_BAD_CRC, 0);
    return 1;
}

static size_t take(struct record_reader *r, const char *bytes, size_t n)
{
    switch (r->state) {
    case IN_PREFIX:
        return take_prefix(r, *bytes);
    case IN_BODY:
        return take_body(r, bytes, n);
    case IN_DIGITS:
        return take_digit(r, *bytes);
    default:
        return take_outside(r, bytes, n);
    }
}

void record_reader_feed(struct record_reader *r, const char *bytes, size_t n)
{
    while (n > 0) {
        size_t used = take(r, bytes, n);
        bytes += used;
        n -= used;
    }
}

void record_reader_end(struct record_reader *r)
{
    if (r->state == IN_BODY || r->state == IN_DIGITS)
        (void)broken(r, RECORD_BAD_FORM);
    r->state = OUTSIDE;
}

uint64_t record_reader_lines(const struct record_reader *r)
{
    return r->line_ends + r->in_line;
}

uint64_t record_reader_sentences(const struct record_reader *r)
{
    return r->n_sentences;
}

uint64_t record_reader_foreign_lines(const struct record_reader *r)
{
    return record_reader_lines(r) - r->lines_with_sentence;
}
