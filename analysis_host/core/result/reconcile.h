/* One answer to each question, where several analyses gave theirs. */
#ifndef RESULT_RECONCILE_H
#define RESULT_RECONCILE_H

#include "result.h"

/* Leaves of the answers to each question the one that stands, at the place of the first: of two,
 * that of the analysis that has read the other, and so weighs both kinds of samples; its note says
 * why. Where neither has read the other, none of the two can be preferred: that is a fault of this
 * program, which becomes a problem of R, and the first answer stands. Answers to a question that
 * one analysis gave twice stay (result/verdict.h reports them). */
void results_reconcile(struct results *r);

#endif
