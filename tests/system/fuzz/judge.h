/* Answers of a damaged log, held against those of the log as it was. */
#ifndef JUDGE_H
#define JUDGE_H

#include "damage.h"
#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>

struct found {
    struct log log;
    struct results results;
};

/* How the answers of a log stand to the true ones. */
struct judged {
    unsigned long same;     /* as they were */
    unsigned long null;     /* not known any more */
    unsigned long bounded;  /* other, but their bounds hold the true one */
    unsigned long doubted;  /* other, and marked: little confidence, damaged, a contradiction */
    unsigned long told;     /* other, and a loss is listed that was not */
    unsigned long measured; /* other, as the sentences say now, and nothing could tell */
    unsigned long silent;   /* other without a word: never right */
    unsigned long unsound;  /* bounds that exclude their value and the like: never right */
    unsigned long unseen; /* logs whose structure is broken, and no problem says so: never right */
};

/* Analyses the log B; found_free() it. Without a run there are no answers. */
void found_make(struct found *f, const struct bytes *b);
void found_free(struct found *f);

/* Returns how many answers are not well formed: numbers that are none, bounds that exclude their
 * value, confidence outside 0 to 1, an id that comes twice, null without its reason. Prints each
 * after WHAT. */
unsigned long judge_soundness(const struct found *f, const char *what);

/* Adds to J what became of the answers: GOT of the damaged log against TRUE_ONES. MUST_TELL: an
 * answer that changed is wrong without a word; else it may be what was measured. Prints those that
 * are never right after WHAT. */
void judge_answers(const struct found *got, const struct found *true_ones, bool must_tell,
                   const char *what, struct judged *j);

/* Returns true when GOT lists more losses than TRUE_ONES: problems that cost something, answers
 * that contradict each other; where its log holds several runs, when it lists more problems. */
bool judge_has_told(const struct found *got, const struct found *true_ones);

#endif
