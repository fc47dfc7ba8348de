/* Writes the kernels of probe shared_units: two operations in one loop. */
#ifndef SHARED_H
#define SHARED_H

#include <stdbool.h>
#include <stdio.h>

/* The words of a command line: element types, the integers' first, "fused" where a multiply-add is
 * one instruction, lacks ("-div.i64"), and registers. Returns the first that is none, or NULL. */
const char *shared_wrong_word(char *const *words, int n);

/* Returns true when the N WORDS have TYPE. */
bool shared_has(const char *type, char *const *words, int n, bool small);

/* Writes to OUT the kernels of each operation on TYPE, which is one of the N WORDS, alone and with
 * each operation that follows it. */
void shared_file(FILE *out, const char *type, char *const *words, int n, bool small);

/* Writes the table of them all. */
void shared_table_file(FILE *out, char *const *words, int n, bool small);

#endif
