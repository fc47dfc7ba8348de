/* Writes a message of board_runner to standard error. */
#include "complain.h"
#include <stdarg.h>
#include <stdio.h>

void complain(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)fputs("board_runner: ", stderr);
    (void)vfprintf(stderr, format, args);
    (void)fputc('\n', stderr);
    va_end(args);
}
