/* Builds sets and relations from a pattern's trees. */
#include "relation.h"
#include "nest.h"
#include <isl/options.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The first instance, or pair of them, in a set: what a fault names. ---- */

enum { MOST_COORDINATES = 2 * MOST_ITERATORS + 1 };

/* The size and the coordinates of the first point. */
struct point {
    bool found;
    int64_t at[MOST_COORDINATES];
};

static unsigned statement_of(const struct relation *r, const char *name)
{
    unsigned i = 0;

    while (name != NULL && i < r->n && strcmp(r->pattern->statements[i].name, name) != 0)
        i++;
    return i;
}

static void read_point(isl_point *at, unsigned n, struct point *point)
{
    for (unsigned i = 0; i < n; i++) {
        isl_val *v = isl_point_get_coordinate_val(at, isl_dim_set, (int)i);
        point->at[i] = isl_val_get_num_si(v);
        isl_val_free(v);
    }
}

/* The point of SET with the least size, then the least coordinates; takes SET. */
static struct point first_point(isl_set *set)
{
    struct point point = { 0 };

    set = isl_set_flatten(set);
    set = isl_set_reset_tuple_id(set);
    set = isl_set_move_dims(set, isl_dim_set, 0, isl_dim_param, 0, 1);
    isl_size n = isl_set_dim(set, isl_dim_set);
    isl_point *at = isl_set_sample_point(isl_set_lexmin(set));
    point.found = n >= 0 && n <= MOST_COORDINATES && isl_point_is_void(at) == isl_bool_false;
    if (point.found)
        read_point(at, (unsigned)n, &point);
    isl_point_free(at);
    return point;
}

struct search {
    const struct relation *r;
    bool found;
    struct instance a, b;
};

static bool is_earlier(const struct search *s, const struct point *p)
{
    return p->found && (!s->found || p->at[0] < s->a.size);
}

static isl_stat look_at_set(isl_set *set, void *user)
{
    struct search *s = user;
    unsigned statement = statement_of(s->r, isl_set_get_tuple_name(set));
    struct point p = first_point(set);

    if (statement < s->r->n && is_earlier(s, &p)) {
        s->found = true;
        s->a = (struct instance){ .statement = statement, .size = p.at[0] };
        memcpy(s->a.at, p.at + 1, sizeof s->a.at);
    }
    return isl_stat_ok;
}

static isl_stat look_at_map(isl_map *map, void *user)
{
    struct search *s = user;
    unsigned a = statement_of(s->r, isl_map_get_tuple_name(map, isl_dim_in));
    unsigned b = statement_of(s->r, isl_map_get_tuple_name(map, isl_dim_out));
    struct point p = first_point(isl_map_wrap(map));

    if (a < s->r->n && b < s->r->n && is_earlier(s, &p)) {
        unsigned n = s->r->pattern->statements[a].n_iterators;
        s->found = true;
        s->a = (struct instance){ .statement = a, .size = p.at[0] };
        s->b = (struct instance){ .statement = b, .size = p.at[0] };
        memcpy(s->a.at, p.at + 1, n * sizeof p.at[0]);
        memcpy(s->b.at, p.at + 1 + n, s->r->pattern->statements[b].n_iterators * sizeof p.at[0]);
    }
    return isl_stat_ok;
}

bool relation_first_pair(const struct relation *r, isl_union_map *pairs, struct instance *a,
                         struct instance *b)
{
    struct search s = { .r = r };

    (void)isl_union_map_foreach_map(pairs, look_at_map, &s);
    isl_union_map_free(pairs);
    if (s.found) {
        *a = s.a;
        *b = s.b;
    }
    return s.found;
}

bool relation_first(const struct relation *r, isl_union_set *set, struct instance *a)
{
    struct search s = { .r = r };

    (void)isl_union_set_foreach_set(set, look_at_set, &s);
    isl_union_set_free(set);
    if (s.found)
        *a = s.a;
    return s.found;
}

const char *instance_text(const struct relation *r, const struct instance *a, char *text,
                          size_t size)
{
    const struct statement *s = &r->pattern->statements[a->statement];
    size_t n = (size_t)snprintf(text, size, "%s(", s->name);

    for (unsigned i = 0; i < s->n_iterators && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "%s%s=%lld", i > 0 ? ", " : "", s->iterators[i],
                              (long long)a->at[i]);
    if (n < size)
        (void)snprintf(text + n, size - n, ")");
    return text;
}

