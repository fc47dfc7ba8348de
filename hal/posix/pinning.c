/* Keeps threads on CPUs. */
#define _GNU_SOURCE /* the C library declares affinity calls only then */
#include "affinity.h"
#include <hal/thread.h>

#ifdef __linux__

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_CPUS = 1 << 20 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned *cpu_of; /* the system's number of each context; NULL: the system did not say */
static unsigned n_contexts = 1;
static size_t n_bits; /* CPUs that a mask must have room for */

static void take(const cpu_set_t *mask, size_t mask_bytes)
{
    unsigned n = (unsigned)CPU_COUNT_S(mask_bytes, mask);

    if (n == 0 || (cpu_of = calloc(n, sizeof *cpu_of)) == NULL)
        return;
    n_contexts = n;
    n = 0;
    for (unsigned cpu = 0; cpu < mask_bytes * 8 && n < n_contexts; cpu++)
        if (CPU_ISSET_S(cpu, mask_bytes, mask))
            cpu_of[n++] = cpu;
}

/* The kernel refuses a mask with less room than it has CPUs. */
static bool ask(size_t bits)
{
    cpu_set_t *mask = CPU_ALLOC(bits);
    bool told = mask != NULL && sched_getaffinity(getpid(), CPU_ALLOC_SIZE(bits), mask) == 0;

    if (told) {
        n_bits = bits;
        take(mask, CPU_ALLOC_SIZE(bits));
    }
    CPU_FREE(mask);
    return told;
}

static void find_contexts(void)
{
    for (size_t bits = CPU_SETSIZE; bits <= MOST_CPUS && !ask(bits); bits *= 2)
        ;
}

/* A mask with the one CPU of CONTEXT, or with those of all, for the caller to CPU_FREE(); NULL when
 * there is none. */
static cpu_set_t *mask_for(unsigned context)
{
    (void)pthread_once(&once, find_contexts);
    cpu_set_t *mask = cpu_of == NULL ? NULL : CPU_ALLOC(n_bits);

    if (mask != NULL) {
        CPU_ZERO_S(CPU_ALLOC_SIZE(n_bits), mask);
        for (unsigned i = 0; i < n_contexts; i++)
            if (context == i || context == HAL_THREAD_ANY)
                CPU_SET_S(cpu_of[i], CPU_ALLOC_SIZE(n_bits), mask);
    }
    return mask;
}

unsigned posix_context_count(void)
{
    (void)pthread_once(&once, find_contexts);
    return n_contexts;
}

unsigned posix_context_cpu(unsigned context)
{
    (void)pthread_once(&once, find_contexts);
    return cpu_of != NULL && context < n_contexts ? cpu_of[context] : 0;
}

static _Thread_local unsigned pinned_to = HAL_THREAD_ANY;
static atomic_uint refusals;
static atomic_int last_error;
static atomic_bool any_pinned; /* threads no longer may run everywhere unasked */

void posix_pinned(unsigned context)
{
    pinned_to = context;
}

/* Counts ERROR, 0: none, as an answer to pinning to CONTEXT. 0, or -1 when it is a refusal. Nothing
 * has to be done for a thread that may run anywhere while none was pinned. */
static int answered(int error, unsigned context)
{
    if (error == 0) {
        if (context != HAL_THREAD_ANY)
            any_pinned = true;
        return 0;
    }
    if (context == HAL_THREAD_ANY && !any_pinned)
        return 0;
    last_error = error;
    refusals++;
    return -1;
}

int posix_pin_caller(unsigned context)
{
    cpu_set_t *mask = mask_for(context);
    int error = mask == NULL                                              ? ENOSYS
                : sched_setaffinity(0, CPU_ALLOC_SIZE(n_bits), mask) == 0 ? 0
                                                                          : errno;

    CPU_FREE(mask);
    if (answered(error, context) != 0)
        return -1;
    posix_pinned(context);
    return 0;
}

int posix_pin_thread(pthread_t thread, unsigned context)
{
    cpu_set_t *mask = mask_for(context);
    int error =
        mask == NULL ? ENOSYS : pthread_setaffinity_np(thread, CPU_ALLOC_SIZE(n_bits), mask);

    CPU_FREE(mask);
    return answered(error, context);
}

unsigned hal_thread_refusals(const char **error)
{
    static const struct {
        int error;
        const char *name;
    } names[] = {
        { EPERM, "EPERM" },   { EINVAL, "EINVAL" }, { ENOSYS, "ENOSYS" },
        { EACCES, "EACCES" }, { ENOMEM, "ENOMEM" },
    };

    if (refusals > 0) {
        *error = "unknown error";
        for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
            if (names[i].error == last_error)
                *error = names[i].name;
    }
    return refusals;
}

bool hal_thread_moved(void)
{
    return pinned_to != HAL_THREAD_ANY && sched_getcpu() != (int)posix_context_cpu(pinned_to);
}

#else

unsigned posix_context_count(void)
{
    return 1;
}

unsigned posix_context_cpu(unsigned context)
{
    (void)context;
    return 0;
}

int posix_pin_caller(unsigned context)
{
    (void)context;
    return 0;
}

int posix_pin_thread(pthread_t thread, unsigned context)
{
    (void)thread;
    (void)context;
    return 0;
}

void posix_pinned(unsigned context)
{
    (void)context;
}

unsigned hal_thread_refusals(const char **error)
{
    (void)error;
    return 0;
}

bool hal_thread_moved(void)
{
    return false;
}

#endif
