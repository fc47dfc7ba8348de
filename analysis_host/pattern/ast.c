/* Turns orders into loops with the library's generator. */
#include "ast.h"
#include <isl/ast.h>
#include <isl/id.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Finds conditions within innermost loops. ---- */

static isl_bool is_loop(isl_ast_node *node, void *user)
{
    bool *found = user;

    if (isl_ast_node_get_type(node) == isl_ast_node_for &&
        isl_ast_node_for_is_degenerate(node) != isl_bool_true)
        *found = true;
    return isl_bool_ok(!*found);
}

/* Returns true when a loop of more than one iteration is NODE or below it. */
bool ast_has_loop(isl_ast_node *node)
{
    bool found = false;

    (void)isl_ast_node_foreach_descendant_top_down(node, is_loop, &found);
    return found;
}

/* Returns the depth of loop NODE: its iterator is c0, c1 ... */
unsigned ast_loop_depth(isl_ast_node *node)
{
    isl_ast_expr *e = isl_ast_node_for_get_iterator(node);
    char *name = isl_ast_expr_to_C_str(e);
    unsigned depth = name == NULL ? 0 : (unsigned)strtoul(name + 1, NULL, 10);

    free(name);
    isl_ast_expr_free(e);
    return depth;
}

static isl_bool is_condition(isl_ast_node *node, void *user)
{
    bool *found = user;

    *found = *found || isl_ast_node_get_type(node) == isl_ast_node_if;
    return isl_bool_ok(!*found);
}

static isl_bool add_branches(isl_ast_node *node, void *user)
{
    unsigned *depths = user;
    bool found = false;

    if (isl_ast_node_get_type(node) != isl_ast_node_for ||
        isl_ast_node_for_is_degenerate(node) == isl_bool_true)
        return isl_bool_true;
    isl_ast_node *body = isl_ast_node_for_get_body(node);
    bool innermost = !ast_has_loop(body);
    if (innermost)
        (void)isl_ast_node_foreach_descendant_top_down(body, is_condition, &found);
    isl_ast_node_free(body);
    unsigned depth = ast_loop_depth(node);
    if (found && depth < 32)
        *depths |= 1U << depth;
    return isl_bool_ok(!innermost);
}

/* Returns the depths, bit 0 the outermost, of innermost loops of NODE that have a condition in
 * them. */
unsigned ast_branches(isl_ast_node *node)
{
    unsigned depths = 0;

    if (node != NULL)
        (void)isl_ast_node_foreach_descendant_top_down(node, add_branches, &depths);
    return depths;
}

enum { MOST_OPTIONS = 4096 };

/* ---- orders with the size named n ---- */

struct renamed {
    isl_union_map *map;
    unsigned parameters; /* behind n: from, to */
};

static isl_stat rename_size(isl_map *map, void *user)
{
    struct renamed *r = user;

    map = isl_map_set_dim_name(map, isl_dim_param, 0, "n");
    if (r->parameters == 2) {
        map = isl_map_add_dims(map, isl_dim_param, 2);
        map = isl_map_set_dim_name(map, isl_dim_param, 1, "from");
        map = isl_map_set_dim_name(map, isl_dim_param, 2, "to");
    }
    r->map = r->map == NULL ? isl_union_map_from_map(map) : isl_union_map_add_map(r->map, map);
    return isl_stat_ok;
}

static isl_union_map *with_size_n(const struct schedule *s, unsigned parameters)
{
    struct renamed r = { NULL, parameters };

    (void)isl_union_map_foreach_map(s->map, rename_size, &r);
    return r.map;
}

static isl_set *context_of(const struct relation *r)
{
    const struct pattern *p = r->pattern;
    isl_space *space =
        isl_space_set_dim_name(isl_space_params_alloc(r->ctx, 1), isl_dim_param, 0, "n");
    isl_set *context = isl_set_universe(space);

    context = isl_set_lower_bound_si(context, isl_dim_param, 0, (int)p->least);
    if (p->most < INT64_MAX)
        context = isl_set_upper_bound_si(context, isl_dim_param, 0, (int)p->most);
    return context;
}

