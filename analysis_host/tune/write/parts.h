/* The file of each kernel, one function each: it writes to OUT what a choice says. */
#ifndef TUNE_PARTS_H
#define TUNE_PARTS_H

#include "kernels.h"

/* Writes text PREFIX_KERNEL.c of CHOICE. */
void part_text(FILE *out, const char *prefix, const struct tune_choice *choice);

/* What a kernel's file begins with after its first line, and ends with: the manual, or, of an open
 * one, what an image calls. */
void part_begin(FILE *out, const struct tune_choice *choice);
void part_end(FILE *out, const struct tune_choice *choice);

/* Returns the rows of y that gemv keeps near. */
unsigned part_block_rows(const struct tune_choice *choice);

/* Returns bytes of a vector. */
unsigned part_vector_bytes(const struct tune_choice *choice);

void part_gemm(FILE *out, const struct tune_choice *choice);
void part_gemm_fixed(FILE *out, const struct tune_choice *choice);

void part_gemv(FILE *out, const struct tune_choice *choice);
void part_dot(FILE *out, const struct tune_choice *choice);
void part_transpose(FILE *out, const struct tune_choice *choice);
void part_jacobi(FILE *out, const struct tune_choice *choice);
void part_wht(FILE *out, const struct tune_choice *choice);

/* Writes the statement that declares SUM as the sum of the lanes of VECTOR, by pairs. */
void part_lanes_sum(FILE *out, const char *sum, const char *vector, unsigned lanes);

#endif
