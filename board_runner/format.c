/* Makes and extends texts by a format. */
#include "format.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *format_text(const char *format, ...)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    va_list args;

    if (out == NULL)
        return NULL;
    va_start(args, format);
    int length = vfprintf(out, format, args);
    va_end(args);
    if (fclose(out) == 0 && length >= 0)
        return text;
    free(text);
    return NULL;
}

void format_append(char *text, size_t room, const char *format, ...)
{
    size_t n = strlen(text);
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text + n, room - n, format, args);
    va_end(args);
}
