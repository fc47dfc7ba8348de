/* Writes a message of board_runner to standard error. */
#include "complain.h"
#include "format.h"
#include "say.h"
#include <stdlib.h>

void complain_list(const char *format, va_list args)
{
    char *text = format_list(format, args);

    say_line(stderr, "board_runner: %s", text != NULL ? text : format);
    free(text);
}

void complain(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    complain_list(format, args);
    va_end(args);
}
