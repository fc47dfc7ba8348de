/* Fits the fewest units to rates of operations and of pairs. */
#include "unit_model.h"
#include <math.h>
#include <string.h>

enum { OP_UNITS_MOST = 8, STEPS_MOST = 400000, LANES = UNIT_OPS_MOST / 8 };

/* A count of each operation, at most UNIT_MODEL_UNITS: a byte each, eight to a word, so that all
 * are added and compared at once. */
struct counts {
    uint64_t word[LANES];
};

static const uint64_t tops = UINT64_C(0x8080808080808080);

static void set_count(struct counts *c, unsigned op, unsigned count)
{
    uint64_t *word = &c->word[op / 8];
    unsigned shift = op % 8 * 8;

    *word = (*word & ~(UINT64_C(0xff) << shift)) | (uint64_t)count << shift;
}

/* Whether each count of A is at most that of B. */
static bool at_most(const struct counts *a, const struct counts *b)
{
    uint64_t all = tops;

    for (unsigned i = 0; i < LANES; i++)
        all &= (b->word[i] | tops) - a->word[i];
    return all == tops;
}

struct unit_op unit_op_of_interval(double interval)
{
    double n = fmax(1, fmin(round(1 / interval), OP_UNITS_MOST));

    return (struct unit_op){ (unsigned)n, interval * n };
}

double unit_model_cycles(const struct unit_loop_cost *l, const struct unit_op *first,
                         const struct unit_op *second, unsigned shared)
{
    double a = l->a * first->busy, b = l->b * second->busy;
    double both = (a + b) / (first->units + second->units - shared);

    return fmax(fmax(l->least, both), fmax(a / first->units, b / second->units));
}

/* The search: operations in an order, each put on units that the ones before use, and on new ones.
 */
struct search {
    const struct unit_facts *facts;
    struct unit_shared shared[UNIT_OPS_MOST][UNIT_OPS_MOST]; /* both ways round */
    unsigned order[UNIT_OPS_MOST], n;                        /* the operations to be placed */
    struct counts low[UNIT_OPS_MOST], high[UNIT_OPS_MOST];   /* SHARED of each with all */
    uint32_t users[UNIT_MODEL_UNITS];                        /* of each unit: bit I, operation I */
    struct counts one[UNIT_MODEL_UNITS];                     /* the same: 1 for each user */
    struct counts placed;                                    /* 0xff for each that is placed */
    unsigned n_units, best_units;
    uint32_t best[UNIT_MODEL_UNITS];
    unsigned deepest; /* most operations that were placed */
    unsigned long steps;
};

static void place(struct search *s, unsigned depth);

/* Whether the operations that are placed share as many units with operation OP as they have to. */
static bool is_enough(const struct search *s, unsigned op, const struct counts *common)
{
    struct counts low = s->low[op];

    for (unsigned i = 0; i < LANES; i++)
        low.word[i] &= s->placed.word[i];
    return at_most(&low, common);
}

/* Adds one unit more with the users ONE to what operation OP has in common with them; false: too
 * many. */
static bool add_common(const struct search *s, unsigned op, const struct counts *one,
                       struct counts *common)
{
    for (unsigned i = 0; i < LANES; i++)
        common->word[i] += one->word[i];
    return at_most(common, &s->high[op]);
}

/* Operation OP uses unit U, or no more. */
static void use(struct search *s, unsigned u, unsigned op, bool uses)
{
    s->users[u] ^= UINT32_C(1) << op;
    set_count(&s->one[u], op, uses);
}

/* Puts operation number DEPTH, which still needs LEFT units, on units from FROM on or on new ones.
 * COMMON: units that it shares with each other so far. Of units with the same users the first are
 * taken. */
