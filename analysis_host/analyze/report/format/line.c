/* A line of text that is put together from parts. */
#include "line.h"
#include <stdarg.h>
#include <stdio.h>

void format_line_add(struct format_line *line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    int n = vsnprintf(line->text + line->used, sizeof line->text - line->used, format, args);
    va_end(args);
    if (n > 0)
        line->used += (size_t)n;
    if (line->used > sizeof line->text - 1)
        line->used = sizeof line->text - 1;
}
