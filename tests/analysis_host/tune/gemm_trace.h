/* The loads and stores of a packed matrix product, priced by the simulated board's memory. */
#ifndef GEMM_TRACE_H
#define GEMM_TRACE_H

#include "machine.h"

/* One way to block C += A B, all square of side N, of ELEMENT bytes. */
struct gemm_trace {
    unsigned n, element_bytes;
    unsigned rows, columns; /* of the register tile; both divide n */
    unsigned kc, mc;
};

/* Returns the cycles of all its loads and stores, one after the other, on *MACHINE: packing, tiles,
 * and C, all of which was touched before. Loads of a line that is being read already are priced as
 * hits of the first level. 0: memory is short. */
double gemm_trace_cycles(const struct sim_machine *machine, const struct gemm_trace *g);

#endif
