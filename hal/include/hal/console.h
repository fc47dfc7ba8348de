/* The console: the record stream, typed options, and the end of the run. */
#ifndef HAL_CONSOLE_H
#define HAL_CONSOLE_H

#include <stddef.h>

/* The one way out of a board: bytes, an optional byte in, and an end. */

/* Writes N bytes, all of them, to the stream that board_runner captures. 0, or -1 when bytes were
 * lost for good (disk full, reader gone); once -1, always -1. */
int hal_console_put(const char *bytes, size_t n);

/* A byte that was received, 0 to 255, or -1 when there is none. Never waits. */
int hal_console_get(void);

/* A message for a person, outside of the stream where the port has such a place (standard error);
 * dropped where it has none. TEXT is one line without its end. */
void hal_console_complain(const char *text);

/* Ends the program with STATUS (0: fine) after everything that was put has left. Never returns. */
_Noreturn void hal_console_exit(int status);

#endif
