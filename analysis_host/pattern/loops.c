/* Clauses of a variant, applied to lists of loops. */
#include "loops.h"
#include "nest.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds a fault on the line of the clause; false. */
bool loops_fail(const struct loops *l, struct place at, const char *format, ...)
{
    char text[FAULT_TEXT / 2];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fault_add(l->faults, at, "variant %s: %s", l->variant->name, text);
    return false;
}

/* The point loop NAME of a piece; n where there is none. */
static unsigned find_loop(const struct piece *p, const char *name)
{
    unsigned i = 0;

    while (i < p->n && !(p->loops[i].role == LOOP_POINT && p->loops[i].name != NULL &&
                         strcmp(p->loops[i].name, name) == 0))
        i++;
    return i;
}

/* ---- the loops to begin with ---- */

static isl_pw_aff *constant(const struct loops *l, unsigned statement, int64_t value)
{
    const struct affine a = { .kind = AFFINE_NUMBER, .number = value };

    return isl_pw_aff_from_aff(relation_aff(l->r, statement, &a));
}

static isl_pw_aff *iterator(const struct loops *l, unsigned statement, unsigned index)
{
    const struct affine a = { .kind = AFFINE_ITERATOR, .index = index };

    return isl_pw_aff_from_aff(relation_aff(l->r, statement, &a));
}

static struct piece *add_piece(struct loops *l, unsigned statement)
{
    struct piece *p = &l->pieces[l->n++];

    *p = (struct piece){ .statement = statement };
    p->where = isl_set_copy(l->r->at[statement].domain);
    return p;
}

static void text_piece(struct loops *l, unsigned statement)
{
    const struct statement *s = &l->r->pattern->statements[statement];
    struct piece *p = add_piece(l, statement);

    for (unsigned i = 0; i <= s->n_iterators; i++) {
        int64_t position = nest_position(l->r->pattern, statement, i);
        p->loops[p->n++] = (struct loop){ .role = LOOP_FIXED,
                                          .value = position,
                                          .at = constant(l, statement, position) };
        if (i < s->n_iterators)
            p->loops[p->n++] = (struct loop){ .name = s->iterators[i],
                                              .role = LOOP_POINT,
                                              .at = iterator(l, statement, i) };
    }
}

/* An iterator alone is its loop, an iterator / a number its tiles'. */
static struct loop order_loop(const struct loops *l, unsigned statement, const struct affine *a)
{
    const struct statement *s = &l->r->pattern->statements[statement];
    struct loop loop = { .role = LOOP_TILE,
                         .at = isl_pw_aff_from_aff(relation_aff(l->r, statement, a)) };

    if (a->kind == AFFINE_NUMBER) {
        loop.role = LOOP_FIXED;
        loop.value = a->number;
    } else if (a->kind == AFFINE_ITERATOR) {
        loop.role = LOOP_POINT;
        loop.name = s->iterators[a->index];
    } else if (a->kind == AFFINE_FLOOR && a->left->kind == AFFINE_ITERATOR) {
        loop.name = s->iterators[a->left->index];
    }
    return loop;
}

static bool order_piece(struct loops *l, const struct clause *c)
{
    const struct order *o = c->order;
    unsigned of_statement = 0;

    for (unsigned i = 0; i < l->n; i++)
        of_statement += l->pieces[i].statement == o->statement;
    if (of_statement == MOST_PIECES)
        return loops_fail(l, c->at, "too hard: more than %d orders of a statement", MOST_PIECES);
    struct piece *p = add_piece(l, o->statement);
    p->where = relation_where(l->r, o->statement, p->where, o->conditions);
    for (unsigned i = 0; i < o->n; i++)
        p->loops[p->n++] = order_loop(l, o->statement, o->loops[i]);
    return true;
}

static bool check_ordered(const struct loops *l)
{
    for (unsigned s = 0; s < l->r->n; s++) {
        unsigned i = 0;
        while (i < l->n && l->pieces[i].statement != s)
            i++;
        if (i == l->n)
            return loops_fail(l, l->variant->at, "%s has no order",
                              l->r->pattern->statements[s].name);
    }
    return true;
}

