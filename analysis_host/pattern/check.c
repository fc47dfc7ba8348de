/* Checks of a variant's order. */
#include "check.h"
#include "evaluate.h"
#include <stdio.h>
#include <string.h>

enum { MOST_WORDS = 200 };

struct check {
    const struct relation *r;
    const struct variant *v;
    const struct schedule *s;
    struct faults *faults;
};

/* The line that a fault of the order is told on: that of its first `order`, else the variant's. */
static struct place order_place(const struct variant *v)
{
    for (unsigned i = 0; i < v->n_clauses; i++)
        if (v->clauses[i].kind == CLAUSE_ORDER)
            return v->clauses[i].at;
    return v->at;
}

static struct place clause_place(const struct variant *v, enum clause_kind kind)
{
    for (unsigned i = 0; i < v->n_clauses; i++)
        if (v->clauses[i].kind == kind)
            return v->clauses[i].at;
    return v->at;
}

static const char *size_name(const struct check *c)
{
    return c->r->pattern->size == NULL ? "n" : c->r->pattern->size;
}

/* Returns true when work went well and nothing was found. */
static bool nothing_found(const struct check *c)
{
    return !relation_failed(c->r) || check_too_hard(c->faults, c->v->at, c->v->name);
}

/* ---- total, one place each ---- */

static bool check_total(const struct check *c)
{
    struct instance at;
    char text[MOST_WORDS];
    isl_union_set *left = isl_union_set_subtract(
        isl_union_set_copy(c->r->domain), isl_union_map_domain(isl_union_map_copy(c->s->map)));

    if (!relation_first(c->r, left, &at))
        return nothing_found(c);
    fault_add(c->faults, order_place(c->v), "variant %s leaves out %s at %s = %lld", c->v->name,
              instance_text(c->r, &at, text, sizeof text), size_name(c), (long long)at.size);
    return false;
}

/* Pairs of times of one instance, both ways. */
static bool check_once(const struct check *c)
{
    isl_union_map *s = c->s->map;
    struct instance at;
    char text[MOST_WORDS];

    if (isl_union_map_is_single_valued(s) == isl_bool_true)
        return true;
    isl_union_map *times = isl_union_map_apply_range(isl_union_map_reverse(isl_union_map_copy(s)),
                                                     isl_union_map_copy(s));
    isl_union_set *differ = isl_union_map_domain(isl_union_map_subtract(
        times, isl_union_set_identity(isl_union_map_range(isl_union_map_copy(s)))));
    isl_union_set *twice =
        isl_union_map_domain(isl_union_map_intersect_range(isl_union_map_copy(s), differ));
    if (!relation_first(c->r, twice, &at))
        return nothing_found(c);
    fault_add(c->faults, order_place(c->v), "variant %s runs %s twice at %s = %lld", c->v->name,
              instance_text(c->r, &at, text, sizeof text), size_name(c), (long long)at.size);
    return false;
}

static bool check_apart(const struct check *c)
{
    isl_union_map *s = c->s->map;
    struct instance a, b;
    char first[MOST_WORDS], second[MOST_WORDS];

    if (isl_union_map_is_injective(s) == isl_bool_true)
        return true;
    isl_union_map *same = isl_union_map_apply_range(isl_union_map_copy(s),
                                                    isl_union_map_reverse(isl_union_map_copy(s)));
    same = isl_union_map_subtract(
        same, isl_union_set_identity(isl_union_map_domain(isl_union_map_copy(s))));
    if (!relation_first_pair(c->r, same, &a, &b))
        return nothing_found(c);
    fault_add(c->faults, order_place(c->v), "variant %s runs %s and %s at one place, at %s = %lld",
              c->v->name, instance_text(c->r, &a, first, sizeof first),
              instance_text(c->r, &b, second, sizeof second), size_name(c), (long long)a.size);
    return false;
}

/* ---- dependences ---- */

