/* Reads a record stream: finds its sentences, checks them, and tells what is missing. */
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
    WORD = 8,                   /* bytes that are looked at together */
    SAFE_DIGITS = 19,           /* a number of so many is below 2^64 */
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
    bool known;     /* none of them is missing, or a DONE after that told */
    enum { UNDECIDED, WITH, WITHOUT } writer; /* has it, as the last DONE or END shows */
};

/* A sentence that broke off, and what came since: it may go on there. */
struct held {
    enum record_fault why; /* it is told as, unless it can be joined */
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

    /* The sentence, cut up; what comes after it may be read. */
    char text[BODY_BYTES + WORD];
    char *piece[PIECES];
    uint64_t number[PIECES]; /* that it is, or RECORD_NOT_READ */
    unsigned n_pieces;

    bool begun;                         /* a sentence was passed on */
    bool ended;                         /* the last one of them was END */
    uint32_t last;                      /* its number */
    uint64_t received;                  /* bit D: sentence last - D of this run was passed on */
    struct body remembered[REMEMBERED]; /* by seq modulo REMEMBERED; of this run */
    struct sum sum;                     /* of this run */

    uint32_t crc_of[WORD][256]; /* of a byte, and so many zero bytes after it */
};

static void make_crc_tables(struct record_reader *r)
{
    const z_crc_t *of_byte = get_crc_table();

    for (unsigned byte = 0; byte < 256; byte++) {
        uint32_t crc = r->crc_of[0][byte] = (uint32_t)of_byte[byte];
        for (unsigned zeros = 1; zeros < WORD; zeros++)
            crc = r->crc_of[zeros][byte] = crc >> 8 ^ (uint32_t)of_byte[crc & 255];
    }
}

struct record_reader *record_reader_new(const struct record_reader_calls *calls)
{
    struct record_reader *r = calloc(1, sizeof *r);

