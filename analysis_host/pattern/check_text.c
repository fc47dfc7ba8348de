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

const char *check_element_text(const struct relation *r, const struct access *access,
                               const struct instance *at, char *text, size_t size)
{
    const struct array *arrays = r->pattern->arrays;
    size_t n = (size_t)snprintf(text, size, "%s", arrays[access->array].name);

    for (unsigned i = 0; i < access->n && n < size; i++)
        if (access->subscripts[i] != NULL)
            n += (size_t)snprintf(text + n, size - n, "[%lld]",
                                  (long long)affine_at(access->subscripts[i], at->size, at->at));
        else
            n += (size_t)snprintf(
                text + n, size - n, "[%lld..%lld]",
                (long long)affine_at(arrays[access->gather->array].low, at->size, NULL),
                (long long)affine_at(arrays[access->gather->array].high, at->size, NULL));
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
              check_element_text(r, t->access, &at, element, sizeof element),
              r->pattern->size == NULL ? "n" : r->pattern->size, (long long)at.size,
              extents_text(array, at.size, extents, sizeof extents));
    return false;
}

/* ---- index arrays: what is read by them is their whole range, so that it can be counted ---- */

/* Sizes at which the least is larger than the largest of the RANGE of INDEX; or, where EXTENT is
 * there, at which FACTOR * EXTENT elements are fewer than the range has. */
static isl_set *too_small(const struct relation *r, const struct array *index, int64_t factor,
                          const struct affine *extent)
{
    isl_local_space *in = isl_local_space_from_space(isl_set_get_space(r->sizes));
    isl_aff *low = relation_size_aff(index->low, in), *high = relation_size_aff(index->high, in);

    if (extent == NULL) {
        isl_local_space_free(in);
        return isl_aff_gt_set(low, high);
    }
    isl_val *by = isl_val_int_from_si(isl_local_space_get_ctx(in), (long)factor);
    isl_aff *elements = isl_aff_scale_val(relation_size_aff(extent, in), by);
    isl_aff *range = isl_aff_add_constant_si(isl_aff_sub(high, low), 1);
    isl_local_space_free(in);
    return isl_aff_lt_set(elements, range);
}

/* True when no size at which STATEMENT has instances is in WRONG, which it takes. */
static bool never(const struct relation *r, unsigned statement, isl_set *wrong)
{
    isl_set *sizes = isl_set_params(isl_set_copy(r->at[statement].domain));

    sizes = isl_set_intersect(sizes, isl_set_copy(r->sizes));
    wrong = isl_set_intersect(isl_set_params(wrong), sizes);
    bool none = isl_set_is_empty(wrong) == isl_bool_true;
    isl_set_free(wrong);
    return none;
}

/* True when INDEX has as many elements as its range has numbers: by one extent that grows, times
 * those that are numbers. */
static bool has_enough(const struct relation *r, unsigned statement, const struct array *index)
{
    const struct affine one = { .kind = AFFINE_NUMBER, .number = 1 };
    int64_t factor = 1;
    bool grows = false, enough = false;

    for (unsigned i = 0; i < index->n_extents; i++)
        if (index->extents[i]->kind == AFFINE_NUMBER && index->extents[i]->number > 0 &&
            factor < INT32_MAX)
            factor *= index->extents[i]->number;
        else
            grows = true;
    for (unsigned i = 0; i < index->n_extents; i++)
        if (index->extents[i]->kind != AFFINE_NUMBER)
            enough |= never(r, statement, too_small(r, index, factor, index->extents[i]));
    return grows ? enough : never(r, statement, too_small(r, index, factor, &one));
}

/* The subscripts of ACCESS but the one that an index array gives. */
static isl_map *other_subscripts(const struct relation *r, unsigned statement,
                                 const struct access *access)
{
    isl_map *map = relation_touch(r, statement, access);

    map = isl_map_project_out(map, isl_dim_out, access->gathered, 1);
    return isl_map_reset_tuple_id(map, isl_dim_out);
}

/* True when ACCESS reads all of its index array for each of its other subscripts. */
static bool reads_all(const struct relation *r, unsigned statement, const struct access *access)
{
    isl_map *read = isl_map_apply_range(isl_map_reverse(other_subscripts(r, statement, access)),
                                        relation_touch(r, statement, access->gather));
    isl_map *all = isl_map_from_domain_and_range(isl_map_domain(isl_map_copy(read)),
                                                 relation_box(r, access->gather->array));

    all = isl_map_intersect_params(all, isl_set_copy(r->sizes));
    bool covers = isl_map_is_subset(all, read) == isl_bool_true;
    isl_map_free(all);
    isl_map_free(read);
    return covers;
}

static bool check_gather(const struct relation *r, unsigned statement, const struct access *access,
                         struct faults *faults)
{
    const struct array *index = &r->pattern->arrays[access->gather->array];
    const char *name = r->pattern->arrays[access->array].name, *why = NULL;

    if (!never(r, statement, too_small(r, index, 1, NULL)))
        why = "has an empty range at some size";
    else if (!has_enough(r, statement, index))
        why = "has fewer elements than its range has numbers";
    else if (!reads_all(r, statement, access))
        why = "is not read as a whole, for each other subscript";
    if (why == NULL)
        return true;
    if (relation_failed(r))
        return check_too_hard(faults, access->at, "this subscript");
    fault_add(faults, access->gather->at,
              "index array %s %s: then the elements of %s that are read cannot be counted",
              index->name, why, name);
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
        bool inside = check_touch(r, t, faults);
        good = inside && good;
        if (inside && t->access->gather != NULL)
            good = check_gather(r, statement, t->access, faults) && good;
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
