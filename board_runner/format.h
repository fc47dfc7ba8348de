/* Texts made by a format, as long as they need to be. */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* Returns the text that printf() would write, for the caller to free; NULL when there is no memory.
 */
char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *format_list(const char *format, va_list args) __attribute__((format(printf, 1, 0)));
/* Appends to TEXT, a string in ROOM bytes, what printf() would write, cut where it does not fit. */
void format_append(char *text, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
