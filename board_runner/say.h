/* Text for a person, in which nothing from outside commands the terminal. */
#ifndef SAY_H
#define SAY_H

#include <stdarg.h>
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

/* Returns the text that printf() would write, for the caller to free; NULL when there is no memory.
 */
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *format_list(const char *format, va_list args) __attribute__((format(printf, 1, 0)));
/* Appends to TEXT, a string in ROOM bytes, what printf() would write, cut where it does not fit. */
void format_append(char *text, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- messages of board_runner ---- */

/* Writes "board_runner: ", the message and a line end to standard error, as say_line() does. An
 * error of standard error itself has nowhere to go and is dropped. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
void complain_list(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

/* ---- words of commands ---- */

/* Writes WORD to OUT so that a shell reads it as one word: in single quotes where it is empty or
 * holds a blank or a quote, in bash's $'...' where it holds what would command a terminal, else as
 * it is. */
void shell_word_print(FILE *out, const char *word);

#endif
