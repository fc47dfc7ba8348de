/* Messages on standard error. */
#include "say.h"
#include "report/output/visible.h"
#include <stdarg.h>
#include <stdio.h>

int say(int status, const char *file, const char *format, ...)
{
    char text[1000];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    output_say(stderr, file, "%s", text);
    return status;
}