/* Steps of the library for one pattern; a second or two. */
enum { MOST_WORK = 6000000 };

bool relation_failed(const struct relation *r)
{
    return isl_ctx_last_error(r->ctx) != isl_error_none;
}

void relation_more(struct relation *r)
{
    isl_ctx_reset_operations(r->ctx);
    isl_ctx_reset_error(r->ctx);
}

/* ---- spaces and expressions ---- */

static const char *size_name(const struct relation *r)
{
    return r->pattern->size == NULL ? "n" : r->pattern->size;
}

static isl_space *params_space(const struct relation *r)
{
    isl_space *s = isl_space_params_alloc(r->ctx, 1);

    return isl_space_set_dim_name(s, isl_dim_param, 0, size_name(r));
}

/* The space of a set NAME of N dimensions. */
static isl_space *set_space(const struct relation *r, const char *name, unsigned n)
{
    isl_space *s = isl_space_add_dims(isl_space_set_from_params(params_space(r)), isl_dim_set, n);

    return isl_space_set_tuple_name(s, isl_dim_set, name);
}

static isl_space *instance_space(const struct relation *r, unsigned statement)
{
    const struct statement *s = &r->pattern->statements[statement];
    isl_space *space = set_space(r, s->name, s->n_iterators);

    for (unsigned i = 0; i < s->n_iterators; i++)
        space = isl_space_set_dim_name(space, isl_dim_set, i, s->iterators[i]);
    return space;
}

static isl_aff *aff_in(const struct affine *a, isl_local_space *space)
{
    isl_ctx *ctx = isl_local_space_get_ctx(space);

    switch (a->kind) {
    case AFFINE_NUMBER:
        return isl_aff_val_on_domain(isl_local_space_copy(space),
                                     isl_val_int_from_si(ctx, (long)a->number));
    case AFFINE_SIZE:
        return isl_aff_var_on_domain(isl_local_space_copy(space), isl_dim_param, 0);
    case AFFINE_ITERATOR:
        return isl_aff_var_on_domain(isl_local_space_copy(space), isl_dim_set, a->index);
    case AFFINE_FLOOR:
        return isl_aff_floor(isl_aff_scale_down_val(aff_in(a->left, space),
                                                    isl_val_int_from_si(ctx, (long)a->number)));
    case AFFINE_MOD:
        return isl_aff_mod_val(aff_in(a->left, space), isl_val_int_from_si(ctx, (long)a->number));
    case AFFINE_ADD:
        return isl_aff_add(aff_in(a->left, space), aff_in(a->right, space));
    case AFFINE_SUB:
        return isl_aff_sub(aff_in(a->left, space), aff_in(a->right, space));
    default:
        return isl_aff_mul(aff_in(a->left, space), aff_in(a->right, space));
    }
}

isl_aff *relation_aff(const struct relation *r, unsigned statement, const struct affine *a)
{
    isl_local_space *space = isl_local_space_from_space(instance_space(r, statement));
    isl_aff *aff = aff_in(a, space);

    isl_local_space_free(space);
    return aff;
}

static isl_set *compare(enum comparison how, isl_aff *left, isl_aff *right)
{
    switch (how) {
    case COMPARE_LT:
        return isl_aff_lt_set(left, right);
    case COMPARE_LE:
        return isl_aff_le_set(left, right);
    case COMPARE_GT:
        return isl_aff_gt_set(left, right);
    case COMPARE_GE:
        return isl_aff_ge_set(left, right);
    default:
        return isl_aff_eq_set(left, right);
    }
}

isl_set *relation_where(const struct relation *r, unsigned statement, isl_set *domain,
                        const struct condition *conditions)
{
    for (const struct condition *c = conditions; c != NULL; c = c->next)
        domain = isl_set_intersect(domain, compare(c->compare, relation_aff(r, statement, c->left),
                                                   relation_aff(r, statement, c->right)));
    return domain;
}

isl_set *relation_box(const struct relation *r, unsigned array)
{
    const struct array *a = &r->pattern->arrays[array];
    isl_space *space = set_space(r, a->name, a->n_extents);
    isl_local_space *in = isl_local_space_from_space(isl_space_copy(space));
    isl_set *box = isl_set_universe(space);

    for (unsigned i = 0; i < a->n_extents; i++) {
        isl_aff *x = isl_aff_var_on_domain(isl_local_space_copy(in), isl_dim_set, i);
        box = isl_set_lower_bound_si(box, isl_dim_set, i, 0);
        box = isl_set_intersect(box, isl_aff_lt_set(x, aff_in(a->extents[i], in)));
    }
    isl_local_space_free(in);
    return box;
}

