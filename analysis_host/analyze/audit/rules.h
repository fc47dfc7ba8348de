/* The rules of an audit, by what they are about. */
#ifndef AUDIT_RULES_H
#define AUDIT_RULES_H

#include "rule.h"

/* Each ends in a rule without a name. */
extern const struct audit_rule audit_memory_rules[], audit_core_rules[], audit_system_rules[],
    audit_register_rules[];

#endif
