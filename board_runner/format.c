/* Makes and extends texts by a format. */
#include "format.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *format_list(const char *format, va_list args)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);

    if (out == NULL)
        return NULL;
    int length = vfprintf(out, format, args);
    if (fclose(out) == 0 && length >= 0)
        return text;
    free(text);
    return NULL;
}

char *format_text(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *text = format_list(format, args);
    va_end(args);
    return text;
}

void format_append(char *text, size_t room, const char *format, ...)
{
    size_t n = strlen(text);
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text + n, room - n, format, args);
    va_end(args);
}
