#ifndef INTERRUPTS_H
#define INTERRUPTS_H

#include <stdbool.h>
#include <sys/types.h>

/* SIGINT, SIGTERM and SIGHUP as something to poll() for. A second one ends the program at once,
 * after killing the process group that interrupts_guard() named. A reader or a disk that goes away
 * is an error of the write and no signal. */

/* 0, or -1 with errno set. Call once. */
int interrupts_start(void);
/* Readable after a signal, and when a child has changed; interrupts_clear() makes it quiet again.
 */
int interrupts_fd(void);
void interrupts_clear(void);
/* Whether the user wants the program to end. */
bool interrupts_wanted(void);
/* GROUP is killed by the second interrupt; 0: none. */
void interrupts_guard(pid_t group);

#endif
