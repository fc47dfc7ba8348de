/* Memory that serves one line after the other, so that its latency rises with the traffic. */
#ifndef SIM_MEMORY_H
#define SIM_MEMORY_H

#include "state.h"
#include <stdbool.h>
#include <stdint.h>

/* A queue for the memory of each node: lines are served in the order in which they are asked for,
 * each in a time that is drawn from an exponential distribution. With any number of contexts, each
 * of which waits for its line before it asks for the next, that is a closed network of queues whose
 * rates and latencies are known exactly (Reiser and Lavenberg, JACM 27(2), 1980). Lines that are
 * written gather, wait for nobody, and are written together; each time the memory turns to them and
 * back. */

/* The queues for *MACHINE; NULL: without memory. Free with free(). */
struct sim_memory *sim_memory_new(const struct sim_machine *machine);

/* Lets the memory of PHYSICAL_BYTES serve the lines that an access of M at AT_16THS moves: one that
 * it reads where READS, and those that it drove out to memory (m->memory_writes, which becomes 0).
 * Returns what the access takes longer than the latency of idle memory, 1/16 cycles, modulo 2^64: a
 * line may be served faster than on average. */
uint64_t sim_memory_serve(struct sim_model *m, uint64_t physical_bytes, bool reads,
                          uint64_t at_16ths);

#endif
