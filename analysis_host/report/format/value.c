/* Numbers and answers as people write them. */
#include "value.h"
#include "result/confidence.h"
#include "result/remedy.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void put_hertz(char *to, double value)
{
    static const char *const units[] = { "Hz", "kHz", "MHz", "GHz" };
    unsigned i = 0;

    for (; i + 1 < sizeof units / sizeof units[0] && fabs(value) >= 1000; i++)
        value /= 1000;
    snprintf(to, FORMAT_CELL, "%.4g %s", value, units[i]);
}

static void put_seconds(char *to, double value)
{
    static const char *const units[] = { "s", "ms", "us", "ns" };
    unsigned i = 0;

    for (; i + 1 < sizeof units / sizeof units[0] && value != 0 && fabs(value) < 1; i++)
        value *= 1000;
    snprintf(to, FORMAT_CELL, "%.3g %s", value, units[i]);
}

void format_number(char *to, double value, const char *unit)
{
    if (strcmp(unit, "B") == 0)
        snprintf(to, FORMAT_CELL, "%.*s", FORMAT_CELL - 1, words_bytes(value).text);
    else if (strcmp(unit, "Hz") == 0)
        put_hertz(to, value);
    else if (strcmp(unit, "s") == 0)
        put_seconds(to, value);
    else if (strcmp(unit, "cycle") == 0)
        snprintf(to, FORMAT_CELL, "%.1f cy", value);
    else if (strcmp(unit, "bool") == 0)
        snprintf(to, FORMAT_CELL, "%s", value != 0 ? "yes" : "no");
    else if (strcmp(unit, "count") == 0)
        snprintf(to, FORMAT_CELL, value == floor(value) ? "%.6g" : "%.3g", value);
    else if (strcmp(unit, "B/cycle") == 0)
        snprintf(to, FORMAT_CELL, "%.3g B/cy", value);
    else
        snprintf(to, FORMAT_CELL, "%.4g %s", value, unit);
}

void format_bound(char *to, double value, const char *unit)
{
    if (strcmp(unit, "cycle") == 0)
        snprintf(to, FORMAT_CELL, fabs(value) < 999.5 ? "%.3g cy" : "%.0f cy", value);
    else
        format_number(to, value, unit);
}

bool format_bounds(char from[FORMAT_CELL], char to[FORMAT_CELL], const struct result *r)
{
    if (!r->has_bounds)
        return false;
    format_bound(from, r->low, r->unit);
    format_bound(to, r->high, r->unit);
    return strcmp(from, to) != 0;
}

void format_value(char *to, const struct result *r)
{
    switch (r->kind) {
    case RESULT_NUMBER:
        format_number(to, r->value, r->unit);
        break;
    case RESULT_NAME:
        snprintf(to, FORMAT_CELL, "%s", r->text);
        break;
    case RESULT_NONE:
        snprintf(to, FORMAT_CELL, "none");
        break;
    case RESULT_NULL:
        snprintf(to, FORMAT_CELL, "not determined");
        break;
    }
}

void format_answer(char *to, const struct result *r)
{
    format_value(to, r);
    if (r->kind == RESULT_NULL)
        strcpy(to, "?");
    else if (confidence_is_low(r) && strlen(to) + 1 < FORMAT_CELL)
        strcat(to, "!");
}

void format_percent(char *to, double share)
{
    /* Rounded down, as 79.9 is less than 80. */
    snprintf(to, FORMAT_CELL, "%.0f %%", floor(100 * share + 1e-6));
}
