/* The timed loops of probe mlp: chains of loads that are followed side by side. */
#ifndef MLP_WALKS_H
#define MLP_WALKS_H

#include "hal/board_limits.h"
#include <stdint.h>

/* MLP_CHAINS: the most chains. MLP_COUNTS: how many numbers of chains there are; fewer on boards
 * with little room for code. */
#if HAL_LIMIT_CHAINS >= 32
enum { MLP_CHAINS = 48, MLP_COUNTS = 23 };
#else
enum { MLP_CHAINS = 16, MLP_COUNTS = 10 };
#endif

/* Chains that are followed side by side, each from AT[i] on. */
struct mlp_walkers {
    void *at[MLP_CHAINS];
};

/* The numbers of chains, ascending; those beyond HAL_LIMIT_CHAINS, where that is below 32, have no
 * loop of their own. */
extern const unsigned char mlp_chains[MLP_COUNTS];

/* mlp_walks[c](walkers, steps) loads STEPS times from each of the first mlp_chains[c] chains of a
 * struct mlp_walkers, and goes on from where the last call stopped, so that a short timing does not
 * find what it left in a cache. */
extern void (*const mlp_walks[MLP_COUNTS])(void *walkers, uint64_t steps);

#endif
