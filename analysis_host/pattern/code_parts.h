/* Arrays, statements and counts of a pattern as C. */
#ifndef CODE_PARTS_H
#define CODE_PARTS_H

#include "count.h"
#include <stdio.h>

/* Writes A as C on `n` and the iterators i_NAME. NAMES: of the iterators. */
void code_affine(FILE *out, const struct affine *a, const char *const *names);

/* Writes the function that describes the arrays of a layout: pattern_NAME_LAYOUT_shape(), and
 * bytes, fill and check on it. VARIANT says what is padded. */
void code_layout(FILE *out, const struct pattern *p, const struct variant *v, unsigned layout,
                 unsigned line_bytes);

/* Writes the pointers to the arrays of VARIANT in `base`, and the macros of all statements. */
void code_pointers(FILE *out, const struct pattern *p, const struct variant *v,
                   unsigned line_bytes);
void code_statements(FILE *out, const struct pattern *p, bool nontemporal);
void code_statements_end(FILE *out, const struct pattern *p);

/* Writes pattern_NAME_count(), and pattern_NAME_count_dense() without lines. */
void code_counts(FILE *out, const struct pattern *p, const struct counts *c);

#endif
