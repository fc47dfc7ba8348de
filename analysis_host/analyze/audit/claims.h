/* What a board states of itself: `claim.ID` of its log, and lines of a file that the board's folder
 * may have. */
#ifndef AUDIT_CLAIMS_H
#define AUDIT_CLAIMS_H

#include "log/log.h"
#include "result/id.h"
#include <stdbool.h>
#include <stddef.h>

enum { AUDIT_CLAIMS = 64, AUDIT_WHY = 500 };

struct audit_claim {
    char id[ID_BYTES]; /* of an answer, or the name of a statement that no answer has */
    double value;      /* bytes, Hz, B/s, a count; 1 and 0 are yes and no */
};

struct audit_claims {
    struct audit_claim at[AUDIT_CLAIMS];
    size_t n;
};

/* Adds the claims of RUN that are numbers, as far as there is room. Those that *CLAIMS has already
 * stay. */
void audit_claims_of_log(struct audit_claims *claims, const struct log_run *run);

/* Adds the statements of FILE: lines `ID = VALUE`, VALUE with K, M or G (powers of 1024 of bytes,
 * of 1000 of others) or yes, no; `#` begins a comment. A former id is taken as today's. Returns 0,
 * or -1 with FILE:LINE, cause and what to do in WHY. */
int audit_claims_of_file(struct audit_claims *claims, const char *file, char why[AUDIT_WHY]);

/* Adds what targets/BOARD/facts states, as far as this build has it; those that *CLAIMS has already
 * stay. BOARD may be NULL. Returns as audit_claims_of_file(). */
int audit_claims_of_board(struct audit_claims *claims, const char *board, char why[AUDIT_WHY]);

/* Sets *VALUE to the statement ID. Returns false where there is none. */
bool audit_claimed(const struct audit_claims *claims, const char *id, double *value);

#endif
