/* One message, one line. */
#include "say.h"
#include "report/output/visible.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *say_program = "predict";

int say(int status, const char *file, const char *format, ...)
{
    char text[1000];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    fprintf(stderr, "%s: ", say_program);
    output_visible(stderr, file, strlen(file));
    fputs(": ", stderr);
    output_visible(stderr, text, strlen(text));
    fputc('\n', stderr);
    return status;
}
