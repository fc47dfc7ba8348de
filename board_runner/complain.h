#ifndef COMPLAIN_H
#define COMPLAIN_H

/* One message for a person on standard error, "board_runner: " before it and a line end after it.
 * Errors of standard error itself have nowhere to go and are dropped. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
