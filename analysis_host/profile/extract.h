/* Kernels of a program (Guerre, Acquaviva and Lhuillier, "A unified methodology for a fast
 * benchmarking of parallel architecture", II.B): few static instructions that cover long pieces of
 * what ran. */
#ifndef PROFILE_EXTRACT_H
#define PROFILE_EXTRACT_H

#include "signature/signature.h"

/* Returns the length of the longest piece of SEQUENCE, N symbols, that has no symbol but those in
 * SET (a byte for each symbol, 1: in it), weighted: WEIGHT is of each symbol, NULL: 1 each. */
uint64_t extract_longest(const uint32_t *sequence, size_t n, const uint8_t *set,
                         const uint32_t *weight);

/* Finds a kernel in SEQUENCE of symbols below N_SYMBOLS: begins with the heaviest symbol, and adds
 * what lies between two pieces where that gains most for its size; the last addition that lengthens
 * the piece at least twice as much as it adds to the set is the end. SET has room for N_SYMBOLS
 * bytes and is filled. Returns the kernel's longest piece; 0 for an empty sequence or without
 * memory. */
uint64_t extract_from_sequence(const uint32_t *sequence, size_t n, uint32_t n_symbols,
                               const uint32_t *weight, uint8_t *set);

/* Fills kernels[] of S but for their metrics, by the same rule on its loops and functions: an
 * activation of one is a piece, and a step leads to the loop or function around it, or to the one
 * that calls it most. Ends where 90 % of what ran is covered, or a kernel would be below 1 %.
 * Returns false without memory. */
bool extract_kernels(struct signature *s);

#endif
