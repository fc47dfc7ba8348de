/* The form of a rule of the audit, and what rules share. */
#ifndef AUDIT_RULE_H
#define AUDIT_RULE_H

#include "claims.h"
#include "finding.h"
#include "log/log.h"
#include "result/result.h"
#include <stdbool.h>

/* What rules read. */
struct audit_input {
    const struct log_run *run;
    const struct results *results;
    const struct audit_claims *claims;
    const struct results *sister; /* NULL: none */
};

/* Where rules add findings and say whether they had what they need. */
struct audit_rule;
struct audit_output {
    struct audit *audit;
    const struct audit_rule *rule;
    bool applied;
};

struct audit_rule {
    const char *name;
    const char *needs; /* what tells: probes, a statement, a sister board */
    void (*apply)(const struct audit_input *in, struct audit_output *out);
};

/* Adds a finding with what RULE says: a scratch one where there is no room. All else is 0, its loss
 * unknown. */
struct audit_finding *audit_add(struct audit_output *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The answer ID where it is a number that no other contradicts; else NULL. */
const struct result *audit_answer(const struct audit_input *in, struct result_id id);
/* The bounds of R, or its value. */
double audit_low(const struct result *r);
double audit_high(const struct result *r);
/* The same of its samples alone: for two numbers of one method, which are wrong by as much. */
double audit_sampled_low(const struct result *r);
double audit_sampled_high(const struct result *r);

/* F is at most as sure as R, which it rests on. */
void audit_rests_on(struct audit_finding *f, const struct result *r);
/* What F measured is the answer R, which it rests on. */
void audit_measured(struct audit_finding *f, const struct result *r);
/* N is a number called WHAT. */
void audit_number(struct audit_number *n, const char *what, double value, const char *unit);
/* What F may be is the statement ID. */
void audit_stated(struct audit_finding *f, const char *id, double value, const char *unit);

/* What to look at for TOPIC ("prefetch", "clock" ...) where RUN's port is known, else in general;
 * static. */
const char *audit_look(const struct log_run *run, const char *topic);

#endif
