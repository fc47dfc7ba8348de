/* All kernels of a board as texts: the plan for programs, the explanation for people. */
#include "advice.h"
#include "result/query.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- a candidate ---- */

static bool is_product(const struct tune_choice *c)
{
    return strcmp(c->kernel, "gemm") == 0;
}

void tune_candidate_write(FILE *out, const struct tune_candidate *candidate)
{
    const struct tune_choice *c = &candidate->choice;

    fprintf(out, "%s %s tile=%u", c->kernel, c->type, c->rows);
    if (c->columns > 0)
        fprintf(out, "x%u", c->columns);
    if (is_product(c))
        fprintf(out, " kc=%u mc=%u nc=%u direct=%" PRIu64, c->kc, c->mc, c->nc, c->direct_bytes);
    if (c->block_bytes > 0)
        fprintf(out, " block=%" PRIu64, c->block_bytes);
    fprintf(out, " lanes=%u", c->lanes);
}

/* Calls TAKE for every kernel and type that has candidates. */
static void each_ranked(FILE *out, const struct tune_advice *advice,
                        void (*take)(FILE *, unsigned kernel, const struct tune_ranked *))
{
    for (unsigned k = 0; k < tune_rule_table_count && k < TUNE_KERNELS; k++)
        for (unsigned i = 0; i < TUNE_TYPES; i++)
            if (advice->ranked[k][i].n > 0)
                take(out, k, &advice->ranked[k][i]);
}

/* ---- inputs ---- */

static void put_input(FILE *out, const struct results *results, struct result_id id)
{
    const struct result *r = result_find(results, id);

    if (!result_is_number(r)) {
        fprintf(out, "# %s not known\n", id.text);
        return;
    }
    fprintf(out, "# %s %.6g %s", id.text, r->value, r->unit);
    if (r->has_bounds)
        fprintf(out, ", %.6g to %.6g", r->low, r->high);
    fprintf(out, ", confidence %.2f\n", r->confidence);
}

static void put_memory(FILE *out, const struct tune_advice *advice)
{
    const struct tune_machine *m = &advice->machine;

    for (unsigned i = 1; i <= m->levels; i++) {
        const struct tune_level *l = &m->level[i - 1];
        put_input(out, advice->results, id_at(CACHE_SIZE, i));
        if (l->instead != NULL)
            fprintf(out, "#   taken: %.0f B, %s\n", l->bytes, l->instead);
        put_input(out, advice->results, id_at(CACHE_LINE, i));
        put_input(out, advice->results, id_at(CACHE_LATENCY, i));
        put_input(out, advice->results, id_at(CACHE_WAYS, i));
        put_input(out, advice->results, id_moving(BANDWIDTH_ALONE, i, "read"));
    }
    put_input(out, advice->results, id_of(MEMORY_LATENCY));
    put_input(out, advice->results, id_moving(BANDWIDTH_ALONE, MEMORY_LEVEL, "read"));
    for (unsigned i = 1; i <= m->tlbs; i++)
        put_input(out, advice->results, id_at(TLB_ENTRIES, i));
    fprintf(out, "# misses %s\n",
            m->overlapped ? "hide each other: blocks in closed form"
                          : "come one after the other: blocks priced on a grid");
    if (!m->has_read)
        fputs("# a bandwidth is not known: taken from latencies\n", out);
}

/* Rates of all vectors of A's elements, and the clock while they compute: their product decides. */
static void put_vectors(FILE *out, const struct results *results, const struct tune_arithmetic *a)
{
    for (size_t i = 0; i < results->n; i++) {
        const struct result_id *name = &results->at[i].name;
        size_t length = strlen(name->type);
        if (name->quantity != CPU_FREQUENCY_UNDER || length < 3 ||
            strcmp(name->type + length - 3, a->type) != 0)
            continue;
        put_input(out, results, id_peak("fma", name->type, 1));
        put_input(out, results, *name);
    }
}

static void put_arithmetic(FILE *out, const struct results *results,
                           const struct tune_arithmetic *a)
{
    put_vectors(out, results, a);
    fprintf(out,
            "# %s in %s: latency %.3g, interval %.3g, load %.3g cycles; %g registers%s; tiles %s\n",
            a->type, a->vector, a->latency, a->interval, a->load, a->registers,
            a->fused ? "" : ", nothing fused",
            a->wider_image ? "by formula: those of the image are of wider vectors, slower by time"
            : a->tiles > 0 ? "of the image's ladder"
                           : "by formula: the image names none");
}