    if (r == NULL)
        return NULL;
    r->calls = *calls;
    make_crc_tables(r);
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

/* ---- eight bytes at once ---- */

static const uint64_t each = 0x0101010101010101u, high_bits = 0x8080808080808080u;

static inline uint64_t half_word(const unsigned char *b)
{
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24;
}

/* The first in the lowest byte. Compilers make one load of it where bytes have that order. */
static inline uint64_t word(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;

    return half_word(b) | half_word(b + WORD / 2) << 32;
}

/* The high bit of each byte of V that is C. */
static inline uint64_t where(uint64_t v, char c)
{
    uint64_t differs = v ^ each * (unsigned char)c;

    return ~(((differs & ~high_bits) + ~high_bits) | differs) & high_bits;
}

/* Number of the lowest byte whose high bit is set in BITS, which are not all 0. */
static inline unsigned first_of(uint64_t bits)
{
    return (unsigned)__builtin_ctzll(bits) / 8;
}

/* Returns true when a byte of V may not stand in a sentence, or is '%'. A byte that is fine borrows
 * and carries only after one that is not. */
static inline bool is_unusual(uint64_t v)
{
    uint64_t from_dollar =
        (v ^ each * '$') & each * 0xfe; /* 0 for '$' and '%', which differ in bit 0 */

    return ((v | (v - each * (' ' + 1)) | (v + each) | (from_dollar - each)) & high_bits) != 0;
}

/* ---- numbers ---- */

bool record_read_number(const char **text, uint64_t *value)
{
    const char *p = *text;
    uint64_t n = 0;
    unsigned digit;

    for (; p < *text + SAFE_DIGITS && (digit = (unsigned char)*p - (unsigned)'0') <= 9; p++)
        n = 10 * n + digit;
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

/* The digits in the N lowest bytes of V, 1 to 8 of them, as a number: pairs, then fours, then all.
 */
static inline uint64_t number_of(uint64_t v, unsigned n)
{
    v = (v - each * '0') << (64 - 8 * n);
    v = (10 * v + (v >> 8)) & 0x00ff00ff00ff00ffu;
    v = (100 * v + (v >> 16)) & 0x0000ffff0000ffffu;
    return (10000 * v + (v >> 32)) & 0xffffffffu;
}

/* The high bit of each byte of V that is no digit, up to the first of them; others may be wrong. */
static inline uint64_t no_digits(uint64_t v)
{
    uint64_t digits = v ^ each * '0'; /* 0 to 9 where they are */

    return (digits | (digits + each * (0x7f - 9))) & high_bits;
}

bool record_field_number(const struct record_sentence *s, unsigned i, uint64_t *value)
{
    if (s->number[i] == RECORD_NOT_READ)
        return record_parse_number(s->field[i], value);
    *value = s->number[i];
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
    for (unsigned i = 0; i < n; i++)
        r->number[i] = RECORD_NOT_READ;
    return n >= 2;
}

/* The piece that begins with word V, where it is a number of few digits: sets *NUMBER. Its length,
 * else 0. */
static inline unsigned short_number(uint64_t v, uint64_t *number)
{
    uint64_t others = no_digits(v);
    unsigned n = others == 0 ? WORD : first_of(others);

    if (n == 0 || n == WORD || (v >> 8 * n & 255) != ',')
        return 0;
    *number = number_of(v, n);
    return n;
}

/* The end of the piece from P on, or NULL when a byte is unusual. Words may go beyond it. */
static inline char *end_of_piece(char *p)
{
    for (;; p += WORD) {
        uint64_t v = word(p), commas = where(v, ',');
        if (is_unusual(v))
            return NULL;
        if (commas != 0)
            return p + first_of(commas);
    }
}

/* As cut_up(), of N_BYTES that stand in TEXT already and in which nothing is escaped. False for all
 * else. */
static bool cut_up_plain(struct record_reader *r, size_t n_bytes)
{
    char *p = r->text, *end = r->text + n_bytes;
    unsigned n = 0;

    memset(end, ',', WORD);
    while (p <= end) {
        if (n == PIECES)
            return false;
        r->piece[n] = p;
        r->number[n] = RECORD_NOT_READ;
        unsigned digits = short_number(word(p), &r->number[n++]);
        p = digits > 0 ? p + digits : end_of_piece(p);
        if (p == NULL)
            return false;
        *p++ = '\0';
    }
    r->n_pieces = n;
    return n >= 2;
}

static bool read_seq(struct record_reader *r)
{
    const char *text = r->piece[0];
    uint64_t n = r->number[0];

    if ((n == RECORD_NOT_READ && !record_parse_number(text, &n)) || n > UINT32_MAX ||
        (text[0] == '0' && text[1] != '\0'))
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

static bool read_sum(const char *digits, uint32_t *sum)
{
    *sum = 0;
    for (unsigned i = 0; i < DIGITS; i++) {
        int value = hex_value(digits[i]);
        if (value < 0)
            return false;
        *sum = *sum << 4 | (uint32_t)value;
    }
    return digits[DIGITS] == '\0';
}

/* Holds DONE or END against what was passed on. From here on, what it says counts. */
static void check_sum(struct record_reader *r, const char *digits)
{
    uint32_t said = 0;
    bool right = digits == NULL ? r->sum.writer != WITH
                                : read_sum(digits, &said) && r->sum.writer != WITHOUT &&
                                      (!r->sum.known || said == r->sum.value);

    if (!right)
        fault(r, RECORD_SUM, 0);
    r->sum.writer = digits == NULL ? WITHOUT : WITH;
    r->sum.known = digits != NULL;
    r->sum.value = said;
}

/* Takes in the sentence that is passed on: four bytes, the lowest first. */
static void add_to_sum(struct record_reader *r)
{
    uint32_t v = ~r->sum.value ^ r->crc;

    r->sum.value = ~(r->crc_of[3][v & 255] ^ r->crc_of[2][v >> 8 & 255] ^
                     r->crc_of[1][v >> 16 & 255] ^ r->crc_of[0][v >> 24]);
}

static void pass_on(struct record_reader *r, bool has_sum)
{
    struct record_sentence s = { .line = line_of(r),
                                 .seq = r->body.seq,
                                 .type = r->piece[1],
                                 .n_fields = r->n_pieces - 2,
                                 .field = r->piece + 2,
                                 .number = r->number + 2,
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

/* Its checksum is right, and IS_CUT says whether it could be cut up. */
static void take_sentence(struct record_reader *r, bool is_cut)
{
    if (!is_cut || !read_seq(r) || !is_type(r->piece[1])) {
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

/* Of the eight bytes of V; the CRC of what is before them is already in its lower half. */
static inline uint32_t crc_of_word(const struct record_reader *r, uint64_t v)
{
    const uint32_t(*t)[256] = r->crc_of;

    return t[7][v & 255] ^ t[6][v >> 8 & 255] ^ t[5][v >> 16 & 255] ^ t[4][v >> 24 & 255] ^
           t[3][v >> 32 & 255] ^ t[2][v >> 40 & 255] ^ t[1][v >> 48 & 255] ^ t[0][v >> 56];
}

/* Eight bytes at once. zlib's crc32() does so, too, but not for so few. Zero bytes in front of all
 * others change nothing, so the first word is filled with them; all ones, with which a CRC begins,
 * are the same as the first four bytes inverted. */
static uint32_t crc_of(const struct record_reader *r, const char *bytes, size_t n)
{
    const uint32_t ones = 0xffffffffu;

    if (n < WORD)
        return (uint32_t)crc32(0, (const Bytef *)bytes, (uInt)n);
    size_t first = (n - 1) % WORD + 1;
    uint32_t crc = crc_of_word(r, (word(bytes) ^ ones) << (64 - 8 * first));
    if (first < 4)
        crc ^= ones >> 8 * first;
    for (size_t i = first; i < n; i += WORD)
        crc = crc_of_word(r, word(bytes + i) ^ crc);
    return ~crc;
}

/* The digits themselves are compared: 'a' is not 'A'. */
static bool are_digits_of(const char *digits, uint32_t crc)
{
    /* A nibble for each byte, the highest first. */
    uint64_t v = (uint64_t)(crc >> 16) | (uint64_t)(crc & 0xffff) << 32;
    v = (v >> 8 & 0x000000ff000000ffu) | (v & 0x000000ff000000ffu) << 16;
    v = (v >> 4 & 0x000f000f000f000fu) | (v & 0x000f000f000f000fu) << 8;
    uint64_t letters = (v + each * 6) >> 4 & each; /* 1 for what is above 9 */

    return word(digits) == v + each * '0' + letters * ('A' - '0' - 10);
}

static void skip(struct record_reader *r, const char *bytes, size_t n)
{
    uint64_t ends = 0;
    size_t i = 0;

    if (n == 0)
        return;
    for (; i + WORD <= n; i += WORD)
        ends += (where(word(bytes + i), '\n') >> 7) * each >> 56;
    for (; i < n; i++)
        ends += bytes[i] == '\n';
    r->line_ends += ends;
    if (ends > 0)
        r->line_has_sentence = false;
    r->in_line = bytes[n - 1] != '\n';
    for (i = n; i > 0 && bytes[i - 1] != '\n'; i--)
        continue;
    r->column = i > 0 ? n - i : r->column + n;
}

/* A sentence that is seen as a whole, after its '$', and is nothing special: the bytes used up.
 * Else 0, and it is taken byte by byte, which also finds out what is wrong with it. */
static size_t take_at_once(struct record_reader *r, const char *bytes, size_t n)
{
    if (n < RECORD_LINE_BYTES || memcmp(bytes, prefix, PREFIX_BYTES) != 0)
        return 0;
    const char *star = memchr(bytes, '*', BODY_BYTES + 1);
    if (star == NULL)
        return 0;
    size_t n_bytes = (size_t)(star - bytes);
    uint32_t crc = crc_of(r, bytes, n_bytes);
    if (!are_digits_of(star + 1, crc))
        return 0;
    r->crc = crc;
    memcpy(r->text, bytes + PREFIX_BYTES, n_bytes - PREFIX_BYTES);
    if (!cut_up_plain(r, n_bytes - PREFIX_BYTES))
        return 0;
    memcpy(r->body.bytes, bytes, n_bytes);
    r->body.n_bytes = n_bytes;
    r->state = OUTSIDE;
    take_sentence(r, true);
    return n_bytes + 1 + DIGITS;
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
    take_sentence(r, true);
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
    size_t used = take_at_once(r, dollar + 1, n - foreign - 1);
    r->column += used;
    return foreign + 1 + used;
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
    if (hex_value(c) < 0)
        return broken(r, c == '\n' || c == '\r' || c == '$' ? RECORD_BAD_FORM : RECORD_BAD_CRC);
    r->digits[r->n_digits++] = c;
    if (r->n_digits < DIGITS)
        return 1;
    r->state = OUTSIDE;
    r->crc = crc_of(r, r->body.bytes, r->body.n_bytes);
    if (are_digits_of(r->digits, r->crc)) {
        r->column += r->body.n_bytes + 1 + DIGITS;
        take_sentence(r, cut_up(r));
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
