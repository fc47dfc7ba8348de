/* A line of text that is put together from parts. */
#ifndef FORMAT_LINE_H
#define FORMAT_LINE_H

#include <stddef.h>

struct format_line {
    char text[1000];
    size_t used; /* bytes of text */
};

/* Adds printf-like text, as much of it as there is room for. */
void format_line_add(struct format_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
