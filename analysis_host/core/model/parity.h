/* Functions of address bits that choose a bank of memory. */
#ifndef MODEL_PARITY_H
#define MODEL_PARITY_H

#include <stddef.h>
#include <stdint.h>

enum { PARITY_MOST = 16, PARITY_BITS = 22 };

/* Fills MASK with the functions that nearly all of the N differences of addresses, BITS, leave as
 * they are: sets of the N_BITS bits from bit LOW on whose parity is even in a share of at least
 * SHARE of them. Where each difference is that of two random addresses in one bank, and the number
 * of a bank is made of parities, these are its bits (P. Pessl et al., "DRAMA", USENIX Security
 * 2016, section 3). All sets at once, by the Walsh-Hadamard transform of how often each difference
 * comes. Of functions that are exclusive ors of others those of the fewest bits are kept, in the
 * order of their lowest bits. Differences in other bits are left out. Returns how many functions; 0
 * also where there are fewer than 48 differences or 16 more than N_BITS, N_BITS is more than
 * PARITY_BITS, or memory is short. */
size_t parity_masks(const uint64_t *bits, size_t n, unsigned low, unsigned n_bits, double share,
                    uint64_t mask[PARITY_MOST]);

#endif
