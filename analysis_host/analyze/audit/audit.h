/* What is off or slower on a board than the board states, than another part of the board shows to
 * be possible, or than a sister board has. Rules read answers and statements, never a table of
 * products. A rule uses the bound of an answer that excuses the board: noise accuses nobody. */
#ifndef AUDIT_AUDIT_H
#define AUDIT_AUDIT_H

#include "claims.h"
#include "finding.h"
#include "log/log.h"
#include "result/result.h"

/* Fills *AUDIT with what RESULTS, of RUN, show with the statements of CLAIMS. SISTER: answers of
 * another board of the same kind, or NULL. *AUDIT needs none of them afterwards. */
void audit_find(struct audit *audit, const struct log_run *run, const struct results *results,
                const struct audit_claims *claims, const struct results *sister);

#endif
