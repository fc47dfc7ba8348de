/* Words in lines of 80 columns. */
#ifndef FORMAT_WRAP_H
#define FORMAT_WRAP_H

#include <stddef.h>
#include <stdio.h>

enum { FORMAT_COLUMNS = 80 };

/* Writes LEAD, then the words of BODY, at most FORMAT_COLUMNS wide; further lines are indented as
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
