/* Reads words and strict numbers in a line of a table: ASCII digits only, no locale, no sign. */
#ifndef TABLE_TEXT_H
#define TABLE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/* digits * 10^exponent. */
struct table_text_decimal {
    uint64_t digits;
    int exponent;
    unsigned decimals; /* digits written after the point */
};

/* Reads a number (123, 1.5, 1.5e+02) at *AT and moves *AT past it. Returns false, with *AT as it
 * was, when there is none or it has more than 18 digits. */
bool table_text_decimal(const char **at, struct table_text_decimal *d);

/* Reads decimal digits at *AT and moves *AT past them; false when there are none or more than 18.
 */
bool table_text_integer(const char **at, uint64_t *value);

/* Reads a latency in nanoseconds at *AT, followed by a blank or the end, into *PS, picoseconds. On
 * false *WHY says what is wrong. */
bool table_text_latency(const char **at, uint64_t *ps, const char **why);
/* Returns the digits after the point of the number at AT, after blanks; 0: no point, no number. */
unsigned table_text_decimals(const char *at);

/* Returns the first letter from AT on that is neither blank nor tab. */
const char *table_text_skip_blanks(const char *at);
/* Returns true, and moves *AT past WORD, when WORD is at *AT. */
bool table_text_word(const char **at, const char *word);

#endif
