/* A pattern as C: a struct kernel for each of its variants. */
#ifndef CODE_H
#define CODE_H

#include "count.h"
#include "schedule.h"
#include <stdio.h>

/* The variants that are written: those whose name is in the list of words joined by ',', or all
 * where it is NULL. */
bool code_wants(const char *list, const char *variant);

/* Writes P's chosen variants, all of them legal. False where the work became too much. */
bool code_pattern(FILE *out, const struct relation *r, const struct schedule *schedules,
                  const struct counts *c, const char *list);

/* Writes the table of the chosen variants of N patterns: first each pattern's reference. */
void code_table(FILE *out, const struct pattern *const *patterns, const char *const *lists,
                unsigned n);

/* Writes TEXT as a string of C. */
void code_string(FILE *out, const char *text);

#endif
