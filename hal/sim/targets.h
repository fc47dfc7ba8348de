/* What the simulated core knows of where jumps and returns go: branch target buffer, return stack.
 */
#ifndef SIM_TARGETS_H
#define SIM_TARGETS_H

#include <stdint.h>

/* Charges what the machine's branch target buffer adds to the jump at AT, bytes from the start of
 * the arena, and learns it. Nothing where the machine has none. One context. */
void sim_targets_jump(uintptr_t at);

#endif
