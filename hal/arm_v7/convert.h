/* 64-bit whole numbers as floating point, rounded once, by what a unit for floating point has. */
#ifndef CONVERT_H
#define CONVERT_H

#include <stdint.h>

/* Both halves are exact; their sum is rounded. */
static inline double convert_to_double(uint64_t value)
{
    return (double)(uint32_t)(value >> 32) * 4294967296.0 + (double)(uint32_t)value;
}

/* What a double cannot hold is kept as one bit, below those that a float rounds by. */
static inline float convert_to_float(uint64_t value)
{
    enum { DOUBLE_BITS = 53, DROPPED = 64 - DOUBLE_BITS };
    const uint64_t dropped = ((uint64_t)1 << DROPPED) - 1;

    if (value >> DOUBLE_BITS == 0)
        return (float)convert_to_double(value);
    value = value >> DROPPED | ((value & dropped) != 0);
    return (float)convert_to_double(value) * (float)(dropped + 1);
}

#endif