/* ---- the pattern's parts ---- */

/* Sizes from LEAST to MOST in steps. */
static isl_set *make_sizes(const struct relation *r)
{
    const struct pattern *p = r->pattern;
    isl_set *s = isl_set_universe(params_space(r));

    s = isl_set_lower_bound_si(s, isl_dim_param, 0, (int)p->least);
    if (p->most < INT64_MAX)
        s = isl_set_upper_bound_si(s, isl_dim_param, 0, (int)p->most);
    if (p->step == 1)
        return s;
    isl_local_space *in = isl_local_space_from_space(params_space(r));
    isl_aff *n = isl_aff_var_on_domain(in, isl_dim_param, 0);
    n = isl_aff_add_constant_si(n, (int)-p->least);
    n = isl_aff_mod_val(n, isl_val_int_from_si(r->ctx, (long)p->step));
    return isl_set_intersect_params(
        s, isl_set_params(isl_set_from_basic_set(isl_aff_zero_basic_set(n))));
}

static isl_set *make_domain(const struct relation *r, unsigned statement)
{
    isl_set *d = isl_set_universe(instance_space(r, statement));

    d = isl_set_lower_bound_si(d, isl_dim_param, 0, 1);
    return relation_where(r, statement, d, r->pattern->statements[statement].conditions);
}

isl_aff *relation_size_aff(const struct affine *a, isl_local_space *space)
{
    return aff_in(a, space);
}

/* Subscript D of MAP, which is 0, becomes any of the range of INDEX. */
static isl_map *within_range(isl_map *map, unsigned d, const struct array *index)
{
    isl_space *space = isl_space_range(isl_map_get_space(map));
    isl_local_space *in = isl_local_space_from_space(space);
    isl_aff *x = isl_aff_var_on_domain(isl_local_space_copy(in), isl_dim_set, d);
    isl_set *range = isl_aff_ge_set(isl_aff_copy(x), aff_in(index->low, in));

    range = isl_set_intersect(range, isl_aff_le_set(x, aff_in(index->high, in)));
    isl_local_space_free(in);
    map = isl_map_drop_constraints_involving_dims(map, isl_dim_out, d, 1);
    return isl_map_intersect_range(map, range);
}

isl_map *relation_touch(const struct relation *r, unsigned statement, const struct access *access)
{
    const struct array *a = &r->pattern->arrays[access->array];
    isl_space *space = isl_space_map_from_domain_and_range(instance_space(r, statement),
                                                           set_space(r, a->name, a->n_extents));
    isl_multi_aff *to = isl_multi_aff_zero(space);

    for (unsigned i = 0; i < access->n; i++)
        if (access->subscripts[i] != NULL)
            to = isl_multi_aff_set_aff(to, (int)i,
                                       relation_aff(r, statement, access->subscripts[i]));
    isl_map *map = isl_map_from_multi_aff(to);
    if (access->gather != NULL)
        map = within_range(map, access->gathered, &r->pattern->arrays[access->gather->array]);
    return isl_map_intersect_domain(map, isl_set_copy(r->at[statement].domain));
}

static bool is_known(const struct instances *i, isl_map *map, bool writes)
{
    for (unsigned k = 0; k < i->n_touches; k++)
        if (i->touches[k].writes == writes &&
            isl_map_plain_is_equal(i->touches[k].map, map) == isl_bool_true)
            return true;
    return false;
}

static void add_touch(struct relation *r, unsigned statement, const struct access *access,
                      bool writes)
{
    struct instances *i = &r->at[statement];
    isl_map *map = relation_touch(r, statement, access);

    if (is_known(i, map, writes)) {
        isl_map_free(map);
        return;
    }
    isl_union_map **all = writes ? &r->writes : &r->reads;
    isl_map *here = isl_map_intersect_params(isl_map_copy(map), isl_set_copy(r->sizes));
    *all = isl_union_map_add_map(*all, here);
    i->touches[i->n_touches++] = (struct touch){ access, writes, map };
}

