/* Random numbers that are the same on every host (Steele, Lea, Flood 2014, "SplitMix"). */
#ifndef MODEL_SPLITMIX_H
#define MODEL_SPLITMIX_H

#include <stdint.h>

/* Returns the next number of the generator *STATE, which may begin with any seed. */
static inline uint64_t splitmix(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Returns 0 to BELOW - 1, evenly to within BELOW / 2^32. BELOW is at least 1. */
static inline uint32_t splitmix_below(uint64_t *state, uint32_t below)
{
    return (uint32_t)((splitmix(state) >> 32) * below >> 32);
}

#endif
