/* Parities of address bits that differences of addresses have in common. */
#include "parity.h"
#include <stdlib.h>

enum { FEWEST = 48, MORE_THAN_BITS = 16, FUNCTIONS = 1 << PARITY_MOST };

/* In place: A[m] becomes the sum of A[d] where the bits of m in d are even, less those where they
 * are odd. */
static void transform(int32_t *a, size_t n)
{
    for (size_t half = 1; half < n; half *= 2)
        for (size_t i = 0; i < n; i += 2 * half)
            for (size_t k = i; k < i + half; k++) {
                int32_t sum = a[k] + a[k + half];
                a[k + half] = a[k] - a[k + half];
                a[k] = sum;
            }
}

/* Fewer bits come first, then lower ones. */
static int by_bits(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    int bits = __builtin_popcountll(x) - __builtin_popcountll(y);

    return bits != 0 ? bits : x < y ? -1 : x > y;
}

/* Keeps of the sorted MASKS[0..n) those that are no exclusive or of earlier ones, up to PARITY_MOST
 * of them, in the order of their lowest bits; how many. */
static size_t independent(const uint64_t *masks, size_t n, uint64_t kept[PARITY_MOST])
{
    uint64_t reduced[PARITY_MOST];
    size_t n_kept = 0;

    for (size_t i = 0; i < n && n_kept < PARITY_MOST; i++) {
        uint64_t rest = masks[i];

        for (size_t k = 0; k < n_kept; k++) {
            uint64_t top = (uint64_t)1 << (63 - __builtin_clzll(reduced[k]));
            rest ^= (rest & top) != 0 ? reduced[k] : 0;
        }
        if (rest == 0)
            continue;
        reduced[n_kept] = rest;
        kept[n_kept++] = masks[i];
    }
    for (size_t i = 1; i < n_kept; i++)
        for (size_t k = i; k > 0 && __builtin_ctzll(kept[k]) < __builtin_ctzll(kept[k - 1]); k--) {
            uint64_t other = kept[k];
            kept[k] = kept[k - 1];
            kept[k - 1] = other;
        }
    return n_kept;
}

/* Of the N_SETS sets of bits those whose sum in A is LEAST or more, moved up by SHIFT. */
static size_t functions_in(const int32_t *a, size_t n_sets, unsigned shift, double least,
                           uint64_t mask[PARITY_MOST])
{
    uint64_t *found = malloc(FUNCTIONS * sizeof *found);
    size_t n = 0;

    if (found == NULL)
        return 0;
    for (size_t i = 1; i < n_sets && n < FUNCTIONS; i++)
        if ((double)a[i] >= least)
            found[n++] = (uint64_t)i << shift;
    qsort(found, n, sizeof *found, by_bits);
    n = independent(found, n, mask);
    free(found);
    return n;
}

size_t parity_masks(const uint64_t *bits, size_t n, unsigned low, unsigned n_bits, double share,
                    uint64_t mask[PARITY_MOST])
{
    const size_t sets = (size_t)1 << (n_bits <= PARITY_BITS ? n_bits : 0);
    int32_t *a = sets > 1 ? calloc(sets, sizeof *a) : NULL;
    size_t used = 0, found = 0;

    for (size_t i = 0; i < n && a != NULL; i++)
        if (bits[i] >> low < sets && (bits[i] & (((uint64_t)1 << low) - 1)) == 0) {
            a[bits[i] >> low]++;
            used++;
        }
    if (used >= FEWEST && used >= n_bits + MORE_THAN_BITS) {
        transform(a, sets);
        found = functions_in(a, sets, low, (2 * share - 1) * (double)used, mask);
    }
    free(a);
    return found;
}
