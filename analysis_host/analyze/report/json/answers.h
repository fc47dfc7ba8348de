/* Answers as JSON: one by one, and those of caches level by level. */
#ifndef JSON_ANSWERS_H
#define JSON_ANSWERS_H

#include "result/result.h"
#include <jansson.h>

/* An array with an object for each answer, in the order of ids.def: "id", "value", "nominal",
 * "unit", "low", "high", "confidence", "doubtful", "method", "probe", "note", "kind", "quantity", a
 * key for each brace of its id, "group", "derived", and where there is something to say "remedy",
 * "ns", "gb_per_s", "gflop_per_s", "damaged". Sets *OK to false without memory. */
json_t *json_answers(const struct results *results, bool *ok);

/* An array with an object for each level of data and of instruction cache that an answer is about,
 * data first: "level", "type", then numbers, null where not known; "doubtful" lists the keys of
 * those not to rely on. Sets *OK to false without memory. */
json_t *json_caches(const struct results *results, bool *ok);

#endif
