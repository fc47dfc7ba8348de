/* Words in lines of 80 columns, or as wide as the terminal. */
#ifndef FORMAT_WRAP_H
#define FORMAT_WRAP_H

#include <stddef.h>
#include <stdio.h>

enum { FORMAT_COLUMNS = 80, FORMAT_LEAST_COLUMNS = 40, FORMAT_MOST_COLUMNS = 120 };

/* Lines are N columns wide from now on, within the least and the most; FORMAT_COLUMNS before, and
 * where N is 0. */
void format_set_columns(size_t n);
/* Returns how wide lines are. */
size_t format_columns(void);

/* Writes LEAD, then the words of BODY, at most format_columns() wide; further lines are indented as
 * far as LEAD is long (LEAD is shorter than half a line). Ends the line. BODY is shown as
 * output_visible() does. */
void format_wrap(FILE *out, const char *lead, const char *body);
/* The same on MOST lines at most, 1 or more: what does not fit is "...". Returns how many lines it
 * took. */
unsigned format_wrap_most(FILE *out, const char *lead, const char *body, unsigned most);
/* The same as format_wrap(), printf-like; bodies longer than 1000 bytes are cut with "...". */
void format_wrapf(FILE *out, const char *lead, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
