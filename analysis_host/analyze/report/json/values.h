/* Values of JSON, put together. A failed allocation yields NULL, which jansson's setters refuse; OK
 * keeps that. */
#ifndef JSON_VALUES_H
#define JSON_VALUES_H

#include <jansson.h>
#include <stdbool.h>

/* TEXT; bytes that are not UTF-8 come from the wire and become '?'. NULL without memory. */
json_t *json_text(const char *text);
/* VALUE, as an integer where it is integral and exact; null where it is not finite. NULL without
 * memory. */
json_t *json_finite(double value);
/* The same where THERE, else null. */
json_t *json_finite_or_null(bool there, double value);
/* Sets KEY of OBJECT to VALUE, which is the object's then. Sets *OK to false where it cannot. */
void json_set_value(json_t *object, const char *key, json_t *value, bool *ok);
/* Appends VALUE, which is the array's then. Sets *OK to false where it cannot. */
void json_append_value(json_t *array, json_t *value, bool *ok);

#endif
