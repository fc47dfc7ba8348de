/* Stacks of cores: image.ld lays them out, entry.S of a port uses them. */
#ifndef STACKS_H
#define STACKS_H

/* Of each core, from below: a page that is not mapped, so that a stack that overflows faults; the
 * stack; a stack for faults, which is there then. For C and assembly. */
#define STACK_GUARD_BYTES 0x1000
#define STACK_BYTES       0x8000
#define STACK_FAULT_BYTES 0x2000
#define STACK_CORE_BYTES  (STACK_GUARD_BYTES + STACK_BYTES + STACK_FAULT_BYTES)

#ifndef __ASSEMBLER__
#include <stdint.h>

/* From image.ld. */
extern char stacks_start[];

/* Returns the page below CORE's stack. */
static inline uintptr_t stack_guard(unsigned core)
{
    return (uintptr_t)stacks_start + (uintptr_t)core * STACK_CORE_BYTES;
}
#endif

#endif
