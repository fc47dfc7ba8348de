/* Machine files drawn at random. */
#ifndef DRAW_H
#define DRAW_H

#include <stdint.h>
#include <stdio.h>

/* Writes to OUT the machine file number INDEX of SEED: the same pair draws the same machine. One to
 * four caches whose sizes, lines and latencies grow outwards, every policy and inclusion, one or
 * two TLB levels; contiguous frames and no noise, so that every value can be seen. */
void draw_machine(uint64_t seed, uint64_t index, FILE *out);

#endif
