/* Numbers and answers as people write them. */
#include "value.h"
#include "result/confidence.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* VALUE divided down to the largest of UNITS that leaves at least 1. */
static void put_scaled(char *to, double value, double step, const char *const *units, unsigned n)
{
    unsigned i = 0;

    while (i + 1 < n && fabs(value) >= step) {
        value /= step;
        i++;
    }
    /* Tenths of a unit matter below 100 of it: 31.5 KiB. */
    double tenths = round(10 * value) / 10;
    bool whole = tenths == floor(tenths) || fabs(value) >= 100;
    snprintf(to, FORMAT_CELL, "%.*f %s", whole ? 0 : 1, value, units[i]);
}

static void put_bytes(char *to, double value)
{
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };

    put_scaled(to, value, 1024, units, sizeof units / sizeof units[0]);
}

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
        put_bytes(to, value);
    else if (strcmp(unit, "Hz") == 0)
        put_hertz(to, value);
    else if (strcmp(unit, "s") == 0)
        put_seconds(to, value);
    else if (strcmp(unit, "cycle") == 0)
        snprintf(to, FORMAT_CELL, "%.1f cy", value);
    else if (strcmp(unit, "bool") == 0)
        snprintf(to, FORMAT_CELL, "%s", value != 0 ? "yes" : "no");
    else if (strcmp(unit, "count") == 0)
        snprintf(to, FORMAT_CELL, "%.6g", value);
    else if (strcmp(unit, "B per cycle") == 0)
        snprintf(to, FORMAT_CELL, "%.3g B/cy", value);
    else
        snprintf(to, FORMAT_CELL, "%.4g %s", value, unit);
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
