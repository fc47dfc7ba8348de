#ifndef SIM_RANDOM_H
#define SIM_RANDOM_H

#include <stdint.h>

/* Next number of the generator *STATE, any seed (Steele, Lea, Flood 2014, "SplitMix"). */
static inline uint64_t sim_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* 0 to BELOW - 1, evenly to within BELOW / 2^32. BELOW at least 1. */
static inline uint32_t sim_random_below(uint64_t *state, uint32_t below)
{
    return (uint32_t)((sim_random(state) >> 32) * below >> 32);
}

#endif
