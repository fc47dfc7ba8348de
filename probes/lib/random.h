/* Generators of random numbers. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

/* Returns the next number of the generator *STATE, which must not be 0 and never becomes it:
 * xorshift64* (Vigna, 2016). */
uint64_t xorshift_next(uint64_t *state);

/* Costs next to nothing between two timed calls. Returns the next number of the generator *STATE,
 * which may begin with any seed: linear congruential, modulo 2^64, with the constants of Knuth's
 * MMIX. Use its upper bits: bit n repeats after 2^(n + 1) numbers. */
static inline uint64_t congruential(uint64_t *state)
{
    return *state = *state * 6364136223846793005u + 1442695040888963407u;
}

#endif