static void choose(struct search *s, unsigned depth, unsigned from, unsigned left,
                   const struct counts *common)
{
    unsigned op = s->order[depth], old = s->n_units, n = old;

    if (++s->steps > STEPS_MOST)
        return;
    if (left > 0 && from < old) {
        struct counts more = *common;
        if (add_common(s, op, &s->one[from], &more)) {
            use(s, from, op, true);
            choose(s, depth, from + 1, left - 1, &more);
            use(s, from, op, false);
        }
        uint32_t users = s->users[from];
        while (from < old && s->users[from] == users)
            from++;
        choose(s, depth, from, left, common);
        return;
    }
    if (old + left >= s->best_units || !is_enough(s, op, common))
        return;
    for (; n < old + left; n++) {
        s->users[n] = 0;
        s->one[n] = (struct counts){ { 0 } };
        use(s, n, op, true);
    }
    s->n_units = n;
    set_count(&s->placed, op, 0xff);
    place(s, depth + 1);
    set_count(&s->placed, op, 0);
    s->n_units = old;
}

static void place(struct search *s, unsigned depth)
{
    const struct counts none = { { 0 } };

    if (depth > s->deepest)
        s->deepest = depth;
    if (depth < s->n) {
        choose(s, depth, 0, s->facts->op[s->order[depth]].units, &none);
        return;
    }
    s->best_units = s->n_units;
    memcpy(s->best, s->users, sizeof s->best);
}

/* Adds operation OP to those that are to be placed: those with many units first, as they leave the
 * fewest choices. */
static void add_to_order(struct search *s, unsigned op)
{
    const struct unit_op *ops = s->facts->op;
    unsigned at = s->n++;

    for (; at > 0 && ops[s->order[at - 1]].units < ops[op].units; at--)
        s->order[at] = s->order[at - 1];
    s->order[at] = op;
}

static void run(struct search *s)
{
    for (unsigned i = 0; i < s->facts->n; i++)
        for (unsigned j = 0; j < s->facts->n; j++) {
            set_count(&s->low[i], j, s->shared[i][j].low);
            set_count(&s->high[i], j, s->shared[i][j].high);
        }
    s->placed = (struct counts){ { 0 } };
    s->n_units = s->deepest = 0;
    s->best_units = UNIT_MODEL_UNITS + 1;
    s->steps = 0;
    place(s, 0);
}

static bool is_placed(const struct search *s)
{
    return s->best_units <= UNIT_MODEL_UNITS;
}

/* Whether the fact of A and B excludes any number of shared units. */
static bool says(const struct search *s, unsigned a, unsigned b)
{
    unsigned ua = s->facts->op[a].units, ub = s->facts->op[b].units;

    return s->shared[a][b].low > 0 || s->shared[a][b].high < (ua < ub ? ua : ub);
}

static void set_fact(struct search *s, unsigned a, unsigned b, struct unit_shared fact)
{
    s->shared[a][b] = s->shared[b][a] = fact;
}

static const struct unit_shared no_fact = { 0, UNIT_MODEL_UNITS, 0 };

/* The operation of the first DEPTH ones whose fact with OP is the weakest, beyond weight PAST;
 * UNIT_OPS_MOST: there is none. */
static unsigned weakest(const struct search *s, unsigned depth, unsigned op, double past)
{
    unsigned best = UNIT_OPS_MOST;

    for (unsigned i = 0; i < depth; i++) {
        unsigned other = s->order[i];
        if (says(s, op, other) && (double)s->shared[op][other].weight > past &&
            (best == UNIT_OPS_MOST || s->shared[op][other].weight < s->shared[op][best].weight))
            best = other;
    }
    return best;
}

/* Leaves out one fact of the operation that could not be placed: the weakest without which all can
 * be placed; else the weakest of all. Runs the search anew. Returns false where there is no fact.
 */
static bool drop_one(struct search *s)
{
    unsigned depth = s->deepest, op = s->order[depth], first = weakest(s, depth, op, -1);

    for (unsigned other = first; other < UNIT_OPS_MOST;) {
        struct unit_shared fact = s->shared[op][other];
        set_fact(s, op, other, no_fact);
        run(s);
        if (is_placed(s))
            return true;
        set_fact(s, op, other, fact);
        other = weakest(s, depth, op, (double)fact.weight);
    }
    if (first == UNIT_OPS_MOST)
        return false;
    set_fact(s, op, first, no_fact);
    run(s);
    return true;
}

