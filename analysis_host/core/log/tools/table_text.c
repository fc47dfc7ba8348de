/* Reads words and strict numbers in a line of a table. */
#include "table_text.h"
#include <string.h>

enum { MOST_DIGITS = 18, MOST_EXPONENT = 30 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits at *AT into D, without an overflow check: MOST_DIGITS of them stay below 10^18 < 2^64. */
static bool read_digits(const char **at, struct table_text_decimal *d, unsigned *n)
{
    for (; is_digit(**at); ++*at) {
        if (d->digits != 0 || **at != '0')
            ++*n;
        if (*n > MOST_DIGITS)
            return false;
        d->digits = 10 * d->digits + (uint64_t)(**at - '0');
    }
    return true;
}

/* An exponent (e+02) at *AT, where there is one. */
static bool read_exponent(const char **at, int *exponent)
{
    const char *p = *at;
    int value = 0;

    if (*p != 'e' && *p != 'E')
        return true;
    p++;
    bool negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!is_digit(*p))
        return false;
    for (; is_digit(*p) && value <= MOST_EXPONENT; p++)
        value = 10 * value + (*p - '0');
    *exponent += negative ? -value : value;
    *at = p;
    return value <= MOST_EXPONENT;
}

bool table_text_decimal(const char **at, struct table_text_decimal *d)
{
    struct table_text_decimal read = { 0 };
    const char *p = *at;
    unsigned n = 0;

    if (!is_digit(*p) || !read_digits(&p, &read, &n))
        return false;
    if (*p == '.') {
        const char *fraction = ++p;
        if (!read_digits(&p, &read, &n) || p - fraction > MOST_EXPONENT)
            return false;
        read.decimals = (unsigned)(p - fraction);
        read.exponent = -(int)read.decimals;
    }
    if (!read_exponent(&p, &read.exponent))
        return false;
    *d = read;
    *at = p;
    return true;
}

/* Sets *VALUE to D * 10^POWER, rounded to the nearest integer; false when that does not fit. */
static bool scaled_to_integer(const struct table_text_decimal *d, int power, uint64_t *value)
{
    uint64_t scaled = d->digits;
    unsigned last = 0; /* the digit dropped last decides the rounding */

    for (power += d->exponent; power > 0 && scaled != 0; power--) {
        if (scaled > UINT64_MAX / 10)
            return false;
        scaled *= 10;
    }
    for (; power < 0; power++) {
        last = (unsigned)(scaled % 10);
        scaled /= 10;
    }
    *value = scaled + (last >= 5);
    return true;
}

bool table_text_integer(const char **at, uint64_t *value)
{
    struct table_text_decimal d = { 0 };
    const char *p = *at;
    unsigned n = 0;

    if (!is_digit(*p) || !read_digits(&p, &d, &n))
        return false;
    *value = d.digits;
    *at = p;
    return true;
}

bool table_text_latency(const char **at, uint64_t *ps, const char **why)
{
    const char *p = table_text_skip_blanks(*at);
    struct table_text_decimal d;

    *why = "the latency is not a number";
    if (*p == '-')
        *why = "the latency is negative";
    if (*p == '\0')
        *why = "the latency is missing";
    if (!table_text_decimal(&p, &d) || (*p != '\0' && *p != ' ' && *p != '\t'))
        return false;
    *why = "the latency is too large";
    if (!scaled_to_integer(&d, 3, ps))
        return false;
    *at = p;
    return true;
}

unsigned table_text_decimals(const char *at)
{
    struct table_text_decimal d = { 0 };

    at = table_text_skip_blanks(at);
    return table_text_decimal(&at, &d) ? d.decimals : 0;
}

const char *table_text_skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

bool table_text_word(const char **at, const char *word)
{
    size_t n = strlen(word);

    if (strncmp(*at, word, n) != 0)
        return false;
    *at += n;
    return true;
}