/* ---- options: parts that are interleaved are unrolled, and what not all of them have stands
 * apart; so do iterations that not all statements of an innermost loop have ---- */

struct options {
    char text[MOST_OPTIONS];
    size_t n;
};

static void add_option(struct options *o, const struct ast *a, const char *what, unsigned depth)
{
    if (o->n + 200 > sizeof o->text)
        return;
    o->n += (size_t)snprintf(o->text + o->n, sizeof o->text - o->n, "%s[", o->n > 2 ? "; " : "");
    for (unsigned i = 0; i < a->n; i++)
        o->n +=
            (size_t)snprintf(o->text + o->n, sizeof o->text - o->n, "%si%u", i > 0 ? "," : "", i);
    o->n += (size_t)snprintf(o->text + o->n, sizeof o->text - o->n, "] -> %s[%u]", what, depth);
}

/* APART: depths, as bits, whose loops are cut where a statement begins or ends. */
static isl_union_map *options_of(const struct ast *a, const struct relation *r,
                                 const struct schedule *s, unsigned apart)
{
    struct options o = { "{ ", 2 };

    for (unsigned lane = 2; lane < a->n; lane++)
        for (unsigned before = 0; before <= 2 && s->lane[a->dimension[lane]]; before++)
            add_option(&o, a, before == 1 ? "separate" : "unroll", lane - before);
    for (unsigned depth = 0; depth < a->n; depth++)
        if (apart >> depth & 1)
            add_option(&o, a, "separate", depth);
    if (o.n == 2)
        return NULL;
    (void)snprintf(o.text + o.n, sizeof o.text - o.n, " }");
    return isl_union_map_read_from_str(r->ctx, o.text);
}

static isl_ast_node *node_of(struct ast *a, const struct relation *r, const struct schedule *s,
                             isl_union_map *order, unsigned apart)
{
    isl_union_map *options = options_of(a, r, s, apart);

    if (options != NULL)
        a->build = isl_ast_build_set_options(a->build, options);
    return isl_ast_build_node_from_schedule_map(a->build, isl_union_map_copy(order));
}

/* Names the iterators of A's loops d0, d1 ... */
static void name_iterators(struct ast *a, isl_ctx *ctx)
{
    isl_id_list *names = isl_id_list_alloc(ctx, (int)a->n);
    char name[16];

    for (unsigned i = 0; i < a->n; i++) {
        (void)snprintf(name, sizeof name, "d%u", i);
        names = isl_id_list_add(names, isl_id_alloc(ctx, name, NULL));
    }
    a->build = isl_ast_build_set_iterators(a->build, names);
}

/* Takes ORDER and CONTEXT. NAMED: iterators are d0, d1 ... in place of c0, c1 ... */
static void build(struct ast *a, const struct relation *r, const struct schedule *s,
                  isl_union_map *order, isl_set *context, bool named)
{
    a->build = isl_ast_build_from_context(context);
    if (named)
        name_iterators(a, r->ctx);
    a->node = node_of(a, r, s, order, 0);
    unsigned apart = ast_branches(a->node);
    if (apart != 0) {
        isl_ast_node_free(a->node);
        a->node = node_of(a, r, s, order, apart);
    }
    isl_union_map_free(order);
}

void ast_make(struct ast *a, const struct relation *r, const struct schedule *s)
{
    *a = (struct ast){ .n = s->n, .chunk = -1 };
    for (unsigned i = 0; i < s->n; i++)
        a->dimension[i] = i;
    build(a, r, s, with_size_n(s, 0), context_of(r), false);
}

/* ---- shares ---- */

struct share {
    const struct schedule *s;
    const struct ast *a;
    bool sync;
    uint32_t chunk;
    isl_union_map *order;
    isl_set *outer; /* values of the loops around the parallel one */
};