bool loops_begin(struct loops *l)
{
    const struct variant *v = l->variant;

    l->pieces = calloc((size_t)MOST_STATEMENTS * MOST_PIECES, sizeof l->pieces[0]);
    if (l->pieces == NULL) {
        fputs("patterns: out of memory\n", stderr);
        exit(2);
    }
    for (unsigned i = 0; i < v->n_clauses; i++)
        if (v->clauses[i].kind == CLAUSE_ORDER) {
            l->ordered = true;
            if (!order_piece(l, &v->clauses[i]))
                return false;
        }
    if (l->ordered)
        return check_ordered(l);
    for (unsigned s = 0; s < l->r->n; s++)
        text_piece(l, s);
    return true;
}

static void free_piece(struct piece *p)
{
    isl_set_free(p->where);
    for (unsigned i = 0; i < p->n; i++)
        isl_pw_aff_free(p->loops[i].at);
}

void loops_free(struct loops *l)
{
    for (unsigned i = 0; i < l->n; i++)
        free_piece(&l->pieces[i]);
    free(l->pieces);
}

/* Returns a new piece like PIECE; NULL after a fault. */
static struct piece *split_piece(struct loops *l, const struct piece *piece, struct place at)
{
    if (l->n == MOST_STATEMENTS * MOST_PIECES) {
        loops_fail(l, at, "too hard: more than %d parts", l->n);
        return NULL;
    }
    struct piece *copy = &l->pieces[l->n++];
    *copy = *piece;
    copy->where = isl_set_copy(piece->where);
    for (unsigned i = 0; i < copy->n; i++)
        copy->loops[i].at = isl_pw_aff_copy(piece->loops[i].at);
    return copy;
}

/* Makes room for COUNT loops at AT; false after a fault. */
static bool insert_loops(struct loops *l, struct piece *p, unsigned at, unsigned count,
                         struct place where)
{
    if (p->n + count > MOST_LOOPS)
        return loops_fail(l, where, "too hard: more than %d loops", MOST_LOOPS);
    memmove(&p->loops[at + count], &p->loops[at], (p->n - at) * sizeof p->loops[0]);
    memset(&p->loops[at], 0, count * sizeof p->loops[0]);
    p->n += count;
    return true;
}

/* ---- which statements a loop of the text holds ---- */

/* ---- interleave i K: K parts of a loop's range, an iteration of each in turn. ---- */

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
    if (!insert_loops(l, p, w->at + 1, 1, w->where))
        return false;
    p->loops[w->at + 1] =
        (struct loop){ .role = LOOP_LANE,
                       .at = isl_pw_aff_from_aff(relation_aff(l->r, p->statement, &lane)) };
    if (!insert_loops(l, p, w->at, 1, w->where))
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
            struct piece *p = split_piece(l, &l->pieces[piece], w->where);
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

