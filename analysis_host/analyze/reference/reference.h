/* Pages of the reference that are made of the table of ids. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdio.h>

/* Writes docs/reference/ids.md: every answer with id, id of schema 1, unit, term, meaning, probe
 * and limits. Returns 0, or -1 where memory is short. */
int reference_ids(FILE *out);

/* Writes the JSON schema of reports: TEMPLATE with the quantities, the parts of ids and the keys of
 * RUN filled in. Returns 0, or -1 after a message on ERR. */
int reference_schema(FILE *out, const char *template, FILE *err);

#endif
