/* Forms of load and store that a compiler makes, for the model to see; compiled as probes are. The
 * comment after each says how many accesses. */
#ifndef KERNELS_H
#define KERNELS_H

#include <stdint.h>

enum { KERNEL_LOADS = 128 };

struct kernel_packed {
    char c;
    uint64_t value;
} __attribute__((packed));

struct kernel_big {
    char bytes[256];
};

void *kernel_chase(void *const *start);                               /* KERNEL_LOADS */
uint32_t kernel_read_twice(const volatile uint32_t *at);              /* 2 */
void kernel_increment(uint32_t *at);                                  /* 2: load and store */
void kernel_copy(struct kernel_big *to, const struct kernel_big *at); /* its lines, twice */
uint64_t kernel_unaligned(const struct kernel_packed *at); /* 1 or, over a line's end, 2 */
uint32_t kernel_atomic(uint32_t *at);                      /* 1 */

#endif