/* The operations that share units with FIRST, with those, and so on: a bit each. */
static uint32_t family_of(const struct search *s, unsigned first)
{
    uint32_t family = UINT32_C(1) << first, before = 0;

    while (family != before) {
        before = family;
        for (unsigned i = 0; i < s->facts->n; i++)
            for (unsigned j = 0; j < s->facts->n; j++)
                if ((family >> i & 1) != 0 && i != j && s->shared[i][j].low > 0)
                    family |= UINT32_C(1) << j;
    }
    return family;
}

/* Places FAMILY on units of its own, and adds them to MODEL. Returns 0, or -1 where none will do.
 */
static int fit_family(struct unit_model *model, struct search *s, uint32_t family)
{
    s->n = 0;
    for (unsigned i = 0; i < s->facts->n; i++)
        if ((family >> i & 1) != 0)
            add_to_order(s, i);
    run(s);
    while (!is_placed(s) && drop_one(s))
        model->n_dropped++;
    if (model->n_units + s->best_units > UNIT_MODEL_UNITS)
        return -1;
    for (unsigned u = 0; u < s->best_units; u++)
        for (unsigned i = 0; i < s->facts->n; i++)
            model->units[i] |= (s->best[u] >> i & 1) << (model->n_units + u);
    model->n_units += s->best_units;
    model->proven &= s->steps <= STEPS_MOST;
    return 0;
}

int unit_model_fit(struct unit_model *model, const struct unit_facts *facts)
{
    struct search s = { .facts = facts };
    uint32_t placed = 0;

    *model = (struct unit_model){ .n_ops = facts->n, .proven = true };
    for (unsigned i = 0; i < facts->n; i++)
        for (unsigned j = i + 1; j < facts->n; j++)
            s.shared[i][j] = s.shared[j][i] = facts->shared[i][j];
    for (unsigned i = 0; i < facts->n; i++) {
        uint32_t family = family_of(&s, i);
        model->busy[i] = facts->op[i].busy;
        if ((placed >> i & 1) == 0 && fit_family(model, &s, family) != 0) {
            *model = (struct unit_model){ 0 };
            return -1;
        }
        placed |= family;
    }
    return facts->n > 0 ? 0 : -1;
}

/* ---- text ---- */

static const char digits[] = "0123456789abcdefghijklmnopqrstuv";

void unit_model_text(char *to, size_t size, uint32_t units)
{
    size_t n = 0;

    to[n++] = 'p';
    for (unsigned u = 0; u < UNIT_MODEL_UNITS && n + 1 < size; u++)
        if ((units >> u & 1) != 0)
            to[n++] = digits[u];
    to[n] = '\0';
}

uint32_t unit_model_units(const char *text)
{
    uint32_t units = 0;

    if (*text != 'p')
        return 0;
    for (const char *p = text + 1; *p != '\0'; p++) {
        const char *at = strchr(digits, *p);

        if (at == NULL)
            return 0;
        units |= UINT32_C(1) << (at - digits);
    }
    return units;
}

/* ---- the least number ---- */

/* The most units of operations of REST that share none with each other. */
static unsigned most_apart(const struct unit_facts *f, uint32_t rest)
{
    if (rest == 0)
        return 0;
    unsigned op = (unsigned)__builtin_ctz(rest);
    uint32_t others = rest & (rest - 1), apart = 0;

    for (unsigned j = op + 1; j < f->n; j++)
        if ((others >> j & 1) != 0 && f->shared[op][j].high == 0)
            apart |= UINT32_C(1) << j;
    unsigned with = f->op[op].units + most_apart(f, apart);
    unsigned without = apart == others ? 0 : most_apart(f, others);
    return with > without ? with : without;
}

unsigned unit_model_least(const struct unit_facts *facts)
{
    return most_apart(facts, facts->n > 0 ? UINT32_MAX >> (32 - facts->n) : 0);
}