/* FROM <= loop < TO on the range of MAP; these are its parameters FROM_AT and FROM_AT + 1. */
static isl_map *within(isl_map *map, unsigned loop, unsigned from_at)
{
    isl_space *space = isl_space_range(isl_map_get_space(map));
    isl_local_space *in = isl_local_space_from_space(space);
    isl_aff *at = isl_aff_var_on_domain(isl_local_space_copy(in), isl_dim_set, loop);
    isl_aff *from = isl_aff_var_on_domain(isl_local_space_copy(in), isl_dim_param, from_at);
    isl_aff *to = isl_aff_var_on_domain(in, isl_dim_param, from_at + 1);
    isl_set *range = isl_aff_ge_set(isl_aff_copy(at), from);

    range = isl_set_intersect(range, isl_aff_lt_set(at, to));
    return isl_map_intersect_range(map, range);
}

/* Inserts a dimension before FIRST that is 0, or loop / CHUNK where CHUNK is not 0. */
static isl_map *insert(isl_map *map, unsigned first, uint32_t chunk)
{
    isl_space *space = isl_space_range(isl_map_get_space(map));
    isl_size n = isl_space_dim(space, isl_dim_set);
    isl_multi_aff *id = isl_multi_aff_identity_on_domain_space(isl_space_copy(space));
    isl_space *wider =
        isl_space_add_dims(isl_space_from_domain(space), isl_dim_out, (unsigned)n + 1);
    isl_multi_aff *to = isl_multi_aff_zero(wider);

    for (int i = 0; i < n; i++) {
        isl_aff *at = isl_multi_aff_get_aff(id, i);
        if (chunk > 0 && (unsigned)i == first) {
            isl_val *by = isl_val_int_from_ui(isl_aff_get_ctx(at), chunk);
            isl_aff *run = isl_aff_floor(isl_aff_scale_down_val(isl_aff_copy(at), by));
            to = isl_multi_aff_set_aff(to, i, run);
        }
        to = isl_multi_aff_set_aff(to, i + ((unsigned)i >= first ? 1 : 0), at);
    }
    isl_multi_aff_free(id);
    return isl_map_apply_range(map, isl_map_from_multi_aff(to));
}

static isl_stat add_share(isl_map *map, void *user)
{
    struct share *share = user;
    unsigned at = (unsigned)share->s->parallel, n = share->s->n;
    isl_set *outer = isl_map_range(isl_map_copy(map));

    outer = isl_set_project_out(outer, isl_dim_set, at, n - at);
    share->outer = share->outer == NULL ? outer : isl_set_union(share->outer, outer);
    map = within(map, at, 1);
    if (share->chunk > 0)
        map = insert(map, at, share->chunk);
    if (share->sync)
        map = insert(map, at, 0);
    share->order = share->order == NULL ? isl_union_map_from_map(map)
                                        : isl_union_map_add_map(share->order, map);
    return isl_stat_ok;
}

/* A statement that runs after each pass of the parallel loop but the last. */
static void add_sync(struct share *share, unsigned n)
{
    isl_set *passes = isl_set_coalesce(share->outer);
    isl_size outer = isl_set_dim(passes, isl_dim_set);

    share->outer = NULL;
    passes = isl_set_subtract(passes, isl_set_lexmax(isl_set_copy(passes)));
    isl_map *order =
        isl_map_from_multi_aff(isl_multi_aff_identity_on_domain_space(isl_set_get_space(passes)));
    order = isl_map_add_dims(order, isl_dim_out, n - (unsigned)outer);
    order = isl_map_fix_si(order, isl_dim_out, (unsigned)outer, 1);
    for (unsigned i = (unsigned)outer + 1; i < n; i++)
        order = isl_map_fix_si(order, isl_dim_out, i, 0);
    order = isl_map_intersect_domain(order, passes);
    order = isl_map_set_tuple_name(order, isl_dim_in, AST_SYNC);
    share->order = isl_union_map_add_map(share->order, order);
}

/* Depths of the tree: those of the order, and what is inserted before the parallel loop. */
static void set_depths(struct ast *a, const struct schedule *s, bool sync, bool chunk)
{
    unsigned extra = (sync ? 1U : 0U) + (chunk ? 1U : 0U);

    a->n = s->n + extra;
    a->chunk = chunk ? s->parallel + (sync ? 1 : 0) : -1;
    for (unsigned i = 0; i < a->n; i++)
        a->dimension[i] = i < (unsigned)s->parallel           ? i
                          : i < (unsigned)s->parallel + extra ? (unsigned)s->parallel
                                                              : i - extra;
}

