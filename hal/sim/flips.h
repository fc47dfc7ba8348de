/* Wrong results of probe screen, as the machine file plants them. */
#ifndef SIM_FLIPS_H
#define SIM_FLIPS_H

#include <stdint.h>

/* Returns the result BITS of OP on TYPE, WIDTH bits (1 to 64): with one bit flipped in one of as
 * many results as [flips] says, in each stretch of them at a random place. */
uint64_t sim_flips_result(const char *op, const char *type, uint64_t bits, unsigned width);

#endif
