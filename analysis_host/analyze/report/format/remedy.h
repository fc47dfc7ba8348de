/* Sentences of remedies: what would tell an answer that is not known. */
#ifndef FORMAT_REMEDY_H
#define FORMAT_REMEDY_H

#include "result/result.h"

/* M as a sentence: "`probes --only timer_floor,add_chain,mlp --thorough` would tell"; "" where
 * nothing is said. */
struct result_words format_remedy(const struct remedy *m);

struct format_note {
    char text[RESULT_NOTE + RESULT_WORDS + 2];
};

/* The note of R and, after a semicolon, the sentence of its remedy where it has one. */
struct format_note format_note(const struct result *r);

#endif
