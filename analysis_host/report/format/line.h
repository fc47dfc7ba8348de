/* A line of text that is put together from parts. */
#ifndef FORMAT_LINE_H
#define FORMAT_LINE_H

#include "result/result.h"
#include <stddef.h>

struct format_line {
    char text[1000];
    size_t used; /* bytes of text */
};

/* Adds printf-like text, as much of it as there is room for. */
void format_line_add(struct format_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds BEFORE, format_answer() of ID and AFTER; nothing where there is no such result. */
void format_line_answer(struct format_line *line, const struct results *results, const char *before,
                        struct result_id id, const char *after);

#endif
