/* Which answers a person means: by an id, a part of one, or the field's words. */
#ifndef EXPLAIN_FIND_H
#define EXPLAIN_FIND_H

#include "result/id.h"
#include <stdbool.h>
#include <stddef.h>

/* What was asked for. */
struct explain_found {
    struct result_id id; /* one answer, where ASKED is its whole id; else of QUANTITY_UNKNOWN */
    bool old_id;         /* ASKED is its id in reports of schema pontoon.report/1 */
    unsigned level;      /* of the cache or TLB that ASKED names; 0: none */
    enum quantity quantity[QUANTITIES]; /* rows of ids.def, in their order */
    size_t n;
};

enum { EXPLAIN_QUESTION = 160 };

/* Looks ASKED up, without regard to case: a whole id; else the rows whose id begins with its steps
 * ("tlb", "cache.3"); else those whose id, term or label have all its words, or words that begin so
 * ("page fault", "L1i"); else those whose description has them. "L2" is cache.2. Where there is
 * none, N is 0 and QUESTION, of EXPLAIN_QUESTION bytes, is "did you mean A or B?", or "". */
void explain_find(struct explain_found *found, const char *asked, char *question);

#endif
