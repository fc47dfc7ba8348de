/* interleave i K: K parts of a loop's range, an iteration of each in turn. */
#include "loops.h"
#include <string.h>

/* The least or the largest value + 1 of a set of one dimension, on the space of DOMAIN. */
static isl_pw_aff *bound(isl_set *values, bool upper, isl_set *domain)
{
    isl_pw_aff *b = upper ? isl_set_dim_max(values, 0) : isl_set_dim_min(values, 0);

    b = isl_pw_aff_insert_domain(b, isl_set_get_space(domain));
    if (!upper)
        return b;
    isl_space *space = isl_pw_aff_get_domain_space(b);
    isl_val *one = isl_val_one(isl_set_get_ctx(domain));
    isl_aff *aff = isl_aff_val_on_domain(isl_local_space_from_space(space), one);
    return isl_pw_aff_add(b, isl_pw_aff_from_aff(aff));
}

/* Where part PART of PARTS begins: LOW + floor(PART * (HIGH - LOW) / PARTS). */
static isl_pw_aff *cut(isl_pw_aff *low, isl_pw_aff *high, long part, long parts)
{
    isl_ctx *ctx = isl_pw_aff_get_ctx(low);
    isl_pw_aff *length = isl_pw_aff_sub(isl_pw_aff_copy(high), isl_pw_aff_copy(low));

    length = isl_pw_aff_scale_val(length, isl_val_int_from_si(ctx, part));
    length = isl_pw_aff_scale_down_val(length, isl_val_int_from_si(ctx, parts));
    return isl_pw_aff_add(isl_pw_aff_copy(low), isl_pw_aff_floor(length));
}

/* All loops of P but AT as a map, then AT. */
static isl_map *rest_and_loop(const struct piece *p, unsigned at)
{
    isl_map *all = isl_map_from_pw_aff(isl_pw_aff_copy(p->loops[at].at));

    for (unsigned i = p->n; i-- > 0;)
        if (i != at)
            all = isl_map_flat_range_product(isl_map_from_pw_aff(isl_pw_aff_copy(p->loops[i].at)),
                                             all);
    return isl_map_intersect_domain(all, isl_set_copy(p->where));
}

/* Returns true when the range of loop AT is the same whatever the other loops are at. */
static bool is_even(const struct piece *p, unsigned at)
{
    isl_set *all = isl_map_range(rest_and_loop(p, at));
    isl_set *rest = isl_set_project_out(isl_set_copy(all), isl_dim_set, p->n - 1, 1);
    isl_set *alone = isl_set_project_out(isl_set_copy(all), isl_dim_set, 0, p->n - 1);
    isl_set *product = isl_set_flat_product(rest, alone);
    bool even = isl_set_is_subset(product, all) == isl_bool_true;

    isl_set_free(product);
    isl_set_free(all);
    return even;
}

/* What of a loop is interleaved: LOW <= loop < HIGH, in PARTS. */
struct whole {
    isl_pw_aff *low, *high;
    long parts;
    unsigned at; /* the loop */
    struct place where;
};

/* Iterations that every part has: floor((HIGH - LOW) / PARTS). */
static isl_pw_aff *common(const struct whole *w)
{
    return isl_pw_aff_sub(cut(w->low, w->high, 1, w->parts), isl_pw_aff_copy(w->low));
}

/* Makes P the part PART: its loop counts from where the part begins, a lane after it is the part's
 * number. REST: the iteration that not all parts have, a piece of its own, so that the loop over
 * the others has no branches. */
static bool make_part(struct loops *l, struct piece *p, const struct whole *w, long part, bool rest)
{
    const struct affine lane = { .kind = AFFINE_NUMBER, .number = part };
    const struct affine last = { .kind = AFFINE_NUMBER, .number = rest };
    isl_pw_aff *from = cut(w->low, w->high, part, w->parts);
    isl_pw_aff *to = cut(w->low, w->high, part + 1, w->parts);
    isl_pw_aff *loop = p->loops[w->at].at;
    isl_set *in = isl_pw_aff_ge_set(isl_pw_aff_copy(loop), isl_pw_aff_copy(from));

    in = isl_set_intersect(in, isl_pw_aff_lt_set(isl_pw_aff_copy(loop), to));
    loop = p->loops[w->at].at = isl_pw_aff_sub(loop, from);
    in = isl_set_intersect(in, rest ? isl_pw_aff_ge_set(isl_pw_aff_copy(loop), common(w))
                                    : isl_pw_aff_lt_set(isl_pw_aff_copy(loop), common(w)));
    p->where = isl_set_intersect(p->where, in);
    if (!loops_insert(l, p, w->at + 1, 1, w->where))
        return false;
    p->loops[w->at + 1] =
        (struct loop){ .role = LOOP_LANE,
                       .at = isl_pw_aff_from_aff(relation_aff(l->r, p->statement, &lane)) };
    if (!loops_insert(l, p, w->at, 1, w->where))
        return false;
    p->loops[w->at] = (struct loop){
        .role = LOOP_FIXED,
        .value = rest,
        .at = isl_pw_aff_from_aff(relation_aff(l->r, p->statement, &last)),
    };
    return true;
}

/* The parts of one piece, which becomes the first of them. */
static bool make_parts(struct loops *l, unsigned piece, const struct whole *w)
{
    for (long part = 0; part < w->parts; part++)
        for (unsigned rest = 0; rest < 2; rest++) {
            if (part == 0 && rest == 0)
                continue;
            struct piece *p = loops_split(l, &l->pieces[piece], w->where);
            if (p == NULL || !make_part(l, p, w, part, rest))
                return false;
        }
    return make_part(l, &l->pieces[piece], w, 0, false);
}

static bool split(struct loops *l, unsigned piece, unsigned at, const struct loop_word *word)
{
    struct piece *whole = &l->pieces[piece];

    if (!is_even(whole, at))
        return loops_fail(l, word->at, "interleave %s: its bounds depend on other loops",
                          word->name);
    isl_set *values = isl_map_range(isl_map_intersect_domain(
        isl_map_from_pw_aff(isl_pw_aff_copy(whole->loops[at].at)), isl_set_copy(whole->where)));
    struct whole w = { .parts = (long)word->number, .at = at, .where = word->at };
    w.low = bound(isl_set_copy(values), false, whole->where);
    w.high = bound(values, true, whole->where);
    bool good = make_parts(l, piece, &w);
    isl_pw_aff_free(w.low);
    isl_pw_aff_free(w.high);
    return good;
}

bool loops_interleave(struct loops *l, const struct clause *c)
{
    for (unsigned w = 0; w < c->n; w++) {
        const struct loop_word *word = &c->words[w];
        unsigned n = l->n, any = 0;
        for (unsigned i = 0; i < n; i++) {
            unsigned at = loops_find(&l->pieces[i], word->name);
            if (at == l->pieces[i].n)
                continue;
            any++;
            if (!split(l, i, at, word))
                return false;
        }
        if (any == 0)
            return loops_fail(l, word->at, "interleave: no loop is that of %s alone", word->name);
    }
    return true;
}
