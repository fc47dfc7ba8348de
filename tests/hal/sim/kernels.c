/* Loads and stores in the forms that a compiler makes: each must reach the model as kernels.h
 * says. */
#include "kernels.h"

#define LOAD    p = (void *const *)*p;
#define LOADS_4 LOAD LOAD LOAD LOAD

void *kernel_chase(void *const *start)
{
    void *const *p = start;

    for (unsigned i = 0; i < KERNEL_LOADS; i += 32) {
        LOADS_4 LOADS_4 LOADS_4 LOADS_4 LOADS_4 LOADS_4 LOADS_4 LOADS_4
    }
    return (void *)(uintptr_t)p;
}

uint32_t kernel_read_twice(const volatile uint32_t *at)
{
    return *at + *at;
}

void kernel_increment(uint32_t *at)
{
    ++*at;
}

void kernel_copy(struct kernel_big *to, const struct kernel_big *at)
{
    *to = *at;
}

uint64_t kernel_unaligned(const struct kernel_packed *at)
{
    return at->value;
}

uint32_t kernel_atomic(uint32_t *at)
{
    return __atomic_fetch_add(at, 1, __ATOMIC_RELAXED);
}