void ast_make_share(struct ast *a, const struct relation *r, const struct schedule *s,
                    const struct variant *v)
{
    struct share share = { .s = s, .a = a };

    share.sync = s->parallel > 0 && v->barrier && v->space != SPACE_INDEPENDENT;
    share.chunk = v->space == SPACE_CYCLIC ? v->chunk : 0;
    *a = (struct ast){ 0 };
    set_depths(a, s, share.sync, share.chunk > 0);
    isl_union_map *order = with_size_n(s, 2);
    (void)isl_union_map_foreach_map(order, add_share, &share);
    isl_union_map_free(order);
    if (share.sync)
        add_sync(&share, a->n);
    isl_set_free(share.outer);
    isl_set *context = isl_set_add_dims(context_of(r), isl_dim_param, 2);
    context = isl_set_set_dim_name(context, isl_dim_param, 1, "from");
    context = isl_set_set_dim_name(context, isl_dim_param, 2, "to");
    build(a, r, s, share.order, context, false);
}

static isl_bool look_outside(isl_ast_node *node, void *user)
{
    int *chunk = user;

    if (*chunk < 0 || (isl_ast_node_get_type(node) == isl_ast_node_for &&
                       ast_loop_depth(node) == (unsigned)*chunk))
        return isl_bool_false;
    if (isl_ast_node_get_type(node) != isl_ast_node_user)
        return isl_bool_true;
    isl_ast_expr *call = isl_ast_node_user_get_expr(node);
    isl_ast_expr *name = isl_ast_expr_get_op_arg(call, 0);
    char *text = isl_ast_expr_to_C_str(name);
    if (text == NULL || strcmp(text, AST_SYNC) != 0)
        *chunk = -1;
    free(text);
    isl_ast_expr_free(name);
    isl_ast_expr_free(call);
    return isl_bool_false;
}

bool ast_escapes(const struct ast *a)
{
    int chunk = a->chunk;

    if (chunk >= 0 && a->node != NULL)
        (void)isl_ast_node_foreach_descendant_top_down(a->node, look_outside, &chunk);
    return chunk != a->chunk;
}

/* ---- passes ---- */

struct pass {
    unsigned at, n; /* the parallel loop; all loops */
    isl_set *outer;
    isl_union_map *order;
    isl_set *iterations; /* of the parallel loop in one pass */
};

/* Parameters p0, p1 ... for the loops around the parallel one, then from and to; n is the first. */
static isl_map *add_parameters(isl_map *map, unsigned at)
{
    char name[16];

    map = isl_map_add_dims(map, isl_dim_param, at + 2);
    for (unsigned i = 0; i < at; i++) {
        (void)snprintf(name, sizeof name, "p%u", i);
        map = isl_map_set_dim_name(map, isl_dim_param, 1 + i, name);
    }
    map = isl_map_set_dim_name(map, isl_dim_param, 1 + at, "from");
    return isl_map_set_dim_name(map, isl_dim_param, 2 + at, "to");
}

static isl_stat add_pass(isl_map *map, void *user)
{
    struct pass *p = user;
    isl_set *outer = isl_map_range(isl_map_copy(map));

    outer = isl_set_project_out(outer, isl_dim_set, p->at, p->n - p->at);
    p->outer = p->outer == NULL ? outer : isl_set_union(p->outer, outer);
    map = add_parameters(map, p->at);
    for (unsigned i = 0; i < p->at; i++)
        map = isl_map_equate(map, isl_dim_param, (int)(1 + i), isl_dim_out, (int)i);
    map = isl_map_project_out(map, isl_dim_out, 0, p->at);
    isl_set *range = isl_map_range(isl_map_copy(map));
    range = isl_set_project_out(range, isl_dim_set, 1, p->n - p->at - 1);
    p->iterations = p->iterations == NULL ? range : isl_set_union(p->iterations, range);
    map = within(map, 0, 1 + p->at);
    p->order =
        p->order == NULL ? isl_union_map_from_map(map) : isl_union_map_add_map(p->order, map);
    return isl_stat_ok;
}