/* The least and the largest subscript D of ACCESS at AT. */
static void subscript_at(const struct check *c, const struct access *access, unsigned d,
                         const struct instance *at, int64_t *low, int64_t *high)
{
    const struct array *arrays = c->r->pattern->arrays;

    if (access->subscripts[d] != NULL) {
        *low = *high = affine_at(access->subscripts[d], at->size, at->at);
        return;
    }
    *low = affine_at(arrays[access->gather->array].low, at->size, NULL);
    *high = affine_at(arrays[access->gather->array].high, at->size, NULL);
}

/* The access by which A touches what B touches, one of them writing; NULL where there is none.
 * WRITES: A writes it. */
static const struct access *meeting(const struct check *c, const struct instance *a,
                                    const struct instance *b, bool *writes)
{
    const struct instances *x = &c->r->at[a->statement], *y = &c->r->at[b->statement];

    for (unsigned i = 0; i < x->n_touches; i++)
        for (unsigned k = 0; k < y->n_touches; k++) {
            const struct access *p = x->touches[i].access, *q = y->touches[k].access;
            bool same = p->array == q->array && (x->touches[i].writes || y->touches[k].writes);
            for (unsigned d = 0; same && d < p->n; d++) {
                int64_t low, high, other_low, other_high;
                subscript_at(c, p, d, a, &low, &high);
                subscript_at(c, q, d, b, &other_low, &other_high);
                same = low <= other_high && other_low <= high;
            }
            if (same) {
                *writes = x->touches[i].writes;
                return p;
            }
        }
    return NULL;
}

/* "both touch A[1][32], the first writes it" */
static const char *meeting_text(const struct check *c, const struct instance *a,
                                const struct instance *b, char *text, size_t size)
{
    bool writes = false;
    const struct access *p = meeting(c, a, b, &writes);

    if (p == NULL)
        return "both touch one element";
    char element[MOST_WORDS / 2];
    (void)snprintf(
        text, size, "both %s %s, the %s writes it", p->gather != NULL ? "may touch" : "touch",
        check_element_text(c->r, p, a, element, sizeof element), writes ? "first" : "second");
    return text;
}

static bool check_legal(const struct check *c)
{
    struct instance a, b;
    char first[MOST_WORDS], second[MOST_WORDS], both[MOST_WORDS];
    isl_union_map *s = c->s->map;
    isl_union_map *wrong = isl_union_map_intersect(
        isl_union_map_copy(c->r->dependences),
        isl_union_map_lex_ge_union_map(isl_union_map_copy(s), isl_union_map_copy(s)));

    if (!relation_first_pair(c->r, wrong, &a, &b))
        return nothing_found(c);
    fault_add(c->faults, order_place(c->v),
              "variant %s is not legal: %s must run before %s: %s; at %s = %lld the order runs the "
              "second first",
              c->v->name, instance_text(c->r, &a, first, sizeof first),
              instance_text(c->r, &b, second, sizeof second),
              meeting_text(c, &a, &b, both, sizeof both), size_name(c), (long long)a.size);
    return false;
}

/* ---- loops whose iterations run at once ---- */

/* Pairs of instances in different iterations of loop AT. */
static isl_union_map *apart(const struct schedule *s, unsigned at)
{
    isl_union_map *here = schedule_part(s, at, at + 1);
    isl_union_map *before =
        isl_union_map_lex_lt_union_map(isl_union_map_copy(here), isl_union_map_copy(here));
    isl_union_map *after = isl_union_map_lex_gt_union_map(isl_union_map_copy(here), here);

    return isl_union_map_union(before, after);
}

/* Dependences between different iterations of loop AT, the loops around it being equal. */
static isl_union_map *carried(const struct relation *r, const struct schedule *s, unsigned at)
{
    isl_union_map *pairs = isl_union_map_copy(r->dependences);

    if (at > 0) {
        isl_union_map *outer = schedule_part(s, 0, at);
        pairs = isl_union_map_intersect(
            pairs, isl_union_map_apply_range(isl_union_map_copy(outer),
                                             isl_union_map_reverse(isl_union_map_copy(outer))));
        isl_union_map_free(outer);
    }
    return isl_union_map_intersect(pairs, apart(s, at));
}

