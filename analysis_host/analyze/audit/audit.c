/* Applies the rules, and puts findings in order of loss. */
#include "audit.h"
#include "rules.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_loss(const void *a, const void *b)
{
    const struct audit_finding *x = a, *y = b;
    double left = isnan(x->loss) ? -1 : x->loss, right = isnan(y->loss) ? -1 : y->loss;

    return left != right ? (left < right) - (left > right) : strcmp(x->what, y->what);
}

void audit_find(struct audit *audit, const struct log_run *run, const struct results *results,
                const struct audit_claims *claims, const struct results *sister)
{
    static const struct audit_rule *const tables[] = { audit_memory_rules, audit_core_rules,
                                                       audit_register_rules, audit_system_rules };
    const struct audit_input in = { run, results, claims, sister };

    *audit = (struct audit){ 0 };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (const struct audit_rule *rule = tables[i]; rule->name != NULL; rule++) {
            struct audit_output out = { audit, rule, false };

            rule->apply(&in, &out);
            if (out.applied)
                audit->n_applied++;
            else if (audit->n_open < AUDIT_MOST)
                audit->open[audit->n_open++] = (struct audit_open){ rule->name, rule->needs };
        }
    qsort(audit->found, audit->n_found, sizeof audit->found[0], by_loss);
}
