/* Contexts that run at the same time, and barriers between them. */
#ifndef HAL_THREAD_H
#define HAL_THREAD_H

#include <stdbool.h>
#include <stdint.h>

/* Threads pinned to execution contexts (hardware threads). On a bare board a context is a core and
 * runs one thread. */

enum hal_thread_status {
    HAL_THREAD_OK = 0,
    HAL_THREAD_NO_CONTEXT, /* the port has no context of that number */
    HAL_THREAD_BUSY,       /* the context runs another thread and cannot run two (bare boards) */
    HAL_THREAD_FAILED,     /* the OS refused */
};

/* Owned by the caller; what is inside belongs to the port. Must outlive the join. */
struct hal_thread {
    uintptr_t port[8];
};

typedef void hal_thread_fn(void *arg);

/* Execution contexts that threads may be pinned to, at least 1. They are numbered from 0. */
unsigned hal_thread_contexts(void);

/* Moves the caller to CONTEXT and keeps it there. HAL_THREAD_OK, NO_CONTEXT or FAILED. */
enum hal_thread_status hal_thread_pin(unsigned context);

/* For hal_thread_start(): where the operating system likes, and it may move the thread. */
#define HAL_THREAD_ANY (~0u)

/* Runs FN(ARG) pinned to CONTEXT, or anywhere; without an operating system there is no anywhere,
 * which is answered with HAL_THREAD_NO_CONTEXT. A context that is not the caller's own starts at
 * once; starting on the caller's own context needs an OS. On OK the thread must be joined, once. */
enum hal_thread_status hal_thread_start(struct hal_thread *thread, unsigned context,
                                        hal_thread_fn *fn, void *arg);

/* How often the system has refused to keep a thread on a context since the program began. *ERROR:
 * name of the last refusal's error, "EPERM"; not written where there was none. A thread that is
 * refused does not run. Always 0 without an operating system. */
unsigned hal_thread_refusals(const char **error);

/* True when the caller was pinned and runs elsewhere all the same: its CPU went away, or another
 * program has moved it. Always false without an operating system. */
bool hal_thread_moved(void);

/* Waits until THREAD has returned. Cannot fail for a thread that was started. */
void hal_thread_join(struct hal_thread *thread);

/* For spin loops: the CPU's pause or yield hint, nothing where there is none. */
void hal_thread_pause(void);

/* A barrier of N threads that spins, because the parties are pinned to contexts of their own.
 * Zero-initialise, set N, share. Reusable any number of times. */
struct hal_barrier {
    unsigned n;
    unsigned arrived; /* port's own */
    unsigned phase;   /* port's own */
};

/* Returns when all N threads have called it. What any of them wrote before, all see after. */
void hal_barrier_wait(struct hal_barrier *barrier);

#endif
