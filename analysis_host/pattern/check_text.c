/* Checks of domains and subscripts, which no variant changes. */
#include "check.h"
#include "evaluate.h"
#include <stdio.h>
#include <string.h>

bool check_too_hard(struct faults *faults, struct place at, const char *what)
{
    fault_add(faults, at, "too hard: %s takes more work than is allowed", what);
    return false;
}

/* ---- domains end ---- */

static bool check_ends(const struct relation *r, unsigned statement, struct faults *faults)
{
    const struct instances *in = &r->at[statement];
    const struct statement *s = in->statement;

    for (unsigned i = 0; i < s->n_iterators; i++) {
        isl_bool low = isl_set_dim_has_lower_bound(in->domain, isl_dim_set, i);
        isl_bool high = isl_set_dim_has_upper_bound(in->domain, isl_dim_set, i);
        if (low == isl_bool_error || high == isl_bool_error)
            return check_too_hard(faults, s->at, "the domain");
        if (low == isl_bool_true && high == isl_bool_true)
            continue;
        fault_add(faults, s->at, "%s of %s has no %s bound", s->iterators[i], s->name,
                  low == isl_bool_true ? "upper" : "lower");
        return false;
    }
    return true;
}

/* ---- remainders of what is never negative ---- */

struct place_of_mod {
    const struct relation *r;
    struct faults *faults;
    unsigned statement;
    const char *variant; /* NULL: the text */
};

static bool check_mod(const struct place_of_mod *m, const struct affine *a)
{
    char text[200];
    struct instance at;
    const struct relation *r = m->r;

    isl_aff *left = relation_aff(r, m->statement, a->left);
    isl_set *negative =
        isl_pw_aff_nonneg_set(isl_pw_aff_from_aff(isl_aff_neg(isl_aff_add_constant_si(left, 1))));
    negative = isl_set_intersect(negative, isl_set_copy(r->at[m->statement].domain));
    negative = isl_set_intersect_params(negative, isl_set_copy(r->sizes));
    if (!relation_first(r, isl_union_set_from_set(negative), &at))
        return !relation_failed(r) || check_too_hard(m->faults, a->at, "'%'");
    fault_add(m->faults, a->at, "%s%s%sthe left side of '%%' is negative: %lld for %s at %s = %lld",
              m->variant == NULL ? "" : "variant ", m->variant == NULL ? "" : m->variant,
              m->variant == NULL ? "" : ": ", (long long)affine_at(a->left, at.size, at.at),
              instance_text(r, &at, text, sizeof text),
              r->pattern->size == NULL ? "n" : r->pattern->size, (long long)at.size);
    return false;
}

static bool check_mods(const struct place_of_mod *m, const struct affine *a)
{
    if (a == NULL)
        return true;
    if (a->kind == AFFINE_MOD && !check_mod(m, a))
        return false;
    return check_mods(m, a->left) && check_mods(m, a->right);
}

static bool check_conditions(const struct place_of_mod *m, const struct condition *c)
{
    for (; c != NULL; c = c->next)
        if (!check_mods(m, c->left) || !check_mods(m, c->right))
            return false;
    return true;
}

bool check_order_mods(const struct relation *r, const struct variant *v, const struct order *o,
                      struct faults *faults)
{
    struct place_of_mod m = { r, faults, o->statement, v->name };

    for (unsigned i = 0; i < o->n; i++)
        if (!check_mods(&m, o->loops[i]))
            return false;
    return check_conditions(&m, o->conditions);
}

/* ---- subscripts stay in their arrays ---- */

static const char *element_text(const struct array *array, const struct access *access,
                                const struct instance *at, char *text, size_t size)
{
    size_t n = (size_t)snprintf(text, size, "%s", array->name);

    for (unsigned i = 0; i < access->n && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "[%lld]",
                              (long long)affine_at(access->subscripts[i], at->size, at->at));
    return text;
}

static const char *extents_text(const struct array *array, int64_t size_value, char *text,
                                size_t size)
{
    size_t n = (size_t)snprintf(text, size, "%s", array->name);

    for (unsigned i = 0; i < array->n_extents && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "[%lld]",
                              (long long)affine_at(array->extents[i], size_value, NULL));
    return text;
}

static bool check_touch(const struct relation *r, const struct touch *t, struct faults *faults)
{
    const struct array *array = &r->pattern->arrays[t->access->array];
    isl_map *outside = isl_map_copy(t->map);
    char instance[200], element[200], extents[200];
    struct instance at;

    outside = isl_map_subtract(
        outside,
        isl_map_from_domain_and_range(isl_set_universe(isl_space_domain(isl_map_get_space(t->map))),
                                      relation_box(r, t->access->array)));
    isl_set *from = isl_set_intersect_params(isl_map_domain(outside), isl_set_copy(r->sizes));
    if (!relation_first(r, isl_union_set_from_set(from), &at))
        return !relation_failed(r) || check_too_hard(faults, t->access->at, "this subscript");
    fault_add(faults, t->access->at, "%s is left: %s %s %s at %s = %lld, and the array is %s",
              array->name, instance_text(r, &at, instance, sizeof instance),
              t->writes ? "writes" : "reads",
              element_text(array, t->access, &at, element, sizeof element),
              r->pattern->size == NULL ? "n" : r->pattern->size, (long long)at.size,
              extents_text(array, at.size, extents, sizeof extents));
    return false;
}

static bool check_touches(const struct relation *r, unsigned statement, struct faults *faults)
{
    const struct instances *in = &r->at[statement];
    struct place_of_mod m = { r, faults, statement, NULL };
    bool good = check_conditions(&m, in->statement->conditions);

    for (unsigned i = 0; i < in->n_touches; i++) {
        const struct touch *t = &in->touches[i];
        for (unsigned k = 0; k < t->access->n; k++)
            good = check_mods(&m, t->access->subscripts[k]) && good;
        good = check_touch(r, t, faults) && good;
    }
    return good;
}

bool check_domains(const struct relation *r, struct faults *faults)
{
    bool good = true;

    for (unsigned i = 0; i < r->n; i++)
        if (!r->at[i].statement->broken)
            good = check_ends(r, i, faults) && good;
    return good;
}

bool check_subscripts(const struct relation *r, struct faults *faults)
{
    bool good = true;

    for (unsigned i = 0; i < r->n; i++)
        if (!r->at[i].statement->broken)
            good = check_touches(r, i, faults) && good;
    return good;
}
