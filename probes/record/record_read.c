/* Reads a record stream: finds its sentences, checks them, and reports what is missing. */
#include "record.h"
#include "record_join.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    BODY_BYTES = RECORD_BODY_BYTES,
    DIGITS = 8,
    PIECES = RECORD_FIELDS + 2, /* seq, type, fields */
    REMEMBERED = 64,            /* sentences that a repetition is recognised from */
    LATE_MOST = 8,              /* numbers that a sentence may come late by */
    HELD_BYTES = 2048,          /* of a sentence that broke off, with what came after it, */
    HELD_LINES = 16,            /* and so many line ends in it */
};

static const char prefix[] = "PT,";
enum { PREFIX_BYTES = sizeof prefix - 1 };

enum state {
    OUTSIDE,   /* in foreign text */
    IN_PREFIX, /* after '$' */
    IN_BODY,   /* after "$PT," */
    IN_DIGITS, /* after '*' */
};

/* The body of a sentence, between '$' and '*'. */
struct body {
    uint32_t seq;
    size_t n_bytes; /* 0: nothing is remembered here */
    char bytes[BODY_BYTES];
};

/* The running checksum of a run. */
struct sum {
    uint32_t value; /* of the sentences passed on, where that is KNOWN */
    bool known;     /* none of them is missing, or a DONE after that said so */
    enum { UNDECIDED, WITH, WITHOUT } writer; /* has it, as the last DONE or END shows */
};

/* A sentence that broke off, and what came since: it may go on there. */
struct held {
    enum record_fault why; /* it is reported as, unless it can be joined */
    uint64_t line;         /* that it began in; 0: nothing is held */
    size_t before;         /* bytes of that line up to '$', included */
    size_t length;         /* bytes from '$' on, as far as it came */
    unsigned line_ends;    /* in TEXT */
    bool in_prefix;        /* it broke off so early that it need be none */
    size_t n;
    char text[HELD_BYTES]; /* from after '$' on */
};

struct record_reader {
    struct record_reader_calls calls;
    uint64_t line_ends, lines_with_sentence, n_sentences;
    bool in_line; /* bytes have come since the last line end */
    bool line_has_sentence;
    size_t column;     /* bytes since the last line end, up to the '$' that came last, included */
    uint64_t its_line; /* of the sentence that is passed on; 0: the one under way */
    struct held held;

    enum state state;
    struct body body;
    uint32_t crc; /* of body, once it is whole */
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
    struct sum sum;                     /* of this run */
};

struct record_reader *record_reader_new(const struct record_reader_calls *calls)
{
    struct record_reader *r = calloc(1, sizeof *r);

    if (r == NULL)
        return NULL;
    r->calls = *calls;
    return r;
}

void record_reader_free(struct record_reader *r)
{
    free(r);
}

/* The line of the sentence that is being looked at. */
static uint64_t line_of(const struct record_reader *r)
{
    return r->its_line != 0 ? r->its_line : r->line_ends + 1;
}

static void fault(struct record_reader *r, enum record_fault what, uint64_t count)
{
    if (r->calls.fault != NULL)
        r->calls.fault(r->calls.ctx, what, line_of(r), count);
}

/* ---- numbers ---- */

bool record_read_number(const char **text, uint64_t *value)
{
    const char *p = *text;
    uint64_t n = 0;
    unsigned digit;

    for (; (digit = (unsigned char)*p - (unsigned)'0') <= 9; p++) {
        if (n > UINT64_MAX / 10 || (n == UINT64_MAX / 10 && digit > UINT64_MAX % 10))
            return false;
        n = 10 * n + digit;
    }
    if (p == *text)
        return false;
    *text = p;
    *value = n;
    return true;
}

bool record_parse_number(const char *text, uint64_t *value)
{
    uint64_t n;

    if (!record_read_number(&text, &n) || *text != '\0')
        return false;
    *value = n;
    return true;
}

/* ---- numbering: which sentences are passed on ---- */

/* IS_WHOLE: with RUN 0. */
static void begin_numbering(struct record_reader *r, bool is_whole)
{
    for (unsigned i = 0; i < REMEMBERED; i++)
        r->remembered[i].n_bytes = 0;
    r->sum = (struct sum){ .known = is_whole };
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

/* Returns true when the number belongs to a sentence that went missing a moment ago. */
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
    begin_numbering(r, false);
    return true;
}

/* A number beyond the last one, or the first of the stream. */
static bool forward(struct record_reader *r, uint32_t missing)
{
    if (!r->begun)
        begin_numbering(r, false);
    if (missing > 0) {
        r->sum.known = false;
        fault(r, RECORD_GAP, missing);
    }
    return true;
}

