/* Keeps the first failure of reading a machine file. */
#include "machine_parser.h"
#include <stdarg.h>
#include <stdio.h>

enum { CAUSE_MOST = 1024 };

void machine_fail(struct machine_parser *p, unsigned line, const char *cause, ...)
{
    char text[CAUSE_MOST];
    va_list args;

    if (p->failed)
        return;
    p->failed = true;
    va_start(args, cause);
    vsnprintf(text, sizeof text, cause, args);
    va_end(args);
    snprintf(p->error, p->error_bytes, "%s:%u: %s", p->path, line, text);
}
