/* A generator of random numbers. */
#ifndef XORSHIFT_H
#define XORSHIFT_H

#include <stdint.h>

/* Returns the next number of the generator *STATE, which must not be 0 and never becomes it:
 * xorshift64* (Vigna, 2016). */
uint64_t xorshift_next(uint64_t *state);

#endif
