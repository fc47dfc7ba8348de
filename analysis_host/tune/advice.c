/* All kernels of a board: from answers to ranked ways to build them. */
#include "advice.h"
#include "result/query.h"
#include <stdio.h>
#include <string.h>

static const char *const types[TUNE_TYPES] = { "f64", "f32" };

/* ---- what the board timed ---- */

/* True when the probe's winner of KERNEL on TYPE is CANDIDATE. */
static bool has_won(const struct results *results, const struct tune_choice *choice)
{
    const struct result *tile =
        result_find(results, id_op(TUNE_TILE, choice->kernel, choice->type));
    char text[24];

    if (tile == NULL || tile->kind != RESULT_NAME)
        return false;
    snprintf(text, sizeof text, "%ux%u", choice->rows, choice->columns);
    return strcmp(text, tile->text) == 0 &&
           result_measured(results, id_op(TUNE_KC, choice->kernel, choice->type)) == choice->kc &&
           result_measured(results, id_op(TUNE_MC, choice->kernel, choice->type)) == choice->mc;
}

/* The winner becomes rank 1 where its lead is no chance. */
static void take_winner(struct tune_ranked *ranked, const struct results *results)
{
    for (unsigned i = 1; i < ranked->n; i++) {
        struct tune_candidate winner = ranked->at[i];
        const char *kernel = winner.choice.kernel, *type = winner.choice.type;
        if (!has_won(results, &winner.choice) ||
            !result_is_number(result_find(results, id_op(TUNE_LEAD, kernel, type))))
            continue;
        memmove(&ranked->at[1], &ranked->at[0], i * sizeof ranked->at[0]);
        ranked->at[0] = winner;
        return;
    }
}

/* ---- all kernels ---- */

static void rank_type(struct tune_advice *advice, unsigned type)
{
    for (unsigned k = 0; k < tune_rule_table_count && k < TUNE_KERNELS; k++) {
        struct tune_ranked *ranked = &advice->ranked[k][type];
        tune_rank(tune_rule_table[k].rule, &advice->machine, &advice->arithmetic[type], ranked);
        take_winner(ranked, advice->results);
    }
}

const char *tune_advise(struct tune_advice *advice, const struct results *results,
                        const struct log_run *run, char why[TUNE_TEXT])
{
    memset(advice, 0, sizeof *advice);
    advice->results = results;
    advice->run = run;
    if (!tune_machine_read(&advice->machine, results, run, why))
        return why;
    for (unsigned i = 0; i < TUNE_TYPES; i++) {
        advice->has_type[i] =
            tune_arithmetic_read(&advice->arithmetic[i], types[i], results, run, advice->why[i]);
        if (advice->has_type[i])
            rank_type(advice, i);
    }
    if (tune_advice_candidates(advice) > 0)
        return NULL;
    snprintf(why, TUNE_TEXT, "%s", advice->why[0]);
    return why;
}

unsigned tune_advice_candidates(const struct tune_advice *advice)
{
    unsigned n = 0;

    for (unsigned k = 0; k < TUNE_KERNELS; k++)
        for (unsigned i = 0; i < TUNE_TYPES; i++)
            n += advice->ranked[k][i].n;
    return n;
}

void tune_advice_plan(const struct tune_advice *advice, struct tune_plan *plan)
{
    memset(plan, 0, sizeof *plan);
    plan->target = log_key_text(advice->run->keys, advice->run->n_keys, "target");
    plan->compiler = log_key_text(advice->run->keys, advice->run->n_keys, "cc");
    for (unsigned k = 0; k < TUNE_KERNELS; k++)
        for (unsigned i = 0; i < TUNE_TYPES; i++) {
            const struct tune_ranked *r = &advice->ranked[k][i];
            if (r->n > 0 && plan->n < TUNE_CHOICES && tune_choice_wrong(&r->at[0].choice) == NULL)
                plan->at[plan->n++] = r->at[0].choice;
        }
}
