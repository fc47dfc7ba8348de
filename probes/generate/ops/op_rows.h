/* The table that the kernels of probe ops come from. */
#ifndef OP_ROWS_H
#define OP_ROWS_H

#include "lib/op_kernel.h"
#include <stdbool.h>
#include <stdio.h>

/* One operation. A step is a printf format for (stream, type, stream): an assignment to t<stream>.
 * Even and odd steps differ where two equal ones would settle, overflow or cancel out. */
struct op_row {
    const char *op;    /* as in result ids: "add" ... ; NULL ends the table */
    unsigned count;    /* operations in a step on one stream, the one carried not counted */
    const char *kinds; /* "i" scalar integers, "f" scalar floats, "I", "F" vectors of them */
    const char *step[2];
    const char *with;    /* an operation that each step carries too, for the host to subtract */
    bool table;          /* reads a table of elements */
    const char *f[2];    /* x and y for floats */
    const char *i[4][2]; /* x and y for integers of 8, 16, 32, 64 bits */
};

extern const struct op_row op_rows[];

/* Returns true when TYPE is one that kernels can be written for: i8 ... f64, v128i32 ... v512f64.
 */
bool op_is_type(const char *type);
/* Returns true when ROW is done on TYPE. */
bool op_applies(const struct op_row *row, const char *type);
/* The two operands of ROW on TYPE, literals. */
const char *const *op_values(const struct op_row *row, const char *type);
/* Returns true when operations on TYPE get kernel K of OPS_KERNELS: fewer streams where the code
 * would be large and nothing new. Where code has to be small, of 1, 2, 4 and 6 no more than MOST;
 * MOST 0: it need not be. */
bool op_has_streams(const char *type, unsigned k, unsigned most);
/* Writes the declarations of STREAMS variables t0, t1 ... of TYPE. */
void op_declare_streams(FILE *out, const char *type, unsigned streams);
/* Where the streams of TYPE start, a literal. */
const char *op_start(const char *type);
/* Returns true when some operation on TYPE reads a table. */
bool op_has_table(const char *type);

#endif
