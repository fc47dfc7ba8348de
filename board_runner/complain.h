/* Messages for a person on standard error. */
#ifndef COMPLAIN_H
#define COMPLAIN_H

#include <stdarg.h>

/* Writes "board_runner: ", the message and a line end to standard error, as say_line() does. An
 * error of standard error itself has nowhere to go and is dropped. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
void complain_list(const char *format, va_list args) __attribute__((format(printf, 1, 0)));

#endif
