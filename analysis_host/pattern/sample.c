/* The first instance, or pair of them, in a set: what a fault names. */
#include "relation.h"
#include <stdio.h>
#include <string.h>

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
