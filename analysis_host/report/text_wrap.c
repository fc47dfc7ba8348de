#include "text.h"
#include <stdarg.h>
#include <string.h>

static const char blanks[] = " \t\r\n";

void text_ascii(FILE *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fputc(text[i] >= ' ' && text[i] <= '~' ? text[i] : '?', out);
}

void text_wrap(FILE *out, const char *lead, const char *body)
{
    size_t indent = strlen(lead);
    size_t column = indent;

    fputs(lead, out);
    for (body += strspn(body, blanks); *body != '\0'; body += strspn(body, blanks)) {
        size_t n = strcspn(body, blanks);
        if (n > TEXT_COLUMNS - indent)
            n = TEXT_COLUMNS - indent;
        if (column > indent && column + 1 + n > TEXT_COLUMNS) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', out);
            column++;
        }
        text_ascii(out, body, n);
        column += n;
        body += n;
    }
    fputc('\n', out);
}

void text_wrapf(FILE *out, const char *lead, const char *format, ...)
{
    char body[1000 + 1];
    va_list args;

    va_start(args, format);
    int n = vsnprintf(body, sizeof body, format, args);
    va_end(args);
    if (n >= (int)sizeof body)
        memcpy(body + sizeof body - 4, "...", 4);
    text_wrap(out, lead, body);
}
