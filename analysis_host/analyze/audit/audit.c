/* Applies the rules, and puts findings in order of loss. */
#include "audit.h"
#include "rules.h"
#include <math.h>
#include <string.h>

/* Larger losses first; findings of one loss, and those of an unknown one, stay in the order of the
 * rules. */
static void sort_by_loss(struct audit_finding *f, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const struct audit_finding moved = f[i];
        size_t at = i;

        for (; at > 0 && !isnan(moved.loss) && !(f[at - 1].loss >= moved.loss); at--)
            f[at] = f[at - 1];
        f[at] = moved;
    }
}

void audit_find(struct audit *audit, const struct log_run *run, const struct results *results,
                const struct audit_claims *claims, const struct results *sister)
{
    static const struct audit_rule *const tables[] = { audit_register_rules, audit_memory_rules,
                                                       audit_core_rules, audit_system_rules };
    static const char on_the_board[] = "a run on the board itself: these times are an emulator's";
    const struct audit_input in = { run, results, claims, sister };

    memset(audit, 0, sizeof *audit);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (const struct audit_rule *rule = tables[i]; rule->name != NULL; rule++) {
            struct audit_output out = { audit, rule, false };

            bool emulated = tables[i] != audit_register_rules && log_is_emulated(run);

            if (!emulated)
                rule->apply(&in, &out);
            if (out.applied)
                audit->n_applied++;
            else if (audit->n_open < AUDIT_MOST)
                audit->open[audit->n_open++] =
                    (struct audit_open){ rule->name, emulated ? on_the_board : rule->needs };
        }
    sort_by_loss(audit->found, audit->n_found);
}
