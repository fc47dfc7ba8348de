/* Kernels of probe peaks. */
#ifndef PEAKS_H
#define PEAKS_H

#include <stdbool.h>
#include <stdio.h>

/* What the target can keep in registers: "regs.16.12", floats or vectors, then integers; and
 * "regs.16.12.acc" where a fused multiply-add overwrites what it adds to. */
struct peak_registers {
    unsigned floats, integers;
    bool accumulates;
};

/* Reads WORD; false where it is no such word, or a number is not within 4 to 128. */
bool peak_read_registers(const char *word, struct peak_registers *registers);

/* Returns true when some mix is done on TYPE. */
bool peak_applies(const char *type);

/* Writes to OUT all kernels on TYPE whose mixes multiply and add in one (FUSED), or all others.
 * SMALL: fewer mixes and depths. */
void peak_file(FILE *out, const char *type, bool fused, const struct peak_registers *registers,
               bool small);

/* Writes the table of all kernels on the N types TYPES. */
void peak_table_file(FILE *out, char *const *types, int n, bool small);

#endif