/* Statement NAME at the passes PASSES, which it takes, before or after others of the same pass. */
static isl_union_map *at_passes(isl_set *passes, const char *name, unsigned position)
{
    isl_map *order =
        isl_map_from_multi_aff(isl_multi_aff_identity_on_domain_space(isl_set_get_space(passes)));
    isl_size n = isl_set_dim(passes, isl_dim_set);

    order = isl_map_add_dims(order, isl_dim_out, 1);
    order = isl_map_fix_si(order, isl_dim_out, (unsigned)n, (int)position);
    order = isl_map_intersect_domain(order, passes);
    return isl_union_map_from_map(isl_map_set_tuple_name(order, isl_dim_in, name));
}

/* What is known of a pass: its outer loops, and that FROM is before TO. */
static isl_set *context_of_pass(const struct relation *r, const struct pass *p)
{
    isl_set *context =
        isl_set_move_dims(isl_set_copy(p->outer), isl_dim_param, 1, isl_dim_set, 0, p->at);
    char name[16];

    context = isl_set_params(context);
    for (unsigned i = 0; i < p->at; i++) {
        (void)snprintf(name, sizeof name, "p%u", i);
        context = isl_set_set_dim_name(context, isl_dim_param, 1 + i, name);
    }
    context = isl_set_add_dims(context, isl_dim_param, 2);
    context = isl_set_set_dim_name(context, isl_dim_param, 1 + p->at, "from");
    context = isl_set_set_dim_name(context, isl_dim_param, 2 + p->at, "to");
    context = isl_set_intersect_params(context, context_of(r));
    isl_local_space *in = isl_local_space_from_space(isl_set_get_space(context));
    isl_aff *from = isl_aff_var_on_domain(isl_local_space_copy(in), isl_dim_param, 1 + p->at);
    isl_aff *to = isl_aff_var_on_domain(in, isl_dim_param, 2 + p->at);
    return isl_set_intersect(context, isl_aff_lt_set(from, to));
}

void ast_make_passes(struct passes *passes, const struct relation *r, const struct schedule *s,
                     const struct variant *v)
{
    struct pass p = { .at = (unsigned)s->parallel, .n = s->n };
    struct ast *outer = &passes->outer, *inner = &passes->inner;
    isl_union_map *order = with_size_n(s, 0);
    bool sync = p.at > 0 && v->barrier && v->space != SPACE_INDEPENDENT;

    (void)isl_union_map_foreach_map(order, add_pass, &p);
    isl_union_map_free(order);
    p.outer = isl_set_coalesce(p.outer);
    *inner = (struct ast){ .n = p.n - p.at, .chunk = -1 };
    for (unsigned i = 0; i < inner->n; i++)
        inner->dimension[i] = p.at + i;
    build(inner, r, s, p.order, context_of_pass(r, &p), true);
    passes->least = isl_ast_build_expr_from_pw_aff(inner->build,
                                                   isl_set_dim_min(isl_set_copy(p.iterations), 0));
    passes->most = isl_ast_build_expr_from_pw_aff(inner->build, isl_set_dim_max(p.iterations, 0));
    order = at_passes(isl_set_copy(p.outer), AST_PASS, 0);
    if (sync)
        order = isl_union_map_union(
            order, at_passes(isl_set_subtract(isl_set_copy(p.outer),
                                              isl_set_lexmax(isl_set_copy(p.outer))),
                             AST_SYNC, 1));
    *outer = (struct ast){ .n = p.at + 1, .chunk = -1 };
    for (unsigned i = 0; i < outer->n; i++)
        outer->dimension[i] = i;
    outer->build = isl_ast_build_from_context(context_of(r));
    outer->node = isl_ast_build_node_from_schedule_map(outer->build, order);
    isl_set_free(p.outer);
}

void ast_free_passes(struct passes *p)
{
    isl_ast_expr_free(p->least);
    isl_ast_expr_free(p->most);
    ast_free(&p->outer);
    ast_free(&p->inner);
}

void ast_free(struct ast *a)
{
    isl_ast_node_free(a->node);
    isl_ast_build_free(a->build);
}
