/* Samples: bursts of blocks and accesses in order. */
#ifndef BURST_H
#define BURST_H

#include "thread.h"

/* BLOCK begins: ends a burst that is full, begins one that is due, and adds the block to it. */
void burst_block(struct collect *c, struct collect_thread *t, struct collect_block *block,
                 unsigned code_distance, unsigned code_page);

/* How the last block of B ended. */
void burst_settle(struct collect_burst *b, bool taken, uint8_t missed);

/* Another round of the last instruction of the last block. */
void burst_round(struct collect_burst *b);

/* Adds an access to the last block; one that goes on in the line of the last or last but one of the
 * same instruction and kind makes that longer. */
void burst_access(struct collect_burst *b, const struct signature_access *access,
                  unsigned line_shift);

#endif
