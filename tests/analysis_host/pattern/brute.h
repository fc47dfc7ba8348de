/* Patterns run instance by instance, with nothing but their text. */
#ifndef BRUTE_H
#define BRUTE_H

#include "pattern.h"
#include <stdint.h>

enum brute_kind {
    BRUTE_ADDS,
    BRUTE_MULS,
    BRUTE_DIVS,
    BRUTE_SQRTS,
    BRUTE_LOADS,
    BRUTE_STORES,
    BRUTE_ELEMENTS,
    BRUTE_WRITTEN,
    BRUTE_LINES,
    BRUTE_LINES_WRITTEN,
    BRUTE_KINDS
};

/* Counts P at SIZE in lines of LINE_BYTES by marking what each instance touches. */
void brute_counts(const struct pattern *p, int64_t size, unsigned line_bytes,
                  uint64_t counts[BRUTE_KINDS]);

/* Returns true when VARIANT, of clauses `order` alone, runs each instance at a place of its own and
 * every two that touch one element, one of them writing, in the order of the text. */
bool brute_is_legal(const struct pattern *p, const struct variant *variant, int64_t size);

#endif