/* Returns true when the sentence is to be passed on; says what is wrong with its number. */
static bool in_order(struct record_reader *r, bool is_run)
{
    uint32_t seq = r->body.seq;

    if (is_run && seq == 0) {
        if (r->begun && !r->ended && r->last == 0 && is_remembered(r))
            return drop(r, RECORD_REPEATED);
        begin_numbering(r, true);
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

/* The byte that the %XX at P means, or -1. A zero byte would end the text early: it is none.
 */
static int unescaped(const char *p, const char *end)
{
    if (end - p < 3)
        return -1;
    int high = record_hex_value(p[1]), low = record_hex_value(p[2]);
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

static bool read_seq(struct record_reader *r)
{
    const char *text = r->piece[0];
    uint64_t n;

    if (!record_parse_number(text, &n) || n > UINT32_MAX || (text[0] == '0' && text[1] != '\0'))
        return false;
    r->body.seq = (uint32_t)n;
    return true;
}

static bool is_type(const char *text)
{
    const char *p = text;

    while (*p >= 'A' && *p <= 'Z')
        p++;
    return p > text && *p == '\0';
}

static inline bool is_word(const char *text, const char three[4])
{
    return text[0] == three[0] && text[1] == three[1] && text[2] == three[2] && text[3] == '\0';
}

/* ---- the running checksum ---- */

static bool has_room_for_sum(const char *type)
{
    return is_word(type, "END") || (type[0] == 'D' && strcmp(type, "DONE") == 0);
}

/* The checksum of DONE or END; NULL where it has none. */
static const char *sum_digits(const struct record_reader *r)
{
    enum { IN_END = 4, IN_DONE = 5 };
    unsigned at = is_word(r->piece[1], "END") ? IN_END : IN_DONE;

    return at < r->n_pieces ? r->piece[at] : NULL;
}

/* Holds DONE or END against what was passed on. From here on, what it says counts. */
static void check_sum(struct record_reader *r, const char *digits)
{
    uint32_t said = 0;
    bool right = digits == NULL
                     ? r->sum.writer != WITH
                     : record_read_digits(digits, &said) && digits[DIGITS] == '\0' &&
                           r->sum.writer != WITHOUT && (!r->sum.known || said == r->sum.value);

    if (!right)
        fault(r, RECORD_SUM, 0);
    r->sum.writer = digits == NULL ? WITHOUT : WITH;
    r->sum.known = digits != NULL;
    r->sum.value = said;
}

/* Adds the checksum of the sentence that is passed on: four bytes, the lowest first. */
static void add_to_sum(struct record_reader *r)
{
    const Bytef bytes[] = { (Bytef)r->crc, (Bytef)(r->crc >> 8), (Bytef)(r->crc >> 16),
                            (Bytef)(r->crc >> 24) };

    r->sum.value = (uint32_t)crc32(r->sum.value, bytes, sizeof bytes);
}

static void pass_on(struct record_reader *r, bool has_sum)
{
    struct record_sentence s = { .line = line_of(r),
                                 .seq = r->body.seq,
                                 .type = r->piece[1],
                                 .n_fields = r->n_pieces - 2,
                                 .field = r->piece + 2,
                                 .has_sum = has_sum,
                                 .crc = r->crc };

    r->n_sentences++;
    if (r->calls.sentence != NULL)
        r->calls.sentence(r->calls.ctx, &s);
}

/* Takes the sentence into the running checksum. Returns true when it has one itself. */
static bool sum_up(struct record_reader *r)
{
    const char *digits = NULL;

    if (has_room_for_sum(r->piece[1])) {
        digits = sum_digits(r);
        check_sum(r, digits);
    }
    add_to_sum(r);
    return digits != NULL;
}

/* Its checksum is right. */
static void take_sentence(struct record_reader *r)
{
    if (!cut_up(r) || !read_seq(r) || !is_type(r->piece[1])) {
        fault(r, RECORD_BAD_FORM, 0);
        return;
    }
    if (!r->line_has_sentence)
        r->lines_with_sentence++;
    r->line_has_sentence = true;
    if (!in_order(r, is_word(r->piece[1], "RUN")))
        return;
    bool has_sum = sum_up(r);
    remember(r);
    r->ended = is_word(r->piece[1], "END");
    pass_on(r, has_sum);
}

/* ---- bytes ---- */

static void skip(struct record_reader *r, const char *bytes, size_t n)
{
    uint64_t ends = 0;
    size_t i;

    if (n == 0)
        return;
    for (i = 0; i < n; i++)
        ends += bytes[i] == '\n';
    r->line_ends += ends;
    if (ends > 0)
        r->line_has_sentence = false;
    r->in_line = bytes[n - 1] != '\n';
    for (i = n; i > 0 && bytes[i - 1] != '\n'; i--)
        continue;
    r->column = i > 0 ? n - i : r->column + n;
}

/* ---- sentences that broke off ---- */

static void tell_break(struct record_reader *r, enum record_join join)
{
    const struct held *h = &r->held;
    struct record_break b = {
        .join = join, .line = h->line, .column = h->before - 1 + h->length, .length = h->length
    };

    if (r->calls.broke != NULL)
        r->calls.broke(r->calls.ctx, &b);
}

/* It is broken for good. */
static void let_go(struct record_reader *r)
{
    r->its_line = r->held.line;
    if (!r->held.in_prefix) {
        tell_break(r, RECORD_NOT_JOINED);
        fault(r, r->held.why, 0);
    }
    r->its_line = r->held.line = 0;
}

/* Returns true when the number of the sentence in body is one that may come next. */
static bool may_be_next(const struct record_reader *r)
{
    return !r->begun || r->ended || r->body.seq == 0 ||
           (r->body.seq > r->last && r->body.seq - r->last <= REMEMBERED);
}

/* Passes on what is held where it can be joined. Returns false where it cannot. */
static bool join_held(struct record_reader *r)
{
    struct record_joined joined;
    bool had_sentence = r->line_has_sentence;

    if (!record_join(&joined, r->held.text, r->held.n, r->held.before))
        return false;
    memcpy(r->body.bytes, joined.body, joined.n_body);
    r->body.n_bytes = joined.n_body;
    if (!cut_up(r) || !read_seq(r) || !may_be_next(r))
        return false;
    tell_break(r, joined.how);
    r->crc = joined.crc;
    r->its_line = r->held.line;
    r->held.line = 0;
    r->line_has_sentence = false;
    take_sentence(r);
    r->line_has_sentence = had_sentence;
    r->its_line = 0;
    return true;
}

/* Takes N bytes after the sentence that is held. IS_LAST: what comes next begins another one. */
static void take_held(struct record_reader *r, const char *bytes, size_t n, bool is_last)
{
    struct held *h = &r->held;
    size_t i = 0;

    for (; i < n && h->n < sizeof h->text && h->line_ends < HELD_LINES; i++) {
        h->text[h->n++] = bytes[i];
        h->line_ends += bytes[i] == '\n';
        if (bytes[i] == '\n' && join_held(r))
            return;
    }
    if ((is_last || i < n) && !join_held(r))
        let_go(r);
}

/* Keeps the sentence that broke off after its body and, IN_DIGITS, '*' and some digits. */
static void hold(struct record_reader *r, enum record_fault why)
{
    struct held *h = &r->held;

    h->why = why;
    h->line = r->line_ends + 1;
    h->before = r->column;
    h->line_ends = 0;
    h->in_prefix = false;
    memcpy(h->text, r->body.bytes, r->body.n_bytes);
    h->n = r->body.n_bytes;
    if (r->state == IN_DIGITS) {
        h->text[h->n++] = '*';
        memcpy(h->text + h->n, r->digits, r->n_digits);
        h->n += r->n_digits;
    }
    h->length = 1 + h->n;
    r->column += h->n;
}

/* Each take_ returns how many bytes it used up; a byte that ends a state may be left to the next.
 */

static size_t take_outside(struct record_reader *r, const char *bytes, size_t n)
{
    const char *dollar = memchr(bytes, '$', n);
    size_t foreign = dollar == NULL ? n : (size_t)(dollar - bytes);

    if (r->held.line != 0)
        take_held(r, bytes, foreign, dollar != NULL);
    skip(r, bytes, foreign);
    if (dollar == NULL)
        return n;
    r->in_line = true;
    r->column++;
    r->state = IN_PREFIX;
    r->body.n_bytes = 0;
    return foreign + 1;
}

static size_t take_prefix(struct record_reader *r, char c)
{
    if (c != prefix[r->body.n_bytes]) {
        hold(r, RECORD_BAD_FORM);
        r->held.in_prefix = true;
        r->state = OUTSIDE;
        return 0;
    }
    r->body.bytes[r->body.n_bytes++] = c;
    if (r->body.n_bytes == PREFIX_BYTES)
        r->state = IN_BODY;
    return 1;
}

/* The byte that comes next is read again, and may be where it goes on. */
static size_t broken(struct record_reader *r, enum record_fault why)
{
    hold(r, why);
    r->state = OUTSIDE;
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
    if (record_hex_value(c) < 0)
        return broken(r, c == '\n' || c == '\r' || c == '$' ? RECORD_BAD_FORM : RECORD_BAD_CRC);
    r->digits[r->n_digits++] = c;
    if (r->n_digits < DIGITS)
        return 1;
    r->state = OUTSIDE;
    (void)record_read_digits(r->digits, &r->crc);
    if (crc32(0, (const Bytef *)r->body.bytes, (uInt)r->body.n_bytes) == r->crc) {
        r->column += r->body.n_bytes + 1 + DIGITS;
        take_sentence(r);
        return 1;
    }
    r->state = IN_DIGITS;
    hold(r, RECORD_BAD_CRC); /* the last of them may be of other text */
    r->state = OUTSIDE;
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
    if (r->held.line != 0 && !join_held(r))
        let_go(r);
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

enum record_end record_end_of(const char *words)
{
    unsigned end = RECORD_END_OK;

    if (words == NULL)
        return RECORD_END_MISSING;
    while (end < RECORD_END_UNKNOWN && strcmp(record_end_words((enum record_end)end), words) != 0)
        end++;
    return (enum record_end)end;
}
