/* Replaces answers by what a person gives. */
#include "what_if.h"
#include "machine.h"
#include "result/query.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a number with K, M or G at its end; false where TEXT is none above 0. */
static bool read_value(const char *text, double *value)
{
    static const char ends[] = "KMG";
    char *end;

    *value = strtod(text, &end);
    const char *unit = *end != '\0' ? strchr(ends, *end) : NULL;
    for (long i = unit != NULL ? unit - ends : -1; i >= 0; i--)
        *value *= 1024;
    return end != text && *value > 0 && *value < 1e15 && end[unit != NULL] == '\0';
}

static bool is_parameter(const char *name)
{
    for (unsigned p = 0; p < MACHINE_PARAMETERS; p++)
        if (strcmp(machine_parameter_id((enum machine_parameter)p), name) == 0)
            return true;
    return false;
}

static struct result *find_or_add(struct results *results, const char *name)
{
    struct result_id id = id_read(name);
    const struct result *found = result_find_text(results, name);

    if (found != NULL)
        return &results->at[found - results->at];
    if (id.quantity == QUANTITY_UNKNOWN && !is_parameter(name))
        return NULL;
    struct result *added = result_add(results, id);
    if (!results->no_memory)
        results_index(results);
    return result_find_text(results, name) != NULL
               ? &results->at[result_find_text(results, name) - results->at]
               : added;
}

static void replace(struct result *r, double value)
{
    r->kind = RESULT_NUMBER;
    r->value = r->nominal = value;
    r->has_nominal = true;
    r->has_bounds = r->contradicts = false;
    r->confidence = 1;
    snprintf(r->method, sizeof r->method, "given");
}

static const char *take_one(struct results *results, char *one, char *why, size_t size)
{
    char *value = strchr(one, '=');
    double number;

    if (value == NULL) {
        snprintf(why, size, "%.60s: ID=VALUE is expected", one);
        return why;
    }
    *value++ = '\0';
    if (!read_value(value, &number)) {
        snprintf(why, size, "%.60s=%.40s: a number above 0 is expected, with K, M or G", one,
                 value);
        return why;
    }
    struct result *r = find_or_add(results, one);
    if (r == NULL || (r->kind == RESULT_NAME)) {
        snprintf(why, size, "%.60s: no such number is used (analyze -v names those of the log)",
                 one);
        return why;
    }
    replace(r, number);
    return NULL;
}

const char *what_if_take(struct results *results, const char *text, char *why, size_t size)
{
    char copy[1024], *rest = copy;
    const char *wrong = NULL;

    if (strlen(text) >= sizeof copy) {
        snprintf(why, size, "is longer than %zu bytes", sizeof copy - 1);
        return why;
    }
    strcpy(copy, text);
    for (char *one = strsep(&rest, ","); one != NULL && wrong == NULL; one = strsep(&rest, ","))
        wrong = take_one(results, one, why, size);
    return wrong;
}
