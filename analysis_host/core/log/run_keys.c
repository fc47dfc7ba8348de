/* Reads values of RUN's keys, from the table of probes/record/run_keys.def. */
#include "run_keys.h"
#include <string.h>

static const struct {
    const char *name;
    enum log_value value;
} table[] = {
#define RUN_KEY(name, kind) { name, LOG_VALUE_##kind },
#include "record/run_keys.def"
};

enum { ROWS = sizeof table / sizeof table[0] };

bool log_run_key(size_t i, const char **name, enum log_value *value)
{
    if (i >= ROWS)
        return false;
    *name = table[i].name;
    *value = table[i].value;
    return true;
}

static enum log_value defined_as(const char *key)
{
    for (size_t i = 0; i < ROWS; i++) {
        size_t n = strlen(table[i].name);
        bool family = table[i].name[n - 1] == '.';
        if (family ? strncmp(key, table[i].name, n) == 0 : strcmp(key, table[i].name) == 0)
            return table[i].value;
    }
    return LOG_VALUE_TEXT;
}

/* Reads digits, a point and one or two digits; false where TEXT is something else. */
static bool read_decimal(const char *text, double *decimal)
{
    size_t whole = strspn(text, "0123456789");
    const char *after = text[whole] == '.' ? text + whole + 1 : text + whole;
    size_t digits = strspn(after, "0123456789");
    double value = 0;

    if (whole == 0 || whole > 15 || digits > 2 || after[digits] != '\0')
        return false;
    for (const char *p = text; *p != '\0'; p++)
        if (*p != '.')
            value = 10 * value + (*p - '0');
    *decimal = digits == 2 ? value / 100 : digits == 1 ? value / 10 : value;
    return true;
}

enum log_value log_run_value(const struct log_key *k, int64_t *number, double *decimal)
{
    enum log_value value = defined_as(k->key);
    uint64_t n = value == LOG_VALUE_NUMBER ? log_key_number(k, 1, k->key, UINT64_MAX) : 0;

    if (value == LOG_VALUE_DECIMAL && !read_decimal(k->value, decimal))
        return LOG_VALUE_TEXT;
    if (n > INT64_MAX)
        return LOG_VALUE_TEXT;
    *number = (int64_t)n;
    return value;
}