static void add_statement(struct relation *r, unsigned statement)
{
    const struct statement *s = &r->pattern->statements[statement];
    struct instances *i = &r->at[statement];

    i->domain = make_domain(r, statement);
    i->touches = calloc(s->n_reads + 1, sizeof i->touches[0]);
    if (i->touches == NULL) {
        fputs("patterns: out of memory\n", stderr);
        exit(2);
    }
    add_touch(r, statement, &s->target, true);
    for (unsigned k = 0; k < s->n_reads; k++)
        add_touch(r, statement, s->reads[k], false);
    r->domain = isl_union_set_add_set(
        r->domain, isl_set_intersect_params(isl_set_copy(i->domain), isl_set_copy(r->sizes)));
}

/* ---- order of the text ---- */

/* Loops of the text: a position at each level, the iterators between them. */
static isl_map *text_order(const struct relation *r, unsigned statement)
{
    const struct statement *s = &r->pattern->statements[statement];
    isl_space *space = isl_space_from_domain(instance_space(r, statement));
    isl_local_space *in = isl_local_space_from_space(instance_space(r, statement));

    space = isl_space_add_dims(space, isl_dim_out, 2 * MOST_ITERATORS + 1);
    isl_multi_aff *to = isl_multi_aff_zero(space);
    for (unsigned i = 0; i <= s->n_iterators; i++) {
        long position = (long)nest_position(r->pattern, statement, i);
        isl_aff *c =
            isl_aff_val_on_domain(isl_local_space_copy(in), isl_val_int_from_si(r->ctx, position));
        to = isl_multi_aff_set_aff(to, (int)(2 * i), c);
        if (i < s->n_iterators)
            to = isl_multi_aff_set_aff(
                to, (int)(2 * i + 1),
                isl_aff_var_on_domain(isl_local_space_copy(in), isl_dim_set, i));
    }
    isl_local_space_free(in);
    isl_set *domain = isl_set_copy(r->at[statement].domain);
    domain = isl_set_intersect_params(domain, isl_set_copy(r->sizes));
    return isl_map_intersect_domain(isl_map_from_multi_aff(to), domain);
}

static isl_union_map *empty(const struct relation *r)
{
    return isl_union_map_empty(params_space(r));
}

static void add_dependences(struct relation *r)
{
    isl_union_map *all =
        isl_union_map_union(isl_union_map_copy(r->reads), isl_union_map_copy(r->writes));
    isl_union_map *order = empty(r);

    for (unsigned i = 0; i < r->n; i++)
        order = isl_union_map_add_map(order, text_order(r, i));
    isl_union_map *written = isl_union_map_apply_range(
        isl_union_map_copy(r->writes), isl_union_map_reverse(isl_union_map_copy(all)));
    isl_union_map *other =
        isl_union_map_apply_range(all, isl_union_map_reverse(isl_union_map_copy(r->writes)));
    r->conflicts = isl_union_map_coalesce(isl_union_map_union(written, other));
    isl_union_map *before = isl_union_map_lex_lt_union_map(isl_union_map_copy(order), order);
    r->dependences =
        isl_union_map_coalesce(isl_union_map_intersect(isl_union_map_copy(r->conflicts), before));
}

void relation_make(struct relation *r, const struct pattern *p)
{
    *r = (struct relation){ .ctx = isl_ctx_alloc(), .pattern = p, .n = p->n_statements };
    if (r->ctx == NULL) {
        fputs("patterns: out of memory\n", stderr);
        exit(2);
    }
    (void)isl_options_set_on_error(r->ctx, ISL_ON_ERROR_CONTINUE);
    isl_ctx_set_max_operations(r->ctx, MOST_WORK);
    r->sizes = make_sizes(r);
    r->domain = isl_union_set_empty(params_space(r));
    r->reads = empty(r);
    r->writes = empty(r);
    bool whole = true;
    for (unsigned i = 0; i < r->n; i++) {
        r->at[i].statement = &p->statements[i];
        if (p->statements[i].broken)
            whole = false;
        else
            add_statement(r, i);
    }
    if (whole)
        add_dependences(r);
}

void relation_free(struct relation *r)
{
    for (unsigned i = 0; i < r->n; i++) {
        struct instances *s = &r->at[i];
        isl_set_free(s->domain);
        for (unsigned k = 0; k < s->n_touches; k++)
            isl_map_free(s->touches[k].map);
        free(s->touches);
    }
    isl_set_free(r->sizes);
    isl_union_set_free(r->domain);
    isl_union_map_free(r->reads);
    isl_union_map_free(r->writes);
    isl_union_map_free(r->conflicts);
    isl_union_map_free(r->dependences);
    isl_ctx_free(r->ctx);
}
