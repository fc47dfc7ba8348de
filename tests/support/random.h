/* Random numbers for tests: the same on every machine. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

/* State of the generator: the seed, before the first number. */
struct random {
    uint64_t state;
};

/* Returns a number from 0 to BELOW - 1. */
uint64_t random_below(struct random *r, uint64_t below);
/* Returns a number from 0 up to, not including, 1. */
double random_share(struct random *r);

#endif
