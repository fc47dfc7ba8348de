/* All kernels of a board: from answers to ranked ways to build them. */
#include "advice.h"
#include "result/query.h"
#include <stdio.h>
#include <string.h>

enum { MOST_BLOCK = 65536 };

static const char *const types[TUNE_TYPES] = { "f64", "f32" };

/* ---- what the board timed ---- */

/* Reads "32x6" or "24576" into the tile of *C. False: it is neither. */
static bool read_tile(struct tune_choice *c, const char *text)
{
    char end;
    int n = sscanf(text, "%9ux%9u%c", &c->rows, &c->columns, &end);

    if (n == 1) {
        c->columns = 0;
        n = sscanf(text, "%9u%c", &c->rows, &end) == 1 ? 2 : 0;
    }
    return n == 2;
}

static bool is_product(const struct tune_choice *c)
{
    return strcmp(c->kernel, "gemm") == 0;
}

/* Reads blocks of a product into *C. False: they are none. */
static bool read_blocks(struct tune_choice *c, const struct results *results)
{
    double kc = result_measured(results, id_op(TUNE_KC, c->kernel, c->type));
    double mc = result_measured(results, id_op(TUNE_MC, c->kernel, c->type));

    if (!(kc >= 1 && kc <= MOST_BLOCK) || !(mc >= 1 && mc <= MOST_BLOCK))
        return false;
    c->kc = (unsigned)kc;
    c->mc = (unsigned)mc;
    return true;
}

/* The first of RANKED with the tile of *C, or NULL. */
static const struct tune_candidate *find_tile(const struct tune_ranked *ranked,
                                              const struct tune_choice *c)
{
    for (unsigned i = 0; i < ranked->n; i++)
        if (ranked->at[i].choice.rows == c->rows && ranked->at[i].choice.columns == c->columns)
            return &ranked->at[i];
    return NULL;
}

/* Fills *WINNER with the way of RANKED that ran fastest, where its lead is no chance: what the
 * board does not say is as in the first. */
static bool find_winner(struct tune_choice *winner, const struct results *results,
                        const struct tune_ranked *ranked)
{
    const struct tune_choice *like = &ranked->at[0].choice;
    const struct result *tile = result_find(results, id_op(TUNE_TILE, like->kernel, like->type));

    *winner = *like;
    if (tile == NULL || tile->kind != RESULT_NAME || !read_tile(winner, tile->text) ||
        !result_is_number(result_find(results, id_op(TUNE_LEAD, like->kernel, like->type))))
        return false;
    if (is_product(winner) && !read_blocks(winner, results))
        return false;
    const struct tune_candidate *same = is_product(winner) ? NULL : find_tile(ranked, winner);
    if (same != NULL)
        *winner = same->choice;
    return tune_choice_wrong(winner) == NULL;
}

/* The winner becomes rank 1; its price is not known unless it was a candidate. */
static void take_winner(struct tune_ranked *ranked, const struct results *results)
{
    struct tune_ranked old = *ranked;
    struct tune_choice winner;

    if (old.n == 0 || !find_winner(&winner, results, &old))
        return;
    ranked->n = 0;
    (void)tune_add(ranked, &winner, 0);
    for (unsigned i = 0; i < old.n; i++)
        if (!tune_add(ranked, &old.at[i].choice, old.at[i].cost) &&
            ranked->at[0].choice.kc == old.at[i].choice.kc &&
            ranked->at[0].choice.rows == old.at[i].choice.rows &&
            ranked->at[0].choice.columns == old.at[i].choice.columns)
            ranked->at[0].cost = old.at[i].cost;
}

/* ---- all kernels ---- */

static void rank_type(struct tune_advice *advice, unsigned type)
{
    for (unsigned k = 0; k < tune_rule_table_count && k < TUNE_KERNELS; k++) {
        struct tune_ranked *ranked = &advice->ranked[k][type];
        tune_rank(tune_rule_table[k].rule, &advice->machine, &advice->arithmetic[type], ranked);
        if (!advice->arithmetic[type].wider_image)
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
