/* CPUs of the system, and threads that stay on them. */
#ifndef POSIX_AFFINITY_H
#define POSIX_AFFINITY_H

#include <pthread.h>

/* CPUs that the process may run on, numbered from 0 in the order of the system's own numbers, as
 * the first call found them (pinning narrows what the system reports later). Where the system
 * cannot pin, there is one context and pinning to it does nothing. */

/* At least 1. */
unsigned posix_context_count(void);

/* The system's own number of CONTEXT; 0 where it does not say. */
unsigned posix_context_cpu(unsigned context);

/* Pins the caller, or THREAD, which shall call posix_pinned() before it does anything else. CONTEXT
 * is below posix_context_count(), or HAL_THREAD_ANY: all contexts. 0, or -1 when the system
 * refuses, which hal_thread_refusals() counts. */
int posix_pin_caller(unsigned context);
int posix_pin_thread(pthread_t thread, unsigned context);

/* Says that the caller was pinned to CONTEXT, for hal_thread_moved(). */
void posix_pinned(unsigned context);

#endif