static bool interleave(struct loops *l, const struct clause *c)
{
    for (unsigned w = 0; w < c->n; w++) {
        const struct loop_word *word = &c->words[w];
        unsigned n = l->n, any = 0;
        for (unsigned i = 0; i < n; i++) {
            unsigned at = find_loop(&l->pieces[i], word->name);
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

/* The level of the iterator NAME in a statement; n_iterators where it has none. */
static unsigned level_of(const struct statement *s, const char *name)
{
    unsigned i = 0;

    while (i < s->n_iterators && strcmp(s->iterators[i], name) != 0)
        i++;
    return i;
}

/* The outermost and innermost level of the words' iterators in statement S; false: it has none. */
static bool span(const struct statement *s, const struct clause *c, unsigned *first, unsigned *last)
{
    bool any = false;

    for (unsigned i = 0; i < c->n; i++)
        for (unsigned both = 0; both < 2; both++) {
            const char *name = both == 0 ? c->words[i].name : c->words[i].other;
            unsigned level = name == NULL ? s->n_iterators : level_of(s, name);
            if (level == s->n_iterators)
                continue;
            *first = !any || level < *first ? level : *first;
            *last = !any || level > *last ? level : *last;
            any = true;
        }
    return any;
}

/* Loops change places only where the same statements are in all of them. */
static bool check_shared(const struct loops *l, const struct clause *c, const char *what)
{
    const struct pattern *p = l->r->pattern;
    unsigned first = 0, last = 0;

    for (unsigned s = 0; s < l->r->n && !l->ordered; s++)
        for (unsigned t = 0; t < l->r->n; t++) {
            if (!span(&p->statements[s], c, &first, &last) || t == s)
                continue;
            unsigned shared = nest_shared(p, s, t);
            if (shared > first && shared <= last)
                return loops_fail(l, c->at,
                                  "%s across loops of which %s and %s share only some; `order` "
                                  "says where each statement goes",
                                  what, p->statements[s < t ? s : t].name,
                                  p->statements[s < t ? t : s].name);
        }
    return true;
}

/* ---- clauses ---- */

static void swap(struct loop *a, struct loop *b)
{
    struct loop was = *a;

    *a = *b;
    *b = was;
}

static bool no_loop(const struct loops *l, const struct loop_word *w)
{
    if (w->other == NULL)
        return loops_fail(l, w->at, "no loop is that of %s alone", w->name);
    return loops_fail(l, w->at, "no statement has a loop of %s and one of %s", w->name, w->other);
}

static bool interchange(struct loops *l, const struct clause *c)
{
    if (!check_shared(l, c, "interchange"))
        return false;
    for (unsigned w = 0; w < c->n; w++) {
        bool any = false;
        for (unsigned i = 0; i < l->n; i++) {
            struct piece *p = &l->pieces[i];
            unsigned a = find_loop(p, c->words[w].name), b = find_loop(p, c->words[w].other);
            if (a == p->n || b == p->n)
                continue;
            swap(&p->loops[a], &p->loops[b]);
            any = true;
        }
        if (!any)
            return no_loop(l, &c->words[w]);
    }
    return true;
}

static isl_pw_aff *times(isl_pw_aff *a, int64_t factor)
{
    isl_val *v = isl_val_int_from_si(isl_pw_aff_get_ctx(a), (long)factor);

    return isl_pw_aff_scale_val(a, v);
}

static bool skew(struct loops *l, const struct clause *c)
{
    for (unsigned w = 0; w < c->n; w++) {
        const struct loop_word *word = &c->words[w];
        bool any = false;
        for (unsigned i = 0; i < l->n; i++) {
            struct piece *p = &l->pieces[i];
            unsigned a = find_loop(p, word->name), b = find_loop(p, word->other);
            if (a == p->n || b == p->n)
                continue;
            isl_pw_aff *by = times(isl_pw_aff_copy(p->loops[b].at), word->number);
            p->loops[a].at = isl_pw_aff_add(p->loops[a].at, by);
            any = true;
        }
        if (!any)
            return no_loop(l, word);
    }
    return true;
}

static isl_pw_aff *floor_by(isl_pw_aff *a, int64_t by)
{
    isl_val *v = isl_val_int_from_si(isl_pw_aff_get_ctx(a), (long)by);

    return isl_pw_aff_floor(isl_pw_aff_scale_down_val(a, v));
}

/* Puts the tile loops of one piece where the outermost tiled loop is; their number. */
static bool tile_piece(struct loops *l, struct piece *p, const struct clause *c, unsigned *n)
{
    unsigned first = p->n, at[MOST_ITERATORS] = { 0 };

    *n = 0;
    for (unsigned w = 0; w < c->n; w++) {
        at[w] = find_loop(p, c->words[w].name);
        *n += at[w] < p->n;
        first = at[w] < first ? at[w] : first;
    }
    unsigned was = p->n, to = first;
    if (*n == 0)
        return true;
    if (!insert_loops(l, p, first, *n, c->at))
        return false;
    for (unsigned w = 0; w < c->n; w++) {
        if (at[w] == was)
            continue;
        struct loop *point = &p->loops[at[w] + *n];
        p->loops[to++] =
            (struct loop){ .name = point->name,
                           .role = LOOP_TILE,
                           .at = floor_by(isl_pw_aff_copy(point->at), c->words[w].number) };
    }
    return true;
}

static bool tile(struct loops *l, const struct clause *c)
{
    unsigned n, any = 0;

    if (!check_shared(l, c, "tile"))
        return false;
    for (unsigned i = 0; i < l->n; i++) {
        if (!tile_piece(l, &l->pieces[i], c, &n))
            return false;
        any += n;
    }
    return any > 0 || no_loop(l, &c->words[0]);
}

static bool reverse_or_unroll(struct loops *l, const struct clause *c)
{
    for (unsigned w = 0; w < c->n; w++) {
        bool any = false;
        for (unsigned i = 0; i < l->n; i++) {
            struct piece *p = &l->pieces[i];
            unsigned a = find_loop(p, c->words[w].name);
            if (a == p->n)
                continue;
            any = true;
            if (c->kind == CLAUSE_UNROLL)
                p->loops[a].unroll = (unsigned)c->words[w].number;
            else
                p->loops[a].at = isl_pw_aff_neg(p->loops[a].at);
        }
        if (!any)
            return no_loop(l, &c->words[w]);
    }
    return true;
}

/* The outermost loop of a name that C has, tiles before points; n where there is none. */
static unsigned outermost(const struct piece *p, const struct clause *c)
{
    for (unsigned i = 0; i < p->n; i++)
        for (unsigned w = 0; w < c->n; w++)
            if (p->loops[i].name != NULL && strcmp(p->loops[i].name, c->words[w].name) == 0)
                return i;
    return p->n;
}

/* How many of C's loops P has. */
static unsigned words_in(const struct piece *p, const struct clause *c)
{
    unsigned n = 0;

    for (unsigned w = 0; w < c->n; w++)
        n += find_loop(p, c->words[w].name) < p->n;
    return n;
}

/* Each statement has one loop of those that C names. */
static bool parallel(struct loops *l, const struct clause *c)
{
    const char *name = c->words[0].name;

    for (unsigned i = 0; i < l->n; i++) {
        struct piece *p = &l->pieces[i];
        unsigned a = outermost(p, c);
        for (unsigned k = 0; k < p->n; k++)
            if (p->loops[k].parallel || words_in(p, c) > 1)
                return loops_fail(l, c->at, "one loop is parallel, not two");
        if (a == p->n)
            return loops_fail(l, c->words[0].at,
                              "parallel %s: %s has no such loop, and would run in every context",
                              name, l->r->pattern->statements[p->statement].name);
        p->loops[a].parallel = true;
    }
    return true;
}

bool loops_apply(struct loops *l, const struct clause *c)
{
    switch (c->kind) {
    case CLAUSE_INTERCHANGE:
        return interchange(l, c);
    case CLAUSE_SKEW:
        return skew(l, c);
    case CLAUSE_TILE:
        return tile(l, c);
    case CLAUSE_INTERLEAVE:
        return interleave(l, c);
    case CLAUSE_REVERSE:
    case CLAUSE_UNROLL:
        return reverse_or_unroll(l, c);
    case CLAUSE_PARALLEL:
        return parallel(l, c);
    default:
        return true;
    }
}

/* ---- the end ---- */

static void fill_up(struct loops *l)
{
    unsigned most = 0;

    for (unsigned i = 0; i < l->n; i++)
        most = l->pieces[i].n > most ? l->pieces[i].n : most;
    for (unsigned i = 0; i < l->n; i++) {
        struct piece *p = &l->pieces[i];
        while (p->n < most)
            p->loops[p->n++] =
                (struct loop){ .role = LOOP_FIXED, .at = constant(l, p->statement, 0) };
    }
}

/* Returns true when loop AT is the same position in all pieces. */
static bool is_idle(const struct loops *l, unsigned at)
{
    for (unsigned i = 0; i < l->n; i++) {
        const struct loop *loop = &l->pieces[i].loops[at];
        if (loop->role != LOOP_FIXED || loop->value != l->pieces[0].loops[at].value)
            return false;
    }
    return true;
}

static void drop(struct piece *p, unsigned at)
{
    isl_pw_aff_free(p->loops[at].at);
    memmove(&p->loops[at], &p->loops[at + 1], (p->n - at - 1) * sizeof p->loops[0]);
    p->n--;
}

void loops_align(struct loops *l)
{
    fill_up(l);
    for (unsigned at = l->pieces[0].n; at-- > 0;)
        if (l->pieces[0].n > 1 && is_idle(l, at))
            for (unsigned i = 0; i < l->n; i++)
                drop(&l->pieces[i], at);
}
