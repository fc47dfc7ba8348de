/* Messages for a person on standard error. */
#ifndef COMPLAIN_H
#define COMPLAIN_H

/* Writes "board_runner: ", the message and a line end to standard error. An error of standard error
 * itself has nowhere to go and is dropped. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
