/* The text of a log as the readers take it: UTF-8 with line feeds, whatever the file has. */
#include "text.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LOOKED_AT = 4096 }; /* bytes that decide how the text is written */

/* Fills OUT until it has LOOKED_AT bytes or the input ends; returns what log_input_read() does. */
static ssize_t read_first(struct log_text *t, char *out, size_t size)
{
    size_t n = 0;
    ssize_t got = 1;

    while (n < LOOKED_AT && got > 0) {
        got = log_input_read(t->input, out + n, size - n);
        n += got > 0 ? (size_t)got : 0;
    }
    return n > 0 ? (ssize_t)n : got;
}

/* Of every second byte from FIRST on, how many are zero. */
static size_t zeros_from(const char *bytes, size_t n, size_t first)
{
    size_t zeros = 0;

    for (size_t i = first; i < n; i += 2)
        zeros += bytes[i] == '\0';
    return zeros;
}

/* The encoding that the first N bytes show by a byte order mark, else by zeros in every second
 * place; NULL: bytes of ASCII. *MARK: length of the mark. */
static const char *encoding_of(const char *bytes, size_t n, size_t *mark)
{
    static const struct {
        const char *mark;
        size_t n_mark;
        const char *name;
    } marks[] = { { "\xef\xbb\xbf", 3, NULL },
                  { "\xff\xfe\0\0", 4, "UTF-32LE" },
                  { "\0\0\xfe\xff", 4, "UTF-32BE" },
                  { "\xff\xfe", 2, "UTF-16LE" },
                  { "\xfe\xff", 2, "UTF-16BE" } };
    enum { FEWEST = 16 };

    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (n >= marks[i].n_mark && memcmp(bytes, marks[i].mark, marks[i].n_mark) == 0) {
            *mark = marks[i].n_mark;
            return marks[i].name;
        }
    *mark = 0;
    n = n < LOOKED_AT ? n : LOOKED_AT;
    size_t high_first = zeros_from(bytes, n, 0), low_first = zeros_from(bytes, n, 1);
    if (n < FEWEST || (high_first > n / 8 && low_first > n / 8))
        return NULL;
    return low_first > n / 2 * 9 / 10    ? "UTF-16LE"
           : high_first > n / 2 * 9 / 10 ? "UTF-16BE"
                                         : NULL;
}

static bool has_lone_cr(const char *bytes, size_t n)
{
    n = n < LOOKED_AT ? n : LOOKED_AT;
    return memchr(bytes, '\r', n) != NULL && memchr(bytes, '\n', n) == NULL;
}

/* Turns each CR into a line feed; a line feed right after one is dropped. */
static size_t end_lines(struct log_text *t, char *bytes, size_t n)
{
    size_t to = 0;

    for (size_t i = 0; i < n; i++) {
        bool cr = bytes[i] == '\r';
        if (bytes[i] != '\n' || !t->after_cr)
            bytes[to++] = cr ? '\n' : bytes[i];
        t->after_cr = cr;
    }
    return to;
}

static bool begin_conversion(struct log_text *t, const char *encoding, const char *bytes, size_t n)
{
    t->raw = malloc(LOG_INPUT_BYTES);
    if (t->raw == NULL)
        return false;
    t->iconv = iconv_open("UTF-8", encoding);
    t->converts = t->iconv != (iconv_t)-1;
    memcpy(t->raw, bytes, n);
    t->n_raw = n;
    return t->converts;
}

/* What is no text becomes a question mark. */
static void skip_unit(char **from, size_t *n_from, char **to, size_t *n_to)
{
    size_t unit = *n_from < 2 ? *n_from : 2;

    *(*to)++ = '?';
    --*n_to;
    *from += unit;
    *n_from -= unit;
}

/* Converts what stands in RAW to OUT; keeps what is half a letter. Returns the bytes written. */
static size_t convert(struct log_text *t, char *out, size_t size)
{
    char *from = t->raw, *to = out;
    size_t n_from = t->n_raw, n_to = size;

    while (n_from > 0 && n_to > 4 && iconv(t->iconv, &from, &n_from, &to, &n_to) == (size_t)-1 &&
           errno == EILSEQ)
        skip_unit(&from, &n_from, &to, &n_to);
    memmove(t->raw, from, n_from);
    t->n_raw = n_from;
    return (size_t)(to - out);
}

static ssize_t read_converted(struct log_text *t, char *out, size_t size)
{
    size_t n = convert(t, out, size);

    while (n == 0) {
        ssize_t got = log_input_read(t->input, t->raw + t->n_raw, LOG_INPUT_BYTES - t->n_raw);
        if (got <= 0)
            return got;
        t->n_raw += (size_t)got;
        n = convert(t, out, size);
    }
    return (ssize_t)n;
}

/* The first bytes of the text, which decide how it is written. */
static ssize_t decide(struct log_text *t, char *out, size_t size)
{
    ssize_t got = read_first(t, out, size < LOG_INPUT_BYTES ? size : LOG_INPUT_BYTES);
    size_t mark;

    t->decided = true;
    if (got <= 0)
        return got;
    const char *encoding = encoding_of(out, (size_t)got, &mark);
    size_t n = (size_t)got - mark;
    memmove(out, out + mark, n);
    if (encoding != NULL) {
        if (!begin_conversion(t, encoding, out, n))
            return LOG_INPUT_NO_MEMORY;
        got = read_converted(t, out, size);
        n = got > 0 ? (size_t)got : 0;
    }
    t->lone_cr = has_lone_cr(out, n);
    return got <= 0 || n > 0 ? (got > 0 ? (ssize_t)n : got) : log_text_read(t, out, size);
}

ssize_t log_text_read(struct log_text *t, char *out, size_t size)
{
    ssize_t got = !t->decided   ? decide(t, out, size)
                  : t->converts ? read_converted(t, out, size)
                                : log_input_read(t->input, out, size);

    if (got <= 0 || !t->lone_cr)
        return got;
    size_t n = end_lines(t, out, (size_t)got);
    return n > 0 ? (ssize_t)n : log_text_read(t, out, size);
}

void log_text_close(struct log_text *t)
{
    if (t->converts)
        iconv_close(t->iconv);
    free(t->raw);
}
