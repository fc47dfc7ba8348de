/* Text for a person, in which nothing from outside commands the terminal. */
#ifndef SAY_H
#define SAY_H

#include <stddef.h>
#include <stdio.h>

/* Names, commands and messages come from board files, boards and other machines. What these calls
 * write is shown as record/visible.h says: line ends come from say_line() alone. */

/* Writes to OUT what printf() would. */
void say_part(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes to OUT what printf() would, and a line end. */
void say_line(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes TEXT and a line end to OUT, broken at spaces where a line would be longer than 79 columns,
 * or a narrower terminal; further lines begin with INDENT spaces. A byte counts as a column. */
void say_wrapped(FILE *out, unsigned indent, const char *text);
/* Returns a stream that shows so on standard error what the C library writes to it, for fclose();
 * NULL when there is no memory. A line end stays one where a write ends with it. */
FILE *say_stream(void);

#endif
