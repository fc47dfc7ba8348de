/* SIGINT, SIGTERM and SIGHUP as something to poll() for. */
#ifndef INTERRUPTS_H
#define INTERRUPTS_H

#include <stdbool.h>
#include <sys/types.h>

/* A second signal ends the program at once, after killing the process group that
 * interrupts_guard() named. SIGPIPE is ignored: the write returns the error. */

/* Catches the signals. Returns 0, or -1 with errno set. Later calls do nothing. */
int interrupts_start(void);
/* Returns a descriptor that is readable after a signal and after a child changed. */
int interrupts_fd(void);
/* Empties that descriptor. */
void interrupts_clear(void);
/* Returns true once a signal asked the program to end. */
bool interrupts_wanted(void);
/* Names the process group that a second signal kills; 0: none. */
void interrupts_guard(pid_t group);

#endif
