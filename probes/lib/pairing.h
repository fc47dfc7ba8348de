/* Pairs of contexts, in an order such that the first of them say most. */
#ifndef PAIRING_H
#define PAIRING_H

#include <stdbool.h>

/* Pairs of N contexts in an order such that the first of them say most.
 *
 * Pairs come by the distance of their numbers modulo N: 1, then the divisors of N, powers of two,
 * and all others. Neighbours by number are near each other on most machines, on others those that
 * a divisor of N apart are (processors dealt out one by one, hardware threads in the second half).
 * Each distance gives every context two more pairs, so a run that ends early has all contexts in
 * about as many pairs, and has all pairs once all distances are through. */

struct pairing {
    unsigned n; /* contexts, at least 2; set by the caller, the rest 0 */
    unsigned turn, i;
};

/* The next pair, *A < *B; false when all were given. */
bool pairing_next(struct pairing *pairing, unsigned *a, unsigned *b);

/* Pairs of N contexts at all. */
unsigned pairing_count(unsigned n);

#endif
