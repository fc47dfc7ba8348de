/* A machine file as what the model of kernels knows of a board. */
#ifndef MACHINE_TRUTH_H
#define MACHINE_TRUTH_H

#include "machine.h"
#include "tune/machine.h"

/* Returns S as a board of which everything was measured without error. */
struct tune_machine machine_truth(const struct sim_machine *s);
/* Returns doubles without vectors that only their loads cost, as in gemm_trace_cycles(). */
struct tune_arithmetic machine_truth_f64(const struct tune_machine *m);

#endif
