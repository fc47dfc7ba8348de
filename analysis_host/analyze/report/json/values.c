/* Values of JSON, put together. */
#include "values.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

json_t *json_text(const char *text)
{
    json_t *whole = json_string(text);

    if (whole != NULL)
        return whole;
    char *copy = strdup(text);
    if (copy == NULL)
        return NULL;
    for (char *p = copy; *p != '\0'; p++)
        if ((unsigned char)*p >= 0x80)
            *p = '?';
    whole = json_string(copy);
    free(copy);
    return whole;
}

/* 2^53 and below are exact in a double. */
json_t *json_finite(double value)
{
    if (!isfinite(value))
        return json_null();
    if (value == floor(value) && fabs(value) <= 9007199254740992.0)
        return json_integer((json_int_t)value);
    return json_real(value);
}

json_t *json_finite_or_null(bool there, double value)
{
    return there ? json_finite(value) : json_null();
}

void json_set_value(json_t *object, const char *key, json_t *value, bool *ok)
{
    if (json_object_set_new(object, key, value) != 0)
        *ok = false;
}

void json_append_value(json_t *array, json_t *value, bool *ok)
{
    if (json_array_append_new(array, value) != 0)
        *ok = false;
}