bool check_loop_is_parallel(const struct relation *r, const struct schedule *s, unsigned at)
{
    isl_union_map *pairs = carried(r, s, at);
    isl_bool none = isl_union_map_is_empty(pairs);

    isl_union_map_free(pairs);
    return none == isl_bool_true;
}

/* Tells the first of PAIRS, where there is one; takes them. */
static bool check_none(const struct check *c, isl_union_map *pairs, enum clause_kind kind,
                       const char *what)
{
    struct instance a, b;
    char first[MOST_WORDS], second[MOST_WORDS], both[MOST_WORDS];

    if (!relation_first_pair(c->r, pairs, &a, &b))
        return nothing_found(c);
    fault_add(c->faults, clause_place(c->v, kind), "variant %s: %s: %s and %s: %s, at %s = %lld",
              c->v->name, what, instance_text(c->r, &a, first, sizeof first),
              instance_text(c->r, &b, second, sizeof second),
              meeting_text(c, &a, &b, both, sizeof both), size_name(c), (long long)a.size);
    return false;
}

/* Why the schedule of C's variant cannot be; NULL: it can. */
static const char *wrong_schedule(const struct check *c)
{
    const struct variant *v = c->v;
    bool at_run_time = v->schedule != SCHEDULE_STATIC;

    if (c->s->parallel < 0)
        return "schedule needs a parallel loop";
    if (v->space == SPACE_CYCLIC)
        return "`space cyclic C` is a schedule already, as `schedule static C`: leave one out";
    if (at_run_time && v->space == SPACE_INDEPENDENT)
        return "in independent arrays each context computes the same part in each run, which only "
               "`schedule static` does";
    if (at_run_time && !v->barrier)
        return "`schedule dynamic` and `guided` need `barrier yes`: the next run may give the same "
               "iteration to another context";
    return NULL;
}

static bool check_schedule(const struct check *c)
{
    const char *wrong = c->v->has_schedule ? wrong_schedule(c) : NULL;

    if (wrong != NULL)
        fault_add(c->faults, c->v->schedule_at, "variant %s: %s", c->v->name, wrong);
    return wrong == NULL;
}

static bool check_parallel(const struct check *c)
{
    if (c->s->parallel < 0) {
        if (c->v->space != SPACE_CYCLIC)
            return true;
        fault_add(c->faults, c->v->chunk_at, "variant %s: space cyclic needs a parallel loop",
                  c->v->name);
        return false;
    }
    if (!check_none(c, carried(c->r, c->s, (unsigned)c->s->parallel), CLAUSE_PARALLEL,
                    "its loop is not parallel"))
        return false;
    if (c->v->barrier || c->v->space == SPACE_INDEPENDENT)
        return true;
    isl_union_map *pairs = isl_union_map_intersect(isl_union_map_copy(c->r->conflicts),
                                                   apart(c->s, (unsigned)c->s->parallel));
    return check_none(c, pairs, CLAUSE_BARRIER, "barrier no is not safe");
}

static bool check_mods(const struct check *c)
{
    bool good = true;

    for (unsigned i = 0; i < c->v->n_clauses; i++)
        if (c->v->clauses[i].kind == CLAUSE_ORDER)
            good = check_order_mods(c->r, c->v, c->v->clauses[i].order, c->faults) && good;
    return good;
}

bool check_variant(const struct relation *r, const struct variant *variant,
                   const struct schedule *s, struct faults *faults)
{
    const struct check c = { r, variant, s, faults };

    return check_mods(&c) && check_total(&c) && check_once(&c) && check_apart(&c) &&
           check_legal(&c) && check_schedule(&c) && check_parallel(&c);
}
