/* What a pattern does at a size, counted exactly. */
#ifndef COUNT_H
#define COUNT_H

#include "quasi.h"
#include "relation.h"

enum count_kind {
    COUNT_ELEMENTS,
    COUNT_WRITTEN,
    COUNT_LINES,
    COUNT_LINES_WRITTEN,
    COUNT_SETS, /* these are sizes of sets; what follows are sums over instances */
    COUNT_INSTANCES = COUNT_SETS,
    COUNT_ADD,
    COUNT_MUL,
    COUNT_DIV,
    COUNT_SQRT,
    COUNT_LOADS,
    COUNT_STORES,
    COUNT_KINDS,
};

struct counts {
    const struct relation *r;
    unsigned line_bytes;
    bool has_lines; /* rows of all arrays start on lines */
    struct quasi sets[COUNT_SETS];
    struct quasi instances[MOST_STATEMENTS];
};

/* Counts R's pattern in lines of LINE_BYTES, a power of two. The caller frees it. */
void counts_make(struct counts *c, const struct relation *r, unsigned line_bytes);
void counts_free(struct counts *c);

/* The key of a kind in reports: "elements" ... */
const char *count_word(enum count_kind kind);
/* Operations, loads, stores that an instance of STATEMENT adds to KIND. */
unsigned count_weight(const struct counts *c, enum count_kind kind, unsigned statement);

/* As quasi_at(); counts at N itself where there is no formula. Lines without rows on lines are
 * unknown. */
enum quasi_value counts_at(const struct counts *c, enum count_kind kind, uint64_t n,
                           uint64_t *value);

#endif
