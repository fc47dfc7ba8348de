/* The banks of DRAM: rows that are open, and refresh. */
#ifndef SIM_DRAM_H
#define SIM_DRAM_H

#include "machine.h"

/* One for all contexts. */
struct sim_dram;

/* The DRAM of MACHINE, all rows closed. NULL without memory, or where MACHINE has none. */
struct sim_dram *sim_dram_new(const struct sim_machine *machine);
void sim_dram_free(struct sim_dram *dram);

/* Serves a load of PHYSICAL_BYTES that begins at CLOCK: it waits for a refresh to end, and leaves
 * its row open. Returns what it takes, 1/16 cycles. */
uint64_t sim_dram_load_16ths(struct sim_dram *dram, uint64_t physical_bytes, uint64_t clock_16ths);

/* Fills MASK with the address bits whose parity is each bit of a bank's number, as TEXT has them:
 * functions with blanks between, of bits with ^ between. Returns how many; 0: TEXT is none, or has
 * more than SIM_BANK_BITS. */
unsigned sim_dram_masks(const char *text, uint64_t mask[SIM_BANK_BITS]);

#endif
