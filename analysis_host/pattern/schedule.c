/* Turns the loops of a variant into one relation. */
#include "schedule.h"

static isl_map *map_of(const struct piece *p)
{
    isl_map *map = NULL;

    for (unsigned i = p->n; i-- > 0;) {
        isl_map *loop = isl_map_from_pw_aff(isl_pw_aff_copy(p->loops[i].at));
        map = map == NULL ? loop : isl_map_flat_range_product(loop, map);
    }
    return isl_map_coalesce(isl_map_intersect_domain(map, isl_set_copy(p->where)));
}

/* Notes what the clauses say of loop AT of any piece. */
static void note(struct schedule *s, const struct loop *loop, unsigned at)
{
    s->unroll[at] = loop->unroll > s->unroll[at] ? loop->unroll : s->unroll[at];
    s->lane[at] |= loop->role == LOOP_LANE;
    s->fixed[at] &= loop->role == LOOP_FIXED;
}

/* The parallel loop has one depth. */
static bool note_parallel(struct schedule *s, const struct loops *l)
{
    for (unsigned i = 0; i < l->n; i++)
        for (unsigned at = 0; at < s->n; at++) {
            if (!l->pieces[i].loops[at].parallel)
                continue;
            if (s->parallel >= 0 && s->parallel != (int)at)
                return loops_fail(l, l->variant->at,
                                  "parallel: the loop is at different depths of its statements");
            s->parallel = (int)at;
        }
    return true;
}

static bool take(struct schedule *s, struct loops *l)
{
    isl_space *params = isl_set_get_space(l->r->sizes);

    loops_align(l);
    s->n = l->pieces[0].n;
    s->free = isl_union_map_empty(params);
    for (unsigned at = 0; at < s->n; at++)
        s->fixed[at] = true;
    for (unsigned i = 0; i < l->n; i++) {
        s->free = isl_union_map_union(s->free, isl_union_map_from_map(map_of(&l->pieces[i])));
        for (unsigned at = 0; at < s->n; at++)
            note(s, &l->pieces[i].loops[at], at);
    }
    s->free = isl_union_map_coalesce(s->free);
    s->map = isl_union_map_intersect_params(isl_union_map_copy(s->free), isl_set_copy(l->r->sizes));
    return note_parallel(s, l);
}

bool schedule_make(struct schedule *s, const struct relation *r, const struct variant *variant,
                   struct faults *faults)
{
    struct loops l = { .r = r, .variant = variant, .faults = faults };

    *s = (struct schedule){ .parallel = -1 };
    bool good = loops_begin(&l);
    for (unsigned i = 0; good && i < variant->n_clauses; i++)
        good = loops_apply(&l, &variant->clauses[i]);
    good = good && take(s, &l);
    loops_free(&l);
    return good;
}

void schedule_free(struct schedule *s)
{
    isl_union_map_free(s->map);
    isl_union_map_free(s->free);
}

struct part {
    unsigned from, to, n;
    isl_union_map *map;
};

static isl_stat add_part(isl_map *map, void *user)
{
    struct part *p = user;

    map = isl_map_project_out(map, isl_dim_out, p->to, p->n - p->to);
    map = isl_map_project_out(map, isl_dim_out, 0, p->from);
    p->map = isl_union_map_add_map(p->map, map);
    return isl_stat_ok;
}

isl_union_map *schedule_part(const struct schedule *s, unsigned from, unsigned to)
{
    struct part p = { .from = from, .to = to, .n = s->n };

    p.map = isl_union_map_empty(isl_union_map_get_space(s->map));
    (void)isl_union_map_foreach_map(s->map, add_part, &p);
    return p.map;
}
