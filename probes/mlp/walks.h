/* The timed loops of probe mlp. */
#ifndef MLP_WALKS_H
#define MLP_WALKS_H

#include "hal/board_limits.h"
#include <stdint.h>

/* MLP_REGISTERS: chains that a compiler keeps in registers next to the counter of the loop.
 * MLP_COUNTS: how many numbers of chains there are, ascending. Eight are among them wherever they
 * live: what they move is the bandwidth of random access. */
#if defined(__x86_64__)
enum { MLP_REGISTERS = 14, MLP_COUNTS = 12 };
#define MLP_CHAINS_ARE(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(12) X(14)
#elif defined(__aarch64__) || defined(__riscv) || defined(__powerpc__) || defined(__ia64__)
enum { MLP_REGISTERS = 24, MLP_COUNTS = 14 };
#define MLP_CHAINS_ARE(X)                                                                          \
    X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(10) X(12) X(14) X(16) X(20) X(24)
#elif defined(__i386__) || (defined(__thumb__) && !defined(__thumb2__))
enum { MLP_REGISTERS = 5, MLP_COUNTS = 6 };
#define MLP_CHAINS_ARE(X) X(1) X(2) X(3) X(4) X(5) X(8)
#else /* 32-bit ARM among others */
enum { MLP_REGISTERS = 10, MLP_COUNTS = 9 };
#define MLP_CHAINS_ARE(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(10)
#endif
enum { MLP_CHAINS = MLP_REGISTERS > 8 ? MLP_REGISTERS : 8 };

/* Chains that are followed side by side, each from AT[i] on. */
struct mlp_walkers {
    uintptr_t at[MLP_CHAINS];
};

extern const unsigned char mlp_chains[MLP_COUNTS];

/* mlp_walks[c](walkers, steps) loads STEPS times from each of the first mlp_chains[c] chains of a
 * struct mlp_walkers, and goes on from where the last call stopped, so that a short timing does not
 * find what it left in a cache. */
extern void (*const mlp_walks[MLP_COUNTS])(void *walkers, uint64_t steps);

/* MLP_BATCH: the most loads of a batch. MLP_HELD: after so many the loop uses what they loaded, so
 * that a core that stalls there has no more under way. */
enum { MLP_BATCH = HAL_LIMIT_CHAINS >= 32 ? 64 : 16, MLP_HELD = sizeof(void *) > 4 ? 9 : 5 };

/* Batches of EACH loads, 1 to MLP_BATCH, of the words whose addresses LIST has. */
struct mlp_batches {
    const uintptr_t *list;
    unsigned each;
};

/* LOADS in batches, a multiple of EACH; a batch begins when all that the one before loaded is
 * there. Of measure_kernel, as is mlp_stream(), whose LOADS, a multiple of MLP_STREAM, wait for
 * nothing. */
enum { MLP_STREAM = 8 };
void mlp_batch(void *batches, uint64_t loads);
void mlp_stream(void *batches, uint64_t loads);

#endif
