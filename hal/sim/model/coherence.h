/* Costs that contexts of a model pay for lines and memory of each other. */
#ifndef SIM_COHERENCE_H
#define SIM_COHERENCE_H

#include "state.h"
#include <stdint.h>

/* Return what an access of M to PHYSICAL_BYTES costs at least because of other contexts, 1/16
 * cycles; 0: nothing. */
uint64_t sim_coherence_load(struct sim_model *m, uint64_t physical_bytes);
uint64_t sim_coherence_store(struct sim_model *m, uint64_t physical_bytes);

/* The same of a machine whose caches keep the states of lines (MESI; Papamarcos and Patel, ISCA
 * 1984): a store takes the line from all caches that M does not share. Returns what the line costs
 * beyond M's first level because another context's own caches hand it over, 1/16 cycles; 0: none
 * does, and M's levels serve the access. */
uint64_t sim_coherence_transfer(struct sim_model *m, uint64_t at_bytes, uint64_t physical_bytes,
                                bool stored);

/* Forgets who has the lines of N_BYTES at AT_BYTES: no cache has them any more. */
void sim_coherence_flush(struct sim_model *m, uint64_t at_bytes, uint64_t n_bytes);

/* Forgets who touched the pages of the N_BYTES at AT_BYTES first: they are given back. */
void sim_coherence_unmap(struct sim_model *m, uint64_t at_bytes, uint64_t n_bytes);

/* Returns what memory of another node costs more than M's own, 1/16 cycles, for the page of
 * PHYSICAL_BYTES, which becomes M's when nobody touched it before. */
uint64_t sim_coherence_memory_16ths(struct sim_model *m, uint64_t physical_bytes);

/* Makes the directory for *MACHINE; NULL without memory. Free with sim_coherence_free(). */
struct sim_coherence *sim_coherence_new(const struct sim_machine *machine);
void sim_coherence_free(struct sim_coherence *c);

#endif
