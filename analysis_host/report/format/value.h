/* Numbers and answers as people write them. Results go to TO, FORMAT_CELL bytes. */
#ifndef FORMAT_VALUE_H
#define FORMAT_VALUE_H

#include "result/result.h"
#include <stdbool.h>

enum { FORMAT_CELL = 48 };

/* Writes VALUE in UNIT: "31.5 KiB", "2.10 GHz", "4.0 cy", "13". */
void format_number(char *to, double value, const char *unit);
/* The same of a bound, where three digits count: "0.305 cy". */
void format_bound(char *to, double value, const char *unit);
/* Writes the bounds of R. Returns false where it has none, or where both are the same text. */
bool format_bounds(char from[FORMAT_CELL], char to[FORMAT_CELL], const struct result *r);
/* Writes the answer of R: a number, a name, "not determined" or "none". */
void format_value(char *to, const struct result *r);
/* The same where there is little room: "?" is not determined; "!" after an answer: its confidence
 * is low. */
void format_answer(char *to, const struct result *r);
/* Writes SHARE, 0 to 1, as "98 %". */
void format_percent(char *to, double share);

#endif
