/* Text of strangers as a terminal may get it: nothing in it acts on the terminal, hides or turns
 * the direction of what is beside it. */
#ifndef OUTPUT_VISIBLE_H
#define OUTPUT_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes the N bytes of TEXT: printable ASCII and UTF-8 letters as they are, \xNN for each byte of
 * anything else: control characters, line ends among them, what is no UTF-8, and code points that
 * turn the direction of text or are not seen. */
void output_visible(FILE *out, const char *text, size_t n);

/* The same for text of several lines: their ends stay. */
void output_visible_lines(FILE *out, const char *text, size_t n);

/* Returns how many bytes output_visible() makes of the N of TEXT; never fewer than columns. */
size_t output_visible_bytes(const char *text, size_t n);

/* Returns how many of the N bytes of TEXT come to at most ROOM bytes, none of them shown in part.
 */
size_t output_visible_fit(const char *text, size_t n, size_t room);

/* Returns the bytes of the first letter of the N bytes of TEXT; 0 when N is 0. */
size_t output_visible_letter(const char *text, size_t n);

/* Puts what output_visible() makes of TEXT into TO, cut between letters where the SIZE bytes there
 * are too few. Returns TO. */
const char *output_visible_cell(char *to, size_t size, const char *text);

/* From now on all that goes to stderr is written as output_visible_lines() does. */
void output_guard_errors(void);

/* From now on a program whose standard output cannot be written whole ends with status 4, after a
 * message; a reader that left gets none. What closes standard output itself says so itself. */
void output_guard_end(void);

/* The program whose messages these are; "analyze" at first. */
extern const char *output_program;

/* Writes "PROGRAM: FILE: TEXT" as one visible line, printf-like. Returns false, for those who end
 * with it. */
bool output_say(FILE *err, const char *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
