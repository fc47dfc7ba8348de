/* The files of a folder of tuned kernels, one function each; all write what a choice says to OUT.
 */
#ifndef TUNE_PARTS_H
#define TUNE_PARTS_H

#include "kernels.h"

/* tuned.h, the manual. */
void part_header(FILE *out, const struct tune_plan *plan);

/* Returns bytes of a vector. */
unsigned part_vector_bytes(const struct tune_choice *choice);

void part_gemm(FILE *out, const struct tune_choice *choice);
void part_gemm_fixed(FILE *out, const struct tune_choice *choice);

#endif
