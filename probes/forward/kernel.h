/* The timed loops of probe forward. */
#ifndef FORWARD_KERNEL_H
#define FORWARD_KERNEL_H

#include <stdint.h>

enum forward_kind { FORWARD_OTHER, FORWARD_STACK, FORWARD_PART, FORWARD_REAL, FORWARD_KINDS };
enum { FORWARD_LAP = 8 };

/* Each kind passes a value through memory again and again; ops are multiples of FORWARD_LAP: of
 * measure_kernel, without a context. */
extern void (*const forward_run[FORWARD_KINDS])(void *ctx, uint64_t ops);

#endif
