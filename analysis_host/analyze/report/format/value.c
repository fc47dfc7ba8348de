/* Numbers and answers as people write them. */
#include "value.h"
#include "result/confidence.h"
#include "result/remedy.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Three digits: 0.305, 13.9, 265, 2150. */
static void put_three(char *to, double value)
{
    double size = fabs(value);

    if (size >= 999.5 && size < 1e9) {
        double unit = pow(10, floor(log10(size)) - 2);
        snprintf(to, FORMAT_CELL, "%.0f", round(value / unit) * unit);
    } else {
        snprintf(to, FORMAT_CELL, "%.3g", value);
    }
}

/* VALUE in the one of N UNITS, each a thousand of the one before, in which it is below 1000. */
static void put_thousands(char *to, double value, const char *const *units, unsigned n)
{
    char number[FORMAT_CELL];
    unsigned i = 0;

    for (; i + 1 < n && fabs(value) >= 999.5; i++)
        value /= 1000;
    put_three(number, value);
    snprintf(to, FORMAT_CELL, "%.24s %s", number, units[i]);
}

static void put_seconds(char *to, double value)
{
    static const char *const units[] = { "s", "ms", "us", "ns" };
    unsigned i = 0;

    for (; i + 1 < sizeof units / sizeof units[0] && value != 0 && fabs(value) < 1; i++)
        value *= 1000;
    snprintf(to, FORMAT_CELL, "%.3g %s", value, units[i]);
}

/* How people write UNIT after a number. */
static const char *written(const char *unit)
{
    static const char *const units[][2] = {
        { "cycle", "c" },          { "B/cycle", "B/c" },
        { "uop/cycle", "uops/c" }, { "FLOP/cycle", "FLOP/c" },
        { "op/cycle", "ops/c" },   { "1/cycle", "1/c" },
        { "ratio", "" },           { "count", "" },
    };

    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(unit, units[i][0]) == 0)
            return units[i][1];
    return unit;
}

void format_number(char *to, double value, const char *unit)
{
    static const char *const hertz[] = { "Hz", "kHz", "MHz", "GHz" };
    char number[FORMAT_CELL];

    if (strcmp(unit, "B") == 0) {
        snprintf(to, FORMAT_CELL, "%.*s", FORMAT_CELL - 1, words_bytes(value).text);
    } else if (strcmp(unit, "Hz") == 0) {
        put_thousands(to, value, hertz, sizeof hertz / sizeof hertz[0]);
    } else if (strcmp(unit, "s") == 0) {
        put_seconds(to, value);
    } else if (strcmp(unit, "bool") == 0) {
        snprintf(to, FORMAT_CELL, "%s", value != 0 ? "yes" : "no");
    } else if (strcmp(unit, "count") == 0 && value == floor(value)) {
        snprintf(to, FORMAT_CELL, "%.6g", value);
    } else {
        bool cycles = strcmp(unit, "cycle") == 0;
        put_three(number, cycles ? round(1000 * value) / 1000 : value);
        const char *after = written(unit);
        snprintf(to, FORMAT_CELL, "%.24s%s%.20s", number, *after != '\0' ? " " : "", after);
    }
}

bool format_bounds(char from[FORMAT_CELL], char to[FORMAT_CELL], const struct result *r)
{
    if (!r->has_bounds)
        return false;
    format_number(from, r->low, r->unit);
    format_number(to, r->high, r->unit);
    return strcmp(from, to) != 0;
}

/* Bytes of TEXT before its unit. */
static size_t bare_bytes(const char *text)
{
    const char *unit = strrchr(text, ' ');

    return unit != NULL ? (size_t)(unit - text) : strlen(text);
}

bool format_range(char to[FORMAT_CELL], const struct result *r)
{
    char value[FORMAT_CELL], low[FORMAT_CELL], high[FORMAT_CELL];

    *to = '\0';
    if (r->kind != RESULT_NUMBER || !format_bounds(low, high, r))
        return false;
    format_number(value, r->value, r->unit);
    const char *unit = value + bare_bytes(value);
    bool same =
        strcmp(low + bare_bytes(low), unit) == 0 && strcmp(high + bare_bytes(high), unit) == 0;
    snprintf(to, FORMAT_CELL, "%.*s-%.*s", same ? (int)bare_bytes(low) : 22, low,
             same ? (int)bare_bytes(high) : 22, high);
    return true;
}

/* The words for a name, where reports have others than people. */
static const char *spelled_out(const struct result *r)
{
    static const struct {
        enum quantity quantity;
        const char *name, *words;
    } names[] = {
        { CACHE_POLICY, "lru", "LRU" },
        { CACHE_POLICY, "plru", "tree-PLRU" },
        { CACHE_POLICY, "bitplru", "bit-PLRU" },
        { CACHE_POLICY, "nru", "NRU" },
        { CACHE_POLICY, "fifo", "FIFO" },
        { CACHE_INCLUSION, "nine", "non-inclusive" },
        { CACHE_WRITE, "back", "write-back" },
        { CACHE_WRITE, "through", "write-through" },
        { CACHE_ALLOCATE, "write", "write-allocate" },
        { CACHE_ALLOCATE, "read", "no write-allocate" },
        { HUGE_PAGE_GRANTED, "yes", "granted" },
        { HUGE_PAGE_GRANTED, "no", "not granted" },
        { HUGE_PAGE_TLB_REACH, "gained", "TLB reach gained" },
        { HUGE_PAGE_TLB_REACH, "none", "no TLB reach gained" },
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (r->name.quantity == names[i].quantity && strcmp(r->text, names[i].name) == 0)
            return names[i].words;
    return r->text;
}

void format_value(char *to, const struct result *r)
{
    switch (r->kind) {
    case RESULT_NUMBER:
        format_number(to, r->value, r->unit);
        break;
    case RESULT_NAME:
        snprintf(to, FORMAT_CELL, "%s", spelled_out(r));
        break;
    case RESULT_NONE:
        snprintf(to, FORMAT_CELL, "none");
        break;
    case RESULT_NULL:
        snprintf(to, FORMAT_CELL, "not determined");
        break;
    }
}

const char *format_doubt(const struct result *r)
{
    return confidence_is_low(r) ? "~" : "";
}

void format_answer(char *to, const struct result *r)
{
    char value[FORMAT_CELL];

    format_value(value, r);
    if (r->kind == RESULT_NULL)
        strcpy(to, "?");
    else
        snprintf(to, FORMAT_CELL, "%s%.*s", format_doubt(r), FORMAT_CELL - 2, value);
}

void format_bare(char *to, const struct result *r)
{
    format_answer(to, r);
    if (r->kind == RESULT_NUMBER)
        to[bare_bytes(to)] = '\0';
}

void format_percent(char *to, double share)
{
    /* Rounded down, as 79.9 is less than 80. */
    snprintf(to, FORMAT_CELL, "%.0f %%", floor(100 * share + 1e-6));
}
