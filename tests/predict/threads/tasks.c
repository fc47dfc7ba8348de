/* Threads take tasks of different length from one queue, by an atomic counter. */
#include "threads.h"
#include <stdatomic.h>
#include <stdint.h>

enum { TASKS = 400 };

static atomic_uint next;
static _Atomic uint64_t sum;

/* Steps of 3n + 1 from N on, of all numbers of the task. */
static uint64_t steps(unsigned task)
{
    uint64_t n_steps = 0;

    for (uint64_t i = 1 + task * 100; i < 100 + task * (100 + task % 13 * 20); i++)
        for (uint64_t n = i; n != 1; n_steps++)
            n = n % 2 ? 3 * n + 1 : n / 2;
    return n_steps;
}

static void *work(void *number)
{
    (void)number;
    for (unsigned task; (task = atomic_fetch_add(&next, 1)) < TASKS;)
        atomic_fetch_add(&sum, steps(task % 40));
    return NULL;
}

int main(int argc, char **argv)
{
    run_threads(argc, argv, work);
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}