static void put_inputs(FILE *out, const struct tune_advice *advice)
{
    put_memory(out, advice);
    for (unsigned i = 0; i < TUNE_TYPES; i++)
        if (advice->has_type[i])
            put_arithmetic(out, advice->results, &advice->arithmetic[i]);
        else
            fprintf(out, "# %s left out: %s\n", i == 0 ? "f64" : "f32", advice->why[i]);
}

/* ---- the plan ---- */

static void put_word(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text > ' ' && *text < 127 && *text != '%')
            putc(*text, out);
        else
            fprintf(out, "%%%02X", (unsigned char)*text);
}

static void put_key(FILE *out, const struct tune_advice *advice, const char *key)
{
    const char *text = log_key_text(advice->run->keys, advice->run->n_keys, key);

    fprintf(out, " %s=", key);
    put_word(out, text != NULL ? text : "unknown");
}

static void put_candidates(FILE *out, unsigned kernel, const struct tune_ranked *ranked)
{
    (void)kernel;
    for (unsigned i = 0; i < ranked->n; i++) {
        tune_candidate_write(out, &ranked->at[i]);
        fprintf(out, " rank=%u", i + 1);
        if (ranked->at[i].cost > 0)
            fprintf(out, " cost=%.4g", ranked->at[i].cost);
        putc('\n', out);
    }
}

void tune_plan_write(FILE *out, const struct tune_advice *advice)
{
    fputs("tuning 1", out);
    put_key(out, advice, "target");
    put_key(out, advice, "cc");
    if (advice->run->has_first_crc)
        fprintf(out, " round=2,%08" PRIX32, advice->run->first_crc);
    putc('\n', out);
    put_inputs(out, advice);
    each_ranked(out, advice, put_candidates);
}

/* ---- for people ---- */

static void explain_ranked(FILE *out, unsigned kernel, const struct tune_ranked *ranked)
{
    fprintf(out, "\n%s %s\n  rule: %s\n", tune_rule_table[kernel].name, ranked->at[0].choice.type,
            tune_rule_table[kernel].rule->about);
    for (unsigned i = 0; i < ranked->n; i++) {
        fprintf(out, i == 0 ? "  taken: " : "  rival %u: ", i + 1);
        tune_candidate_write(out, &ranked->at[i]);
        if (ranked->at[i].cost > 0)
            fprintf(out, ", %.4g cycles", ranked->at[i].cost);
        putc('\n', out);
    }
    if (ranked->in_doubt)
        fputs("  in doubt: at a bound of a size that is not sure another one is first\n", out);
    const char *wrong = tune_choice_wrong(&ranked->at[0].choice);
    if (wrong != NULL)
        fprintf(out, "  left out: %s\n", wrong);
}

/* Kernels without a candidate, and why. */
static void explain_missing(FILE *out, const struct tune_advice *advice)
{
    for (unsigned k = 0; k < tune_rule_table_count && k < TUNE_KERNELS; k++)
        for (unsigned i = 0; i < TUNE_TYPES; i++)
            if (advice->has_type[i] && advice->ranked[k][i].n == 0)
                fprintf(out, "\n%s %s\n  left out: %s\n", tune_rule_table[k].name,
                        advice->arithmetic[i].type, advice->ranked[k][i].why);
}

/* What the board timed goes before the model: its results, where there are some. */
static void explain_timed(FILE *out, const struct tune_advice *advice)
{
    for (size_t i = 0; i < advice->results->n; i++) {
        const struct result *r = &advice->results->at[i];
        if (r->name.quantity < TUNE_TILE || r->name.quantity > TUNE_LEAD)
            continue;
        if (r->kind == RESULT_NAME)
            fprintf(out, "# %s %s\n", r->id, r->text);
        else
            put_input(out, advice->results, r->name);
    }
}

void tune_explain(FILE *out, const struct tune_advice *advice)
{
    fputs("Kernels tuned by what was measured of", out);
    put_key(out, advice, "target");
    fputs("\n\nInputs:\n", out);
    put_inputs(out, advice);
    explain_timed(out, advice);
    each_ranked(out, advice, explain_ranked);
    explain_missing(out, advice);
}
