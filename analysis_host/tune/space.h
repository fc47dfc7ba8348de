/* Which ways to build a product there are, and the cheapest of them. */
#ifndef TUNE_SPACE_H
#define TUNE_SPACE_H

#include "model.h"

enum { TUNE_MOST_BLOCKS = 600, TUNE_SIDE = 240 };

/* Tiles of A, best first: those that the image says, else all that its registers hold. At most MOST
 * into TILE; returns how many. */
unsigned tune_space_tiles(const struct tune_machine *m, const struct tune_arithmetic *a,
                          struct tune_tile *tile, unsigned most);

/* A way to block, with its price at side TUNE_SIDE. */
struct tune_priced {
    struct tune_blocks blocks;
    double cost;
};

/* All blocks of TILE on a grid, cheapest first, into AT, room for TUNE_MOST_BLOCKS. */
unsigned tune_space_blocks(const struct tune_machine *m, const struct tune_arithmetic *a,
                           struct tune_tile tile, struct tune_priced *at);

/* Blocks of TILE in closed form, where misses hide each other. BOUNDED: A's block stays within half
 * of the second level; else it is large enough that B and C from memory cost 2 percent. */
struct tune_blocks tune_space_rule(const struct tune_machine *m, const struct tune_arithmetic *a,
                                   struct tune_tile tile, bool bounded);
/* True when arithmetic takes A's elements faster than half of what the level after the second
 * gives. */
bool tune_space_bounded(const struct tune_machine *m, const struct tune_arithmetic *a,
                        struct tune_tile tile);

#endif
