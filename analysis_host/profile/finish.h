/* From what the plugin wrote to a signature that predict reads, and the steps that lead there.
 * Kernels are those of Guerre, Acquaviva and Lhuillier, "A unified methodology for a fast
 * benchmarking of parallel architecture", II.B: few static instructions that cover long pieces of
 * what ran. */
#ifndef PROFILE_FINISH_H
#define PROFILE_FINISH_H

#include "signature/signature.h"

/* How much of a signature is known. */
struct finish_report {
    bool decoded;     /* false: this build has no decoder of the ISA */
    uint64_t unknown; /* instructions executed that the decoder does not know */
};

/* Decodes the code of S, finds loops, functions, sources, dataflow and kernels. MAPS and PROGRAM as
 * for symbols_find(). Returns false without memory. */
bool finish_signature(struct signature *s, const char *maps, const char *program,
                      struct finish_report *report);

/* Fills flow[], and the metrics of each of kernels[] (paper, II.C): stability, parallel, reuse,
 * reuse_bytes, volume_bytes. A producer outside the sample is not seen. Returns false without
 * memory. */
bool flow_find(struct signature *s);

/* Fills loops[], and the loop of each block. Calls are left out: a loop is within a function.
 * Returns false without memory. */
bool loops_find(struct signature *s);

/* Drops the instructions, blocks and functions that no sample of S has, and what lies between them;
 * what ran of them is a sum of each loop, and so is what instructions accessed that made less than
 * a thousandth of all accesses. Clears the bytes of instructions, which are decoded. Loops are
 * known before. Returns false without memory. */
bool prune_signature(struct signature *s);

/* Fills functions[], the function of each block and loop, the source of each loop, and the build id
 * of the file PROGRAM. MAPS is the file that the plugin wrote: where each file's code was. What a
 * file does not tell stays "?", and without libdw all of it does but the names of files. Returns
 * false without memory. */
bool symbols_find(struct signature *s, const char *maps, const char *program);

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
