/* Numbers and answers as people write them. Results go to TO, FORMAT_CELL bytes. */
#ifndef FORMAT_VALUE_H
#define FORMAT_VALUE_H

#include "result/result.h"
#include <stdbool.h>

enum { FORMAT_CELL = 48 };

/* Writes VALUE in UNIT to three digits, counts and bytes to all: "31.5 KiB", "2.1 GHz", "13.9 c".
 */
void format_number(char *to, double value, const char *unit);
/* Writes the bounds of R. Returns false where it has none, or where both are the same text. */
bool format_bounds(char from[FORMAT_CELL], char to[FORMAT_CELL], const struct result *r);
/* Writes the range of R as it follows its value: "202-224", without the unit where that is the
 * value's. Returns false, and "" is written, where R is no number or its bounds are the same text.
 */
bool format_range(char to[FORMAT_CELL], const struct result *r);
/* Writes the answer of R: a number, a name spelled out ("tree-PLRU"), "not determined" or "none".
 */
void format_value(char *to, const struct result *r);
/* Returns "~" where R is doubtful, else "". */
const char *format_doubt(const struct result *r);
/* The same as format_value() where there is little room: "?" is not determined; "~" is before a
 * doubtful answer. */
void format_answer(char *to, const struct result *r);
/* The same without the unit of a number. */
void format_bare(char *to, const struct result *r);
/* Writes SHARE, 0 to 1, as "98 %". */
void format_percent(char *to, double share);

#endif
